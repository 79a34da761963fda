"""The board game on a whole screen: paths, columns and players on one table of 80 columns.

A figure is a letter of its player's name, a large one the capital. It is drawn from a view, so it
cannot reveal a hidden card.
"""

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase
from typing import Final

from keltis._shared.narration import count_noun
from keltis.board import Tile
from keltis.cards import Card, Colour
from keltis.cli._terminal import Viewpoint
from keltis.columns import Direction, direction
from keltis.ending import figures_in_goal
from keltis.moves import Advance, Discard, Draw, Lay, Move, Phase
from keltis.players import waiting_counts
from keltis.render._kit.terminal import Line, Span, clip_text, format_line, line_width, pad_line
from keltis.scoring import scores
from keltis.state import GameState
from keltis.view import PlayerView, PublicPlayer, observe

_LABEL: Final = 20
_CELL: Final = 12
TABLE_WIDTH: Final = _LABEL + len(Colour) * _CELL
"""The columns of the table."""
_NAME: Final = 9
_PANEL_NAME: Final = 10
_DIM: Final = "2"
_BOLD: Final = "1"
_REVERSE: Final = "7"
_PATH_STYLE: Final = ("31", "33", "95", "32", "94")
_SEAT_STYLE: Final = ("1;30;47", "1;97;44", "1;30;46", "1;97;45")
_LEGEND: Final = "C clover  W wishing stone  +2 points  a small figure  A large figure"
_TILES: Final = {tile: f"+{tile.points}" if tile.points else "" for tile in Tile} | {
    Tile.WISHING_STONE: "W",
    Tile.CLOVER: "C",
}
_ARROWS: Final = {Direction.UP: "↑", Direction.DOWN: "↓", Direction.FLAT: "=", Direction.FREE: ""}


def letters_of(labels: Sequence[str]) -> tuple[str, ...]:
    """A small letter for each player, different ones, if possible from the name.

    >>> letters_of(["Ann", "Anna", "7 of 9"])
    ('a', 'n', 'o')
    """
    taken: list[str] = []
    for label in labels:
        wanted = (letter for letter in label.lower() + ascii_lowercase if letter in ascii_lowercase)
        taken.append(next((letter for letter in wanted if letter not in taken), "?"))
    return tuple(taken)


def player_style(seat: int) -> str:
    """The colours of a player's figures and name."""
    return _SEAT_STYLE[seat % len(_SEAT_STYLE)]


def draw_tables(state: GameState, view: Viewpoint, move: Move | None) -> tuple[str, ...]:
    """The table with room around it, then without; the stone that a move leads to is marked.

    With all hands face up, there is one between: without room, but with the hands.
    """
    hands = tuple(player.hand for player in state.players) if view.reveal else ()
    table = _Table(observe(state, view.seat), view.labels, move, hands)
    tables = [
        table.lines(roomy=True),
        table.lines(roomy=False, hands=True),
        table.lines(roomy=False),
    ]
    return tuple(map(to_text, tables if view.reveal else tables[::2]))


def to_text(lines: Iterable[Line]) -> str:
    """Lines with colour codes."""
    return "\n".join(format_line(line, colour=True) for line in lines)


