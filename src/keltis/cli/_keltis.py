"""The board game in the terminal: its choices, what people type, its tables, and `advise`."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, assert_never

from rich.table import Table

from keltis._engine.cards import Card, Colour, Figure
from keltis._engine.legality import Illegality, illegality
from keltis._engine.moves import Advance, Decline, Discard, Draw, Lay, Move, Phase
from keltis._engine.players import PlayerState
from keltis._engine.rules import Rules
from keltis._engine.scoring import scores, winning_seats
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, observe
from keltis._game import GAME
from keltis.bots import ADVISERS, Advice, advise
from keltis.cli._commands import CommandError, ExitCode
from keltis.cli._display import WIDTH, make_console, print_board
from keltis.cli._files import read_record, read_text
from keltis.cli._terminal import (
    Choice,
    Group,
    InputError,
    Listing,
    Scoreboard,
    ScreenParts,
    Terminal,
    Viewpoint,
    suggest,
)
from keltis.documents import from_json
from keltis.errors import KeltisError, NotationError
from keltis.events import preview, summarise
from keltis.game import Record
from keltis.notation import parse_move, parse_view
from keltis.render import board_text
from keltis.render._kit.terminal import (
    BOLD,
    COLOURS,
    DIM,
    Line,
    Span,
    clip_text,
    format_line,
    pad_line,
    seat_style,
)

_LEGEND: Final = "C clover  W wishing stone  +2 points  a small figure  A large figure"


class KeltisTerminal(Terminal[GameState, PlayerView, Move, Rules]):
    """The board game, drawn from what the viewer may know."""

    help = """\
How to play
  Each turn you play one card, then draw one. Lay a card to your column of its
  colour, and your figure on that path moves one stone; the first card brings a
  figure on to the path: a small one, or your large one, which counts double.
  A column rises (↑) or falls (↓): R3 R5 R5 R8 or R8 R5 R3. Or discard a card.
  The first rows cost points, the last ones give many: few long paths win.
Stones
  +1 +2 +3  points at once          W  wishing stone: collect at least two
  C  clover: a step for any of your figures that is on a path
The end
  When the fifth figure of all is in the goal, or the draw pile is empty.
What to type
  R7            lay the red 7; R7 large brings the large figure on to the path
  d R7          discard the red 7
  draw          draw from the pile; draw R takes the top red discard
  P             after a clover: move your figure on the pink path; or decline"""
    board_help = """\
