"""Bots in processes of their own: time limits, and bots that end or cheat their process."""

import itertools
import os
import random
import signal
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Never, ParamSpec, TypeVar

import attrs
import pytest

import arena_bots as bots
import keltis
from keltis import Move, PlayerView, arena
from keltis.arena import Entrant, Failure, Forfeit, GameResult, _play, play_game, play_tournament
from keltis.arena._play import ProcessPool
from keltis.bots import Bot
from leaning import SHORT

pytestmark = pytest.mark.slow  # it starts a process for each bot

P = ParamSpec("P")
T = TypeVar("T")

PLAN = arena.Plan(names=("a", "b"), seed=3, rules=SHORT)


def first(_view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
    return moves[0]


def silent(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Never:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it is deaf, too
    while True:
        time.sleep(600)


def inapt(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
    return keltis.Draw(None)


def wordy(view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
    return view  # type: ignore[return-value]  # on purpose


@attrs.frozen
class Unloadable:
    """A bot that is unpickled by this call."""

    function: Callable[..., object]
    arguments: tuple[object, ...]

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self.function, self.arguments

    def __call__(self, _view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
        return moves[0]


def played(bot: Bot, *, isolate: bool = True, seconds_per_move: float | None = None) -> GameResult:
    entrants = {"a": Entrant("a", bot), "b": Entrant("b", first)}
    return play_game(PLAN, entrants, 0, isolate=isolate, seconds_per_move=seconds_per_move)


@pytest.mark.parametrize(
    ("bot", "failure", "detail"),
    [
        (bots.killer, Failure.PROCESS_ENDED, "exit code 3"),
        (inapt, Failure.ILLEGAL_MOVE, "draw pile: a card must be played first"),
        pytest.param(
            *(wordy, Failure.NOT_A_MOVE, "the answer is not a move: '\"PlayerView\"'"),
            marks=pytest.mark.thorough,
        ),
        (Unloadable(Path, (1,)), Failure.RAISED, "TypeError"),
    ],
)
def test_an_isolated_bot_that_fails_loses_with_the_reason(
    bot: Bot, failure: Failure, detail: str
) -> None:
    game = played(bot)
    assert game.end is arena.GameEnd.FORFEITED
    assert game.forfeit is not None
    assert (game.forfeit.seat, game.forfeit.failure) == (0, failure)
    assert game.forfeit.detail.startswith(detail)


def test_a_bot_that_never_answers_loses() -> None:
    forfeit = played(silent, seconds_per_move=0.01).forfeit
    assert forfeit is not None  # by the other bot, on a busy machine
    late = (Failure.OUT_OF_TIME, "no answer within 0.01 seconds")
    assert (forfeit.failure, forfeit.detail) == late


def test_a_bot_that_takes_too_long_for_a_whole_game_loses() -> None:
    entrants = {"a": Entrant("a", silent), "b": Entrant("b", first)}
    game = play_game(PLAN, entrants, 0, seconds_per_game=0.5, seconds_per_move=600)
    assert game.forfeit == Forfeit(0, Failure.OUT_OF_TIME, "more than 0.5 seconds in one game")


def test_a_bot_that_takes_forever_to_load_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_play, "START_SECONDS", 0.5)
    game = played(Unloadable(time.sleep, (600,)))
    assert game.forfeit == Forfeit(0, Failure.OUT_OF_TIME, "no answer within 0.5 seconds")
    assert game.turns == 0


@pytest.mark.thorough
def test_a_bot_that_ends_its_worker_loses_its_games_and_no_others() -> None:
    entrants = [Entrant("killer", bots.killer), Entrant("a", first), Entrant("b", first)]
    result = play_tournament(entrants, deals=1, seed=1, rules=SHORT, jobs=2)
    assert result.complete
    for game in result.games:
        if "killer" in game.seating:
            seat = game.seating.index("killer")
            assert game.forfeit == Forfeit(seat, Failure.PROCESS_ENDED, "exit code 3")
        else:
            assert game.finished


class Breaking(bots.InlineExecutor):
    """An executor whose workers end, as long as the bots are not isolated, or forever."""

    def __init__(self, *, forever: bool = False, after: int = 0) -> None:
        self.forever = forever
        self.good = itertools.count(after, -1)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        task = fn.args[-1] if isinstance(fn, partial) else None
        if task is None or (not self.forever and task.limits.isolate) or next(self.good) > 0:
            return super().submit(fn, *args, **kwargs)
        future: Future[T] = Future()
        future.set_exception(BrokenExecutor("a worker has ended"))
        return future


def test_after_a_worker_has_ended_the_bots_are_isolated(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = Breaking()
    monkeypatch.setattr("keltis.arena._tournament.start_workers", lambda *_: nullcontext(executor))
    result = play_tournament(["random", "random"], deals=1, seed=1, rules=SHORT, jobs=2)
    assert result == play_tournament(["random", "random"], deals=1, seed=1, rules=SHORT)


@pytest.mark.slow
def test_kernels_play_on_in_new_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    executors = iter([Breaking(after=1), bots.InlineExecutor()])
    monkeypatch.setattr(
        "keltis.arena._tournament.start_workers", lambda *_: nullcontext(next(executors))
    )
    play = partial(play_tournament, ["random", "random"], games=600, seed=1, batch=True)
    assert play(jobs=2) == play()
    assert not [*executors]


def test_workers_that_end_again_break_the_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = Breaking(forever=True)
    monkeypatch.setattr("keltis.arena._tournament.start_workers", lambda *_: nullcontext(executor))
    with pytest.raises(arena.BrokenTournament):
        play_tournament(["random", "random"], deals=1, jobs=2, isolate=True)


def assassin(view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Never:
    os.kill(os.getppid(), signal.SIGKILL)
    silent(view, moves, rng)


@pytest.mark.thorough
def test_an_isolated_bot_cannot_kill_the_worker() -> None:
    game = played(assassin, seconds_per_move=5)
    assert game.forfeit is not None
    assert game.forfeit.seat == 0


def test_a_worker_keeps_the_processes_of_its_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = ProcessPool()
    monkeypatch.setattr("keltis.arena._workers._pools", [pool])
    executor = bots.InlineExecutor()
    play_tournament(["random", "random"], deals=2, rules=SHORT, isolate=True, executor=executor)
    assert len(pool._idle) == 2
    pool.close()


def test_the_process_that_was_idle_for_the_longest_time_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_play, "_MAX_IDLE", 1)
    pool = ProcessPool()
    processes = [pool.take(line) for line in ("a", "b")]
    for process in processes:
        pool.give_back(process)
    assert [process.is_stopped for process in processes] == [True, False]
    assert pool.take("b") is processes[1]
    processes[1].stop()
    pool.give_back(processes[1])
    pool.close()
