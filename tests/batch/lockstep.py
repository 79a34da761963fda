"""Both engines side by side: the same rules, deals and moves, compared after every decision.

    nox --sessions lockstep -- --decisions 10000000 --seed 1

runs it at length, and counts the moves by rules.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Literal

import attrs
import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

import keltis
import keltis.batch
from keltis import PRESETS, GameState, Rules, observe
from keltis.bots import make_bot
from keltis.learning import encode
from keltis.testing import custom_rules, playthrough

ANY_SHAPE = keltis.batch.Shape(6, 12, 10, 180)
"""Large enough for the rules of all tests, so that the kernels are compiled once."""
LEANS = (0.0, 0.5, 0.9, 0.97)
"""How much games lean towards progress."""
PATIENCE = 400
NAMES = (*PRESETS, "SHORT", "CLOVERS", "BARE")
"""Of the rules in `leaning.ALL_RULES`."""
MADE_UP = "made up by Hypothesis"


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
        compare_batch(batch, states, seen["steps"])
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


def compare_batch(batch: keltis.batch.Batch, states: dict[int, GameState], step: int) -> None:
    """Fail if a batch and these states differ in masks, bytes, scores, ends or who is to move.

    The bytes are those of all players in turn: each step has another viewer.
    """
    count = keltis.action_count(batch.rules)
    viewer = step % batch.players
    masks, codes, scores = batch.legal_masks(), batch.encode(viewer), batch.scores()
    items = batch.itemised_scores()
    over, to_move, reasons = batch.over, batch.to_move, batch.outcomes().reasons
    for index, state in states.items():
        assert masks[index].tobytes() == keltis.legal_action_mask(state)[:count]
        assert codes[index].tobytes() == encode(observe(state, viewer))
        expected = keltis.scores(state)
        assert scores[index].tolist() == [score.total for score in expected]
        assert items[index].tolist() == [list(attrs.astuple(score)) for score in expected]
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


def compare_playouts(
    batch: keltis.batch.Batch, policy: Literal["random", "greedy"] = "random"
) -> None:
    """Fail if playouts are not those of the bot, or change the batch."""
    before, bot = batch.games.copy(), make_bot(policy)
    ends = batch.play_out(policy=policy, seed=3)
    assert np.array_equal(batch.games, before)
    for index in range(len(batch)):
        state, rng, made = batch.state(index), keltis.GameRandom(3, index), 0
        while moves := keltis.legal_moves(state):
            state = keltis.apply_move(state, bot(observe(state, state.to_move), moves, rng))
            made += 1
        end = keltis.outcome(state)
        assert end is not None
        assert ends.decisions[index] == made
        assert ends.scores[index].tolist() == [score.total for score in end.scores]
        assert keltis.batch.END_REASONS[ends.reasons[index]] is end.reason
        assert tuple(np.flatnonzero(ends.winners[index])) == end.winners


def deal(rules: Rules, count: int, seed: int) -> list[GameState]:
    """New games of the same number of players, which the seed chooses."""
    players = rules.player_counts[seed % len(rules.player_counts)]
    return [
        keltis.new_game(players, seed=seed + index, rules=rules, first_player=index % players)
        for index in range(count)
    ]


def compare_any_rules(seed: int, lean: float) -> Counter[str]:
    """Play some games under each of ten rules that Hypothesis makes up, and compare them."""
    seen: Counter[str] = Counter()

    @seeded(seed)
    @settings(
        max_examples=10,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(custom_rules(), st.integers(0, 10**6))
    def compare(rules: Rules, first: int) -> None:
        counts = compare_games(deal(rules, 8, first), first, lean, whole_every=64)
        seen.update(counts + Counter(games=8))

    compare()
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the batch engine with the scalar one.")
    parser.add_argument("--decisions", type=int, default=10_000_000, help="default: ten million")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other games")
    arguments = parser.parse_args()
    # The games of a seed, and the rules that they are played by, depend on nothing else.
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from leaning import ALL_RULES  # noqa: PLC0415 - the tests' folder is on the path now

    rules_by_name = dict(zip(NAMES, ALL_RULES, strict=True))
    names = (*NAMES, MADE_UP)
    by_rules: dict[str, Counter[str]] = {name: Counter() for name in names}
    made = 0
    seed, start = arguments.seed * 10**6, time.monotonic()
    with suppress(KeyboardInterrupt):  # the summary is that of the games so far
        while made < arguments.decisions:
            name, lean = names[seed % len(names)], LEANS[seed // len(names) % len(LEANS)]
            if name == MADE_UP:
                seen = compare_any_rules(seed, lean)
            else:
                starts = deal(rules_by_name[name], 64, seed)
                seen = compare_games(starts, seed, lean, whole_every=64, patience=2000)
                seen["games"] = 64
            by_rules[name] += seen
            made += seen["decisions"]
            seed += 1
            minutes = (time.monotonic() - start) / 60
            sys.stdout.write(
                f"\r{made:,} of {arguments.decisions:,} decisions are equal ({minutes:.1f} minutes)"
            )
            sys.stdout.flush()
    sys.stdout.write("\n\n")
    columns = ("decisions", "games", "Discard", "Lay", "Advance", "Decline", "Draw", "OVER")
    sys.stdout.write("".join(f"{column:>12}" for column in columns) + "  rules\n")
    total: Counter[str] = sum(by_rules.values(), Counter())
    for name, seen in by_rules.items():
        sys.stdout.write(summary_line(columns, seen) + f"  {name}\n")
    sys.stdout.write(summary_line(columns, total) + "  all\n")


def summary_line(columns: Sequence[str], seen: Counter[str]) -> str:
    return "".join(f"{seen[column]:12,}" for column in columns)


if __name__ == "__main__":
    main()
