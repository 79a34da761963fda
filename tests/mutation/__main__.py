"""Test the mutants of the rules modules; the package says how."""

import argparse
import functools
import os
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"  # the plugin of the library would import it
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # no plugin is needed, and so it is quicker
os.environ["CI"] = "1"  # the same examples every time
os.environ["NUMBA_DISABLE_JIT"] = "1"  # kernels as plain Python
import numba  # noqa: F401 - once, not in every child
from hypothesis import Phase, settings  # after the environment is set
from hypothesis.internal.conjecture import engine  # noqa: F401 - once, not in every child

from mutation import runs
from mutation.cold import run_cold
from mutation.mutants import Mutant, module_mutants
from mutation.sources import run_sources
from mutation.warm import run_warm

ACCEPTED = Path(__file__).with_name("accepted.toml")
GOAL = 0.97


def main() -> int:
    """Test the mutants that are not known yet, and report on all."""
    parser = argparse.ArgumentParser(prog="mutation", description=__doc__)
    modules = (*runs.MODULES, *runs.KERNELS)
    parser.add_argument("--module", action="append", choices=modules, help="only this module")
    parser.add_argument("--sample", type=int, default=0, help="only so many mutants, by chance")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--again", action="store_true", help="test the known survivors again")
    parser.add_argument("--fresh", action="store_true", help="test everything again, also accepted")
    parser.add_argument("--sources", action="store_true", help="the mutants of all clauses")
    parser.add_argument("--row", action="append", help="the mutant of this clause, such as RM.66")
    options = parser.parse_args()
    if options.sources or options.row:
        return run_sources(options.row or ())
    runs.RESULTS.parent.mkdir(exist_ok=True)
    known = {} if options.fresh else runs.read_results()
    if options.again:
        known = {key: killer for key, killer in known.items() if killer is not None}
    if options.fresh or options.again:
        runs.RESULTS.unlink(missing_ok=True)
        for key, killer in known.items():
            runs.save_result(key, killer)
    mutants = [
        mutant
        for module in options.module or runs.MODULES
        for mutant in module_mutants(module, runs.source_path(module))
    ]
    if options.sample:
        mutants = random.Random(options.seed).sample(mutants, min(options.sample, len(mutants)))
    accepted = _accepted()
    known = ({} if options.fresh else dict.fromkeys(accepted)) | known
    due = [mutant for mutant in mutants if mutant.key not in known]
    start = time.monotonic()
    of_functions = [mutant for mutant in due if mutant.function]
    if of_functions and (failure := runs.run_in_child(functools.partial(run_warm, of_functions))):
        sys.exit(failure)
    done = runs.read_results()
    run_cold([mutant for mutant in due if mutant.key not in done])
    print(f"{len(due)} mutants tested in {time.monotonic() - start:.0f} s")
    return _report(mutants, accepted, whole=not options.sample)


def _accepted() -> set[runs.Key]:
    """The mutants that no test can kill."""
    return {
        (entry["module"], name)
        for entry in tomllib.loads(ACCEPTED.read_text(encoding="utf-8"))["accepted"]
        for name in entry["mutants"]
    }


def _report(mutants: Sequence[Mutant], accepted: set[runs.Key], *, whole: bool) -> int:
    """Print a table and the survivors; the answer is the exit code."""
    results = runs.read_results()
    alive = {mutant.key: mutant for mutant in mutants if results.get(mutant.key) is None}
    survivors = [mutant for key, mutant in alive.items() if key not in accepted]
    counts = [Counter(mutant.module for mutant in group) for group in (mutants, alive.values())]
    left = Counter(mutant.module for mutant in survivors)
    print(f"{'module':<20}{'mutants':>8}{'killed':>8}{'accepted':>9}{'survived':>9}{'share':>9}")
    for module, count in counts[0].items():
        print(_row(module, count, counts[1][module], left[module]))
    print(_row("all", len(mutants), len(alive), len(survivors)))
    for mutant in survivors:
        print(f"survived: {mutant.module}:{mutant.line} {mutant.name}")
    stale = sorted(key for key in accepted - alive.keys() if whole and key[0] in counts[0])
    for module, name in stale:
        print(f"accepted, but killed or gone: {module} {name}")
    too_many = len(alive) > (1 - GOAL) * len(mutants)
    return int(bool(survivors or stale) or too_many)


def _row(name: str, mutants: int, alive: int, survived: int) -> str:
    killed = mutants - alive
    counts = f"{mutants:>8}{killed:>8}{alive - survived:>9}{survived:>9}"
    return f"{name:<20}{counts}{killed / mutants:>9.1%}"


if __name__ == "__main__":
    settings.register_profile(  # `conftest.py` builds its profiles on this one
        "default",
        settings.get_profile("default"),
        phases=(Phase.explicit, Phase.generate),
        report_multiple_bugs=False,
    )
    sys.exit(main())
