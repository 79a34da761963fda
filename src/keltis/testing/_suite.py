"""A suite of conformance games: how its games are chosen and written, whichever the game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Generic, TypeVar, final

import attrs

from keltis._codec.forms import Form, register
from keltis._codec.kinds import Range
from keltis._lib.values import Immutable
from keltis.game import Game, M, R, Record, S, V

E = TypeVar("E")
EndT = TypeVar("EndT")
T = TypeVar("T")


@final
@attrs.frozen
class IllegalText(Immutable):
    """A reason why a move can be illegal in a position, and the first such move in notation."""

    code: str
    text: str


@final
@attrs.frozen
class Start(Immutable, Generic[T]):
    """The line that begins a game."""

    game: int
    title: str
    state: T
    illegal_moves: tuple[IllegalText, ...]


@final
@attrs.frozen
class Decision(Immutable, Generic[T, E]):
    """The line of a move in notation, with its events and the next position."""

    game: int
    move: str
    events: tuple[E, ...]
    state: T
    illegal_moves: tuple[IllegalText, ...]


@final
@attrs.frozen
class End(Immutable, Generic[T]):
    """The line that ends a game, with the rulings that it shows."""

    game: int
    outcome: T
    rulings: tuple[str, ...]


for _line in (Start, Decision, End):
    register(Form(_line, fields={"game": Range(0)}, tagged=True, union="Line"))


@final
@attrs.frozen(kw_only=True)
class Step(Immutable, Generic[S, M]):
    """One decision of a game, with the one before it."""

    before: S
    move: M
    events: tuple[object, ...]
    after: S
    previous: "Step[S, M] | None"
    illegal_moves: Callable[[S], Mapping[str, M]]

    @cached_property
    def _illegal(self) -> Mapping[str, M]:
        return self.illegal_moves(self.before)

    def all(self, kind: type[T]) -> list[T]:
        """The events of this kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def rejects(self, code: str) -> bool:
        """Whether a move is illegal before this one for this reason."""
        return code in self._illegal


def at_start(shows: Callable[[S], bool]) -> Callable[[Step[S, M]], bool]:
    """The case that a start shows."""
    return lambda step: step.previous is None and shows(step.before)


def at_end(
    outcome: Callable[[S], EndT | None], shows: Callable[[S, EndT], bool]
) -> Callable[[Step[S, M]], bool]:
    """The case that the end of a game shows, with its outcome."""

    def is_shown(step: Step[S, M]) -> bool:
        end = outcome(step.after)
        return end is not None and shows(step.after, end)

    return is_shown


@final
@attrs.frozen(kw_only=True, eq=False)
class Suite(Generic[S, V, M, R]):
    """The conformance games of one game: their kinds, and the cases they must show."""

    game: Game[S, V, M, R]
    header: object
    """The first line."""
    kinds: Mapping[str, Callable[[int], Record[S, M]]]
    """By its title, each kind of game: the game of a seed."""
    candidates: Callable[[S], Iterable[M]]
    """The moves among which the first illegal one is written for each reason."""
    cases: Mapping[str, Callable[[Step[S, M]], bool]]
    """The cases that a set of games must show. Each title begins with the ruling."""
    max_seeds: int = 2_000

    def lines(self, games: int, found: list[frozenset[str]]) -> Iterator[object]:
        """All lines of a set with this number of games of each kind, and more for missing cases.

        The cases that each game shows are added to `found`.
        """
        yield self.header
        first = product(self.kinds, range(games))
        others = ((kind, seed) for seed in range(games, self.max_seeds) for kind in self.kinds)
        always, candidates = map(self._play, first), map(self._play, others)
        chosen = select_games(always, candidates, self.cases, self._shown)
        for number, ((title, record), cases) in enumerate(chosen):
            found.append(cases)
            yield from self._game_lines(number, title, record, cases)

    def _play(self, choice: tuple[str, int]) -> tuple[str, Record[S, M]]:
        kind, seed = choice
        return f"{kind}, seed {seed}", self.kinds[kind](seed)

    def _shown(self, game: tuple[str, Record[S, M]], wanted: frozenset[str]) -> frozenset[str]:
        """Which of these cases a game shows."""
        record, step = game[1], None
        found: set[str] = set()
        for (state, move), after in zip(record, record.states[1:], strict=True):
            step = Step(
                before=state,
                move=move,
                events=self.game.events.events(state, move),
                after=after,
                previous=step,
                illegal_moves=self.illegal_moves,
            )
            found |= {case for case in wanted - found if self.cases[case](step)}
        return frozenset(found)

    def illegal_moves(self, state: S) -> Mapping[str, M]:
        """For each reason why a move can be illegal here, its code and the first such move."""
        found: dict[str, M] = {}
        for move in self.candidates(state):
            reason = self.game.engine.illegality(state, move)
            if reason is not None:
                found.setdefault(reason.name, move)
        return found

    def _game_lines(
        self, number: int, title: str, record: Record[S, M], cases: Iterable[str]
    ) -> Iterator[object]:
        """The lines of a game: its start, a line for each decision, and its end."""
        yield Start(number, title, record.start, self._illegal_texts(record.start))
        for (state, move), after in zip(record, record.states[1:], strict=True):
            happened = self.game.events.events(state, move)
            yield Decision(number, str(move), happened, after, self._illegal_texts(after))
        rulings = sorted({case.partition(" ")[0] for case in cases})
        yield End(number, record.outcome, tuple(rulings))

    def _illegal_texts(self, state: S) -> tuple[IllegalText, ...]:
        illegal = self.illegal_moves(state).items()
        return tuple(IllegalText(code, str(move)) for code, move in illegal)


def select_games(
    always: Iterable[T],
    candidates: Iterable[T],
    cases: Iterable[str],
    cases_of: Callable[[T, frozenset[str]], frozenset[str]],
) -> Iterator[tuple[T, frozenset[str]]]:
    """The first games, then every candidate that shows a new case, until all cases have occurred.

    Each comes with its cases. `cases_of` finds which of the given cases a game shows.
    """
    wanted = missing = frozenset(cases)
    for game in always:
        found = cases_of(game, wanted)
        missing -= found
        yield game, found
    for game in candidates:
        if not missing:
            return
        if cases_of(game, missing):
            found = cases_of(game, wanted)
            missing -= found
            yield game, found
