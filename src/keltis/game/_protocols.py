"""What a game is to a tool: the verbs of its modules, as protocols, and the record of them."""

import enum
import random
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final, Generic, Protocol, Self, TypeAlias, TypeVar, final

import attrs

from keltis._lib.text import short_repr
from keltis._lib.values import Immutable, ImmutableEnum, Reason
from keltis.errors import InvalidArgument
from keltis.game._learning import Layout, Returns
from keltis.game._record import M, Outcome, Record, S, State


class Everything(ImmutableEnum):
    """The type of `EVERYTHING`."""

    EVERYTHING = "everything"

    def __repr__(self) -> str:
        return self.name


EVERYTHING: Final = Everything.EVERYTHING
"""The viewer who sees all cards, hidden ones too."""

Viewer: TypeAlias = int | Everything | None
"""Whose knowledge counts: a seat's, a spectator's (None), or `EVERYTHING`."""


class Rules(Protocol):
    """The rules of a game, as far as tools look inside."""

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that can play."""


V = TypeVar("V")
"""What a player may know of a state; in a game without secrets, the state."""
R = TypeVar("R", bound=Rules)
"""The rules of a game."""
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
R_contra = TypeVar("R_contra", bound=Rules, contravariant=True)
V_co = TypeVar("V_co", covariant=True)
M_co = TypeVar("M_co", covariant=True)
V_contra = TypeVar("V_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)
G = TypeVar("G")


class Bot(Protocol[V_contra, M]):
    """A callable that chooses moves: a function, or an object with `__call__`.

    Its arguments are what the player sees, the legal moves and a random generator. It returns one
    of the moves. It should take all randomness from the generator, so that a game can be repeated.
    It should keep nothing between two calls that changes its answers: one bot may play several
    seats and several games at a time.
    """

    def __call__(self, view: V_contra, moves: tuple[M, ...], rng: random.Random, /) -> M:
        """Return one of the legal moves."""


def require_moves(moves: Sequence[object]) -> None:
    """Check that there is a decision to make."""
    if not moves:
        raise InvalidArgument("moves must not be empty: is the game over?")


class Score(Protocol):
    """The score of a player: a tuple of numbers, or an attrs class of numbers.

    The higher score did better. One that is a single number in the end has it as `total`.
    """

    def __lt__(self, other: Self, /) -> bool:
        """Whether the other score did better."""


class Engine(Protocol[S, V_co, M, R_contra]):
    """The rules: the modules `keltis` and `keltis.celtic`."""

    def new_game(
        self,
        players: int,
        /,
        *,
        seed: int | None = ...,
        rng: random.Random | None = ...,
        rules: R_contra = ...,
        first_player: int = ...,
    ) -> S:
        """The first state of a game; the same seed gives the same state."""

    def legal_moves(self, state: S, /) -> tuple[M, ...]:
        """The legal moves, none exactly when the game is over."""

    def illegality(self, state: S, move: M, /) -> Reason | None:
        """The reason why a move is illegal, or None."""

    def apply_move(self, state: S, move: M, /) -> S:
        """The state after a move; raises an error of ours if it is illegal."""

    def outcome(self, state: S, /) -> Outcome | None:
        """How the game ended, or None before the end."""

    def observe(self, state: S, player: int | None, /) -> V_co:
        """What the player on this seat may know, or a spectator."""

    @property
    def EndReason(self) -> type[enum.Enum]:  # noqa: N802 - a class
        """The class of the reasons why a game ends."""

    def scores(self, state: S, /) -> tuple[Score, ...]:
        """The scores by seat, as if the game ended now."""

    def read_score(self, numbers: Sequence[int], /) -> Score:
        """The score of these numbers; raises `InvalidArgument` if there is none."""

    def milestones(self, state: S, /) -> tuple[int, ...]:
        """By seat, how many milestones of the game were reached; they are never lost."""


class Events(Protocol[S_contra, M_contra]):
    """What moves do, in words: the modules `keltis.events` and `keltis.celtic.events`."""

    def events(
        self, state: S_contra, move: M_contra, viewer: Viewer = ..., /
    ) -> tuple[object, ...]:
        """The events of a move, as the viewer may know them."""

    def narrate(
        self,
        state: S_contra,
        move: M_contra,
        viewer: Viewer = ...,
        /,
        *,
        names: Sequence[str] = ...,
        you: int | None = ...,
    ) -> tuple[str, ...]:
        """A sentence for each event."""

    def reveals(self, state: S_contra, move: M_contra, seat: int, /) -> bool:
        """Whether the player on this seat learns something hidden by a move."""


class Notation(Protocol[S, M_co, R]):
    """Text: the modules `keltis.notation` and `keltis.celtic.notation`."""

    def parse_move(self, text: str, /) -> M_co:
        """The move that `str` writes so."""

    def parse_rules(self, text: str, /) -> R:
        """The rules in their notation."""

    def format_rules(self, rules: R, /) -> str:
        """The rules as text."""

    def parse_state(self, text: str, /) -> S:
        """The state in its notation."""

    def format_state(self, state: S, /) -> str:
        """The state as text."""


class Records(Protocol[S, M, R_contra]):
    """Whole games: the modules `keltis.record` and `keltis.celtic.record`."""

    @property
    def GameRecord(self) -> type[Record[S, M]]:  # noqa: N802 - a class
        """The class of the game's records."""

    def new_record(
        self,
        players: int,
        /,
        *,
        seed: int,
        rules: R_contra = ...,
        first_player: int = ...,
        names: tuple[str, ...] = ...,
    ) -> Record[S, M]:
        """The record of a new game, still without moves."""

    def format_record(self, record: Record[S, M], /) -> str:
        """A record as text."""

    def parse_record(self, text: str, /) -> Record[S, M]:
        """The record in its notation."""


