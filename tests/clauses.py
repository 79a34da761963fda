"""The table of the sources, `docs/rules/sources.toml`, as tests read it."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

TESTS: Final = Path(__file__).parent
RULES: Final = TESTS.parent / "docs" / "rules"
TABLE: Final = RULES / "sources.toml"


@attrs.frozen(kw_only=True)
class Clause:
    """A clause of the table. A field that the file does not know is an error."""

    id: str
    source: str
    place: str
    says: str
    rulings: list[str] = attrs.Factory(list)
    functions: list[str] = attrs.Factory(list)
    tests: list[str] = attrs.Factory(list)
    followed_by: list[str] | None = None
    remark: str = ""
    no_rule: str = ""


CLAUSES: Final = [
    Clause(**clause) for clause in tomllib.loads(TABLE.read_text(encoding="utf-8"))["clause"]
]
RULE_CLAUSES: Final = [clause for clause in CLAUSES if not clause.no_rule]


def rules_page(page: str) -> str:
    return (RULES / f"{page}.md").read_text(encoding="utf-8")


def files_of_tests() -> Iterator[tuple[str, Path]]:
    """The name of every test, and the file that it is in."""
    for path in TESTS.rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"^def (test_\w+)\(", text, re.MULTILINE):
            yield name, path
