"""Mutants of the rules behind the clauses of the texts, on which a test of each must fail."""

import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import attrs

from clauses import RULE_CLAUSES, files_of_tests
from mutation.cold import failures
from mutation.mutants import Mutant
from mutation.runs import source_path

TABLE: Final = Path(__file__).with_name("source_mutants.toml")
CLAUSES: Final = {clause.id: clause for clause in RULE_CLAUSES}
FILES: Final = dict(files_of_tests())


@attrs.frozen(kw_only=True)
class SourceMutant:
    """An entry of the table, which explains the fields."""

    rows: tuple[str, ...] = attrs.field(converter=tuple)
    module: str
    old: str
    new: str

    @property
    def name(self) -> str:
        return f"{' '.join(self.rows)} ({self.module})"

    @property
    def tests(self) -> list[str]:
        """The tests that its clauses name."""
        return list(dict.fromkeys(test for row in self.rows for test in CLAUSES[row].tests))

    def fault(self) -> str | None:
        """Why the module cannot be changed like this, or None."""
        count = source_path(self.module).read_text(encoding="utf-8").count(self.old)
        if count == 1:
            return None
        stands = f"stands {count} times in" if count else "is gone from"
        return f"{self.name}: this text {stands} {source_path(self.module)}:\n{self.old}"

    def mutant(self) -> Mutant:
        path = source_path(self.module)
        source = path.read_text(encoding="utf-8").replace(self.old, self.new)
        code = compile(source, str(path), "exec")
        return Mutant(self.module, path, self.name, line=0, function=None, code=code)


def read_source_mutants() -> list[SourceMutant]:
    entries = tomllib.loads(TABLE.read_text(encoding="utf-8"))["mutant"]
    return [SourceMutant(**entry) for entry in entries]


def run_sources(rows: Iterable[str]) -> int:
    """Test the mutants of these clauses, or of all, and report; the answer is the exit code."""
    chosen = set(rows) or set(CLAUSES)
    if unknown := chosen - set(CLAUSES):
        sys.exit(f"no clause that rules something: {' '.join(sorted(unknown))}")
    mutants = [mutant for mutant in read_source_mutants() if chosen & set(mutant.rows)]
    tests = list(dict.fromkeys(test for mutant in mutants for test in mutant.tests))
    if failed := _failed_tests(None, tests):
        sys.exit(f"without a change, these fail: {' '.join(sorted(failed))}")
    faults = []
    for count, mutant in enumerate(mutants):
        found = _faults(mutant)
        faults += found
        print(f"{count + 1} {mutant.name}: {'FAULT' if found else 'seen'}", flush=True)
    print(f"{len(chosen)} clauses, {len(mutants)} mutants, {len(faults)} faults")
    print(*faults, sep="\n")
    return int(bool(faults))


def _faults(mutant: SourceMutant) -> list[str]:
    """What is wrong with an entry: its text is gone, it does not run, or a clause's tests pass."""
    if fault := mutant.fault():
        return [fault]
    failed = _failed_tests(mutant.mutant(), mutant.tests)
    if unknown := failed - set(mutant.tests):
        return [f"{mutant.name}: the tests cannot be run on the mutant: {unknown}"]
    return [
        f"{row}: the rule is broken, and its tests pass: {' '.join(CLAUSES[row].tests)}"
        for row in mutant.rows
        if not failed & set(CLAUSES[row].tests)
    ]


def _failed_tests(mutant: Mutant | None, tests: Sequence[str]) -> set[str]:
    """The names of the tests that fail, without their cases; or what else went wrong."""
    failed = failures(mutant, [f"{FILES[test]}::{test}" for test in tests])
    return {name.rpartition("::")[2].partition("[")[0] for name in failed}
