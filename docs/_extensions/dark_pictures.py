"""A picture that has a twin, `board-dark.svg` beside `board.svg`, gives way to it where the page is dark."""

import re
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx

PICTURE: Final = re.compile(r"^(!\[[^\n]*\]\()(\S+)\.svg\)\{(.+)\}$", re.MULTILINE)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", add_twins)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def add_twins(app: Sphinx, docname: str, source: list[str]) -> None:
    """Write the twin beside each picture of a page; furo shows one of the two."""
    here = (Path(app.srcdir) / docname).parent

    def both(found: re.Match[str]) -> str:
        words, path, classes = found.groups()
        if not (here / f"{path}-dark.svg").exists():
            return found[0]
        return f"{words}{path}.svg){{{classes} .only-light}}\n{words}{path}-dark.svg){{{classes} .only-dark}}"

    source[0] = PICTURE.sub(both, source[0])
