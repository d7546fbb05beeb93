"""The documentation site: Markdown pages, one theme, and nothing that is loaded from elsewhere."""

import sys
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS / "extensions"))

project = "truecut"
html_title = "truecut"
copyright = "the truecut authors"
extensions = [
    "myst_nb",
    "inventories",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.intersphinx",
    "sphinx_design",
    "sphinx_copybutton",
    "mathml",
    "signatures",
    "offline",
]
source_suffix = {".md": "myst-nb"}
exclude_patterns = ["**/.ipynb_checkpoints"]
default_role = "code"  # docstrings write `name`

myst_enable_extensions = ["dollarmath", "colon_fence", "deflist", "attrs_inline", "attrs_block"]
myst_heading_anchors = 4
html_math_renderer = "mathml"

# Only the notebook tutorial is executed here; the other examples are run by docs/run_examples.py.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 60
nb_merge_streams = True

autodoc_member_order = "bysource"
napoleon_use_param = False  # classes for scikit-learn list their parameters as it does
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
intersphinx_mapping: dict[str, tuple[str, str]] = {}  # filled by extensions/inventories.py
nitpicky = True

copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True

html_theme = "pydata_sphinx_theme"
html_static_path = ["static"]
html_css_files = ["truecut.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_context = {"default_mode": "auto"}  # else the theme writes an error to the console
html_sidebars = {name: [] for name in ("index", "start", "examples/index", "gallery/index")}
html_theme_options = {
    "logo": {"text": "truecut"},
    "navbar_align": "left",
    "navbar_end": ["theme-switcher"],
    "header_links_before_dropdown": 9,
    "show_prev_next": False,
    "show_nav_level": 1,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "back_to_top_button": False,
}
