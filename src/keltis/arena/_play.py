"""Playing one game of a tournament. Whatever a bot does wrong, it loses the game, and no more."""

import base64
import copy
import pickle
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from itertools import pairwise
from multiprocessing import spawn
from random import Random
from typing import Final, Generic, TypeAlias, TypedDict, Unpack, final, overload

import attrs

from keltis._lib.checks import ABOVE_ZERO, as_number
from keltis._lib.values import Immutable
from keltis.arena._plan import Entrant, Fixture, Plan
from keltis.arena._results import (
    MAX_DETAIL,
    Failure,
    Forfeit,
    GameEnd,
    GameResult,
    GoalEntry,
    winners_of,
)
from keltis.arena._statistics import MAX_NUMBER
from keltis.errors import InvalidArgument, KeltisError
from keltis.game import (
    MAX_MOVES,
    Bot,
    Game,
    M,
    Match,
    Process,
    Program,
    ProgramEnded,
    ProgramError,
    ProgramFailed,
    ProgramNotStarted,
    ProgramTimeout,
    R,
    Record,
    S,
    Score,
    V,
    error_text,
    move_request,
    parse_answer,
)

START_SECONDS: Final = 60.0
"""The time to make a bot, which may load much; it does not count as time of the game."""

_MAX_IDLE: Final = 8


class LimitOptions(TypedDict, total=False):
    """The limits that a caller can set."""

    seconds_per_move: float | None
    seconds_per_game: float | None
    isolate: bool


@final
@attrs.frozen(kw_only=True)
class Limits(Immutable):
    """The time that a bot may take, and whether bots are isolated from each other."""

    seconds_per_move: float | None = None
    seconds_per_game: float | None = None
    """For all decisions of one bot in a game together."""
    isolate: bool = False
    keep_moves: bool = False
    """Whether the results have the moves of the games."""

    def __attrs_post_init__(self) -> None:
        for name in ("seconds_per_move", "seconds_per_game"):
            seconds: float | None = getattr(self, name)
            if seconds is not None:
                as_number(seconds, name, "a positive number or None", ABOVE_ZERO, MAX_NUMBER)

    @property
    def needs_processes(self) -> bool:
        """Whether each bot needs its own process: only there it can be stopped."""
        return (
            self.isolate or self.seconds_per_move is not None or self.seconds_per_game is not None
        )


@overload
def play_game(
    plan: Plan, entrants: Mapping[str, Entrant], number: int, **limits: Unpack[LimitOptions]
) -> GameResult: ...
@overload
def play_game(
    plan: Plan[Game[S, V, M, R]],
    entrants: Mapping[str, Entrant[V, M]],
    number: int,
    **limits: Unpack[LimitOptions],
) -> GameResult[Score]: ...
def play_game(
    plan: Plan[Game[S, V, M, R]],
    entrants: Mapping[str, Entrant[V, M]],
    number: int,
    **limits: Unpack[LimitOptions],
) -> GameResult[Score]:
    """Play one game of the plan to its end, to the turn limit, or until a bot fails.

    The arguments of a bot are its view, the legal moves and a random generator. A bot that
    raises an exception or returns anything but a legal move loses the game. Only
    `KeyboardInterrupt` is not caught. The time limits and `isolate` are those of `play_tournament`.

    >>> from keltis.arena import Entrant, Plan, play_game
    >>> entrants = {name: Entrant(name, "random") for name in ("ann", "bob")}
    >>> play_game(Plan(names=("ann", "bob"), seed=7), entrants, 0).end
    EndReason.DRAW_PILE_EMPTY
    """
    with closing(ProcessPool()) as pool:
        return game_result(plan, entrants, Limits(**limits), pool, number)