class _Table:
    """A view, and how it is drawn."""

    def __init__(
        self,
        view: PlayerView,
        labels: Sequence[str],
        move: Move | None,
        hands: Sequence[Sequence[Card]],
    ) -> None:
        self.view = view
        self.labels = labels
        self.hands = hands
        """All hands if they are face up, or none."""
        self.letters = letters_of(labels)
        self.scores = scores(view)
        self.target = _target(view, move)
        self.marked_pile = move.source if isinstance(move, Draw) else None
        if isinstance(move, Discard):
            self.marked_pile = move.card.colour

    def lines(self, *, roomy: bool, hands: bool = False) -> Iterator[Line]:
        """The lines from the top."""
        rules = self.view.rules
        yield self._status()
        if roomy:
            yield ()
        heads = [[Span(f"{path.letter} {path}", _PATH_STYLE[path])] for path in Colour]
        yield _row([Span("      row  points", _DIM)], heads)
        for row in range(rules.path_length, 0, -1):
            goal = "goal" if row >= rules.goal_row else ""
            label = f" {goal:<4}{row:>4}{rules.row_points[row - 1]:>8}"
            yield _row([Span(label, _DIM)], [self._stone(path, row) for path in Colour])
            if roomy and row == rules.goal_row:
                yield (Span("-" * TABLE_WIDTH, _DIM),)
        yield self._start()
        if roomy:
            yield ()
        yield _row([Span("discards", _DIM)], [self._discards(path) for path in Colour])
        for seat, player in enumerate(self.view.players):
            if roomy:
                yield ()
            yield _row(self._label(seat, player), [self._column(player, path) for path in Colour])
            if roomy:
                yield self._details(seat, player)
            elif hands:
                yield (Span("  hand:", _DIM), *card_spans(self.hands[seat]))
        if roomy:
            yield ()
            yield (Span(_LEGEND, _DIM),)

    def _status(self) -> Line:
        view = self.view
        inside = figures_in_goal(view.rules, view.players)
        goal = f"{inside} of {view.rules.goal_figures} figures in the goal"
        pile = count_noun(view.draw_pile_size, "card")
        return Span("Keltis", _BOLD), Span(f"   {goal}   draw pile: {pile}")

    def _stone(self, path: Colour, row: int) -> list[Span]:
        tile = self.view.tiles[path][row]
        is_target = self.target == (path, row)
        sign = "." if tile is None else _TILES[tile]
        style = _DIM if tile is None else _PATH_STYLE[path]
        spans = [Span(f">{sign:<2}" if is_target else f"{sign:<2} ", style)]
        if is_target:
            spans = [Span(spans[0].text, f"{_BOLD};{_REVERSE}"), Span(" ")]
        for seat, player in enumerate(self.view.players):
            if player.rows[path] == row:
                letter = self.letters[seat]
                is_large = player.large is path
                spans.append(Span(letter.upper() if is_large else letter, player_style(seat)))
        return spans

    def _start(self) -> Line:
        """The figures that are not on a path yet."""
        spans = [Span(f" start{'':14}", _DIM)]
        for seat, player in enumerate(self.view.players):
            small, large = waiting_counts(self.view.rules, player)
            letter = self.letters[seat]
            figures = letter * small + letter.upper() * large
            spans += [Span(figures or "-", player_style(seat) if figures else _DIM), Span("  ")]
        return tuple(spans)

    def _discards(self, path: Colour) -> list[Span]:
        pile = self.view.discards[path]
        style = f"{_BOLD};{_REVERSE}" if self.marked_pile is path else ""
        if not pile:
            return [Span("-", style or _DIM)]
        return [Span(str(pile[-1]), style or _PATH_STYLE[path]), Span(f" of {len(pile)}", _DIM)]

    def _label(self, seat: int, player: PublicPlayer) -> list[Span]:
        name = clip_text(self.labels[seat], _NAME)
        words = pad_line([Span(name, _BOLD)], _NAME)
        points = f"{self.scores[seat].total:>4}"
        stones = f" W{player.wishing_stones}"
        is_due = seat == self.view.to_move and self.view.phase is not Phase.OVER
        return [
            Span(f"{self.letters[seat].upper()}", player_style(seat)),
            Span(">" if is_due else " ", _BOLD),
            *words,
            Span(points, _BOLD),
            Span(stones),
        ]

    def _column(self, player: PublicPlayer, path: Colour) -> list[Span]:
        """The direction of a column and its cards; of many cards the last ones."""
        cards = player.columns[path]
        if not cards:
            return [Span("-", _DIM)]
        arrow = _ARROWS[direction(self.view.rules, cards)]
        values = [str(card.value) for card in cards]
        text = arrow + " ".join(values)
        while len(text) > _CELL - 1:
            del values[0]
            text = f"{arrow}…{' '.join(values)}"
        return [Span(text, _PATH_STYLE[path])]

    def _details(self, seat: int, player: PublicPlayer) -> Line:
        """The parts of the points, and what is known of the hand."""
        score = self.scores[seat]
        parts = f"paths {score.paths}, tiles {score.tile_points}, stones {score.wishing_stones}"
        known = self.hands[seat] if self.hands else player.seen
        if seat == self.view.viewer:
            return (Span(f"  {parts}", _DIM),)
        hidden = player.hand_size - len(known)
        rest = (
            f" and {hidden} hidden" if known and hidden else f" {hidden} hidden" if hidden else ""
        )
        return Span(f"  {parts}; hand:", _DIM), *card_spans(known), Span(rest, _DIM)


def card_spans(cards: Iterable[Card]) -> Line:
    """Cards in their colours, with a space before each."""
    return tuple(Span(f" {card}", _PATH_STYLE[card.colour]) for card in cards)


def _row(label: Sequence[Span], cells: Sequence[Sequence[Span]]) -> Line:
    line = pad_line(label, _LABEL)
    for cell in cells:
        line += pad_line(cell, _CELL) if line_width(cell) < _CELL else tuple(cell)
    return line


def _target(view: PlayerView, move: Move | None) -> tuple[Colour, int] | None:
    """The stone to which a move takes a figure of the player to move."""
    match move:
        case Lay():
            path = move.card.colour
        case Advance():
            path = move.colour
        case _:
            return None
    return path, view.players[view.to_move].rows[path] + 1


def draw_hand(state: GameState, view: Viewpoint) -> str:
    """The viewer's cards."""
    cards = () if view.seat is None else state.players[view.seat].hand
    return format_line((Span("hand ", _DIM), *card_spans(cards)), colour=True) if cards else ""


def draw_panel(state: GameState, labels: Sequence[str]) -> str:
    """The points of all players, as if the game ended now."""
    lines: list[Line] = [
        (Span(f"{'points now':<{_PANEL_NAME + 2}} paths tiles stones total", _DIM),)
    ]
    letters = letters_of(labels)
    for seat, score in enumerate(scores(state)):
        name = pad_line([Span(clip_text(labels[seat], _PANEL_NAME))], _PANEL_NAME)
        numbers = f"{score.paths:>6}{score.tile_points:>6}{score.wishing_stones:>7}"
        lines.append(
            (
                Span(letters[seat].upper(), player_style(seat)),
                Span(" "),
                *name,
                Span(numbers),
                Span(f"{score.total:>6}", _BOLD),
            )
        )
    return to_text(lines)