class Render(Protocol[S, M]):
    """Pictures: the modules `keltis.render` and `keltis.celtic.render`."""

    def board_text(
        self,
        position: S,
        /,
        *,
        seat: int | None = ...,
        reveal: bool = ...,
        names: Sequence[str] = ...,
        preview: M | None = ...,
        compact: bool = ...,
        colour: bool = ...,
    ) -> str:
        """The board as text, as a seat sees it; with a mark where a move leads, or in few lines."""

    def board_svg(
        self,
        position: S,
        /,
        *,
        seat: int | None = ...,
        reveal: bool = ...,
        names: Sequence[str] = ...,
        size: int = ...,
        theme: str = ...,
    ) -> str:
        """The board as SVG, as a seat sees it, and as wide as `size`."""

    def film_svg(self, record: Record[S, M], /, *, frames: int = ..., theme: str = ...) -> str:
        """Some positions of a game side by side, as SVG."""

    def animated_svg(self, record: Record[S, M], /, *, pace: float = ..., theme: str = ...) -> str:
        """A game that moves, as SVG."""


class Learning(Protocol[S_contra, M_co, R_contra]):
    """Numbers for learners: the modules `keltis.learning` and `keltis.celtic.learning`."""

    def action_count(self, rules: R_contra, /) -> int:
        """How many action numbers these rules use: all numbers of their moves are below it."""

    def legal_action_ids(self, state: S_contra, /) -> tuple[int, ...]:
        """The action numbers of all legal moves, ascending."""

    def move_of(self, action: int, /) -> M_co:
        """The move with this action number."""

    def seat_action(self, action: int, seat: int, /) -> int:
        """The action number that goes with the observations of a seat; twice is the number itself.

        It differs where observations do not say which colour the viewer has, but moves do.
        """

    def layout(self, rules: R_contra, players: int, /) -> Layout:
        """Where each field is in the bytes of an observation."""

    def highest_values(self, rules: R_contra, players: int, /) -> bytes:
        """The highest value of each byte of an observation, at least 1."""

    def observation(self, state: S_contra, seat: int, /) -> bytes:
        """What the player at a seat sees, as bytes."""

    def returns(self, state: S_contra, name: Returns, /) -> tuple[float, ...] | None:
        """By seat, what the finished game is worth, as numbers whose sum is 0; None before the end.

        Raises `InvalidArgument` if the game has no returns of this name.
        """

    def return_bounds(self, rules: R_contra, players: int, name: Returns, /) -> tuple[float, float]:
        """The lowest and the highest number that no return can lie beyond."""


class Messages(Protocol[V, M_co]):
    """What programs that play are told, and what they say.

    The how-to "Bots in other languages" has the rest, which is the same for every game.
    """

    def hello(self, view: V, /) -> dict[str, object]:
        """What a program is told first: `game`, `rules`, `players` and `seat`.

        Raises `InvalidArgument` if the viewer is not to move.
        """

    def write_view(self, view: V, /) -> object:
        """What the player may know, as data for JSON."""

    def read_view(self, data: object, /) -> V:
        """The view that `write_view` wrote."""

    def read_move(self, answer: str | int, /) -> M_co:
        """The move with this text or action number; raises an error of ours if there is none."""


class Bots(Protocol[V, M]):
    """Players: the modules `keltis.bots` and `keltis.celtic.bots`."""

    def bot_names(self) -> tuple[str, ...]:
        """The names that `make_bot` knows."""

    @property
    def messages(self) -> Messages[V, M]:
        """What programs that play are told, and what they say."""

    def make_bot(self, name: str, /) -> Bot[V, M]:
        """The bot with this name."""


@final
@attrs.frozen(kw_only=True)
class Game(Immutable, Generic[S, V, M, R]):
    """A game as a record of its modules. Type checkers see that they fit each other."""

    title: str
    """The name of the game."""
    name: str
    """The name in files and commands, such as `keltis`."""
    rules: R
    """The rules by default."""
    engine: Engine[S, V, M, R]
    events: Events[S, M]
    notation: Notation[S, M, R]
    record: Records[S, M, R]
    render: Render[S, M]
    learning: Learning[S, M, R]
    bots: Bots[V, M]
    milestone: str = "milestones"
    """The name of what `Engine.milestones` counts, such as `goal_figures`."""

    def require_rules(self, rules: Rules) -> R:
        """Return the rules, which must be of this game."""
        if not isinstance(rules, type(self.rules)):
            raise InvalidArgument(f"these are not rules of {self.title}: {short_repr(rules)}")
        return rules

    def format_rules(self, rules: Rules) -> str:
        """The rules of this game as text."""
        return self.notation.format_rules(self.require_rules(rules))

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[object, ...]]:
        # Modules cannot be pickled. The engine's module has the game as GAME.
        return _find_game, (type(self), getattr(self.engine, "__name__", None))


def _find_game(cls: type[G], engine: str) -> G:
    game: object = import_module(engine).GAME
    if not isinstance(game, cls):
        raise InvalidArgument(f"{engine}.GAME is not a game")
    return game
