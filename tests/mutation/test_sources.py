"""The table of the mutants behind the clauses: it has all of them, and no text of it is gone."""

import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from clauses import RULE_CLAUSES
from mutation.sources import SourceMutant, read_source_mutants

MUTANTS = read_source_mutants()
TESTS = Path(__file__).parents[1]


def test_every_clause_that_rules_something_has_one_mutant() -> None:
    rows = [row for mutant in MUTANTS for row in mutant.rows]
    assert sorted(rows) == sorted(clause.id for clause in RULE_CLAUSES)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_text_that_a_mutant_changes_stands_once_in_its_module(mutant: SourceMutant) -> None:
    assert mutant.fault() is None
    assert mutant.new != mutant.old
    mutant.mutant()  # it compiles


def test_a_text_that_is_gone_is_told_with_its_clauses_and_module() -> None:
    mutant = attrs.evolve(MUTANTS[0], old="no such text")
    fault = mutant.fault()
    assert fault is not None
    assert fault.startswith(f"{mutant.name}: this text is gone from ")
    assert fault.endswith(f"{mutant.module.replace('.', '/')}.py:\nno such text")


@pytest.mark.thorough
def test_the_tests_of_a_clause_fail_on_its_mutant() -> None:
    command = [sys.executable, "-m", "mutation", "--row", "CEL.25"]
    run = subprocess.run(command, cwd=TESTS, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    assert run.returncode == 0, run.stdout + run.stderr
    assert "1 clauses, 1 mutants, 0 faults" in run.stdout
