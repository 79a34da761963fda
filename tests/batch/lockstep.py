"""Both engines side by side: the same rules, deals and moves, compared after every decision.

    python tests/batch/lockstep.py --decisions 10000000

runs it at length, with as many processes as you like, each with another `--seed`.
"""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path
from types import ModuleType

import numpy as np

import keltis
import keltis.batch
from keltis import GameState, Rules
from keltis.encoding import encode
from keltis.testing import playthrough

ANY_SHAPE = keltis.batch.Shape(6, 12, 10, 180)
"""Large enough for the rules of all tests, so that the kernels are compiled once."""
LEANS = (0.0, 0.5, 0.9, 0.97)
"""How much games lean towards progress."""
PATIENCE = 400


def compare_games(
    starts: list[GameState],
    seed: int,
    lean: float,
    *,
    patience: int = PATIENCE,
    whole_every: int = 1,
    engine: ModuleType = keltis.batch,
) -> Counter[str]:
    """Play games by both engines, and compare everything; returns how often what happened.

    Masks, bytes, scores and ends are compared after every decision, records and states, which take
    longer, after every `whole_every`-th and at some ends.
    """
    batch = engine.Batch.of(starts, shape=ANY_SHAPE)
    games = [
        playthrough(start, random.Random(seed + index), lean=lean, patience=patience)
        for index, start in enumerate(starts)
    ]
    states = dict(enumerate(starts))  # of the games that go on
    seen: Counter[str] = Counter()
    while states:
        moves = {index: next(games[index], None) for index in states}
        ended = [index for index, move in moves.items() if move is None]
        compare_batch(batch, states)
        compare_records(batch, states, ended[:4])
        if seen["steps"] % whole_every == 0:
            compare_records(batch, states, [*moves])
        actions = np.zeros(len(starts), np.int64)
        acting = np.zeros(len(starts), np.bool_)
        for index, made in moves.items():
            if made is None:
                del states[index]
                continue
            state, move = made
            actions[index], acting[index] = keltis.action_id(move), True
            states[index] = keltis.apply_move(state, move)
            seen.update((type(move).__name__, states[index].phase.name, "decisions"))
        batch.apply(actions, where=acting)
        seen["steps"] += 1
    return seen


def compare_batch(batch: keltis.batch.Batch, states: dict[int, GameState]) -> None:
    """Fail if a batch and these states differ in masks, bytes, scores, ends or who is to move."""
    count = keltis.action_count(batch.rules)
    masks, codes, scores = batch.legal_masks(), batch.encode(), batch.scores()
    over, to_move, reasons = batch.over, batch.to_move, batch.outcomes().reasons
    for index, state in states.items():
        assert masks[index].tobytes() == keltis.legal_action_mask(state)[:count]
        assert codes[index].tobytes() == encode(keltis.observe(state, state.to_move))
        assert scores[index].tolist() == [score.total for score in keltis.scores(state)]
        end = keltis.outcome(state)
        assert over[index] == (end is not None)
        assert keltis.batch.END_REASONS[reasons[index]] is (None if end is None else end.reason)
        assert to_move[index] == state.to_move


def compare_records(
    batch: keltis.batch.Batch, states: dict[int, GameState], indices: list[int]
) -> None:
    """Fail if a record is not that of its state, or is read as another state."""
    for index in indices:
        written = type(batch).of([states[index]], shape=batch.shape)
        assert written.games[0] == batch.games[index]
        assert batch.state(index) == states[index]


def deal(rules: Rules, count: int, seed: int) -> list[GameState]:
    """New games of the same number of players, which the seed chooses."""
    players = rules.player_counts[seed % len(rules.player_counts)]
    return [
        keltis.new_game(players, seed=seed + index, rules=rules, first_player=index % players)
        for index in range(count)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the batch engine with the scalar one.")
    parser.add_argument("--decisions", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from leaning import ALL_RULES  # noqa: PLC0415 - the tests' folder is on the path now

    seen: Counter[str] = Counter()
    seed, start = arguments.seed * 10**6, time.monotonic()
    while seen["decisions"] < arguments.decisions:
        rules = ALL_RULES[seed % len(ALL_RULES)]
        starts = deal(rules, 64, seed)
        lean = LEANS[seed // 7 % 4]
        seen += compare_games(starts, seed, lean, whole_every=64, patience=2000)
        seed += 1
        sys.stdout.write(f"\r{seen['decisions']:,} decisions equal")
    sys.stdout.write(f" in {time.monotonic() - start:.0f} s: {dict(seen)}\n")


if __name__ == "__main__":
    main()
