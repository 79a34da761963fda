"""Playing a whole tournament, here or in other processes and on other machines.

Chunks of games are the tasks of an executor. They become as large as some seconds allow, so that
they cost little to send, and shrink towards the end, so that all workers end together. The workers
of this machine end with the process that started them.
"""

import math
import multiprocessing
import secrets
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import Final, Generic, ParamSpec, TypeAlias, TypeVar, Unpack, overload

import attrs

from keltis._engine.moves import Move
from keltis._engine.rules import Rules
from keltis._engine.view import PlayerView
from keltis._game import GAME
from keltis._lib.checks import as_int
from keltis._lib.processes import BotOutput, end_with_parent, hold_stop_signals, no_interrupts
from keltis.arena._batches import batch_results, can_use_batches, is_installed, require_batches
from keltis.arena._journal import Journal, journal_seed
from keltis.arena._plan import (
    DEFAULT_DEALS,
    DEFAULT_MAX_TURNS,
    MAX_GAMES,
    Entrant,
    Plan,
    as_entrants,
)
from keltis.arena._play import LimitOptions, Limits, ProcessPool, game_result
from keltis.arena._results import AnyResult, GameResult, TournamentResult
from keltis.arena._sprt import Sprt, SprtStatus, require_two
from keltis.arena._tally import Encounters, add_encounters, count_games
from keltis.errors import InvalidArgument, KeltisError
from keltis.game import Bot, Game, M, R, S, Score, V

P = ParamSpec("P")
T = TypeVar("T")

Progress: TypeAlias = Callable[[int, int], object]
"""A callback with the number of games played and of all games, after each game or chunk."""

SprtProgress: TypeAlias = Callable[[SprtStatus], object]
"""A callback with the state of the sequential test, after each game or chunk."""

_SECRET_SEEDS: Final = 2**63
"""The number of seeds from which a secret one is drawn."""
_CHUNKS: Final = 64
"""A chunk has at most this part of the games that are left."""
_FIRST_CHUNK: Final = 8
"""The most games of a chunk before it is known how long they take."""
_MAX_CHUNK: Final = 8_192
"""The most games whose results are sent at once."""
_CHUNK_SECONDS: Final = 7.0
"""How long a chunk should take."""
_IN_FLIGHT: Final = 256
"""The most chunks that an executor has at once."""
_BATCH: Final = 256
"""The number of games in a batch, which take some tenths of a second."""


class _Stopped(BaseException):
    """A tournament has stopped early. `result` has the games that were played."""

    def __init__(self, result: AnyResult, journal: Path | str | None = None) -> None:
        self.result = result
        super().__init__(result)
        if journal is not None:
            self.add_note(
                "To play the missing games, call play_tournament again with the same arguments, "
                f"journal={str(journal)!r} and resume=True."
            )

    def __str__(self) -> str:
        games, planned = len(self.result.games), len(self.result.plan)
        return f"the tournament stopped after {games} of {planned} games"


class InterruptedTournament(_Stopped, KeyboardInterrupt):
    """Ctrl-C stopped a tournament. `result` has the games that were played."""


class BrokenTournament(_Stopped, KeltisError):
    """The executor, the journal or the progress callback failed; `__cause__` has the error.

    `result` has the games that were played, also those that the journal could not take.
    """


class _Options(LimitOptions, total=False):
    """The arguments of `play_tournament` that are the same for every game."""

    players: int
    deals: int | None
    games: int | None
    seed: int | None
    max_turns: int
    keep_records: bool
    batch: bool | None
    jobs: int
    executor: Executor | None
    sprt: Sprt | tuple[float, float] | None
    sprt_progress: SprtProgress | None
    shard: tuple[int, int] | None
    journal: Path | str | None
    resume: bool
    progress: Progress | None


