"""Bots in processes of their own: time limits, and bots that end or cheat their process."""

import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from multiprocessing import Pipe
from pathlib import Path
from typing import Never, ParamSpec, TypeVar

import pytest

import arena_bots as bots
import keltis
from keltis import InvalidArgument, Move, PlayerView
from keltis._shared.processes import BotOutput
from keltis.arena import (
    BrokenTournament,
    Entrant,
    Failure,
    Forfeit,
    GameEnd,
    GameResult,
    Plan,
    play_game,
    play_tournament,
)
from keltis.arena import _bot_process as bot_process
from keltis.arena._bot_process import BotProcess, ProcessPool, serve_bot
from keltis.arena._players import Fault, Limits
from keltis.bots import Bot
from leaning import SHORT

pytestmark = pytest.mark.slow  # it starts a process for each bot

P = ParamSpec("P")
T = TypeVar("T")

PLAN = Plan(names=("a", "b"), seed=3, rules=SHORT)
START = keltis.new_game(2, seed=1)
RNG = keltis.GameRandom(1)


def first(_view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
    return moves[0]


def silent(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Never:
    while True:
        time.sleep(600)


def deaf(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Never:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(600)


def suicidal(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Never:
    os._exit(7)


def inapt(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
    return keltis.Draw(None)


def wordy(view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
    return view  # type: ignore[return-value]  # on purpose


class Unmakable:
    def __deepcopy__(self, memo: object) -> Never:
        raise RuntimeError("there is only one of me")

    def __call__(self, _view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
        return moves[0]


def load_forever() -> Never:
    while True:
        time.sleep(600)


class Unloadable:
    """Its module, as it were, can be imported in the first process only."""

    def __reduce__(self) -> tuple[type[Path], tuple[int]]:
        return Path, (1,)

    def __call__(self, _view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
        return moves[0]


def played(bot: Bot, *, isolate: bool = True, seconds_per_move: float | None = None) -> GameResult:
    entrants = {"a": Entrant("a", bot), "b": Entrant("b", first)}
    return play_game(PLAN, entrants, 0, isolate=isolate, seconds_per_move=seconds_per_move)


def test_isolated_bots_play_the_same_game() -> None:
    entrants = {name: Entrant(name, "random") for name in "ab"}
    assert play_game(PLAN, entrants, 0, isolate=True) == play_game(PLAN, entrants, 0)


@pytest.mark.parametrize(
    ("bot", "failure", "detail"),
    [
        (suicidal, Failure.PROCESS_ENDED, "exit code 7"),
        (inapt, Failure.ILLEGAL_MOVE, "draw pile: a card must be played first"),
        (Unmakable(), Failure.RAISED, "RuntimeError: there is only one of me"),
        pytest.param(*(wordy, Failure.NOT_A_MOVE, "PlayerView"), marks=pytest.mark.thorough),
        pytest.param(*(Unloadable(), Failure.RAISED, "TypeError"), marks=pytest.mark.thorough),
    ],
)
def test_an_isolated_bot_that_fails_loses_with_the_reason(
    bot: Bot, failure: Failure, detail: str
) -> None:
    game = played(bot)
    assert game.end is GameEnd.FORFEITED
    assert game.forfeit is not None
    assert (game.forfeit.seat, game.forfeit.failure) == (0, failure)
    assert game.forfeit.detail.startswith(detail)


@pytest.mark.parametrize("bot", [silent, pytest.param(deaf, marks=pytest.mark.thorough)])
def test_a_bot_that_never_answers_loses(bot: Bot) -> None:
    game = played(bot, seconds_per_move=0.01)
    assert game.forfeit in (
        Forfeit(0, Failure.OUT_OF_TIME, "no answer within 0.01 seconds"),
        Forfeit(1, Failure.OUT_OF_TIME, "no answer within 0.01 seconds"),  # on a busy machine
    )


def test_a_bot_that_takes_too_long_for_a_whole_game_loses() -> None:
    entrants = {"a": Entrant("a", silent), "b": Entrant("b", first)}
    game = play_game(PLAN, entrants, 0, seconds_per_game=0.5, seconds_per_move=600)
    assert game.forfeit == Forfeit(0, Failure.OUT_OF_TIME, "more than 0.5 seconds in one game")


def test_a_bot_that_takes_forever_to_load_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "START_SECONDS", 0.5)
    pool = ProcessPool()
    process = pool.take(Entrant("a", Unpicklable()))
    assert process.start_game() == Fault(Failure.OUT_OF_TIME, "no answer within 0.5 seconds")
    pool.give_back(process)
    assert not process.is_alive


class Unpicklable:
    """To read it takes forever."""

    def __reduce__(self) -> tuple[object, tuple[()]]:
        return load_forever, ()

    def __call__(self, _view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
        return moves[0]


def test_a_process_that_cannot_start_breaks_the_tournament(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot_process, "run_bot_process", os._exit)
    with pytest.raises(BrokenTournament) as caught:
        play_tournament(["random", "random"], deals=1, isolate=True)
    assert str(caught.value.__cause__) == "the process of a bot did not start"


@pytest.mark.thorough
def test_a_bot_that_ends_its_worker_loses_its_games_and_no_others() -> None:
    entrants = [Entrant("suicidal", suicidal), Entrant("a", first), Entrant("b", first)]
    result = play_tournament(entrants, deals=1, seed=1, rules=SHORT, jobs=2)
    assert result.complete
    for game in result.games:
        if "suicidal" in game.seating:
            seat = game.seating.index("suicidal")
            assert game.forfeit == Forfeit(seat, Failure.PROCESS_ENDED, "exit code 7")
        else:
            assert game.finished


class Breaking(bots.InlineExecutor):
    """An executor whose workers end, as long as the bots are not isolated, or forever."""

    def __init__(self, *, forever: bool = False) -> None:
        self.forever = forever

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if not self.forever and any(
            isinstance(argument, Limits) and argument.isolate for argument in args
        ):
            return super().submit(fn, *args, **kwargs)
        raise BrokenExecutor("a worker has ended")


def test_after_a_worker_has_ended_the_bots_are_isolated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keltis.arena._tournament.start_workers", lambda _: nullcontext(Breaking()))
    result = play_tournament(["random", "random"], deals=1, seed=1, rules=SHORT, jobs=2)
    assert result == play_tournament(["random", "random"], deals=1, seed=1, rules=SHORT)


def test_workers_that_end_again_break_the_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = Breaking(forever=True)
    monkeypatch.setattr("keltis.arena._tournament.start_workers", lambda _: nullcontext(executor))
    with pytest.raises(BrokenTournament):
        play_tournament(["random", "random"], deals=1, jobs=2, isolate=True)


def killer(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Never:
    os.kill(os.getppid(), signal.SIGKILL)
    while True:
        time.sleep(600)


@pytest.mark.thorough
def test_a_worker_that_an_isolated_bot_kills_breaks_the_tournament() -> None:
    entrants = [Entrant("killer", killer), Entrant("a", first)]
    with pytest.raises(BrokenTournament):
        play_tournament(entrants, deals=1, seed=1, rules=SHORT, jobs=2, isolate=True)


def test_a_worker_keeps_the_processes_of_its_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = ProcessPool()
    monkeypatch.setattr("keltis.arena._workers._pools", [pool])
    play_tournament(["random", "random"], deals=2, rules=SHORT, isolate=True)
    assert len(pool._idle) == 2
    pool.stop()


def test_the_process_that_was_idle_for_the_longest_time_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot_process, "_MAX_IDLE", 1)
    pool = ProcessPool()
    processes = [pool.take(Entrant(name, "random")) for name in "ab"]
    for process in processes:
        pool.give_back(process)
    assert [process.is_alive for process in processes] == [False, True]
    assert pool.take(Entrant("b", "random")) is processes[1]
    processes[1].stop()


@pytest.mark.parametrize(
    "reply", [b"", b"7", b"[1, 2]", b"[null]", b'["bad luck", "x"]', b"[" * 5000, b"\xff"]
)
def test_whatever_a_process_sends_is_a_fault_of_its_bot(reply: bytes) -> None:
    assert bot_process._read_reply(reply) == Fault(
        Failure.NOT_A_MOVE, "the process sent something else than an answer"
    )


def test_a_text_that_is_no_move_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    process = BotProcess(Entrant("a", "random"))
    monkeypatch.setattr(bot_process, "_read_reply", lambda _: "sing")
    assert process.decide(START, keltis.legal_moves(START), RNG, None) == Fault(
        Failure.NOT_A_MOVE, "sing"
    )
    process.stop()


def test_a_process_that_closes_its_connection_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "_END_SECONDS", 0)
    process = BotProcess(Entrant("a", "random"))
    process._connection.close()
    assert process.start_game() == Fault(Failure.PROCESS_ENDED, "it closed its connection")


# The other side, here in a thread


def test_the_server_of_a_bot_answers_until_the_connection_closes() -> None:
    ours, theirs = Pipe()
    server = threading.Thread(target=serve_bot, args=(theirs,))
    server.start()

    def ask(request: object) -> str:
        ours.send(request)
        return ours.recv_bytes().decode()

    decision = bot_process._Decision(keltis.observe(START, 0), keltis.legal_moves(START), RNG)
    assert ours.recv_bytes() == b"ready"
    assert ask(decision) == '["raised", "there is no game"]'
    for bot in (inapt, wordy):
        assert ask(bot_process._NewGame(Entrant("a", bot))) == '[null, ""]'
        answer = ask(decision)
        assert answer in ('[null, "draw pile"]', '["not a move", "PlayerView"]')
    assert ask(bot_process._NewGame(Entrant("a", Unmakable()))).startswith('["raised", "Runt')
    assert ask(Unloadable()).startswith('["raised", "TypeError')
    ours.close()
    server.join()


def test_the_server_of_a_bot_ends_quietly_when_the_other_side_is_killed() -> None:
    ours, theirs = Pipe()
    with ThreadPoolExecutor(1) as thread:
        server = thread.submit(serve_bot, theirs)
        ours.poll(None)
        ours.close()  # with something unread, as by kill -9: the other side sees a reset
        server.result()


def test_the_process_of_a_bot_leaves_ctrl_c_and_the_output_to_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    monkeypatch.setattr(bot_process, "serve_bot", lambda _: None)
    try:
        bot_process.run_bot_process(Pipe()[0])
        assert isinstance(sys.stdout, BotOutput)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"seconds_per_move": 0}, "seconds_per_move must be a positive number or None, not 0"),
        ({"seconds_per_game": "7"}, "seconds_per_game must be a positive number or None, not '7'"),
        ({"jobs": 0}, "jobs must be a whole number from 1, not 0"),
    ],
)
def test_wrong_limits_are_refused(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidArgument, match=f"^{reason}$"):
        play_tournament(["random", "random"], **arguments)  # type: ignore[arg-type]  # on purpose
