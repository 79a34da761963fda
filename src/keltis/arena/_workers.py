"""Playing chunks of games: in workers or here, one by one or by kernels, with the same results.

The workers of this machine end with the process that started them.
"""

import importlib
import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Final, Generic, ParamSpec, TypeVar
from uuid import uuid4

import attrs

from keltis._engine.scoring import Score as KeltisScore
from keltis._game import GAME
from keltis._lib.processes import BotOutput, end_with_parent, no_interrupts
from keltis.arena._plan import Entrant, Plan, PlayedGame
from keltis.arena._play import Limits, ProcessPool, game_result
from keltis.arena._results import GameEnd, GameResult, GoalEntry, winners_of
from keltis.arena._tally import Tally, count_games
from keltis.bots import GreedyBot, LearntBot, RandomBot
from keltis.errors import InvalidArgument
from keltis.game import Game, M, R, S, Score, V

if TYPE_CHECKING:
    from keltis.batch import Policy

P = ParamSpec("P")
T = TypeVar("T")

BATCH: Final = 256
"""The number of games in a batch, which take some tenths of a second."""
_MAX_TASKS: Final = 8
"""How many tasks a worker remembers."""
MIN_GAMES: Final = 1_000
"""From this number of games on, kernels are the default: compiling them can take a minute."""


_BOTS: "Final[Mapping[Policy, type[RandomBot | GreedyBot | LearntBot]]]" = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "learnt": LearntBot,
}


def policy_of(entrant: Entrant[V, M]) -> "Policy | None":
    """The compiled form of an entrant's bot, or None if it has none."""
    for name, kind in _BOTS.items():
        if entrant.bot == name or (isinstance(entrant.bot, kind) and entrant.bot == kind()):
            return name
    return None


def is_installed() -> bool:
    """Whether `keltis.batch` can be imported here, with what it needs."""
    try:
        importlib.import_module("keltis.batch")
    except ImportError:
        return False
    return True


def can_use_batches(
    entrants: Sequence[Entrant[V, M]], limits: Limits, games: int, game: PlayedGame = GAME
) -> bool:
    """Whether games are played in batches by default."""
    return games >= MIN_GAMES and not _obstacle(entrants, limits, game) and is_installed()


def require_batches(entrants: Sequence[Entrant[V, M]], limits: Limits, game: PlayedGame) -> None:
    """Raise `InvalidArgument` if a tournament cannot be played in batches."""
    if obstacle := _obstacle(entrants, limits, game):
        raise InvalidArgument(f"batch must be False or None: {obstacle}")
    importlib.import_module("keltis.batch")  # says what to install


def _obstacle(entrants: Sequence[Entrant[V, M]], limits: Limits, game: PlayedGame) -> str:
    """Why games cannot be played in batches; empty if they can."""
    if game is not GAME:
        return f"{game.title} has no kernels"
    for entrant in entrants:
        if policy_of(entrant) is None:
            return f"{entrant.label} has no compiled form; random, greedy and learnt have"
    if limits.keep_moves:
        return "batches keep no records"
    return "batches have no time limits and no isolation" if limits.needs_processes else ""


def batch_results(
    plan: Plan[PlayedGame], entrants: Sequence[Entrant[V, M]], numbers: Sequence[int]
) -> list[GameResult[Score]]:
    """Play some games of a plan with the kernels."""
    from keltis.batch import END_REASONS, play_matches  # noqa: PLC0415 - an extra

    by_name = {entrant.name: policy_of(entrant) or "random" for entrant in entrants}
    fixtures = [plan.fixture(number) for number in numbers]
    matches = play_matches(
        [[by_name[name] for name in fixture.seating] for fixture in fixtures],
        seeds=[fixture.seed for fixture in fixtures],
        policy_seeds=[plan.bot_seed(fixture) for fixture in fixtures],
        rules=GAME.require_rules(plan.rules),
        max_turns=plan.max_turns,
    )
    ends = [reason or GameEnd.TRUNCATED for reason in END_REASONS]
    results: list[GameResult[Score]] = []
    for fixture, reason, points, turns, decisions, goal_turns, goal_seats in zip(
        fixtures,
        matches.batch.outcomes().reasons.tolist(),
        matches.batch.itemised_scores().tolist(),
        matches.turns.tolist(),
        matches.decisions.tolist(),
        matches.goal_turns.tolist(),
        matches.goal_seats.tolist(),
        strict=True,
    ):
        scores = tuple([KeltisScore(*items) for items in points])
        entries = zip(goal_turns, goal_seats, strict=True)
        results.append(
            GameResult(
                number=fixture.number,
                deal=fixture.deal,
                seed=fixture.seed,
                seating=fixture.seating,
                end=ends[reason],
                winners=winners_of(ends[reason], scores, None),
                scores=scores,
                turns=turns,
                decisions=decisions,
                goal_entries=tuple([GoalEntry(turn, seat) for turn, seat in entries if turn]),
            )
        )
    return results


