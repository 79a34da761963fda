"""Tournaments on kernels have the results of single games."""

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from batch.lockstep import ANY_SHAPE
from keltis import PRESETS, EndReason, InvalidArgument, Rules
from keltis.arena import Entrant, GameEnd, as_entrants, end_counts, play_tournament
from keltis.arena._play import Limits
from keltis.arena._workers import MIN_GAMES, can_use_batches
from keltis.batch import Shape
from keltis.bots import GreedyBot, RandomBot
from keltis.documents import to_json
from leaning import SHORT

pytestmark = pytest.mark.slow  # it compiles the policies


@pytest.fixture(autouse=True)
def one_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shape of other tests, so that the kernels are compiled once."""
    monkeypatch.setattr(Shape, "of", lambda *_: ANY_SHAPE)


BOTS: list[Entrant] = [
    Entrant("ann", "random"),
    Entrant("bob", GreedyBot()),
    Entrant("eve", RandomBot()),
]
FOUR = ["greedy", "greedy", "random", "random"]


tournament = partial(play_tournament, entrants=BOTS, deals=2, seed=11)


@pytest.mark.parametrize("rules", [*PRESETS.values(), SHORT], ids=[*PRESETS, "SHORT"])
def test_batches_have_the_results_of_single_games(rules: Rules) -> None:
    single = tournament(batch=False, deals=1, rules=rules)
    assert tournament(batch=True, deals=1, rules=rules) == single


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        ({"entrants": FOUR, "players": 4, "deals": 1, "rules": SHORT}, EndReason.FIFTH_FIGURE),
        ({"entrants": ["greedy", "greedy"], "deals": 5}, EndReason.FIFTH_FIGURE),
        ({"max_turns": 7}, GameEnd.TRUNCATED),
    ],
)
def test_games_of_all_ends_are_equal(arguments: dict[str, object], end: GameEnd) -> None:
    single = tournament(batch=False, **arguments)
    assert tournament(batch=True, **arguments) == single
    assert end_counts(single)[end] > 0


def test_an_executor_gets_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keltis.arena._tournament.BATCH", 5)
    seen: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as executor:
        result = tournament(
            executor=executor, batch=True, progress=lambda *counts: seen.append(counts)
        )
    assert result == tournament(batch=False)
    assert [games for _, games in seen] == [12, 12, 12]


def test_a_worker_without_the_extra_plays_single_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keltis.arena._workers.is_installed", lambda: False)
    assert tournament(batch=True, rules=SHORT) == tournament(batch=False, rules=SHORT)


def test_a_journal_of_single_games_goes_on_with_batches(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    tournament(deals=1, batch=False, journal=path)
    more = tournament(batch=True, journal=path, resume=True)
    assert to_json(more) == to_json(tournament(batch=False))


def test_batches_are_the_default_for_many_games() -> None:
    quick, records = Limits(), Limits(keep_moves=True)
    assert can_use_batches(BOTS, quick, MIN_GAMES)
    assert not can_use_batches(BOTS, quick, MIN_GAMES - 1)
    assert not can_use_batches(BOTS, records, MIN_GAMES)
    assert not can_use_batches(BOTS, Limits(isolate=True), MIN_GAMES)
    assert not can_use_batches(as_entrants(["random", "search"]), quick, MIN_GAMES)


def test_without_the_extra_the_default_is_single_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keltis.batch", None)
    assert not can_use_batches(BOTS, Limits(), MIN_GAMES)
    with pytest.raises(ImportError):
        tournament(batch=True)


def test_the_default_asks_for_the_number_of_missing_games(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def answer(_: Sequence[Entrant], __: Limits, games: int, ___: object) -> bool:
        asked.append(games)
        return True

    monkeypatch.setattr("keltis.arena._tournament.can_use_batches", answer)
    assert tournament(batch=None, rules=SHORT) == tournament(batch=False, rules=SHORT)
    assert asked == [12]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"entrants": ["random", "search"]},
            "search has no compiled form; random, greedy and le",
        ),
        ({"keep_records": True}, "batch must be False or None: batches keep no records"),
        ({"isolate": True}, "batches have no time limits and no isolation"),
        ({"seconds_per_move": 1.0}, "batches have no time limits and no isolation"),
    ],
)
def test_what_batches_cannot_do_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        tournament(batch=True, **arguments)
