"""Playing a whole tournament, here or in other processes and on other machines.

Games are kept, or counted as soon as their deal is whole.

Chunks of games are the tasks of an executor. They become as large as some seconds allow, so that
they cost little to send, and shrink towards the end, so that all workers end together.
"""

import math
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing, nullcontext, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, Generic, Literal, TypeAlias, Unpack, overload

import attrs

from keltis._engine.moves import Move
from keltis._engine.rules import Rules
from keltis._engine.view import PlayerView
from keltis._game import GAME
from keltis._lib.checks import as_int
from keltis._lib.processes import hold_stop_signals
from keltis.arena._journal import Journal, journal_seed
from keltis.arena._plan import (
    DEFAULT_DEALS,
    DEFAULT_MAX_TURNS,
    MAX_GAMES,
    Entrant,
    Plan,
    as_entrants,
)
from keltis.arena._play import LimitOptions, Limits, ProcessPool
from keltis.arena._results import AnyResult, GameResult, TournamentResult
from keltis.arena._sprt import Sprt, require_two
from keltis.arena._tally import Tally, add_encounters, count_games, tally
from keltis.arena._workers import (
    BATCH,
    Chunk,
    Task,
    WorkerExecutor,
    can_use_batches,
    forget,
    play_chunk,
    play_task,
    require_batches,
    start_workers,
)
from keltis.errors import InvalidArgument, KeltisError
from keltis.game import Bot, Game, M, R, S, Score, V

Progress: TypeAlias = Callable[[int, int], object]
"""A callback with the number of games played and of all games, after each game or chunk."""

TallyProgress: TypeAlias = Callable[[Tally], object]
"""A callback with the sums of the deals that are whole, after each game or chunk."""

Stream: TypeAlias = Callable[[Sequence[GameResult[Score]]], object]
"""A callback with the games that have come in, such as `ParquetFile.write`."""

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
_PROGRESS_SECONDS: Final = 0.5
"""How long one should take in this process if the games are not kept."""
_WORKER_SECONDS: Final = 1.0
"""How long to wait for a worker before looking whether it is alive."""
_IN_FLIGHT: Final = 256
"""The most chunks that an executor has at once."""


class _Stopped(BaseException):
    """A tournament has stopped early. `result` has the games that were played, and are kept."""

    def __init__(
        self, result: AnyResult, journal: Path | str | None = None, sums: Tally | None = None
    ) -> None:
        self.result = result
        self._sums = sums
        super().__init__(result)
        if journal is not None:
            self.add_note(
                "To play the missing games, call play_tournament again with the same arguments, "
                f"journal={str(journal)!r} and resume=True."
            )

    @property
    def tally(self) -> Tally:
        """The sums of what was played; with `keep_games=False` there is nothing else."""
        return tally(self.result) if self._sums is None else self._sums

    def __str__(self) -> str:
        games = len(self.result.games) if self._sums is None else self._sums.games
        return f"the tournament stopped after {self.result.plan.count(games)}"


class InterruptedTournament(_Stopped, KeyboardInterrupt):
    """Ctrl-C stopped a tournament. `result` has the games that were played."""


class BrokenTournament(_Stopped, KeltisError):
    """The executor, the journal or the progress callback failed; `__cause__` has the error.

    `result` has the games that were played, also those that the journal could not take.
    """


class PlanOptions(LimitOptions, total=False):
    """The arguments of `play_tournament` that are numbers and switches, for functions around it."""

    players: int
    deals: int | None
    games: int | None
    seed: int | None
    max_turns: int
    jobs: int
    shard: tuple[int, int] | None


class _Options(PlanOptions, total=False):
    """The arguments of `play_tournament` that are the same for every game."""

    keep_records: bool
    batch: bool | None
    executor: Executor | None
    sprt: Sprt | tuple[float, float] | None
    journal: Path | str | None
    resume: bool
    stream: Stream | None
    progress: Progress | None
    tally_progress: TallyProgress | None