def game_result(
    plan: Plan[Game[S, V, M, R]],
    entrants: Mapping[str, Entrant[V, M]],
    limits: Limits,
    pool: "ProcessPool",
    number: int,
) -> GameResult[Score]:
    """Play one game of a plan; the pool has the processes of isolated bots."""
    game, fixture = plan.game, plan.fixture(number)
    rules = game.require_rules(plan.rules)
    record = game.record.new_record(plan.players, seed=fixture.seed, rules=rules)
    bots: list[Bot[V, M]] = []
    with ExitStack() as stack:
        try:
            for name in fixture.seating:
                if name not in entrants:
                    raise InvalidArgument(f"entrants must map {name!r} to an Entrant")
                choose = _make_chooser(game, entrants[name], limits, pool, stack)
                bots.append(_TimedBot(choose, limits))
        except _BotFailure as failure:
            return _result(game, fixture, limits, record, failure.forfeit(len(bots)), asked=False)
        match = Match(
            game=game,
            record=record,
            bots=tuple(bots),
            seed=plan.bot_seed(fixture),
            max_moves=MAX_MOVES,
            max_turns=plan.max_turns,
        )
        return _result(game, fixture, limits, *_run(match))


def _run(match: Match[S, V, M, R]) -> tuple[Record[S, M], Forfeit | None]:
    """Play a match until it ends or a bot fails."""
    decide = match.decider()
    forfeit: Forfeit | None = None

    def ask(state: S) -> M | None:
        nonlocal forfeit
        try:
            return decide(state)
        except _NotLegal as error:
            forfeit = _judge(match.game, state, error.args[0]).forfeit(state.to_move)
        except _BotFailure as failure:
            forfeit = failure.forfeit(state.to_move)
        return None

    return match.record.play(ask), forfeit


def _result(
    game: Game[S, V, M, R],
    fixture: Fixture,
    limits: Limits,
    record: Record[S, M],
    forfeit: Forfeit | None,
    *,
    asked: bool = True,
) -> GameResult[Score]:
    end, scores = record.outcome, game.engine.scores(record.final)
    stop = GameEnd.TRUNCATED if forfeit is None else GameEnd.FORFEITED
    reason = stop if end is None else end.reason
    starts = [turn[0][0] for turn in record.turns]
    # A bot may have failed at the beginning of a turn.
    began = asked and forfeit is not None and record.starts_turn(record.final)
    reached = [game.engine.milestones(state) for state in (*starts, record.final)]
    return GameResult(
        number=fixture.number,
        deal=fixture.deal,
        seed=fixture.seed,
        seating=fixture.seating,
        end=reason,
        winners=winners_of(reason, scores, forfeit),
        scores=scores,
        turns=len(starts) + began,
        decisions=len(record),
        goal_entries=tuple(
            GoalEntry(turn, seat)
            for turn, (before, after) in enumerate(pairwise(reached), 1)
            for seat in range(len(before))
            for _ in range(after[seat] - before[seat])
        ),
        forfeit=forfeit,
        moves=tuple(map(str, record.moves)) if limits.keep_moves else None,
    )


# Bots that may fail


class _BotFailure(Exception):
    """What a bot did wrong."""

    def forfeit(self, seat: int) -> Forfeit:
        """The forfeit of this seat."""
        failure, detail = self.args
        printable = [letter if letter.isprintable() else " " for letter in detail[:MAX_DETAIL]]
        return Forfeit(seat, failure, "".join(printable))


class _NotLegal(Exception):
    """A bot answered something that is not among the legal moves."""


def _judge(game: Game[S, V, M, R], state: S, answer: object) -> _BotFailure:
    """What is wrong with an answer that is not among the legal moves."""
    try:
        move = game.notation.parse_move(str(answer))
        if move == answer:
            reason = game.engine.illegality(state, move)
            return _BotFailure(Failure.ILLEGAL_MOVE, f"{answer}: {reason}")
    except KeltisError:
        pass
    return _BotFailure(Failure.NOT_A_MOVE, type(answer).__name__)


_FAILURES: Final[Mapping[type[ProgramError], Failure]] = {
    ProgramTimeout: Failure.OUT_OF_TIME,
    ProgramEnded: Failure.PROCESS_ENDED,
    ProgramFailed: Failure.RAISED,
    ProgramError: Failure.NOT_A_MOVE,
}


@contextmanager
def _catch_failures() -> Iterator[None]:
    """Raise a `_BotFailure` for any error that a bot or its program raises."""
    try:
        yield
    except ProgramNotStarted:  # no fault of the bot, so nobody loses a game
        raise
    except ProgramError as error:
        raise _BotFailure(_FAILURES.get(type(error), Failure.RAISED), str(error)) from None
    except (Exception, SystemExit) as error:
        raise _BotFailure(Failure.RAISED, error_text(error)) from error


