"""A game in the terminal: what people choose from, what they type, and what they see.

`Terminal` is enough for any game. A game that can do better has a subclass in its own module.
"""

import random
import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from itertools import chain, count, cycle
from typing import ClassVar, Final, Generic, NamedTuple, TypeAlias, final

from rich.style import Style
from rich.text import Text

from keltis._lib.text import quoted
from keltis.cli._commands import CommandError
from keltis.errors import KeltisError
from keltis.game import EVERYTHING, MAX_NAME, Game, M, R, Record, S, V, Viewer, Worth
from keltis.render._kit.terminal import clip_text, text_width

_CHOICES_PER_LINE: Final = 4
_NOTED: Final = re.compile(r"(.+) \((.+)\)")
BOT_NAMES: Final = ("Fionn", "Morna", "Oisin", "Grania", "Bran", "Niamh")
"""What bots are called; a record has the bot's own name in brackets, as in `Fionn (greedy)`."""
WITH_UNDO: Final = "with undo"
"""Stands in brackets after the name of a person who took back more than the rules allow."""
TARGET: Final = "target"
"""The key in the meta of a style: where a click on the board chooses the move with this target."""


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
    target: str = ""
    """The place on the board that a click chooses it with."""

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

    @property
    def summary(self) -> str:
        """The label with the numbers of the options, and what some of them lead to."""
        notes = dict.fromkeys(option.note for option in self.options if option.note)
        note = f" ({', '.join(notes)})" if notes else ""
        return f"{self.label:>5}: {self.options[0].number}-{self.options[-1].number}{note}"


Listing: TypeAlias = tuple[tuple[str, ...], ...]
"""Rows of cells in columns, with choices."""


class Size(NamedTuple):
    """Of a terminal, or a part of it, in columns and lines."""

    columns: int
    lines: int

    def __str__(self) -> str:
        return f"{self.columns} by {self.lines}"

    def has_room_for(self, other: "Size") -> bool:
        """Whether the other one is no larger."""
        return self.columns >= other.columns and self.lines >= other.lines


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
    board_help: ClassVar = ""
    """What the signs on a board mean."""
    choice_keys: ClassVar = "←→ choose"
    """The keys that go through the groups and the options, and what they choose."""
    keys_help: ClassVar = "the arrow keys choose"
    """What the keys of `play` choose."""
    seat_names: ClassVar[tuple[str, ...]] = ()
    """The names of the seats; none if they have numbers."""
    digits_choose: ClassVar = True
    """Whether the keys 1 to 9 choose a group; otherwise moves can begin with a digit."""
    examples: ClassVar = ""
    """A few things to type, for somebody who typed something else."""
    most_choices: ClassVar = 100
    """The most choices that a menu lists; of more, it lists the groups."""

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

    def luck(self, games: int = 1) -> Callable[[Record[S, M]], Worth] | None:
        """What tells play from luck in so many games; None where there is no luck."""
        del games
        return None

    @property
    def default_bot(self) -> str:
        """The bot that plays and gives hints by default."""
        return self.game.bots.bot_names()[0]

    @property
    def rules_example(self) -> str:
        """Rules in their notation, with a change if the game has rules to change."""
        return self.game.notation.format_rules(self.game.rules)

    @property
    def presets(self) -> tuple[str, ...]:
        """The names of the rules."""
        return (self.rules_example.partition(" ")[0].lower(),)

    def seat_labels(self, players: int) -> tuple[str, ...]:
        """What players without names are called, by seat."""
        return self.seat_names[:players] or tuple(f"seat {seat}" for seat in range(players))

    def rules_of(self, _state: S) -> R:
        """The rules that a state is played by."""
        return self.game.rules

    def help(self, _rules: R) -> str:
        """The rules in short, and how to type a move."""
        return "What to type\n  A move, as the list of choices writes it."

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

    def hint(self, state: S, rng: random.Random) -> str:
        """What the default bot would do, and why."""
        game, name = self.game, self.default_bot
        view = game.engine.observe(state, state.to_move)
        move = game.bots.make_bot(name)(view, game.engine.legal_moves(state), rng)
        note = self.note(view, move)
        return f"The {name} bot would {move}{f' ({note})' if note else ''}."

    def question(self, _record: Record[S, M]) -> str:
        """What the person has to decide."""
        return "Your move."

    @final
    def menu(self, state: S, choices: Sequence[Choice[M]]) -> Listing:
        """The choices with a row for each group; of too many, the groups with their numbers."""
        groups = {group.label: group for group in self.groups(state, choices)}.values()
        if len(choices) > self.most_choices:
            return rows_of([group.summary for group in groups])
        if all(len(group.options) == 1 for group in groups):
            return rows_of([str(choice) for choice in choices])
        return tuple(row for group in groups for row in self.rows(group))

    def rows(self, group: Group[M]) -> Listing:
        """The choices of a group for a menu."""
        return (tuple(map(str, group.options)),)

    def groups(self, _state: S, choices: Sequence[Choice[M]]) -> tuple[Group[M], ...]:
        """The choices by card, pile or cell. The first choice of the first group is the default."""
        return tuple(
            Group(str(choice.move), (choice,), (column, 0)) for column, choice in enumerate(choices)
        )

    def default(self, _choices: Sequence[Choice[M]]) -> M | None:
        """The move that an empty line makes, if there is one."""
        return None

    def parse_move(self, text: str, state: S, choices: Sequence[Choice[M]]) -> M | Group[M]:
        """The legal move that a person types; or a group, if the text stands for one.

        Raises `InputError` with an explanation.
        """
        try:
            move = self.game.notation.parse_move(" ".join(text.split()))
        except KeltisError:
            raise InputError(unknown(text, choices, self.examples)) from None
        reason = self.game.engine.illegality(state, move)
        if reason is not None:
            raise InputError(f"You cannot {move}: {reason}.{suggest(text, choices)}")
        return move

    # What people see

    def board(
        self, state: S, view: Viewpoint, *, compact: bool = False, preview: M | None = None
    ) -> Text:
        """The board in full, or for a screen in few lines."""
        text = self.game.render.board_text(
            state,
            seat=view.seat,
            reveal=view.reveal,
            names=view.labels,
            preview=preview,
            compact=compact,
            colour=True,
        )
        return Text.from_ansi(text)

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

    def picture(
        self,
        state: S,
        view: Viewpoint,
        _room: Size = Size(80, 24),  # noqa: B008 - immutable
        preview: M | None = None,
    ) -> Text:
        """The board in colours, as large as there is room for; it may need more.

        Where a style has a `TARGET`, a click chooses the move with it.
        """
        return self.board(state, view, compact=True, preview=preview)

    def panel(self, _state: S, _view: Viewpoint) -> Text:
        """What stands beside the board, as points do."""
        return Text()

    def hand(self, _state: S, _view: Viewpoint) -> tuple[tuple[str, str], ...]:
        """The viewer's cards with their styles, in a game with cards."""
        return ()

    def explanation(self, _state: S, _view: Viewpoint) -> Text:
        """How the points come about, and at the end the cards that were hidden."""
        return Text()