@overload
def play_tournament(
    entrants: Sequence[Entrant[PlayerView, Move] | Bot[PlayerView, Move] | str],
    *,
    rules: Rules | None = None,
    keep_games: Literal[True] = True,
    **options: Unpack[_Options],
) -> TournamentResult: ...
@overload
def play_tournament(
    entrants: Sequence[Entrant[V, M] | Bot[V, M] | str],
    *,
    game: Game[S, V, M, R],
    rules: R | None = None,
    keep_games: Literal[True] = True,
    **options: Unpack[_Options],
) -> TournamentResult[Score, Game[S, V, M, R]]: ...
@overload
def play_tournament(
    entrants: Sequence[Entrant[V, M] | Bot[V, M] | str],
    *,
    game: Game[S, V, M, R] = ...,
    rules: R | None = None,
    keep_games: Literal[False],
    **options: Unpack[_Options],
) -> Tally: ...
@overload
def play_tournament(
    entrants: Sequence[Entrant[V, M] | Bot[V, M] | str],
    *,
    game: Game[S, V, M, R],
    rules: R | None = None,
    keep_games: bool,
    **options: Unpack[_Options],
) -> TournamentResult[Score, Game[S, V, M, R]] | Tally: ...
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
    keep_games: bool = True,
    keep_records: bool = False,
    batch: bool | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    sprt: Sprt | tuple[float, float] | None = None,
    shard: tuple[int, int] | None = None,
    journal: Path | str | None = None,
    resume: bool = False,
    stream: Stream | None = None,
    progress: Progress | None = None,
    tally_progress: TallyProgress | None = None,
) -> TournamentResult[Score, Game[S, V, M, R]] | Tally:
    """Play every deal with every seating of the entrants.

    The result depends neither on where the games are played nor on the order in which they come in,
    if the bots take all randomness from the generator that they are passed and do not look at the
    clock. Ctrl-C raises `InterruptedTournament`, and a failure of the executor, the journal or a
    callback `BrokenTournament`; both hold the games that were played, and a note in the traceback
    says how to continue.

    :param entrants: `Entrant`s, bots, or names of bots
    :param game: such as `keltis.celtic.GAME` (default: Keltis)
    :param rules: default: those of the game
    :param players: at each table
    :param deals: how many deals, each played in all seatings (default: 10)
    :param games: in place of `deals`, as many deals as it takes to have so many games
    :param seed: default: a secret one, so that no bot can deal the cards again; it is in the plan
        of the result
    :param max_turns: after which a game ends
    :param seconds_per_move: a bot that takes longer for a decision loses the game. Each bot gets
        its own process, as with `isolate`
    :param seconds_per_game: the same for all decisions of a bot in a game
    :param isolate: each bot gets a process where it can reach nothing but its view; it loses if
        that ends. Without this, a bot that never returns is not stopped, and one that ends the
        process ends the tournament, unless the process is one of the `jobs`: then its games are
        played again with `isolate`
    :param keep_games: without them the result is a `Tally`, the sums from which all statistics
        follow, which needs the same memory for any number of games
    :param keep_records: keep the moves, for `game_records`; a journal does not have them
    :param batch: let the kernels of `keltis.batch` (an extra) play, a hundred times faster and with
        equal results. All bots must be `random`, `greedy` or `learnt`, without records, time
        limits and isolation. Default: where that is possible, from 1,000 games on, as the kernels
        have to be compiled once
    :param jobs: the number of processes. Above 1, Ctrl-C and other signals with a handler act when
        the processes have ended; the tenth acts at once
    :param executor: in place of `jobs`, such as `Client.get_executor()` of Dask for many machines
    :param sprt: such as `(0, 10)`: two entrants play until this sequential test is decided, or all
        deals are played, by default as many as a plan can have. The test takes the deals in order,
        so the result is that of a tournament with so many deals, on any number of machines
    :param shard: such as `(3, 200)`: only the third of 200 parts of the deals; `merge` joins the
        parts, which need the same `seed`
    :param journal: the file to which every game is written as it comes in, as a line of JSON
    :param resume: do not play the games in the journal again
    :param stream: gets all games as they come in, first those in a journal; such as the `write` of
        a `ParquetWriter`
    :param progress: called with the numbers of games played and planned
    :param tally_progress: called with the sums so far

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
    opened = None if journal is None else Journal(Path(journal), plan, resume=resume)
    run = _Run(
        plan=plan,
        numbers=_shard_games(plan, shard),
        entrants=entered,
        limits=limits,
        stream=stream,
        progress=progress,
        tally_progress=tally_progress,
        test=test,
        keep_games=keep_games,
    )
    if opened is not None:
        run.take(opened.read(run.has))
        run.journal = opened
    left = len(run.numbers) - run.played
    run.batch = can_use_batches(entered, limits, left, game) if batch is None else batch
    try:
        with nullcontext() if opened is None else opened.writing():
            if jobs > 1:
                run.play_in_workers(jobs)
            elif executor is not None:
                run.play_with(executor, _Done(), _IN_FLIGHT, run.numbers)
            else:
                run.play_here()
    except KeyboardInterrupt:
        raise InterruptedTournament(run.result(), journal, run.kept_sums) from None
    except Exception as error:
        raise BrokenTournament(run.result(), journal, run.kept_sums) from error
    return run.kept_sums or run.result()


def _shard_games(plan: Plan[Game[S, V, M, R]], shard: tuple[int, int] | None) -> range:
    """The numbers of the games of a shard, which has whole deals."""
    number, shards = shard or (1, 1)
    as_int(shards, f"the number of shards of {plan.deals} deals", 1, plan.deals)
    as_int(number, "the number of a shard", 1, shards)
    first, end = (plan.deals * part // shards for part in (number - 1, number))
    return range(first * plan.seatings, end * plan.seatings)


_Done: TypeAlias = SimpleQueue[Future[Chunk | None]]
"""The tasks that are done, in this order. A signal handler can put one there too."""


def _next_done(done: _Done, executor: Executor) -> Future[Chunk | None]:
    """Wait for the next task that is done, or for the end of a worker of this machine."""
    while True:
        with suppress(Empty):
            return done.get(timeout=_WORKER_SECONDS)
        if isinstance(executor, WorkerExecutor):
            executor.require_workers()


@attrs.define(kw_only=True)
class _Run(Generic[S, V, M, R]):
    """A tournament that is played: the games so far, and how to play those that are missing."""

    plan: Plan[Game[S, V, M, R]]
    numbers: range
    """The numbers of the games to play."""
    entrants: tuple[Entrant[V, M], ...]
    limits: Limits
    stream: Stream | None
    progress: Progress | None
    tally_progress: TallyProgress | None
    test: Sprt | None
    keep_games: bool
    journal: Journal | None = None
    games: dict[int, GameResult[Score]] = attrs.field(factory=dict)
    """By number; without `keep_games` only until their deals are whole."""
    sums: Tally = attrs.field(init=False)
    """The sums of whole deals, if `is_counting`; with a sequential test, in order."""
    is_decided: bool = False
    """Whether the sequential test needs no more deals."""
    batch: bool = False
    """Whether kernels play."""
    most: int = _FIRST_CHUNK
    """The number of games that take as long as a chunk should."""
    lost: list[int] = attrs.field(factory=list)
    """The games that an executor had when it failed."""

    def __attrs_post_init__(self) -> None:
        self.sums = count_games(self.plan, ())

    @property
    def is_counting(self) -> bool:
        """Whether anybody needs the sums."""
        return bool(self.test or self.tally_progress or not self.keep_games)

    @property
    def kept_sums(self) -> Tally | None:
        """The sums, if they are the result."""
        return None if self.keep_games else attrs.evolve(self.sums, plan=self.result().plan)

    def result(self) -> TournamentResult[Score, Game[S, V, M, R]]:
        """The games so far; those after the decision of the sequential test do not count."""
        plan = self.plan
        if self.is_decided:
            plan = attrs.evolve(plan, deals=self.sums.deals[-1][1])
        games = [
            game
            for number, game in sorted(self.games.items())
            if self.keep_games and number < len(plan)
        ]
        return TournamentResult(plan, tuple(games))

    @property
    def played(self) -> int:
        """The number of games that were played."""
        return len(self.games) + (0 if self.keep_games else self.sums.games)

    def has(self, number: int) -> bool:
        """Whether a game was played."""
        deal = number // self.plan.seatings
        return number in self.games or (not self.keep_games and self.sums.has_deal(deal))

    def take(self, found: Iterable[GameResult[Score]]) -> None:
        """Take over games that were played before."""
        kept = self._keep(found)
        while added := [*islice(kept, _MAX_CHUNK)]:
            self._use(added)

    def play_here(self) -> None:
        """Play the missing games in this process."""
        task = self._task()
        with closing(ProcessPool()) as pool:
            for numbers in self._chunks(self.numbers, lambda: 1 if self.keep_games else self.most):
                if self.is_decided:
                    break
                self._collect(play_chunk(task, numbers, pool), _PROGRESS_SECONDS)

    def play_in_workers(self, jobs: int) -> None:
        """Play the missing games in processes of this machine.

        If one of them ends, its games and those of the others are played again, each bot in a
        process of its own: it may have been a bot that ended it.
        """
        limits, lost = self.limits, list[int]()
        while True:
            before = self.played
            self.limits = attrs.evolve(limits, isolate=True) if lost else limits
            try:
                self._play_in_new_workers(jobs, lost or self.numbers)
            except BrokenExecutor:
                is_no_bot = self.batch or self.limits.needs_processes or not self.lost
                if is_no_bot and self.played == before:
                    raise
                lost = [] if self.batch else self.lost
            else:
                if not lost:
                    return
                lost = []

    def _play_in_new_workers(self, jobs: int, numbers: Sequence[int]) -> None:
        done = _Done()
        stopped: Future[Chunk | None] = Future()
        stopped.set_exception(KeyboardInterrupt())
        with hold_stop_signals(lambda: done.put(stopped)), start_workers(jobs) as executor:
            self.play_with(executor, done, 4 * jobs, numbers)

    def play_with(
        self, executor: Executor, done: _Done, in_flight: int, numbers: Sequence[int]
    ) -> None:
        """Play those that are missing of these games, so many chunks at once.

        The first chunks bring the task to the workers. If one has not got it, its chunk is sent
        again, with the task.
        """
        task, with_task = self._task(), in_flight
        futures: dict[Future[Chunk | None], list[int]] = {}
        chunks = self._chunks(numbers, self._chunk_size)

        def submit(numbers: list[int], *, brings_task: bool) -> None:
            future = executor.submit(
                partial(play_task, task.name, numbers, task if brings_task else None)
            )
            futures[future] = numbers
            future.add_done_callback(done.put)

        try:
            while not self.is_decided:
                for sent in islice(chunks, in_flight - len(futures)):
                    submit(sent, brings_task=with_task > 0)
                    with_task -= 1
                if not futures:
                    break
                future = _next_done(done, executor)
                chunk = future.result()
                sent = futures.pop(future)
                if chunk is None:
                    submit(sent, brings_task=True)
                else:
                    self._collect(chunk, _CHUNK_SECONDS)
        except BaseException:
            if not isinstance(executor, WorkerExecutor):  # its tasks fail when its processes end
                for future in futures:
                    future.cancel()
            self._collect_rest(futures)
            raise
        finally:
            forget(task)  # it is there if the executor has played in this process
        for future in futures:  # the test is decided without them
            future.cancel()

    def _collect_rest(self, futures: dict["Future[Chunk | None]", list[int]]) -> None:
        """Add what is done but was not collected, after a failure."""
        self.lost = []
        for future, numbers in futures.items():
            is_done = future.done() and not future.cancelled() and future.exception() is None
            chunk = future.result() if is_done else None
            if chunk is None:
                self.lost += numbers
            else:
                self._add(chunk.games, chunk.sums)

    def _task(self) -> "Task[S, V, M, R]":
        sums_only = not (self.keep_games or self.journal or self.stream or self.test)
        return Task(self.plan, self.entrants, self.limits, self.batch, sums_only)

    def _chunk_size(self) -> int:
        left = len(self.numbers) - self.played
        return min(self.most, left // _CHUNKS + 1)

    def _chunks(self, numbers: Sequence[int], size: Callable[[], int]) -> Iterator[list[int]]:
        """Split the missing games; each chunk has the size that is right when it is asked for."""
        missing = (number for number in numbers if not self.has(number))
        least = BATCH if self.batch else 1
        whole = 1 if self.keep_games else self.plan.seatings
        return iter(lambda: [*islice(missing, math.ceil(max(least, size()) / whole) * whole)], [])

    def _collect(self, chunk: Chunk, seconds: float) -> None:
        """Add what has come in. The next chunks shall take these seconds."""
        self._add(chunk.games, chunk.sums)
        rate = chunk.played / max(chunk.seconds, 0.001)
        self.most = min(_MAX_CHUNK, int(seconds * rate))
        if self.progress is not None:
            self.progress(self.played, len(self.numbers))
        if self.tally_progress is not None:
            self.tally_progress(self.sums)

    def _add(self, games: Iterable[GameResult[Score]], sums: Tally | None = None) -> None:
        """Add games that were played, or their sums."""
        if sums is not None:
            self.sums += sums
        self._use([*self._keep(games)])

    def _keep(self, games: Iterable[GameResult[Score]]) -> Iterator[GameResult[Score]]:
        """Keep those games that belong to the tournament and are new."""
        for game in games:
            if game.number in self.numbers and not self.has(game.number):
                self.games[game.number] = game
                yield game

    def _use(self, added: list[GameResult[Score]]) -> None:
        """Count the games, then give them to the journal and the stream."""
        if self.is_counting:
            self.sums += self._count_deals(added)
        journal, self.journal = self.journal, None
        if journal is not None:
            for game in added:
                journal.add(game)  # after a failure nothing may follow the line that was cut off
            self.journal = journal
        if self.stream is not None:
            self.stream(added)

    def _count_deals(self, added: list[GameResult[Score]]) -> Tally:
        """The sums of deals that have become whole; a sequential test takes them in order."""
        if self.test is None:
            numbers = sorted({game.deal for game in added})
            deals = [deal for deal in numbers if self._is_whole(deal)]
        else:
            deals = [*self._tested_deals(self.test)]
        games = [self.games[number] for deal in deals for number in self._games_of(deal)]
        if not self.keep_games:
            for game in games:
                del self.games[game.number]
        return count_games(self.plan, games)

    def _tested_deals(self, test: Sprt) -> Iterator[int]:
        """The next deals that are whole, until the sequential test is decided."""
        (encounters,) = self.sums.pairs
        deal = self.sums.deals[-1][1] if self.sums.deals else 0
        while not self.is_decided and self._is_whole(deal):
            games = [self.games[number] for number in self._games_of(deal)]
            encounters = add_encounters(encounters, count_games(self.plan, games).pairs[0])
            self.is_decided = test.status(encounters).decision is not None
            yield deal
            deal += 1

    def _is_whole(self, deal: int) -> bool:
        return all(number in self.games for number in self._games_of(deal))

    def _games_of(self, deal: int) -> range:
        return range(deal * self.plan.seatings, (deal + 1) * self.plan.seatings)
