"""A game in the terminal: what people choose from, what they type, and what they see.

`Terminal` is enough for any game. A game that can do better has a subclass in its own module.
"""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import chain, count
from typing import ClassVar, Final, Generic, NamedTuple, final

from keltis.cli._commands import CommandError
from keltis.errors import KeltisError
from keltis.game import EVERYTHING, MAX_NAME, Game, M, R, Record, S, V, Viewer
from keltis.render._kit.terminal import clip_text, text_width

_CHOICES_PER_LINE: Final = 4
_COLOUR_CODE: Final = re.compile(r"\x1b\[[0-9;]*m")


class InputError(CommandError):
    """The program cannot use what was typed. The message says why, and what to type instead."""


class Choice(NamedTuple, Generic[M]):
    """A legal move that a person can choose."""

    number: int
    """From 1."""
    move: M
    note: str = ""
    """What it leads to, as far as the player can know; often empty."""
    label: str = ""
    """How the group that it belongs to lists it."""

    def __str__(self) -> str:
        return f"{self.number:>2} {self.move}" + (f" ({self.note})" if self.note else "")


class Group(NamedTuple, Generic[M]):
    """The choices with one card, one pile or one cell. Arrow keys go from group to group."""

    label: str
    options: tuple[Choice[M], ...]
    place: tuple[int, int]
    """The column and the row, for the arrow keys."""
    style: str = ""
    """The colour of the label, as rich calls it."""


class Listing(NamedTuple):
    """Rows of cells in columns."""

    rows: tuple[tuple[str, ...], ...]
    gap: int = 3
    """The number of spaces between columns."""
    note: str = ""
    """A sentence for below the rows, or nothing."""


class Scoreboard(NamedTuple):
    """A table of points, with a row for each player."""

    headings: tuple[str, ...]
    """The headings of the columns after the player's label."""
    rows: tuple[tuple[str, ...], ...]
    best: tuple[int, ...]
    """The seats of the players who lead."""
    are_numbers: bool = True
    title: str = "points"


class ScreenParts(NamedTuple):
    """The parts of a whole screen, with colour codes."""

    tables: tuple[str, ...]
    """The board and the players: the roomy one first."""
    width: int
    """The columns of a table. What goes beyond, as supplies do, belongs to the panel."""
    panel: str = ""
    """What a wide screen has room for beside the table."""


class Viewpoint(NamedTuple):
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