The board
  A small letter is a small figure of the player with this letter before the
  name, a capital the large one. > is where your choice leads."""
    hint_note = (
        " It looks one turn ahead and knows no more than you do, so this may not be the best."
    )
    undo_refusal = (
        "You can take back only your own move, before a card of the pile is seen or another "
        "player moves."
    )
    choice_keys = (("←→", "card"), ("↑↓", "lay or discard"))
    command = "keltis"
    default_bot = "greedy"

    def rules_of(self, state: GameState) -> Rules:
        return state.rules

    def note(self, view: PlayerView, move: Move) -> str:
        return preview(view, move)

    def question(self, record: Record[GameState, Move]) -> str:
        """What the person has to decide, and the card that this person drew last."""
        state = record.final
        if state.phase is Phase.PLAY:
            drawn = _last_draw(record)
            news = "" if drawn is None else f"You drew {drawn}. "
            return f"{news}Play a card: lay it to your column, or discard it."
        if state.phase is Phase.DRAW:
            return "Draw a card."
        return "A step for one of your figures" + (", if you like." if state.may_decline else ".")

    def menu(self, choices: Sequence[Choice[Move]]) -> Listing:
        """A row for each card, a row for each choice without a card."""
        rows: list[tuple[str, ...]] = []
        lays = ["", ""]
        for choice in choices:
            match choice.move:
                case Lay(_, figure):
                    lays[figure is Figure.LARGE] = str(choice)
                case Discard():  # the last choice of its card
                    rows.append((*lays, str(choice)))
                    lays = ["", ""]
                case _:
                    rows.append((str(choice),))
        return Listing(tuple(rows))

    def groups(self, choices: Sequence[Choice[Move]]) -> tuple[Group[Move], ...]:
        """The choices by card, by path or by pile, in their order."""
        by_label: dict[str, list[Choice[Move]]] = {}
        for choice in choices:
            group, option = _group_and_option(choice)
            by_label.setdefault(group, []).append(choice._replace(label=option))
        return tuple(
            Group(label, tuple(options), (column, 0), _STYLES.get(label[0].upper(), ""))
            for column, (label, options) in enumerate(by_label.items())
        )

    def default(self, choices: Sequence[Choice[Move]]) -> Move | None:
        """To draw from the pile, if a card is to be drawn."""
        return Draw(None) if any(choice.move == Draw(None) for choice in choices) else None

    def parse_move(self, text: str, state: GameState, choices: Sequence[Choice[Move]]) -> Move:
        """The legal move that the player to move typed. Raises `InputError`."""
        text = _normalise(text, state)
        words = set(text.upper().split())
        moves = (str(choice.move) for choice in choices)
        similar = [move for move in moves if words & set(move.split()[1:2])]  # the card or colour
        try:
            move = parse_move(text)
        except NotationError as error:
            suggestion = suggest(text, choices, similar)
            raise InputError(f"This is not a move ({error}).{suggestion}") from None
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

    def layout(self, state: GameState, view: Viewpoint, move: Move | None = None) -> ScreenParts:
        """The parts of a whole screen; the stone that the move leads to is marked."""
        board, *others = self.boards(state, view, move)
        tables = f"{board}\n\n{_LEGEND}", *others
        return ScreenParts(tables, WIDTH, _draw_panel(state, view.labels))

    def hand(self, state: GameState, view: Viewpoint) -> str:
        cards = () if view.seat is None else state.players[view.seat].hand
        return _to_text([(Span("hand ", DIM), *_card_spans(cards))]) if cards else ""

    def scoreboard(self, record: Record[GameState, Move]) -> Scoreboard:
        """The points of the last position by their sources."""
        points = scores(record.final)
        numbers = ((s.paths, s.tile_points, s.wishing_stones, s.total) for s in points)
        return Scoreboard(
            ("paths", "tiles", "wishing stones", "total"),
            tuple(tuple(map(str, row)) for row in numbers),
            winning_seats(points),
        )

    def explanation(self, state: GameState, view: Viewpoint) -> str:
        """A column for each player with the points of paths, tiles and stones; then the hands."""
        points = scores(state)
        winners = winning_seats(points)
        table: dict[str, list[Span]] = {
            "": [
                Span(f" {clip_text(label, _CELL - 3)} ", seat_style(seat))
                for seat, label in enumerate(view.labels)
            ],
            **{
                f"{path} path": [
                    Span(_path_points(state.rules, player, path)) for player in state.players
                ]
                for path in Colour
            },
            "tiles": [Span(f"{score.tile_points:>4}") for score in points],
            "wishing stones": [
                Span(f"{score.wishing_stones:>4} for {player.wishing_stones}")
                for player, score in zip(state.players, points, strict=True)
            ],
            "total": [
                Span(f"{score.total:>4}{' wins' * (seat in winners)}", BOLD)
                for seat, score in enumerate(points)
            ],
        }
        lines = [
            sum((pad_line([cell], _CELL) for cell in cells), pad_line([Span(label, DIM)], _CELL))
            for label, cells in table.items()
        ]
        hands = [
            (
                *pad_line([Span(clip_text(f"hand of {label}", _CELL), DIM)], _CELL),
                *_card_spans(player.hand),
            )
            for label, player in zip(view.labels, state.players, strict=True)
        ]
        return _to_text([*lines, (), *hands])


KELTIS: Final = KeltisTerminal(GAME)


def _last_draw(record: Record[GameState, Move]) -> Card | None:
    """The last card that the player to move drew."""
    seat = record.final.to_move
    for number in range(len(record) - 1, -1, -1):
        state, move = record[number]
        if state.to_move == seat and isinstance(move, Draw):
            return state.draw_pile[-1] if move.source is None else state.discards[move.source][-1]
    return None


_STYLES: Final = {
    "R": "red",
    "Y": "yellow",
    "P": "bright_magenta",
    "G": "green",
    "B": "bright_blue",
}
"""The colours of cards and paths by letter."""


def _group_and_option(choice: Choice[Move]) -> tuple[str, str]:
    match move := choice.move:
        case Lay():
            return str(move.card), f"lay{_with_figure(move.figure)}"
        case Discard():
            return str(move.card), "discard"
        case Advance():
            return str(move.colour), f"step{_with_figure(move.figure)}"
        case Decline():
            return "no step", "decline"
        case Draw(None):
            return "face-down pile", "draw"
        case Draw():
            return choice.note.split()[-1], "draw"  # the card that it takes
    assert_never(move)


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
    Illegality.FIGURE_MISSING: "it brings a figure on to the path, so say which, small or large",
    Illegality.FIGURE_UNASKED: "your figure on this path moves, so name none",
    Illegality.NO_FIGURE_WAITING: "you have no such figure left on the starting stone",
    Illegality.NO_FIGURE_ON_PATH: "you have no figure on this path",
    Illegality.ON_END_STONE: "your figure is at the end of this path",
    Illegality.MUST_ADVANCE: "the rules say that this step must be used",
    Illegality.PILE_EMPTY: "this discard pile is empty",
    Illegality.JUST_DISCARDED: "you have just discarded it, and the rules say that it stays there",
}
"""Reasons that address the person; for all others the engine's sentence will do."""