Chooser: TypeAlias = Callable[[V, tuple[M, ...], Random, float | None], M]
"""Chooses a move within a time."""


@attrs.define
class _TimedBot(Generic[V, M]):
    """The bot of one seat in one game, with its time. Whatever goes wrong is a `_BotFailure`."""

    choose: Chooser[V, M]
    limits: Limits
    seconds: float = 0.0
    """The time that it has taken."""

    def __call__(self, view: V, moves: tuple[M, ...], rng: Random, /) -> M:
        per_game = self.limits.seconds_per_game
        left = None if per_game is None else per_game - self.seconds
        seconds = [limit for limit in (self.limits.seconds_per_move, left) if limit is not None]
        start = time.monotonic()
        failure, answer = None, None
        try:
            with _catch_failures():
                answer = self.choose(view, moves, rng, min(seconds, default=None))
        except _BotFailure as error:
            failure = error
        self.seconds += time.monotonic() - start
        if per_game is not None and self.seconds >= per_game:
            detail = f"more than {per_game:g} seconds in one game"
            raise _BotFailure(Failure.OUT_OF_TIME, detail) from None
        if failure is not None:
            raise failure
        if answer is None or answer not in moves:
            raise _NotLegal(answer)
        return answer


def _make_chooser(
    game: Game[S, V, M, R],
    entrant: Entrant[V, M],
    limits: Limits,
    pool: "ProcessPool",
    stack: ExitStack,
) -> Chooser[V, M]:
    """Make the bot of an entrant for one game; what it needs ends with the stack."""
    bot = entrant.bot
    is_program = isinstance(bot, Program) or (isinstance(bot, str) and bot.startswith("program:"))
    if limits.needs_processes and not is_program:
        process = pool.take(_pickled(game, entrant))
        stack.callback(pool.give_back, process)
        with _catch_failures():
            return _isolated(game, process)
    with _catch_failures():
        made = game.bots.make_bot(bot) if isinstance(bot, str) else copy.deepcopy(bot)
    if isinstance(made, Program):
        program: Program[V, M] = made
        stack.callback(program.close)
        return program.choose
    return lambda view, moves, rng, _: made(view, moves, rng)  # however long it takes


# Bots in their own processes


def _isolated(game: Game[S, V, M, R], process: Process) -> Chooser[V, M]:
    """Make the bot in its process, for a new game.

    It can be stopped there, and can harm no other bot and no game. It gets its view and nothing
    else of the game, and speaks the protocol of all programs, as `python -m keltis.bots`.
    """
    messages = game.bots.messages
    reply = process.ask({"type": "new"}, START_SECONDS)
    if reply != b'"ready"\n':
        parse_answer(messages, reply)  # it says why

    def choose(view: V, moves: tuple[M, ...], rng: Random, seconds: float | None) -> M:
        (state,) = rng.getstate()
        request = move_request(messages.write_view(view), moves, rng, seconds)
        return parse_answer(messages, process.ask({**request, "rng": state}, seconds))

    return choose


def _pickled(game: Game[S, V, M, R], entrant: Entrant[V, M]) -> str:
    """What the process of a bot is sent: where it finds modules, the game, and the bot.

    It is another text for every entrant.
    """
    preparation = spawn.get_preparation_data(entrant.name)
    del preparation["authkey"]  # a secret, which it does not need
    parts = preparation, pickle.dumps(game), pickle.dumps(entrant.bot)
    return base64.b64encode(pickle.dumps(parts)).decode()


class ProcessPool:
    """The processes of the bots of a worker. One that is idle waits for another game."""

    def __init__(self) -> None:
        self._idle: dict[str, Process] = {}

    def take(self, pickled: str) -> Process:
        """Return a process that has run no other bot."""
        command = [sys.executable, "-m", "keltis.bots", "--pickled"]
        return self._idle.pop(pickled, None) or Process(command, pickled)

    def give_back(self, process: Process) -> None:
        """Keep a process that can play another game; end one that is idle for the longest time."""
        if not process.is_stopped:
            self._idle[process.hello] = process
        if len(self._idle) > _MAX_IDLE:
            self._idle.pop(next(iter(self._idle))).stop()

    def close(self) -> None:
        """End all processes that are idle."""
        while self._idle:
            self._idle.popitem()[1].stop()
