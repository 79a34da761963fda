"""Words that readers type in a search and a page does not use: `keywords` in its front matter.

The first line of the front matter is such as `keywords: house rules, variant`. Each keyword becomes
an entry of the index, which the search finds as it is typed, and its words count as words of the
page.
"""

import re
from typing import Final

from sphinx.application import Sphinx

FRONT: Final = re.compile(r"\A---\nkeywords: (.+)\n")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", add_keywords)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def add_keywords(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Write the keywords of a page as Sphinx and MyST understand them."""
    found = FRONT.match(source[0])
    if found is None:
        return
    keywords = found[1].split(", ")
    words = ", ".join(dict.fromkeys(" ".join(keywords).lower().split()))
    entries = ", ".join(f"! {keyword.lower()}" for keyword in keywords)
    front = f"---\nmyst:\n  html_meta:\n    keywords: {words}\n"
    source[0] = f"{front}{source[0][found.end() :]}\n```{{index}} {entries}\n```\n"
