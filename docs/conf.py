"""How the site is built: `python -m sphinx -W docs site`."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from docs.generate import write_pages  # noqa: E402 - only found from here on
from docs.laid_out import part_options, show_examples  # noqa: E402 - only from here on

project = "Fracas"
author = "the Fracas developers"
html_title = "Fracas"
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["code.css"]

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_click",
    "sphinx_llms_txt",
]
default_role = "code"  # in help texts, as in a terminal, ` is around code
smartquotes = False  # commands stand in sentences too, and `--json` must stay so
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300

autodoc_member_order = "bysource"
autodoc_typehints = "description"
python_use_unqualified_type_names = True
suppress_warnings = ["myst.xref_missing"]  # pages of the repository link to its files

llms_txt_full_file = True  # the whole site as one page of plain text


def setup(app: Sphinx) -> None:
    """Write the pages that are read off the code before the site is read."""
    write_pages()
    app.connect("sphinx-click-process-options", part_options)
    app.connect("sphinx-click-process-epilog", show_examples)
