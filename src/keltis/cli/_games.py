"""The description of a game: all that `play`, `watch`, `show` and `replay` need to know of it."""

import random
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, Self, TypeAlias, TypeVar, final

import attrs

from keltis._shared.values import Immutable
from keltis.game import EVERYTHING, Viewer


class Record(Protocol):
    """A game record, as far as commands look inside."""

    @property
    def moves(self) -> tuple[object, ...]:
        """The moves."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat, or none."""

    @property
    def outcome(self) -> object:
        """None while the game goes on."""

    def __len__(self) -> int:
        """The number of moves."""

    def until(self, moves: int, /) -> Self:
        """The record of the first moves."""


R = TypeVar("R", bound=Record)
"""The records of a game."""
M = TypeVar("M")
"""The moves among which its players choose."""

Decide: TypeAlias = Callable[[R, random.Random], object]
"""A bot: its answer to the last position of a record."""


@final
@attrs.frozen
class Choice(Immutable, Generic[M]):
    """A legal move that a person can choose."""

    number: int
    """From 1."""
    move: M
    note: str = ""
    """What it leads to, as far as the player can know; often empty."""


@final
@attrs.frozen
class Option(Immutable, Generic[M]):
    """A choice, as the group that it belongs to lists it."""

    label: str
    move: M
    note: str = ""


@final
@attrs.frozen
class Group(Immutable, Generic[M]):
    """The choices with one card, one pile or one cell. Arrow keys go from group to group."""

    label: str
    options: tuple[Option[M], ...]
    place: tuple[int, int]
    """The column and the row, for the arrow keys."""
    style: str = ""
    """The colour of the label, as rich calls it."""


@final
@attrs.frozen
class Listing(Immutable):
    """Rows of cells in columns."""

    rows: tuple[tuple[str, ...], ...]
    gap: int = 3
    """The number of spaces between columns."""
    note: str = ""
    """A sentence for below the rows, or nothing."""


@final
@attrs.frozen
class Scoreboard(Immutable):
    """A table of points, with a row for each player."""

    headings: tuple[str, ...]
    """The headings of the columns after the player's label."""
    rows: tuple[tuple[str, ...], ...]
    best: tuple[int, ...]
    """The seats of the players who lead."""
    are_numbers: bool = True


@final
@attrs.frozen
class Viewpoint(Immutable):
    """Who looks at a game, and what the players are called."""

    labels: tuple[str, ...]
    """What the players are called, by seat."""
    named: bool = False
    """Whether the labels are names, and not seats."""
    seat: int | None = None
    """The seat whose cards are visible; None for a spectator."""
    reveal: bool = False
    """Whether all cards are visible."""
    you: int | None = None
    """The seat that sentences address as "you"."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat, or none."""
        return self.labels if self.named else ()

    @property
    def viewer(self) -> Viewer:
        """Whose knowledge counts."""
        return EVERYTHING if self.reveal else self.seat


@final
@attrs.frozen(kw_only=True)
class Game(Immutable, Generic[R, M]):
    """One of the two games. A position is always the last one of a record."""

    title: str
    """The name of the game."""
    command: str
    """The words before a command, such as `keltis`."""
    greeting: str
    """The first line of `play`."""
    help: str
    """The rules in short, and how to type a move."""
    board_help: str
    """What the signs on a board mean."""
    table_help: str
    """What the signs on a table mean."""
    file_stem: str
    """How the name begins of a file for a game that has none."""
    players: int | None
    """The number of players, if it is fixed."""
    max_moves: int | None
    """The number of moves after which `watch` stops, if games can go on for ever."""

    # Records
    new: Callable[[tuple[str, ...], int, str | None], R]
    """A new game of players with these names, from a seed, by these rules in their notation."""
    new_like: Callable[[R, int], R]
    """A new game with the players and the rules of another, from a seed."""
    record_header: str
    """How a record as text begins."""
    record_from_text: Callable[[str], R]
    record_from_json: Callable[[str], R]
    record_from_position: Callable[[str], R]
    record_to_text: Callable[[R], str]
    record_to_json: Callable[[R], str]
    rename: Callable[[R, tuple[str, ...]], R]
    """The record with other names."""
    seed: Callable[[R], int | None]
    """The seed from which the game was dealt, if it is known."""

    # Turns
    seat_labels: Callable[[R], tuple[str, ...]]
    """What players without names are called, by seat."""
    seat_to_move: Callable[[R], int]
    is_turn_over: Callable[[R], bool]
    """Whether the last move ended a turn."""
    legal_moves: Callable[[R], tuple[M, ...]]
    """The moves among which the player to move chooses."""
    append: Callable[[R, M], R]
    append_forced: Callable[[R], R | None]
    """The record after a move that nobody chooses; None if there is a choice."""

    # Bots
    default_bot: str
    bot_names: Callable[[], tuple[str, ...]]
    make_bot: Callable[[str], Decide[R]]
    hint_note: str
    """What to say after a hint of the default bot."""

    # The choice of a person
    choices: Callable[[R], tuple[Choice[M], ...]]
    """The legal moves with their numbers and notes."""
    question: Callable[[R], str]
    """What the person has to decide."""
    menu: Callable[[Sequence[Choice[M]]], Listing]
    """The choices in columns."""
    groups: Callable[[Sequence[Choice[M]]], tuple[Group[M], ...]]
    """The choices by card, pile or cell. The first choice of the first group is the default."""
    default: Callable[[Sequence[Choice[M]]], M | None]
    """The move that an empty line makes, if there is one."""
    choice_keys: tuple[tuple[str, str], ...]
    """The keys that go through the groups and the options, each with what it chooses."""
    parse_move: Callable[[str, R, Sequence[Choice[M]]], M | Listing]
    """The legal move that a person types; or a listing, if the text asks for one.

    Raises `InputError` with an explanation.
    """
    undo_point: Callable[[R, int], int | None]
    """How many moves remain if the player on this seat takes one back; None if that is refused."""
    undo_refusal: str
    """Why there is nothing to take back."""

    # Display
    narrate: Callable[[R, int, Viewpoint], tuple[str, ...]]
    """Sentences about a move of a record, by its number from 0."""
    summarise: Callable[[R, int, int, Viewpoint], str]
    """A short sentence about the moves of a turn: from this number, up to and without that one."""
    boards: Callable[[R, Viewpoint], tuple[str, ...]]
    """The board with colour codes: in full, then ever shorter for smaller screens."""
    tables: Callable[[R, Viewpoint, M | None], tuple[str, ...]]
    """The board and the players for a whole screen, with colour codes: the roomy one first.

    The stone or the cell to which a move leads is marked.
    """
    table_width: Callable[[R], int]
    """The columns of a table. What goes beyond, as the supplies do, belongs to the panel."""
    hand: Callable[[R, Viewpoint], str]
    """The viewer's cards with colour codes, or nothing in a game without cards."""
    panel: Callable[[R, Viewpoint], str]
    """What a wide screen has room for beside the table."""
    scoreboard: Callable[[R], Scoreboard]
    explanation: Callable[[R, Viewpoint], str]
    """How the points of the last position come about, and the cards that were hidden."""

    # Pictures
    board_svg: Callable[[R, Viewpoint, str], str]
    """A picture of the last position in this theme."""
    film_svg: Callable[[R, int, str], str]
    """A picture of this number of positions side by side, in this theme."""
    animated_svg: Callable[[R, float, str], str]
    """A picture that moves, with these seconds for a move, in this theme."""
