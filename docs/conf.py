"""How Sphinx builds these pages: `sphinx-build -W --keep-going -b html docs build/docs`."""

import sys
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

from public_names import find_source

project = "keltis"
author = "The keltis maintainers"
copyright = "the keltis maintainers; MIT licence"  # noqa: A001 - Sphinx calls it so
release = version = metadata.version("keltis")

REPOSITORY = "https://github.com/keltis/keltis"
extensions = [
    "myst_nb",  # with myst_parser
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.intersphinx",
    "sphinx.ext.linkcode",
    "sphinx_copybutton",
    "dark_pictures",
    "llms",
    "play_now",
    "public_names",
    "search_words",
    "source_table",
]
exclude_patterns = ["_build", "README.md", "inventories"]


def linkcode_resolve(domain: str, info: dict[str, str]) -> str | None:
    """The address of the lines that define a function or class."""
    place = find_source(info["module"], info["fullname"]) if domain == "py" else None
    return place and f"{REPOSITORY}/blob/main/src/{place}"


default_role = "py:obj"  # in a docstring, `Card` is a link, and `pip install` is not
nitpicky = True  # a reference to nothing is an error
nitpick_ignore_regex = [
    # Text in backticks that is not the name of anything.
    (r"py:obj", r"(?s).*"),
    # Private types in the signatures of public names.
    (r"py:class", r"keltis(\.\w+)*\._\w+(\..*)?"),
    # The base of errors that name a place, and type variables.
    (r"py:class", r"keltis\.errors\.PlacedError|keltis\.documents\.T"),
    # What belongs to other projects, whose pages are not in the inventories.
    (
        r"py:class",
        r"(concurrent|gymnasium|hypothesis|numpy\._typing|pettingzoo|pyspiel|spaces|starlette|typing_extensions)\..*",
    ),
]

intersphinx_mapping = {  # inventories by hand, so that a build needs no network
    "python": ("https://docs.python.org/3", "inventories/python.txt"),
    "numpy": ("https://numpy.org/doc/stable", "inventories/numpy.txt"),
}

myst_enable_extensions = ["colon_fence", "deflist", "attrs_block", "attrs_inline"]
myst_heading_anchors = 3

nb_execution_mode = "force"  # the notebook shows what it prints now
nb_execution_timeout = 600
nb_execution_raise_on_error = True
nb_merge_streams = True

autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_class_signature = "mixed"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
add_module_names = False

copybutton_prompt_text = (
    r">>> |\.\.\. |\.\.\.$"  # what is copied can be pasted into a prompt: no outputs, no tracebacks
)
copybutton_prompt_is_regexp = True
copybutton_exclude = ".linenos"

pygments_dark_style = "github-dark"
html_theme = "furo"
html_title = "keltis"
html_static_path = ["_static"]
html_favicon = "_static/icon.svg"
html_css_files = ["keltis.css"]
html_show_sphinx = False
llms_base_url = "https://keltis.readthedocs.io/en/latest/"
html_search_scorer = str(Path(__file__).parent / "_static" / "scorer.js")
html_theme_options = {
    "source_repository": f"{REPOSITORY}/",
    "source_branch": "main",
    "source_directory": "docs/",
    "footer_icons": [{"name": "Repository", "url": REPOSITORY, "html": "Repository", "class": ""}],
    "light_css_variables": {"color-brand-primary": "#17603f", "color-brand-content": "#17603f"},
    "dark_css_variables": {"color-brand-primary": "#7fcf9f", "color-brand-content": "#7fcf9f"},
}