class Terminal(Generic[S, V, M, R]):
    """A game with what people see and type. A subclass overrides what its game does better.

    Nothing here may depend on what the viewer must not know.
    """

    answers: ClassVar = "a move, the number of a choice"
    """What can be typed instead of help."""
    help: ClassVar = """\
What to type
  A move, as the list of choices writes it."""
    """The rules in short, and how to type a move."""
    board_help: ClassVar = ""
    """What the signs on a board mean."""
    hint_note: ClassVar = ""
    """What to say after a hint of the default bot."""
    undo_refusal: ClassVar = "There is nothing that you can take back."
    choice_keys: ClassVar[tuple[tuple[str, str], ...]] = (("←→", "choose"),)
    """The keys that go through the groups and the options, each with what it chooses."""

    def __init__(self, game: Game[S, V, M, R]) -> None:
        self.game = game

    @property
    def command(self) -> str:
        """The words before a command of this game."""
        return self.game.name

    @property
    def greeting(self) -> str:
        """The first line of `play`."""
        return f"{self.game.title}: type {self.answers}, or help. Ctrl-C saves and leaves."

    @property
    def default_bot(self) -> str:
        """The bot that plays and gives hints by default."""
        return self.game.bots.bot_names()[0]

    def seat_labels(self, players: int) -> tuple[str, ...]:
        """What players without names are called, by seat."""
        return tuple(f"seat {seat}" for seat in range(players))

    def rules_of(self, _state: S) -> R:
        """The rules that a state is played by."""
        return self.game.rules

    # The choice of a person

    @final
    def choices(self, state: S) -> tuple[Choice[M], ...]:
        """The legal moves with their numbers and notes."""
        view = self.game.engine.observe(state, state.to_move)
        return tuple(
            Choice(number, move, self.note(view, move))
            for number, move in enumerate(self.game.engine.legal_moves(state), 1)
        )

    def note(self, _view: V, _move: M) -> str:
        """What a legal move leads to, as far as the player can know; often empty."""
        return ""

    def question(self, _record: Record[S, M]) -> str:
        """What the person has to decide."""
        return "Your move."

    def menu(self, choices: Sequence[Choice[M]]) -> Listing:
        """The choices in columns."""
        return Listing(rows_of([str(choice) for choice in choices]))

    def groups(self, choices: Sequence[Choice[M]]) -> tuple[Group[M], ...]:
        """The choices by card, pile or cell. The first choice of the first group is the default."""
        return tuple(
            Group(str(choice.move), (choice,), (column, 0)) for column, choice in enumerate(choices)
        )

    def default(self, _choices: Sequence[Choice[M]]) -> M | None:
        """The move that an empty line makes, if there is one."""
        return None

    def parse_move(self, text: str, state: S, choices: Sequence[Choice[M]]) -> M | Listing:
        """The legal move that a person types; or a listing, if the text asks for one.

        Raises `InputError` with an explanation.
        """
        try:
            move = self.game.notation.parse_move(" ".join(text.split()))
        except KeltisError as error:
            raise InputError(f"This is not a move ({error}).{suggest(text, choices)}") from None
        reason = self.game.engine.illegality(state, move)
        if reason is not None:
            raise InputError(f"You cannot {move}: {reason}.{suggest(text, choices)}")
        return move

    # What people see

    @final
    def narrate(self, moves: Iterable[tuple[S, M]], view: Viewpoint) -> tuple[str, ...]:
        """Sentences about moves, each with the state before it."""
        return tuple(
            sentence
            for state, move in moves
            for sentence in self.game.events.narrate(
                state, move, view.viewer, names=view.names, you=view.you
            )
        )

    def summarise(self, turn: Iterable[tuple[S, M]], view: Viewpoint) -> str:
        """A short sentence about the moves of a turn."""
        return " ".join(self.narrate(turn, view))

    def boards(self, state: S, view: Viewpoint, preview: M | None = None) -> tuple[str, ...]:
        """The board with colour codes: in full, then ever shorter for smaller screens.

        Of open hands there is one without them, too.
        """
        kinds = [(False, view.reveal), (True, view.reveal), (True, False)]
        boards = (
            self.game.render.board_text(
                state,
                seat=view.seat,
                reveal=reveal,
                names=view.labels,
                preview=preview,
                compact=compact,
                colour=True,
            )
            for compact, reveal in dict.fromkeys(kinds)
        )
        return tuple(dict.fromkeys(boards))

    def layout(self, state: S, view: Viewpoint, move: M | None = None) -> ScreenParts:
        """The parts of a whole screen. What the move that a player thinks of changes is marked."""
        boards = self.boards(state, view, move)
        lines = _COLOUR_CODE.sub("", boards[0]).split("\n")
        return ScreenParts(boards, max(map(text_width, lines)))

    def hand(self, _state: S, _view: Viewpoint) -> str:
        """The viewer's cards with colour codes, in a game with cards."""
        return ""

    def scoreboard(self, record: Record[S, M]) -> Scoreboard:
        """The points of the last position."""
        winners = () if record.outcome is None else record.outcome.winners
        return Scoreboard((), ((),) * record.player_count, winners, title="winners")

    def explanation(self, _state: S, _view: Viewpoint) -> str:
        """How the points of a final position come about, and the cards that were hidden."""
        return ""


def view_of(
    terminal: Terminal[S, V, M, R],
    record: Record[S, M],
    *,
    seat: int | None = None,
    reveal: bool = False,
    you: int | None = None,
) -> Viewpoint:
    """A viewpoint whose labels are the names of the players, or else their seats."""
    labels = distinct_names(record.names) or terminal.seat_labels(record.player_count)
    return Viewpoint(labels, bool(record.names), seat, reveal, you)


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with a number where one comes again.

    >>> distinct_names(["greedy", "Ann", "greedy"])
    ('greedy', 'Ann', 'greedy 2')
    """
    labels: list[str] = []
    for name in names:
        numbered = (clip_text(name, MAX_NAME - 4) + f" {number}" for number in count(2))
        labels.append(next(label for label in chain([name], numbered) if label not in labels))
    return tuple(labels)


def rows_of(cells: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Cells in rows of four."""
    starts = range(0, len(cells), _CHOICES_PER_LINE)
    return tuple(tuple(cells[start : start + _CHOICES_PER_LINE]) for start in starts)


def suggest(text: str, choices: Iterable[Choice[M]], likely: Iterable[str] = ()) -> str:
    """A sentence with a few moves: the likely ones, then those spelt like the text."""
    moves = [str(choice.move) for choice in choices]
    suggestions = list(dict.fromkeys([*likely, *get_close_matches(text, moves, n=3)]))
    if not suggestions:
        return " Type ? for help."
    return f" Did you mean: {', '.join(suggestions[:4])}?"


def is_turn_over(record: Record[S, M]) -> bool:
    """Whether the last move ended a turn."""
    return record.outcome is not None or record.starts_turn(record.final)
