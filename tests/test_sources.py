"""The table of the sources: every ruling, function, preset and test that it names exists."""

import re
from importlib import import_module
from typing import Final

import pytest

from clauses import CLAUSES, RULE_CLAUSES, files_of_tests, rules_page
from keltis import PRESETS

PAGES: Final = {"EN": "keltis", "RM": "keltis", "ES": "keltis", "CEL": "celtic"}
"""The rulings page that belongs to a source."""


def rulings_of(page: str) -> list[str]:
    return re.findall(r"^### ([A-Z]\d+):", rules_page(page), re.MULTILINE)


def exists(name: str) -> bool:
    """Whether a public package exports this name, or a class that it exports has this attribute."""
    package = "keltis.celtic" if name.startswith("keltis.celtic.") else "keltis"
    module = import_module(package)
    exported, *attributes = name.removeprefix(f"{package}.").split(".")
    if exported not in module.__all__:
        return False
    value = getattr(module, exported)
    return all(hasattr(value, attribute) for attribute in attributes)


def test_every_clause_has_an_id_and_a_ruling_of_its_source_or_says_why_it_rules_nothing() -> None:
    assert len({clause.id for clause in CLAUSES}) == len(CLAUSES)
    for clause in CLAUSES:
        assert clause.id.partition(".")[0] == clause.source
        assert bool(clause.rulings) != bool(clause.no_rule), clause.id
        assert set(clause.rulings) <= set(rulings_of(PAGES[clause.source])), clause.id


@pytest.mark.parametrize("page", ["keltis", "celtic"])
def test_every_ruling_on_a_page_has_a_clause(page: str) -> None:
    named = {ruling for clause in CLAUSES for ruling in clause.rulings}
    assert set(rulings_of(page)) <= named


def test_every_function_that_a_clause_names_is_public() -> None:
    named = {name for clause in RULE_CLAUSES for name in clause.functions}
    assert {name for name in named if not exists(name)} == set()


def test_every_clause_with_a_ruling_names_a_function_and_tests_of_that_ruling() -> None:
    existing = {name for name, _ in files_of_tests()}
    for clause in RULE_CLAUSES:
        assert clause.functions, clause.id
        assert clause.tests, clause.id
        prefixes = tuple(f"test_{ruling.lower()}_" for ruling in clause.rulings)
        for name in clause.tests:
            assert name in existing, clause.id
            assert name.startswith(prefixes), clause.id


def test_a_clause_that_not_all_presets_follow_is_a_known_disagreement_and_says_why() -> None:
    _, _, section = rules_page("keltis").partition("\n## What the texts disagree about\n")
    table, _, _ = section.partition("\n## ")
    disagreements = set(re.findall(r"\(([A-Z]\d+)\) \|", table))
    for clause in CLAUSES:
        if clause.followed_by is not None:
            assert disagreements & set(clause.rulings), clause.id
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