# Chunks


@attrs.frozen
class Task(Generic[S, V, M, R]):
    """What all tasks of a tournament have in common. It is sent to a worker once."""

    plan: Plan[Game[S, V, M, R]]
    entrants: Sequence[Entrant[V, M]]
    limits: Limits
    batch: bool
    """Whether kernels play."""
    sums_only: bool
    """Whether the games stay in the worker, which has whole deals to play."""
    name: str = attrs.field(factory=lambda: uuid4().hex)


@attrs.frozen
class Chunk:
    """Games that were played one after the other, or their sums, and how long that took."""

    games: Sequence[GameResult[Score]]
    seconds: float
    sums: Tally | None = None

    @property
    def played(self) -> int:
        """The number of games."""
        return len(self.games) if self.sums is None else self.sums.games


_players: Final[dict[str, Callable[[Sequence[int]], Chunk]]] = {}
"""In a worker, what plays the games of a task, by its name."""


def play_task(name: str, numbers: Sequence[int], task: Task[S, V, M, R] | None) -> Chunk | None:
    """Play a chunk of games in a worker; None if it has not got the task with this name yet."""
    play = _players.get(name)
    if task is not None:
        if len(_players) == _MAX_TASKS:
            _players.clear()
        play = _players[name] = partial(play_chunk, task)
    return None if play is None else play(numbers)


def forget(task: Task[S, V, M, R]) -> None:
    """Forget a task that is done."""
    _players.pop(task.name, None)


def play_chunk(
    task: Task[S, V, M, R], numbers: Sequence[int], pool: ProcessPool | None = None
) -> Chunk:
    """Play a chunk of games, in batches if that is asked for and the extra is installed here.

    The pool has the processes of isolated bots. Workers have their own, others one for each chunk.
    """
    start, plan, entrants = perf_counter(), task.plan, task.entrants
    if task.batch and is_installed():
        parts = (numbers[first : first + BATCH] for first in range(0, len(numbers), BATCH))
        games = [game for part in parts for game in batch_results(plan, entrants, part)]
    else:
        by_name = {entrant.name: entrant for entrant in entrants}
        kept = pool or next(iter(_pools), None)
        with closing(ProcessPool()) if kept is None else nullcontext(kept) as processes:
            games = [
                game_result(plan, by_name, task.limits, processes, number) for number in numbers
            ]
    if not task.sums_only:
        return Chunk(games, perf_counter() - start)
    return Chunk((), perf_counter() - start, count_games(plan, games))


@contextmanager
def start_workers(jobs: int) -> Iterator["WorkerExecutor"]:
    """Start an executor with this number of processes; end them after an error."""
    others = set(multiprocessing.active_children())
    # Each has a new interpreter: forking a process that may have threads is not safe.
    context = multiprocessing.get_context("spawn")
    with no_interrupts():
        workers = WorkerExecutor(jobs, mp_context=context, initializer=init_worker)
    with workers as executor:
        try:
            yield executor
        except BaseException:
            # In the middle of their games, but not others that were there before.
            for process in set(multiprocessing.active_children()) - others:
                process.kill()  # a bot may ignore any other signal
            executor.close_answers()
            raise


class WorkerExecutor(ProcessPoolExecutor):
    """An executor that starts processes when tasks need them, and keeps Ctrl-C from them."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with no_interrupts():
            return super().submit(fn, *args, **kwargs)

    def require_workers(self) -> None:
        """Raise `BrokenProcessPool` if a worker has ended.

        Python's executor notices that, too, but not if it was in the middle of an answer: then it
        waits for the rest of it forever.
        """
        if not all(process.is_alive() for process in [*(self._processes or {}).values()]):
            raise BrokenProcessPool("a worker has ended")

    def close_answers(self) -> None:
        """When all workers have ended, end the wait for the rest of an answer.

        This process is then the last that could write it.
        """
        self._result_queue._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001 - no other way


_pools: Final[list[ProcessPool]] = []
"""In a worker one pool, whose processes stay from task to task."""


def init_worker() -> None:
    """Leave Ctrl-C and the standard output to the parent process, and end with it."""
    _pools.append(ProcessPool())
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = BotOutput()