@overload
def play_tournament(
    entrants: Sequence[Entrant[PlayerView, Move] | Bot[PlayerView, Move] | str],
    *,
    rules: Rules | None = None,
    **options: Unpack[_Options],
) -> TournamentResult: ...
@overload
def play_tournament(
    entrants: Sequence[Entrant[V, M] | Bot[V, M] | str],
    *,
    game: Game[S, V, M, R],
    rules: R | None = None,
    **options: Unpack[_Options],
) -> TournamentResult[Score, Game[S, V, M, R]]: ...
def play_tournament(  # noqa: C901, PLR0912 - it checks its many options
    entrants: Sequence[Entrant[V, M] | Bot[V, M] | str],
    *,
    game: Game[S, V, M, R] = GAME,  # type: ignore[assignment]  # exact in the overloads
    rules: R | None = None,
    players: int = 2,
    deals: int | None = None,
    games: int | None = None,
    seed: int | None = None,
    max_turns: int = DEFAULT_MAX_TURNS,
    seconds_per_move: float | None = None,
    seconds_per_game: float | None = None,
    isolate: bool = False,
    keep_records: bool = False,
    batch: bool | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    sprt: Sprt | tuple[float, float] | None = None,
    sprt_progress: SprtProgress | None = None,
    shard: tuple[int, int] | None = None,
    journal: Path | str | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> TournamentResult[Score, Game[S, V, M, R]]:
    """Play every deal with every seating of the entrants: `Entrant`s, bots or names of bots.

    The game is Keltis, or another one such as `keltis.celtic.GAME`, by its own rules if no others
    are given.

    The games are played here one after the other, or with `jobs` in this number of processes, or
    with an `executor` wherever it has its workers: `Client.get_executor()` of Dask has many
    machines. The result depends neither on that nor on the order in which the games come in, if the
    bots take all randomness from the generator that they are passed and do not look at the clock.

    There are `deals` deals, by default 10, or as many as it takes to have this number of `games`.
    With `keep_records` the results have the moves, and `game_records` makes records of them; a
    journal does not keep the moves.

    With `sprt`, such as `sprt=(0, 10)` or an `Sprt`, two entrants play until that sequential test
    is decided, or until all deals are played; by default there are as many as a plan can have. The
    test takes the deals in order, so the result is the same on any number of machines: it is that
    of a tournament with so many deals.

    With `shard=(3, 200)` only the third of 200 parts of the deals is played, and `merge` joins the
    parts. They need the same `seed`.

    With `batch` the kernels of `keltis.batch` play the games, a hundred times faster and with equal
    results; it is an extra. All bots must be `random` or `greedy`, and there are no records, time
    limits or isolation. By default this is done where it is possible and there are 1,000 games or
    more to play: the kernels have to be compiled once.

    Without a `seed` a secret one is drawn, so that no bot can deal the cards again; it is in the
    plan of the result.

    With a `journal` every game is written to that file as it comes in, and with `resume` the games
    in it are not played again. Ctrl-C raises `InterruptedTournament`, and a failure of the
    executor, the journal or the callback `BrokenTournament`; both hold the games that were played,
    and a note in the traceback says how to continue. With `jobs` above 1, Ctrl-C and other signals
    with a handler act when the processes have ended; the tenth acts at once.

    A game ends after `max_turns` turns at the latest. A bot that takes longer than
    `seconds_per_move` for a decision, or than `seconds_per_game` for all of its decisions in a
    game, is stopped and loses the game. For that each bot gets its own process, as with
    `isolate`: there it can reach nothing but its own view, and loses if its process ends. Without
    that, a bot that never returns is not stopped, and one that ends the process ends the
    tournament. But if the process is one of the `jobs`, its games are played again with `isolate`.

    >>> from keltis.arena import play_tournament
    >>> result = play_tournament(["random", "random"], deals=2, seed=7)
    >>> [(game.deal, game.seating) for game in result.games][:3]
    [(0, ('random', 'random 2')), (0, ('random 2', 'random')), (1, ('random', 'random 2'))]
    >>> from keltis import celtic
    >>> tiles = play_tournament(["random", "search:games=5"], game=celtic.GAME, deals=1, seed=7)
    >>> tiles.games[0].end, tiles.games[0].scores
    (EndReason.NO_TILE_FITS, ((4, 1), (4, 1)))
    """
    if resume and journal is None:
        raise InvalidArgument("resume needs a journal to continue")
    if as_int(jobs, "jobs", 1) > 1 and executor is not None:
        raise InvalidArgument("pass jobs or an executor, not both")
    if deals is not None and games is not None:
        raise InvalidArgument("pass deals or games, not both")
    if seed is None and resume and journal is not None:
        seed = journal_seed(Path(journal), game)
    if shard is not None and sprt is not None:
        raise InvalidArgument("pass a shard or sprt, not both: a shard cannot see the other deals")
    if seed is None and shard is not None:
        raise InvalidArgument("a shard needs a seed, the same for all shards")
    entered = as_entrants(entrants)
    for entrant in entered:
        if isinstance(entrant.bot, str):
            game.bots.make_bot(entrant.bot)  # raises for an unknown name
    plan = Plan(
        names=tuple(entrant.name for entrant in entered),
        bots=tuple(entrant.label for entrant in entered),
        players=players,
        deals=DEFAULT_DEALS if deals is None else deals,
        seed=secrets.randbelow(_SECRET_SEEDS) if seed is None else seed,
        game=game,
        rules=game.rules if rules is None else rules,
        max_turns=max_turns,
    )
    test = sprt if sprt is None or isinstance(sprt, Sprt) else Sprt(*sprt)
    if test is not None:
        require_two(plan.names)
        if deals is None:
            plan = attrs.evolve(plan, deals=MAX_GAMES // plan.seatings)
    if games is not None:
        plan = attrs.evolve(plan, deals=math.ceil(as_int(games, "games", 1) / plan.seatings))
    limits = Limits(
        seconds_per_move=seconds_per_move,
        seconds_per_game=seconds_per_game,
        isolate=isolate,
        keep_moves=keep_records,
    )
    if batch:
        require_batches(entered, limits, game)
    numbers = _shard_games(plan, shard)
    opened = None if journal is None else Journal(Path(journal), plan, resume=resume)
    found = {} if opened is None else opened.games
    played = {number: game for number, game in found.items() if number in numbers}
    if batch is None:
        batch = can_use_batches(entered, limits, len(numbers) - len(played), game)
    run = _Run(plan, numbers, entered, limits, opened, progress, played, batch, test, sprt_progress)
    run.count_deals()
    try:
        with nullcontext() if opened is None else opened.writing():
            if jobs > 1:
                run.play_in_workers(jobs)
            elif executor is not None:
                run.play_with(executor, _Done(), _IN_FLIGHT)
            else:
                run.play_here()
    except KeyboardInterrupt:
        raise InterruptedTournament(run.result(), journal) from None
    except Exception as error:
        raise BrokenTournament(run.result(), journal) from error
    return run.result()


def _shard_games(plan: Plan[Game[S, V, M, R]], shard: tuple[int, int] | None) -> range:
    """The numbers of the games of a shard, which has whole deals."""
    number, shards = shard or (1, 1)
    as_int(shards, f"the number of shards of {plan.deals} deals", 1, plan.deals)
    as_int(number, "the number of a shard", 1, shards)
    first, end = (plan.deals * part // shards for part in (number - 1, number))
    return range(first * plan.seatings, end * plan.seatings)


@attrs.frozen
class Chunk:
    """Games that were played one after the other, and how long that took."""

    games: Sequence[GameResult[Score]]
    seconds: float


_Done: TypeAlias = SimpleQueue[Future[Chunk]]
"""The tasks that are done, in this order. A signal handler can put one there too."""


@attrs.define
class _Run(Generic[S, V, M, R]):
    """A tournament that is played: the games so far, and how to play those that are missing."""

    plan: Plan[Game[S, V, M, R]]
    numbers: range
    """The numbers of the games to play."""
    entrants: tuple[Entrant[V, M], ...]
    limits: Limits
    journal: Journal | None
    progress: Progress | None
    games: dict[int, GameResult[Score]]
    batch: bool = False
    """Whether kernels play."""
    test: Sprt | None = None
    sprt_progress: SprtProgress | None = None
    encounters: Encounters = ()
    """What the sequential test has seen."""
    deals: int = 0
    """The number of deals that the sequential test has seen."""
    is_decided: bool = False
    """Whether the sequential test needs no more deals."""
    most: int = _FIRST_CHUNK
    """The number of games that take as long as a chunk should."""

    def result(self) -> TournamentResult[Score, Game[S, V, M, R]]:
        """The games so far; those after the decision of the sequential test do not count."""
        plan = attrs.evolve(self.plan, deals=self.deals) if self.is_decided else self.plan
        games = [game for _, game in sorted(self.games.items()) if game.deal < plan.deals]
        return TournamentResult(plan, tuple(games))

    def count_deals(self) -> None:
        """Let the sequential test see the next deals that are whole, in order, until it ends."""
        seatings = self.plan.seatings
        while self.test is not None and not self.is_decided:
            numbers = range(self.deals * seatings, (self.deals + 1) * seatings)
            games = [self.games[number] for number in numbers if number in self.games]
            if len(games) < seatings:
                break
            (met,) = count_games(self.plan, games).pairs
            self.encounters = add_encounters(self.encounters, met)
            self.deals += 1
            self.is_decided = self.test.status(self.encounters).decision is not None

    def play_here(self) -> None:
        """Play the missing games in this process."""
        with closing(ProcessPool()) as pool:
            for numbers in self._chunks(lambda: 1):
                if self.is_decided:
                    break
                self._add(self._task(numbers)(pool).games)
                self._report_progress()

    def play_in_workers(self, jobs: int) -> None:
        """Play the missing games in processes of this machine."""
        try:
            self._play_in_new_workers(jobs)
        except BrokenExecutor:
            if self.limits.needs_processes:
                raise
            # A bot may have ended its worker. In its own process it harms only itself.
            self.limits, self.batch = attrs.evolve(self.limits, isolate=True), False
            self._play_in_new_workers(jobs)

    def _play_in_new_workers(self, jobs: int) -> None:
        done = _Done()
        stopped: Future[Chunk] = Future()
        stopped.set_exception(KeyboardInterrupt())
        with hold_stop_signals(lambda: done.put(stopped)), start_workers(jobs) as executor:
            self.play_with(executor, done, 4 * jobs)

    def play_with(self, executor: Executor, done: _Done, in_flight: int) -> None:
        """Play the missing games with an executor, which has so many chunks at once."""
        futures: list[Future[Chunk]] = []
        chunks = self._chunks(self._chunk_size)
        try:
            while not self.is_decided:
                for numbers in islice(chunks, in_flight - len(futures)):
                    futures.append(executor.submit(self._task(numbers)))
                    futures[-1].add_done_callback(done.put)
                if not futures:
                    break
                future = done.get()
                chunk = future.result()
                self._add(chunk.games)
                futures.remove(future)
                rate = len(chunk.games) / max(chunk.seconds, 0.001)
                self.most = min(_MAX_CHUNK, int(_CHUNK_SECONDS * rate))
                self._report_progress()
        except BaseException:
            if not isinstance(executor, WorkerExecutor):  # its tasks fail when its processes end
                for future in futures:
                    future.cancel()
            self._add(  # what is done but was not collected
                game
                for future in futures
                if future.done() and not future.cancelled() and future.exception() is None
                for game in future.result().games
            )
            raise
        for future in futures:  # the test is decided without them
            future.cancel()

    def _chunk_size(self) -> int:
        left = len(self.numbers) - len(self.games)
        return min(self.most, left // _CHUNKS + 1)

    def _chunks(self, size: Callable[[], int]) -> Iterator[list[int]]:
        """Split the missing games; each chunk has the size that is right when it is asked for."""
        missing = (number for number in self.numbers if number not in self.games)
        least = _BATCH if self.batch else 1
        return iter(lambda: [*islice(missing, max(least, size()))], [])

    def _task(self, numbers: list[int]) -> "partial[Chunk]":
        return partial(play_chunk, self.plan, self.entrants, self.limits, numbers, self.batch)

    def _add(self, games: Iterable[GameResult[Score]]) -> None:
        """Keep the games, then write those that are new to the journal."""
        added = [game for game in games if game.number not in self.games]
        self.games |= {game.number: game for game in added}
        self.count_deals()
        journal = self.journal
        if journal is None:
            return
        self.journal = None  # after a failure nothing may follow the line that was cut off
        for game in added:
            journal.add(game)
        self.journal = journal

    def _report_progress(self) -> None:
        if self.progress is not None:
            self.progress(len(self.games), len(self.numbers))
        if self.sprt_progress is not None and self.test is not None:
            self.sprt_progress(self.test.status(self.encounters))


# Workers


def play_chunk(
    plan: Plan[Game[S, V, M, R]],
    entrants: Sequence[Entrant[V, M]],
    limits: Limits,
    numbers: Sequence[int],
    batch: bool,
    pool: ProcessPool | None = None,
) -> Chunk:
    """Play a chunk of games, in batches if that is asked for and the extra is installed here.

    The pool has the processes of isolated bots. Workers have their own, others one for each chunk.
    """
    start = perf_counter()
    if batch and is_installed():
        parts = (numbers[first : first + _BATCH] for first in range(0, len(numbers), _BATCH))
        games = [game for part in parts for game in batch_results(plan, entrants, part)]
        return Chunk(games, perf_counter() - start)
    by_name = {entrant.name: entrant for entrant in entrants}
    kept = pool or next(iter(_pools), None)
    with closing(ProcessPool()) if kept is None else nullcontext(kept) as processes:
        games = [game_result(plan, by_name, limits, processes, number) for number in numbers]
        return Chunk(games, perf_counter() - start)


@contextmanager
def start_workers(jobs: int) -> Iterator[Executor]:
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
            raise


class WorkerExecutor(ProcessPoolExecutor):
    """An executor that starts processes when tasks need them, and keeps Ctrl-C from them."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with no_interrupts():
            return super().submit(fn, *args, **kwargs)


_pools: Final[list[ProcessPool]] = []
"""In a worker one pool, whose processes stay from task to task."""


def init_worker() -> None:
    """Leave Ctrl-C and the standard output to the parent process, and end with it."""
    _pools.append(ProcessPool())
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = BotOutput()
