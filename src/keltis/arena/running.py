"""Playing a whole tournament, here or spread over other processes and machines."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, as_completed
from contextlib import nullcontext
from pathlib import Path
from typing import Final, TypeAlias

from keltis.arena.entrants import Entrant, as_entrants
from keltis.arena.games import play_game
from keltis.arena.journal import Journal
from keltis.arena.plans import DEFAULT_MAX_TURNS, Plan
from keltis.arena.results import GameResult, TournamentResult
from keltis.errors import InvalidArgument, KeltisError
from keltis.rules import KELTIS, Rules

Progress: TypeAlias = Callable[[int, int], object]
"""Called with how many games have been played, and how many there are, whenever some more have come in."""

_CHUNKS: Final = 64
_MAX_CHUNK: Final = 8


class TournamentInterrupted(KeyboardInterrupt):
    """Ctrl-C stopped a tournament. `result` has the games that were played."""

    def __init__(self, result: TournamentResult) -> None:
        self.result = result
        super().__init__(result)

    def __str__(self) -> str:
        return _stopped(self.result)


class TournamentBroken(KeltisError):
    """A tournament cannot go on: the executor, the journal or the progress callback failed, and `__cause__` says how.

    `result` has the games that were played.
    """

    def __init__(self, result: TournamentResult) -> None:
        self.result = result
        super().__init__(result)

    def __str__(self) -> str:
        return _stopped(self.result)


def _stopped(result: TournamentResult) -> str:
    return f"the tournament stopped after {len(result.games)} of {len(result.plan)} games"


def play_tournament(
    entrants: Sequence[Entrant | str],
    *,
    players: int = 2,
    deals: int = 10,
    seed: int = 0,
    rules: Rules = KELTIS,
    max_turns: int = DEFAULT_MAX_TURNS,
    executor: Executor | None = None,
    journal: Path | str | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> TournamentResult:
    """Play every deal with every seating of the entrants, which are `Entrant`s or names of bots.

    Without an `executor` the games are played here, one after the other. With one they are spread
    over it in small chunks: a `concurrent.futures.ProcessPoolExecutor` for this machine,
    `Client.get_executor()` of Dask for many. The result is the same, whatever the executor and the
    order in which the games come in, as long as the bots take all their chance from what they are
    given; a bot that looks at the clock does not.

    With a `journal` every game is written to that file as it comes in, and with `resume` those that
    are there already are not played again. Ctrl-C raises `TournamentInterrupted`, and a broken
    executor `TournamentBroken`; both hold what was played.

    A game ends after `max_turns` turns at the latest, but nothing here can stop a bot that never
    answers.

    >>> result = play_tournament(["random", "random"], deals=2, seed=7)
    >>> [(game.deal, game.seating) for game in result.games][:3]
    [(0, ('random', 'random 2')), (0, ('random 2', 'random')), (1, ('random', 'random 2'))]
    """
    if executor is not None and not isinstance(executor, Executor):
        raise InvalidArgument(
            f"executor must be a concurrent.futures.Executor or None, not {type(executor).__name__}"
        )
    if resume and journal is None:
        raise InvalidArgument("resume needs the journal that it should go on with")
    entered = as_entrants(entrants)
    plan = Plan(
        names=tuple(entrant.name for entrant in entered),
        bots=tuple(entrant.label for entrant in entered),
        players=players,
        deals=deals,
        seed=seed,
        rules=rules,
        max_turns=max_turns,
    )
    with (
        nullcontext() if journal is None else Journal(Path(journal), plan, resume=resume) as opened
    ):
        tally = _Tally(plan, opened, progress)
        try:
            _play(tally, entered, executor)
        except KeyboardInterrupt:
            raise TournamentInterrupted(tally.result()) from None
        except Exception as error:
            raise TournamentBroken(tally.result()) from error
    return tally.result()


class _Tally:
    """The games that have been played so far."""

    def __init__(self, plan: Plan, journal: Journal | None, progress: Progress | None) -> None:
        self.plan = plan
        self._games = {} if journal is None else {game.number: game for game in journal.games}
        self._journal = journal
        self._progress = progress

    def missing(self) -> list[int]:
        return [number for number in range(len(self.plan)) if number not in self._games]

    def add(self, games: Iterable[GameResult]) -> None:
        for game in games:
            if game.number not in self._games:
                self._games[game.number] = game
                if self._journal is not None:
                    self._journal.add(game)

    def tell(self) -> None:
        if self._progress is not None:
            self._progress(len(self._games), len(self.plan))

    def result(self) -> TournamentResult:
        return TournamentResult(self.plan, tuple(game for _, game in sorted(self._games.items())))


def _play(tally: _Tally, entrants: tuple[Entrant, ...], executor: Executor | None) -> None:
    """Play what is missing."""
    if executor is None:
        for number in tally.missing():
            tally.add(play_games(tally.plan, entrants, [number]))
            tally.tell()
        return
    futures: list[Future[list[GameResult]]] = []
    try:
        for chunk in _chunks(tally.missing()):
            futures.append(executor.submit(play_games, tally.plan, entrants, chunk))  # noqa: PERF401 - some, if it fails
        for future in as_completed(futures):
            tally.add(future.result())
            tally.tell()
    except BaseException:
        _salvage(tally, futures)
        raise


def play_games(plan: Plan, entrants: Sequence[Entrant], numbers: Iterable[int]) -> list[GameResult]:
    """Play some games of a plan: what an executor is asked to do."""
    by_name = {entrant.name: entrant for entrant in entrants}
    return [play_game(plan, by_name, number) for number in numbers]


def _chunks(numbers: list[int]) -> Iterator[list[int]]:
    """The numbers in chunks: so few that many workers share them, so many that sending them costs little."""
    size = min(_MAX_CHUNK, len(numbers) // _CHUNKS + 1)
    return (numbers[start : start + size] for start in range(0, len(numbers), size))


def _salvage(tally: _Tally, futures: list[Future[list[GameResult]]]) -> None:
    """Call off what has not begun, and keep what is done, although nobody has waited for it yet."""
    for future in futures:
        if not future.cancel() and future.done() and future.exception() is None:
            tally.add(future.result())
