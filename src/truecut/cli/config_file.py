"""truecut.toml: what the data is, what is at stake and what is required, said once for every command.

Its keys are the names of options. What was typed goes before what stands in the file, part by part, and a command takes
of the file what it has a use for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from truecut.errors import BadCall, UnknownName, UnreadableSource, near_miss

NAME = "truecut.toml"
FILE = "file"
READ = "truecut.read"  # in a context: the file that was read
TABLES: dict[str, tuple[str, ...]] = {
    "data": (
        FILE,
        "label",
        "score",
        "predicted",
        "class_score",
        "classes",
        "positive",
        "lower_is_positive",
        "weight",
        "weights_are",
        "group",
        "cluster",
        "fold",
        "id",
        "text",
        "missing",
        "design",
        "memory",
    ),
    "situation": ("cost", "prevalence", "sampled", "threshold", "rule", "level"),
    "words": ("positive", "negative", "unit", "units", "money"),
    "check": ("require", "decide_by", "undecided", "each_group", "baseline"),
}
PATHS = (FILE, "baseline")  # which count from the file itself
WORDS_OF_CURVES = ("curve", "plot", "plan")  # commands whose first word may be no file


@dataclass(frozen=True)
class ConfigFile:
    """A file that was read, and what it says by table and key."""

    path: Path
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def entries(self) -> Iterator[tuple[str, str, Any]]:
        """Return every table, key and value, the words as one."""
        for table, content in self.tables.items():
            if table == "words" and not content:
                continue
            if table == "words":
                yield table, "words", {key: str(word) for key, word in content.items()}
            else:
                yield from ((table, key, value) for key, value in content.items())


def completed(values: dict[str, Any]) -> dict[str, Any]:
    """Return what was typed, and the rest as the file has it that is named or found; say what came from there."""
    if "config" not in values:
        return values
    context = click.get_current_context()
    found = _found(values)
    if found is None:
        return values
    config, context.meta[READ] = read_config(found), str(found)
    typed = {name for name in values if context.get_parameter_source(name) == ParameterSource.COMMANDLINE}
    options = {_key(one): one for one in context.command.params if isinstance(one, click.Option)}
    no_use = {one.name for one in options.values() if one.hidden}
    filled, said = dict(values), []
    for table, key, value in config.entries():
        if values.get("counts") and (table == "data" or key in ("threshold", "rule")):
            continue  # four counts take the place of rows, and have no threshold to move
        if key == FILE:
            files = _files(config, value)
            if _takes_file(values, context.info_name or ""):
                filled["files"] = (*values["files"], *files)
                said.append(f"file {', '.join(Path(file).name for file in files)}")
            continue
        option = options.get(key)
        if option is None or option.name is None or option.name in no_use:
            continue
        # What was typed wins; requirements add up, since leaving one out would let a release pass.
        if option.name in typed and key != "require":
            if _shown(value) != _shown(values[option.name]):
                said.append(f"{key} {_shown(values[option.name])} (typed, in place of {_shown(value)})")
            continue
        if key == "threshold":
            value = _of_named_models(config, value, values.get("scores"))
        given = _cast(option, _path(config, key, value), context)
        filled[option.name] = (*given, *values[option.name]) if key == "require" else given
        said.append(f"{key} {_shown(value)}")
    rule = config.tables.get("situation", {}).get("rule")
    context.meta.update({"truecut.rule": rule, "truecut.origin": {"file": config.path.name, "said": said}})
    if said and not values.get("quiet"):
        from truecut.cli.streams import tell

        tell(f"{config.path.name}: {'; '.join(said)}")
    return filled


def config_read() -> list[str]:
    """Return the file that the command in this context has read, if it has read one."""
    context = click.get_current_context(silent=True)
    return [context.meta[READ]] if context is not None and READ in context.meta else []


def read_config(path: Path) -> ConfigFile:
    """Read a file, or say what in it cannot be understood."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise UnreadableSource(f"Cannot read {path.name}: {problem.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as problem:
        said = "it is not UTF-8 text" if isinstance(problem, UnicodeDecodeError) else str(problem).rstrip(".")
        raise UnreadableSource(f"{path.name} is not TOML: {said}.") from None
    for table, keys in content.items():
        if table not in TABLES:
            raise BadCall(_misplaced(path.name, table))
        if not isinstance(keys, dict):
            raise BadCall(f"[{table}] in {path.name} is a table of keys, not {keys!r}.")
        for key, value in keys.items():
            _check(path.name, table, key, value)
    return ConfigFile(path, content)


def _check(name: str, table: str, key: str, value: Any) -> None:
    if key not in TABLES[table]:
        home = next((other for other, keys in TABLES.items() if key in keys), None)
        if home is not None:
            raise BadCall(f"{key} belongs into [{home}] of {name}, not [{table}].")
        raise BadCall(f"{name} has a key {key!r} in [{table}].{near_miss(key, list(TABLES[table]))}")
    if key == "threshold" and isinstance(value, str) and not value.strip().rstrip("%").replace(".", "").isdigit():
        raise BadCall("A threshold in force is a number; choose it with `truecut threshold` and write it down.")
    if isinstance(value, float) and value != value:
        raise BadCall(f"{key} in {name} must be a number, not NaN.")


def _misplaced(name: str, key: str) -> str:
    home = next((table for table, keys in TABLES.items() if key in keys), None)
    if home is not None:
        more = "; a file without tables is for --rules" if key == "require" else ""
        return f"{key} belongs into [{home}] of {name}{more}."
    return f"{name} has a table or key {key!r}, which means nothing here.{near_miss(key, list(TABLES))}"


def _found(values: Mapping[str, Any]) -> Path | None:
    """Return the file that was named, or the one beside the data or in the working folder."""
    if values.get("no_config"):
        if values["config"]:
            raise BadCall("--config and --no-config contradict each other.")
        return None
    if values["config"]:
        return Path(values["config"])
    # Beside the data too: a command that is run elsewhere means the same situation.
    beside = [Path(file).parent / NAME for file in values.get("files", ()) if file != "-" and Path(file).is_file()]
    near = [path for path in dict.fromkeys([*beside[:1], Path(NAME)]) if path.is_file()]
    if len({path.resolve() for path in near}) > 1:
        raise BadCall(f"Two {NAME} may be meant: ./{near[1]} and {near[0]}; name one with --config.")
    return near[0] if near else None


def _takes_file(values: Mapping[str, Any], command: str) -> bool:
    """Say whether rows are still to be named; a curve or a figure may have been, which is no file."""
    if values.get("sql") or values.get("counts") or "files" not in values:
        return False
    named = [word for word in values["files"] if command not in WORDS_OF_CURVES or any(sign in word for sign in "./*-")]
    return not named and not (command == "plan" and values["files"])


def _of_named_models(config: ConfigFile, value: Any, typed: Any) -> Any:
    """Return the thresholds of the models that were named; one for a model that the file does not have is a slip."""
    if not isinstance(value, Mapping):
        return value
    known = config.tables.get("data", {}).get("score", [])
    known = [known] if isinstance(known, str) else known
    for name in value:
        if known and name not in known:
            raise UnknownName("model", name, known)
    named = {name for part in typed or () for name in part}
    return {name: cut for name, cut in value.items() if not named or name in named}


def _files(config: ConfigFile, value: Any) -> tuple[str, ...]:
    files = [value] if isinstance(value, str) else list(value)
    return tuple(str(config.path.parent / file) for file in files)


def _path(config: ConfigFile, key: str, value: Any) -> Any:
    # What a file names lies where the file lies, wherever the command is run.
    return str(config.path.parent / value) if key in PATHS else value


def _key(option: click.Option) -> str:
    longest = max(option.opts, key=len)
    return longest.removeprefix("--").replace("-", "_")


def _cast(option: click.Option, value: Any, context: click.Context) -> Any:
    """Return a value of the file as the option would have read it."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise BadCall(f"{_key(option)} in {NAME} is true or false, not {value!r}.")
        return value
    if option.name == "threshold" or (option.name == "prevalence" and isinstance(value, Mapping)):
        return value
    if option.name == "class_scores" and _is_by_model(value):
        return tuple((str(model), _plain(scores)) for model, scores in value.items())
    plain = _plain(value)
    if option.multiple:
        several = [plain] if not isinstance(plain, list) else plain
        named = option.type.name == "name,..."
        return option.type_cast_value(context, (tuple(several),) if named else tuple(several))
    return option.type_cast_value(context, plain)


def _is_by_model(value: Any) -> bool:
    """Say whether class scores are those of several models: [data.class_score.forest]."""
    return isinstance(value, Mapping) and any(isinstance(one, Mapping) for one in value.values())


def _plain(value: Any) -> Any:
    """Return text as it would have been typed, inside tables and lists too."""
    if isinstance(value, Mapping):
        return {str(key): str(_plain(one)) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={one}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, value))
    return str(value)
