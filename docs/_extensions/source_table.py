"""The directive `clauses`: a table of one text's clauses, from `docs/rules/sources.toml`.

A row has an id, a class for each ruling, and the class `differs` or `no-rule` where it applies.
`_static/sources.js` filters by these classes.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, TypedDict

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

RULES: Final = Path(__file__).parents[1] / "rules"
TABLE: Final = RULES / "sources.toml"
HEADING: Final = re.compile(r"^### (([A-Z]\d+): .+)$", re.MULTILINE)
HEAD: Final = """\
```{list-table}
:header-rows: 1
:class: sources
:widths: 12 42 11 35

* - clause
  - says
  - ruling
  - code and tests
"""


class Clause(TypedDict, total=False):
    """A clause as the file has it, which explains the fields."""

    id: str
    source: str
    place: str
    says: str
    rulings: list[str]
    functions: list[str]
    tests: list[str]
    followed_by: list[str]
    remark: str
    no_rule: str


class Clauses(SphinxDirective):
    """The table of the source that the argument names."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(TABLE))
        every: list[Clause] = tomllib.loads(TABLE.read_text(encoding="utf-8"))["clause"]
        clauses = [clause for clause in every if clause["source"] == self.arguments[0]]
        content = self.parse_text_to_nodes(f"{HEAD}{''.join(map(_row, clauses))}```")
        rows = [row for node in content for row in node.findall(nodes.row)][1:]
        for row, clause in zip(rows, clauses, strict=True):
            row["ids"].append(f"clause-{clause['id'].lower().replace('.', '-')}")
            row["classes"] += _classes(clause)
        return content


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("clauses", Clauses)
    app.connect("html-page-context", add_files)
    app.connect("doctree-resolved", link_clauses)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def add_files(app: Sphinx, page: str, _template: str, _context: object, _tree: object) -> None:
    """Give the page with the tables its style and its script."""
    if page == "rules/sources":
        app.add_css_file("sources.css")
        app.add_js_file("sources.js", loading_method="defer")


def link_clauses(_app: Sphinx, tree: nodes.document, page: str) -> None:
    """Link each ruling to its clauses."""
    if page not in {"rules/keltis", "rules/celtic"}:
        return
    for section in tree.findall(nodes.section):
        ruling = re.match(r"[A-Z]\d+(?=: )", section.astext())
        if ruling:
            text = f"The clauses that {ruling[0]} settles"
            link = nodes.reference("", text, refuri=f"sources.html?ruling={ruling[0]}")
            place = section.first_child_matching_class(nodes.bullet_list)
            item = nodes.list_item("", nodes.paragraph("", "", link))
            if place is None:
                section.append(nodes.bullet_list("", item))
            else:
                section[place].append(item)


def _classes(clause: Clause) -> Iterator[str]:
    yield from (f"ruling-{ruling.lower()}" for ruling in clause.get("rulings", ()))
    if "followed_by" in clause:
        yield "differs"
    if "no_rule" in clause:
        yield "no-rule"


def _row(clause: Clause) -> str:
    """The item of the list that becomes the row."""
    rulings = [f"[{ruling}]({_links()[ruling]})" for ruling in clause.get("rulings", ())]
    tests = [f"`{name}`" for name in clause.get("tests", ())]
    cells = (
        [clause["id"], clause["place"]],
        [clause["says"], *_remarks(clause)],
        [" ".join(rulings)],
        [_references(clause.get("functions", ())), *tests],
    )
    mark, item = "* ", ""
    for paragraphs in cells:
        item += f"{mark}- " + "\n\n    ".join(paragraphs) + "\n"
        mark = "  "
    return item


def _remarks(clause: Clause) -> Iterator[str]:
    """What follows the clause: which presets follow it, and why."""
    remark = clause.get("remark", "")
    if "no_rule" in clause:
        yield f"No rule. {clause['no_rule']}"
    elif "followed_by" not in clause:
        yield from [remark] if remark else []
    elif followers := clause["followed_by"]:
        yield f"Only in {_references(f'keltis.{name}' for name in followers)}. {remark}"
    else:
        yield f"In no preset. {remark}"


def _references(names: Iterable[str]) -> str:
    return ", ".join(f"{{py:obj}}`{name.removeprefix('keltis.')} <{name}>`" for name in names)


@cache
def _links() -> dict[str, str]:
    """Where each ruling is, by its number."""
    links = {}
    for page in ("keltis", "celtic"):
        for heading, ruling in HEADING.findall((RULES / f"{page}.md").read_text(encoding="utf-8")):
            slug = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
            links[ruling] = f"{page}.md#{slug}"
    return links
