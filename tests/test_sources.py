"""The table of the sources: every ruling, function, preset and test that it names exists."""

import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import attrs
import pytest

from keltis import PRESETS

TESTS: Final = Path(__file__).parent
RULES: Final = TESTS.parent / "docs" / "rules"
TABLE: Final = RULES / "sources.toml"
PAGES: Final = {"S0/S1": "keltis", "S3": "keltis", "S4": "keltis", "K": "celtic"}
"""The rulings page that belongs to a source."""


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


def rulings_of(page: str) -> list[str]:
    text = (RULES / f"{page}.md").read_text(encoding="utf-8")
    return re.findall(r"^### ([A-Z]\d+):", text, re.MULTILINE)


def names_of_tests() -> Iterator[str]:
    for path in TESTS.rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        yield from re.findall(r"^def (test_\w+)\(", text, re.MULTILINE)


def exists(name: str) -> bool:
    """Whether a public package exports this name, or a class that it exports has this attribute."""
    package = "keltis.celtic" if name.startswith("keltis.celtic.") else "keltis"
    module = import_module(package)
    exported, *attributes = name.removeprefix(f"{package}.").split(".")
    if exported not in module.__all__:
        return False
    value = getattr(module, exported)
    return all(hasattr(value, attribute) for attribute in attributes)


def test_every_clause_has_an_id_of_its_own_that_begins_with_its_source() -> None:
    ids = [clause.id for clause in CLAUSES]
    assert len(set(ids)) == len(ids)
    for clause in CLAUSES:
        assert clause.id.partition(".")[0] == clause.source.partition("/")[0]


def test_every_clause_names_a_ruling_or_says_why_it_rules_nothing() -> None:
    for clause in CLAUSES:
        assert bool(clause.rulings) != bool(clause.no_rule), clause.id


def test_every_ruling_that_a_clause_names_is_on_the_page_of_its_game() -> None:
    for clause in CLAUSES:
        assert set(clause.rulings) <= set(rulings_of(PAGES[clause.source])), clause.id


@pytest.mark.parametrize("page", ["keltis", "celtic"])
def test_every_ruling_on_a_page_has_a_clause(page: str) -> None:
    named = {ruling for clause in CLAUSES for ruling in clause.rulings}
    assert set(rulings_of(page)) <= named


def test_every_function_that_a_clause_names_is_public() -> None:
    named = {name for clause in RULE_CLAUSES for name in clause.functions}
    assert {name for name in named if not exists(name)} == set()


def test_every_test_that_a_clause_names_exists() -> None:
    named = {name for clause in RULE_CLAUSES for name in clause.tests}
    assert named - set(names_of_tests()) == set()


def test_every_clause_with_a_ruling_names_a_function_and_a_test() -> None:
    for clause in RULE_CLAUSES:
        assert clause.functions, clause.id
        assert clause.tests, clause.id


def test_every_test_is_named_after_a_ruling_of_its_clause() -> None:
    for clause in RULE_CLAUSES:
        prefixes = tuple(f"test_{ruling.lower()}_" for ruling in clause.rulings)
        for name in clause.tests:
            assert name.startswith(prefixes), clause.id


def test_a_clause_that_not_all_presets_follow_names_those_that_do_and_says_why() -> None:
    for clause in CLAUSES:
        if clause.followed_by is not None:
            assert set(clause.followed_by) < set(PRESETS), clause.id
            assert clause.remark, clause.id


def test_presets_that_follow_a_clause_differ_from_the_others_in_a_field_that_it_names() -> None:
    for clause in CLAUSES:
        fields = [name for name in clause.functions if name.startswith("keltis.Rules.")]
        settings = {
            name: [getattr(rules, field.removeprefix("keltis.Rules.")) for field in fields]
            for name, rules in PRESETS.items()
        }
        following = [settings.pop(name) for name in clause.followed_by or ()]
        assert all(setting == following[0] for setting in following), clause.id
        assert not following or following[0] not in settings.values(), clause.id
