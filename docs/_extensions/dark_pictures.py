"""Pictures for dark pages: `board-dark.svg`, if it exists, replaces `board.svg` there."""

import re
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx

PICTURE: Final = re.compile(r"^(!\[[^\n]*\]\()(\S+)\.svg\)\{(.+)\}$", re.MULTILINE)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", add_twins)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def add_twins(app: Sphinx, docname: str, source: list[str]) -> None:
    """Write the dark picture beside each light one; furo displays one of the two."""
    here = (Path(app.srcdir) / docname).parent

    def both(found: re.Match[str]) -> str:
        start, path, classes = found.groups()
        if not (here / f"{path}-dark.svg").exists():
            return found[0]
        light = f"{start}{path}.svg){{{classes} .only-light}}"
        return f"{light}\n{start}{path}-dark.svg){{{classes} .only-dark}}"

    source[0] = PICTURE.sub(both, source[0])
