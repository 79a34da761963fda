"""The command: `python -m soak --minutes 5`, or `--scale 0.01`, with `--seed` to repeat a run."""

import argparse
import random
import secrets
import sys
import time
import traceback
from collections.abc import Sequence
from typing import Final, NamedTuple

from soak import attacks, faults, growth, memory, servers
from soak.attacks import Attack


class Row(NamedTuple):
    """A line of the table."""

    name: str
    attack: Attack
    attempts: int
    """At scale 1: what the attack on 0.1.0 had, or more."""


ROWS: Final = (
    Row("damaged records of Keltis", attacks.damaged_records, 160_000),
    Row("damaged records of CELTIC!", attacks.damaged_tile_records, 160_000),
    Row("forged pickles", attacks.forged_pickles, 12_000),
    Row("mutated positions", attacks.mutated_positions, 45_000),
    Row("legality questions, extreme rules", attacks.legality_questions, 3_000_000),
    Row("permuted hidden cards", attacks.permuted_hidden_cards, 20_000),
    Row("permuted histories of CELTIC!", attacks.permuted_tile_histories, 20_000),
    Row("games of hostile bots", attacks.hostile_bots, 2_000),
    Row("cut journals", attacks.cut_journals, 2_000),
    Row("damaged networks", attacks.damaged_networks, 20_000),
    Row("damaged files of self-play", attacks.damaged_samples, 20_000),
    Row("damaged sums of tournaments", attacks.damaged_tallies, 20_000),
    Row("kill -9 while saving", faults.killed_while_saving, 300),
    Row("signals while watching", faults.signals_while_watching, 200),
    Row("signals to tournaments", faults.signals_to_tournaments, 100),
    Row("closed pipes", faults.closed_pipes, 100),
    Row("full disks", faults.full_disks, 100),
    Row("server: fuzzed requests", servers.fuzzed_requests, 40_000),
    Row("server: races of both seats", servers.raced_seats, 500),
    Row("server: slow clients", servers.slow_clients, 10_000),
    Row("server: kill -9 between two writes", servers.killed_between_writes, 100),
    Row("server: full disks", servers.full_disks_of_servers, 100),
    Row("server: two on one folder", servers.two_servers, 50),
    Row("server: damaged tables", servers.damaged_tables, 20_000),
    Row("batch: arrays of any kind", memory.strange_arrays, 50_000),
    Row("batch: races of two threads", memory.raced_batches, 50),
    Row("growth of readers", growth.grown_texts, 2_000),
)
MAX_SHOWN: Final = 3
"""The most failures of one attack that are shown in full."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make all attacks, print the table, and return 1 if anything went wrong."""
    parser = argparse.ArgumentParser("soak", description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="a part of the full size")
    parser.add_argument("--minutes", type=float, help="stop each attack after its share of these")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32), help="repeat a run")
    parser.add_argument("--only", default="", help="only the attacks with this in their names")
    options = parser.parse_args(arguments)
    rows = [row for row in ROWS if options.only in row.name]
    seconds = None if options.minutes is None else options.minutes * 60 / max(1, len(rows))
    print(f"seed {options.seed}, scale {options.scale:g}", flush=True)
    results = [_run(row, options.seed, options.scale, seconds) for row in rows]
    print(f"\n{'attack':36}{'attempts':>12}{'wrong':>8}{'seconds':>10}")
    for row, (attempts, wrong, taken) in zip(rows, results, strict=True):
        print(f"{row.name:36}{attempts:>12,}{wrong:>8,}{taken:>10.1f}")
    total = sum(wrong for _, wrong, _ in results)
    print(f"what went wrong: {total or 'nothing'}")
    return 1 if total else 0


def _run(row: Row, seed: int, scale: float, seconds: float | None) -> tuple[int, int, float]:
    """Repeat one attack: the attempts, how many went wrong, and the time."""
    rng = random.Random(f"{seed} {row.name}")
    goal, attempts, wrong = max(1, round(row.attempts * scale)), 0, 0
    start = shown = time.monotonic()
    while attempts < goal and (seconds is None or time.monotonic() - start < seconds):
        state = rng.getrandbits(64)  # each attempt can be repeated alone
        try:
            attempts += row.attack(random.Random(state))
        except (Exception, SystemExit):  # noqa: BLE001 - whatever it is, it went wrong
            attempts, wrong = attempts + 1, wrong + 1
            if wrong <= MAX_SHOWN:
                print(f"\n{row.name}, random.Random({state}):\n{traceback.format_exc()}"[:4_000])
        if time.monotonic() - shown > 1 and sys.stderr.isatty():
            shown = time.monotonic()
            print(
                f"\r{row.name}: {attempts:,} of {goal:,}, {wrong} wrong ", end="", file=sys.stderr
            )
    print(f"{row.name}: {attempts:,} attempts, {wrong} wrong", flush=True)
    return attempts, wrong, time.monotonic() - start


if __name__ == "__main__":
    sys.exit(main())
