"""The board game in the terminal: its choices, what people type, its tables, and `advise`."""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, assert_never

import attrs
from rich.style import Style
from rich.table import Table
from rich.text import Text

from keltis._engine.cards import Card, Colour, Figure, Tile
from keltis._engine.columns import Direction, direction
from keltis._engine.legality import Illegality, illegality
from keltis._engine.moves import Advance, Decline, Discard, Draw, Lay, Move, Phase
from keltis._engine.players import PlayerState, waiting_counts
from keltis._engine.rules import PRESETS, Rules
from keltis._engine.scoring import outcome, scores, winning_seats
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, observe
from keltis._game import GAME
from keltis._lib.text import quoted
from keltis.bots import ADVISERS, Advice, NetworkValue, Worth, advise, drawn_luck
from keltis.cli._commands import CommandError, ExitCode
from keltis.cli._display import WIDTH, make_console
from keltis.cli._files import read_record, read_text
from keltis.cli._terminal import (
    Choice,
    Group,
    InputError,
    Size,
    Terminal,
    Viewpoint,
    suggest,
    targeting,
)
from keltis.documents import from_json
from keltis.errors import KeltisError, NotationError
from keltis.events import preview, summarise
from keltis.game import Record
from keltis.notation import parse_move, parse_view
from keltis.render import board_text
from keltis.render._kit.terminal import (
    clip_text,
    player_letters,
    text_width,
)

_ROOM: Final = Size(80, 24)
_MANY_GAMES: Final = 100
"""From this number of games on, it is worth while to compile what measures luck."""


