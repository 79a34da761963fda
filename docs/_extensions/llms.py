"""Write `llms.txt` (llmstxt.org): every page with its address, its title and its first sentence."""

import re
from pathlib import Path
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx

SECTIONS: Final = ("tutorial", "howto", "explanation", "play", "rules", "reference")
LEFT_OUT: Final = ("changelog", "contributing", "howto/index", "explanation/index")


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("llms_base_url", "", "")
    app.connect("build-finished", write_list)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_list(app: Sphinx, error: Exception | None) -> None:
    if error is not None or app.builder.name != "html":
        return
    pages = [name for name in sorted(app.env.found_docs) if name not in (*LEFT_OUT, "index")]
    lines = ["# keltis", "", f"> {summary(app, 'index')}"]
    for section in ("", *SECTIONS):
        lines += ["", f"## {(section or 'start').capitalize()}", ""]
        for name in pages:
            if (name.partition("/")[0] if "/" in name else "") == section:
                address = f"{app.config.llms_base_url}{app.builder.get_target_uri(name)}"
                title = app.env.titles[name].astext()
                lines.append(f"- [{title}]({address}): {summary(app, name)}")
    Path(app.outdir, "llms.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def summary(app: Sphinx, name: str) -> str:
    """The first sentence of a page."""
    paragraph = next(iter(app.env.get_doctree(name).findall(nodes.paragraph)), None)
    text = " ".join(paragraph.astext().split()) if paragraph else ""
    return re.split(r"(?<=[.:])\s", text, maxsplit=1)[0].rstrip(":")