_CELL: Final = 16
_PANEL_NAME: Final = 10


def _path_points(rules: Rules, player: PlayerState, path: Colour) -> str:
    row = player.rows[path]
    if not row:
        return "   -"
    is_large = player.large is path
    points = rules.row_points[row - 1] * (rules.large_factor if is_large else 1)
    return f"{points:>4} row {row}" + (f" x{rules.large_factor}" if is_large else "")


def _draw_panel(state: GameState, labels: Sequence[str]) -> str:
    """The points of all players, as if the game ended now."""
    lines: list[Line] = [
        (Span(f"{'points now':<{_PANEL_NAME + 2}} paths tiles stones total", DIM),)
    ]
    for seat, score in enumerate(scores(state)):
        name = pad_line([Span(clip_text(labels[seat], _PANEL_NAME))], _PANEL_NAME)
        numbers = f"{score.paths:>6}{score.tile_points:>6}{score.wishing_stones:>7}"
        total = Span(f"{score.total:>6}", BOLD)
        lines.append((Span(" ", seat_style(seat)), Span(" "), *name, Span(numbers), total))
    return _to_text(lines)


def _card_spans(cards: Iterable[Card]) -> Line:
    """Cards in their colours, with a space before each."""
    return tuple(Span(f" {card}", COLOURS[str(card.colour)]) for card in cards)


def _to_text(lines: Iterable[Line]) -> str:
    """Lines with colour codes."""
    return "\n".join(format_line(line, colour=True) for line in lines)


_LISTED: Final = 5
"""The number of candidates that are printed for each bot."""
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
        advices = advise(view, bots=bot or ADVISERS, seed=seed)
    except CommandError:
        raise
    except KeltisError as error:
        raise CommandError(f"{file}: {error}") from error
    console = make_console()
    print_board(console, board_text(view, colour=True))
    for advice in advices:
        console.print(f"\n{advice.bot} would {advice.move}.")
        if advice.candidates:
            console.print(_candidate_table(advice))
    return 0


def _candidate_table(advice: Advice) -> Table:
    table = Table("move")
    is_search = any(candidate.visits > 1 for candidate in advice.candidates)
    for heading in ("value", "visits") if is_search else ("points ahead",):
        table.add_column(heading, justify="right")
    for candidate in advice.candidates[:_LISTED]:
        numbers = f"{candidate.value:.2f}", str(candidate.visits)
        cells = numbers if is_search else (f"{candidate.value:+.1f}",)
        table.add_row(str(candidate.move), *cells)
    return table