class KeltisTerminal(Terminal[GameState, PlayerView, Move, Rules]):
    """The board game, drawn from what the viewer may know."""

    board_help = """\
The board
  A small letter is a small figure of the player with this letter before the
  name, a capital the large one. > is where your choice leads."""
    choice_keys = "1-8 ←→ card  ↑↓ action"
    keys_help = "1 to 8, ← and → choose a card, ↑ and ↓ what to do with it"
    examples = "R7, d R7 or draw"
    rules_example = "KELTIS hand_size=6"
    presets = tuple(name.lower().replace("_", "-") for name in PRESETS)
    command = "keltis"
    default_bot = "greedy"

    def luck(self, games: int = 1) -> Callable[[Record[GameState, Move]], Worth]:
        """What tells play from luck in a game; compiled, if there are many and it is installed."""
        if games < _MANY_GAMES:
            return drawn_luck
        try:
            from keltis.batch import drawn_luck as compiled  # noqa: PLC0415 - an extra
        except ImportError:
            return drawn_luck
        network = NetworkValue()

        def luck(record: Record[GameState, Move]) -> Worth:
            is_known = network.is_trained(record.start.rules, record.player_count)
            return compiled(record) if is_known else drawn_luck(record)

        return luck

    def help(self, rules: Rules) -> str:
        """The rules in short, and how to type a move."""
        return f"""\
How to play
  Each turn you play one card, then draw one. Add a card to your column of its
  colour, and your figure on that path moves one stone; the first card brings a
  figure onto the path: a small one, or your large one, which counts double.
  A column rises (↑) or falls (↓): R3 R5 R5 R8 or R8 R5 R3. Or discard a card.
  The first rows cost points, the last ones give many: few long paths win.
Stones
  +1 +2 +3  points at once          W  wishing stone: collect at least two
  C  clover: move one of your figures one step (optional)
The end
  When {rules.goal_figures} figures are in the goal, or the draw pile is empty.
What to type
  R7            lay the red 7; R7 large brings the large figure onto the path
  d R7          discard the red 7
  draw          draw from the pile; draw R takes the top red discard
  P             after a clover: move your figure on the pink path; or decline"""

    def rules_of(self, state: GameState) -> Rules:
        return state.rules

    def note(self, view: PlayerView, move: Move) -> str:
        return preview(view, move)

    def hint(self, state: GameState, rng: random.Random) -> str:
        """What the greedy bot would do, and how much better it is than the next best."""
        view = observe(state, state.to_move)
        (advice,) = advise(view, bots=[self.default_bot], rng=rng)
        return f"{advice.explain(view)} It looks one turn ahead."

    def question(self, record: Record[GameState, Move]) -> str:
        """What the person has to decide, and the card that this person drew last."""
        state = record.final
        if state.phase is Phase.PLAY:
            drawn = _last_draw(record)
            news = "" if drawn is None else f"You drew {drawn}. "
            return f"{news}Play a card: lay it or discard it."
        if state.phase is Phase.DRAW:
            return "Draw a card."
        return "Move one of your figures one step" + (" (optional)." if state.may_decline else ".")

    def groups(self, state: GameState, choices: Sequence[Choice[Move]]) -> tuple[Group[Move], ...]:
        """The choices by card of the hand, equal cards too, or else by path or pile."""
        by_label: dict[str, list[Choice[Move]]] = {}
        for choice in choices:
            group, option, target = _describe(choice)
            by_label.setdefault(group, []).append(choice._replace(label=option, target=target))
        labels = list(by_label)
        if state.phase is Phase.PLAY:
            labels = [str(card) for card in state.players[state.to_move].hand]
        return tuple(
            Group(label, tuple(by_label[label]), (column, 0), _style_of(label))
            for column, label in enumerate(labels)
            if label in by_label
        )

    def default(self, choices: Sequence[Choice[Move]]) -> Move | None:
        """To draw from the pile, if a card is to be drawn."""
        return Draw(None) if any(choice.move == Draw(None) for choice in choices) else None

    def parse_move(self, text: str, state: GameState, choices: Sequence[Choice[Move]]) -> Move:
        """The legal move that the player to move typed. Raises `InputError`."""
        typed, text = text.strip(), _normalise(text, state)
        words = set(text.upper().split())
        moves = (str(choice.move) for choice in choices)
        similar = [move for move in moves if words & set(move.split()[1:2])]  # the card or colour
        try:
            move = parse_move(text)
        except NotationError:
            raise InputError(
                f"I don\N{RIGHT SINGLE QUOTATION MARK}t know {quoted(typed)}."
                + (suggest(text, choices, similar) or f" Try {self.examples}.")
            ) from None
        reason = illegality(state, move)
        if reason is None:
            return move
        if reason in _DUE:
            raise InputError(f"You cannot {move} now: {_DUE[reason]}.")
        suggestion = suggest(text, choices, similar)
        raise InputError(f"You cannot {move}: {_REASONS.get(reason, reason)}.{suggestion}")

    def summarise(self, turn: Iterable[tuple[GameState, Move]], view: Viewpoint) -> str:
        """One sentence about the moves of a turn, and one about the end of the game."""
        return summarise(turn, view.viewer, names=view.names, you=view.you)

    def picture(
        self,
        state: GameState,
        view: Viewpoint,
        room: Size = _ROOM,
        preview: Move | None = None,
    ) -> Text:
        """Stones, discard piles and columns as boxes in the colours of their paths."""
        return _Picture(state, view, room, preview).draw()

    def panel(self, state: GameState, view: Viewpoint) -> Text:
        """The points of all players, as if the game ended now."""
        text = Text().append(f"{'points now':<13}all path tile  W", "dim")
        for seat, score in enumerate(scores(state)):
            text.append(f"\n{_letter(view, seat).upper()}", _SEATS[seat])
            text.append(f" {clip_text(view.labels[seat], 9):<10}")
            text.append(f"{score.total:>4}", "bold")
            text.append(f"{score.paths:>5}{score.tile_points:>5}{score.wishing_stones:>3}")
        return text

    def hand(self, state: GameState, view: Viewpoint) -> tuple[tuple[str, str], ...]:
        cards = () if view.seat is None else state.players[view.seat].hand
        return tuple((str(card), _style_of(str(card))) for card in cards)

    def explanation(self, state: GameState, view: Viewpoint) -> Text:
        """A column of points for each player, and at the end the hands."""
        points, is_over = scores(state), state.phase is Phase.OVER
        winners = winning_seats(points) if is_over else ()
        width = min((WIDTH - _HEADING) // len(points), _HAND)
        text = Text(" " * _HEADING)
        for seat, label in enumerate(view.labels):
            name = f" {clip_text(label, width - 2)} "
            text.append(name, _SEATS[seat]).append(" " * (width - text_width(name)))
        rows = {
            **{
                f"{path} path": [
                    _path_points(state.rules, player, path) for player in state.players
                ]
                for path in Colour
            },
            "tiles": [f"{score.tile_points:>4}" for score in points],
            "wishing stones": [
                f"{score.wishing_stones:>4} for {player.wishing_stones}"
                for player, score in zip(state.players, points, strict=True)
            ],
            "total": [
                f"{score.total:>4}{' wins' * (seat in winners)}"
                for seat, score in enumerate(points)
            ],
        }
        for heading, cells in rows.items():
            text.append(f"\n{heading:<{_HEADING}}", "dim")
            text.append(
                "".join(f"{cell:<{width}}" for cell in cells), "bold" * (heading == "total")
            )
        text.append("\n" * is_over)
        for label, player in zip(view.labels, state.players, strict=True) if is_over else ():
            name = clip_text(f"hand of {label}", _HAND)
            text.append(f"\n{name}", "dim").append(" " * (_HAND - text_width(name)))
            for card in player.hand:
                text.append(" ").append(str(card), _INK[card.colour.letter])
        lines = text.split("\n")
        for line in lines:
            line.rstrip()
        return Text("\n").join(lines)


KELTIS: Final = KeltisTerminal(GAME)


def _last_draw(record: Record[GameState, Move]) -> Card | None:
    """The last card that the player to move drew."""
    seat = record.final.to_move
    for number in range(len(record) - 1, -1, -1):
        state, move = record[number]
        if state.to_move == seat and isinstance(move, Draw):
            return state.draw_pile[-1] if move.source is None else state.discards[move.source][-1]
    return None


_INK: Final = {
    "R": "#ffffff on #b5322d",
    "Y": "#1c1a10 on #e0b52c",
    "P": "#1c1a10 on #e58bb6",
    "G": "#ffffff on #2b7a4b",
    "B": "#ffffff on #2f66a8",
}
"""The styles of cards and of stones with a tile, by the letter of the colour."""
_PALE: Final = {
    "R": "#d8b4b2 on #5c3230",
    "Y": "#e6dcb8 on #5e5326",
    "P": "#ecd3df on #66434f",
    "G": "#b9d6c4 on #2b4a38",
    "B": "#bccde2 on #2c4260",
}
"""The styles of stones without a tile, and of empty piles and columns."""
_SEATS: Final = (
    "bold #000000 on #ffffff",
    "bold #ffffff on #000000",
    "bold #000000 on #5fd7ff",
    "bold #ffffff on #8700af",
)
"""The styles of the figures by seat."""
_MARK: Final = "bold #000000 on #ffff87"
"""Where a move leads."""
_SIGNS: Final = {tile: f"+{tile.points}" for tile in Tile} | {
    Tile.WISHING_STONE: "W",
    Tile.CLOVER: "C",
}
_ARROWS: Final = {Direction.UP: "↑", Direction.DOWN: "↓", Direction.FLAT: "=", Direction.FREE: ""}
_LABEL: Final = 9
_NARROWEST: Final = 5
_WIDEST: Final = 13


def _style_of(label: str) -> str:
    """The style of a card, or of what begins with the letter or the name of a colour."""
    is_card = len(label) > 1 and label[1].isdigit()
    return _INK[label[0].upper()] if is_card or label in _COLOURS else ""


def _letter(view: Viewpoint, seat: int) -> str:
    return player_letters(view.labels)[seat]


def _describe(choice: Choice[Move]) -> tuple[str, str, str]:
    """The group of a choice, what it does, and the place on the board that stands for it."""
    match move := choice.move:
        case Lay():
            return str(move.card), f"lay{_with_figure(move.figure)}", move.card.colour.letter
        case Discard():
            return str(move.card), "discard", f"pile {move.card.colour.letter}"
        case Advance():
            return str(move.colour), f"step{_with_figure(move.figure)}", move.colour.letter
        case Decline():
            return "no step", "decline", ""
        case Draw(None):
            return "face-down pile", "draw", "pile"
        case Draw():
            card = choice.note.split()[-1]  # that it takes
            return card, "draw", f"pile {card[0]}"
    assert_never(move)


@attrs.frozen
class _Picture:
    """The board in boxes: a row of stones is one to three lines high, as there is room."""

    state: GameState
    view: Viewpoint
    room: Size
    preview: Move | None

    @property
    def _cell(self) -> int:
        """The columns of a box; a space follows it."""
        fitting = (self.room.columns - _LABEL) // len(Colour) - 1
        return min(max(fitting, _NARROWEST), _WIDEST)

    @property
    def _height(self) -> int:
        """The lines of a stone."""
        others = 4 + len(self.state.players)  # headings, goal, piles, start
        return min(max((self.room.lines - others) // self.state.rules.path_length, 1), 3)

    def draw(self) -> Text:
        return Text("\n", no_wrap=True).join(self._lines())

    def _lines(self) -> Iterator[Text]:
        state, rules = self.state, self.state.rules
        in_goal = sum(row >= rules.goal_row for player in state.players for row in player.rows)
        headings = [Text(str(path)[: self._cell].center(self._cell), "bold") for path in Colour]
        yield self._row(Text("row pts", "dim"), headings)
        for row in range(rules.path_length, 0, -1):
            label = Text(f"{row:>3}{rules.row_points[row - 1]:>4}", "dim")
            stones = [self._stone(path, row) for path in Colour]
            for line in range(self._height):
                is_middle = line == self._height // 2
                blanks = [Text(" " * self._cell, stone.style) for stone in stones]
                yield self._row(label if is_middle else Text(), stones if is_middle else blanks)
            if row == rules.goal_row:
                goal = f" goal: {in_goal} of {rules.goal_figures} figures "
                yield Text(goal.center(_LABEL + len(Colour) * (self._cell + 1) - 1, "─"), "dim")
        start = Text().append("start    ", "dim")
        pile = len(state.draw_pile)
        for seat in range(len(state.players)):
            start.append(self._waiting(seat), _SEATS[seat]).append(" ")
        is_next = self.preview == Draw(None)
        style = targeting("pile", _MARK if is_next else "reverse")
        start.append(" ").append(f"{'>' if is_next else ' '}pile {pile} ", style)
        yield start
        yield self._row(Text("discards", "dim"), [self._pile(path) for path in Colour])
        for seat, player in enumerate(self.view.labels):
            is_due = seat == state.to_move
            name = Text(_letter(self.view, seat).upper(), _SEATS[seat])
            name.append(" ")
            name.append(clip_text(player, _LABEL - 3), "bold underline" if is_due else "")
            yield self._row(name, [self._column(seat, path) for path in Colour])
            if self.view.reveal:
                cards = [Text(f" {card} ", _INK[card.colour.letter]) for card in self._hand(seat)]
                yield self._row(Text("  hand", "dim"), cards)

    def _row(self, label: Text, cells: Sequence[Text]) -> Text:
        line = Text().append_text(label)  # whose style is not that of the cells
        line.pad_right(_LABEL - line.cell_len)
        return line.append_text(Text(" ").join(cells))

    def _stone(self, path: Colour, row: int) -> Text:
        """The tile of a stone, and the letters of the figures on it."""
        state = self.state
        tile = state.tiles[path][row]
        is_next = self._place() == (path, row)
        ink = (_PALE if tile is None else _INK)[path.letter]
        style = targeting(path.letter, _MARK if is_next else ink)
        sign = "" if tile is None else _SIGNS[tile]
        text = Text(f"{'>' if is_next else ' '}{sign:<2} ", style)
        for seat, player in enumerate(state.players):
            if player.rows[path] == row:
                letter = _letter(self.view, seat)
                shown = letter.upper() if player.large is path else letter
                text.append(shown, Style.parse(_SEATS[seat]) + targeting(path.letter))
        text.truncate(self._cell, pad=True)
        return text

    def _place(self) -> tuple[Colour, int] | None:
        """The path and the row that the preview leads to; row 0 is the discard pile."""
        match self.preview:
            case Lay(Card(path)) | Advance(path):
                return path, self.state.players[self.state.to_move].rows[path] + 1
            case Discard(Card(path)) | Draw(Colour() as path):
                return path, 0
        return None

    def _pile(self, path: Colour) -> Text:
        pile = self.state.discards[path]
        is_next = self._place() == (path, 0)
        ink = _MARK if is_next else (_INK if pile else _PALE)[path.letter]
        label = f"{'>' if is_next else ' '}{pile[-1] if pile else '-'}"
        count = f" of {len(pile)}"
        label += count if len(pile) > 1 and len(label + count) <= self._cell else ""
        return Text(label[: self._cell].ljust(self._cell), targeting(f"pile {path.letter}", ink))

    def _hand(self, seat: int) -> tuple[Card, ...]:
        return self.state.players[seat].hand

    def _waiting(self, seat: int) -> str:
        """The figures that are not on a path yet."""
        smalls, larges = waiting_counts(self.state.rules, self.state.players[seat])
        letter = _letter(self.view, seat)
        return letter * smalls + letter.upper() * larges or "-"

    def _column(self, seat: int, path: Colour) -> Text:
        """The cards of a column with its direction; of many cards the last ones."""
        column = self.state.players[seat].columns[path]
        if not column:
            return Text("-".center(self._cell), "dim")
        arrow = _ARROWS[direction(self.state.rules, column)]
        values = [str(card.value) for card in column]
        text = f"{arrow}{' '.join(values)}"
        while len(text) > self._cell:
            del values[0]
            text = f"{arrow}…{' '.join(values)}"
        return Text(text.ljust(self._cell), "bold" if values else "")


def _with_figure(figure: Figure | None) -> str:
    return "" if figure is None else f", {figure.value} figure"


_COLOURS: Final = {str(colour): colour.letter for colour in Colour}
_CARD_OR_PATH: Final = re.compile(rf"[{''.join(_COLOURS.values())}]\d*")
_WORDS: Final = {
    Phase.PLAY: {"l": "lay", "d": "discard", "s": "small"},
    Phase.ADVANCE: {"a": "advance", "n": "decline", "no": "decline", "s": "small", "l": "large"},
    Phase.DRAW: {"d": "draw"},
}
"""Short forms of words by phase."""
_DEFAULT_VERB: Final = {Phase.PLAY: "lay", Phase.ADVANCE: "advance", Phase.DRAW: "draw"}
_LOWER_CASE: Final = ["lay", "discard", "advance", "decline", "draw", "small", "large", "pile"]


def _normalise(text: str, state: GameState) -> str:
    """The text in the notation.

    `Lay  r7 LARGE` is `lay R7 large`, `draw red` is `draw R`; `r7`, `l r7` and `r7 l` are short for
    `lay R7` and `lay R7 large`, and `draw` is short for `draw pile`.
    """
    short = _WORDS[state.phase]
    words = [
        _COLOURS.get(word, word if word in _LOWER_CASE else word.upper())
        for word in (short.get(typed, typed) for typed in text.lower().split())
    ]
    if len(words) > 1 and words[-1] in ("lay", "L"):  # `l` after a card means the large figure
        words[-1] = "large"
    if _CARD_OR_PATH.fullmatch(words[0]):
        words.insert(0, _DEFAULT_VERB[state.phase])
    if words in (["draw"], ["pile"]):
        words = ["draw", "pile"]
    if words[0] == "draw":  # a discard pile may be named by its top card
        tops = {str(pile[-1]): pile[-1].colour.letter for pile in state.discards if pile}
        words = [tops.get(word, word) for word in words]
    return " ".join([words[0].lower(), *words[1:]])


_DUE: Final = {
    Illegality.PLAY_DUE: "first lay or discard a card",
    Illegality.ADVANCE_DUE: "first use the step, or decline it where that is allowed",
    Illegality.DRAW_DUE: "first draw a card",
}
"""Reasons that say what to do instead."""
_REASONS: Final = {
    Illegality.NOT_IN_HAND: "you do not have this card",
    Illegality.OUT_OF_ORDER: "it does not fit the order of your column, which runs up or down",
    Illegality.FIGURE_MISSING: "it brings a figure onto the path, so say which, small or large",
    Illegality.FIGURE_UNASKED: "your figure on this path moves, so name none",
    Illegality.NO_FIGURE_WAITING: "you have no such figure left on the starting stone",
    Illegality.NO_FIGURE_ON_PATH: "you have no figure on this path",
    Illegality.ON_END_STONE: "your figure is at the end of this path",
    Illegality.MUST_ADVANCE: "the rules say that this step must be used",
    Illegality.PILE_EMPTY: "this discard pile is empty",
    Illegality.JUST_DISCARDED: "you have just discarded it, and the rules say that it stays there",
}
"""Reasons that address the person; for all others the engine's sentence will do."""

_HEADING: Final = 16
_HAND: Final = 24
"""The columns of headings: of points, and of hands."""


def _path_points(rules: Rules, player: PlayerState, path: Colour) -> str:
    row = player.rows[path]
    if not row:
        return "   -"
    is_large = player.large is path
    points = rules.row_points[row - 1] * (rules.large_factor if is_large else 1)
    return f"{points:>4} row {row}" + (f" x{rules.large_factor}" if is_large else "")


_HIDDEN_PILE: Final = re.compile(r"^\s*pile:\s*[0-9]+ cards?\b", re.MULTILINE)
"""The line that a view has, and a position has not."""
_DOCUMENT: Final = re.compile(r'\s*\{\s*"format"\s*:\s*"keltis-(view|state)"')
"""How a view and a position begin in JSON."""


def show_advice(*, file: Path, bot: Sequence[str] = (), seed: int = 0) -> ExitCode:
    """Print the position and what each of the bots would do."""
    text = read_text(file)
    document = _DOCUMENT.match(text)
    try:
        if _HIDDEN_PILE.search(text):
            view = parse_view(text)
        elif document and document[1] == "view":
            view = from_json(PlayerView, text)
        else:  # a game or a position: the view of the player to move
            state = from_json(GameState, text) if document else read_record(KELTIS, file).final
            view = observe(state, state.to_move)
        advices = () if outcome(view) else advise(view, bots=bot or ADVISERS, seed=seed)
    except CommandError:
        raise
    except KeltisError as error:
        raise CommandError(f"{file}: {error}") from error
    if not advices:
        raise CommandError(f"{file}: this game is over, so there is nothing to decide")
    console = make_console()
    console.print(Text.from_ansi(board_text(view, colour=True)), overflow="crop", no_wrap=True)
    for advice in advices:
        console.print(f"\n{advice.bot} would {advice.move}.")
        if advice.candidates:
            console.print(_candidate_table(advice))
    return 0


def _candidate_table(advice: Advice) -> Table:
    (first, *others), rows = advice.table
    table = Table(first)
    for heading in others:
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(*row)
    return table