def view_of(
    terminal: Terminal[S, V, M, R],
    record: Record[S, M],
    *,
    seat: int | None = None,
    reveal: bool = False,
    you: int | None = None,
) -> Viewpoint:
    """A viewpoint whose labels are the names of the players, or else their seats."""
    names = [split_name(name)[0] for name in record.names]
    labels = distinct_names(names) or terminal.seat_labels(record.player_count)
    return Viewpoint(labels, bool(record.names), seat, reveal, you)


def split_name(name: str) -> tuple[str, str]:
    """The name of a player as people say it, and what the record has in brackets after it.

    >>> split_name("Fionn (search)"), split_name("Ann (with undo)"), split_name("Ann (Boston)")
    (('Fionn', 'search'), ('Ann', 'with undo'), ('Ann (Boston)', ''))
    """
    noted = _NOTED.fullmatch(name)
    if noted and (noted[1] in BOT_NAMES or noted[2] == WITH_UNDO):
        return noted[1], noted[2]
    return name, ""


def name_bots(bots: Iterable[str]) -> tuple[str, ...]:
    """Names for bots at a table, which say in brackets which bots they are.

    >>> name_bots(["greedy", "search"])
    ('Fionn (greedy)', 'Morna (search)')
    """
    names = zip(cycle(BOT_NAMES), bots, strict=False)
    return tuple(bot if len(bot) > MAX_NAME - 10 else f"{name} ({bot})" for name, bot in names)


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


def size_of(text: Text) -> Size:
    """The columns and lines that a text takes."""
    lines = text.plain.split("\n")
    return Size(max(map(text_width, lines)), len(lines))


def targeting(target: str, style: str = "") -> Style:
    """A style for a part of the board that can be clicked."""
    return Style.parse(style) + Style(meta={TARGET: target})


def rows_of(cells: Sequence[str]) -> Listing:
    """Cells in rows of four."""
    starts = range(0, len(cells), _CHOICES_PER_LINE)
    return tuple(tuple(cells[start : start + _CHOICES_PER_LINE]) for start in starts)


def unknown(text: str, choices: Iterable[Choice[M]], examples: str) -> str:
    """A sentence about a text that is no move, with what to type instead."""
    suggestion = suggest(text, choices)
    if not suggestion:
        suggestion = f" Try {examples}." if examples else " Type help for what you can type."
    return f"I don\N{RIGHT SINGLE QUOTATION MARK}t know {quoted(text.strip())}.{suggestion}"


def suggest(text: str, choices: Iterable[Choice[M]], likely: Iterable[str] = ()) -> str:
    """A sentence with a few moves: the likely ones, then those spelt like the text."""
    moves = [str(choice.move) for choice in choices]
    suggestions = list(dict.fromkeys([*likely, *get_close_matches(text, moves, n=3)]))
    return f" Did you mean: {', '.join(suggestions[:4])}?" if suggestions else ""


def is_turn_over(record: Record[S, M]) -> bool:
    """Whether the last move ended a turn."""
    return record.outcome is not None or record.starts_turn(record.final)
