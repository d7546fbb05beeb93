"""Roles as tests write them down: by the names of columns."""

from typing import Any

from truecut.data.request import ROLES, Form, Roles


def named(*, label: str = "", **roles: Any) -> Roles[str]:
    """Return roles from names of columns, several of which may have one role."""
    several = {role.name for role in ROLES if role.form == Form.COLUMNS}
    given = {role: dict(zip(names, names, strict=True)) if role in several else names for role, names in roles.items()}
    return Roles(label=label, **given)
