"""A panel for each player: points, cards in hand and columns."""

from collections.abc import Iterator, Sequence
from typing import Final

from keltis._engine.cards import Card, Colour
from keltis._engine.columns import Direction, direction
from keltis.render._board import MARGIN, WIDTH, lap
from keltis.render._kit import svg
from keltis.render._pieces import CARD, Theme, hand, symbol, token, wishing_stone
from keltis.render._scene import Marks, Scene

_GAP: Final = 16.0
_PAD: Final = 14.0
_HEAD: Final = 84.0
_LINE: Final = 37.0
_SMALL_CARD: Final = (35.0, 32.0)
_MIN_STEP: Final = 16.0
"""The visible width of a covered card: two digits. All 22 cards of a colour have room."""
_BADGE: Final = 68.0
"""The width of the letter, the symbol and the direction before the cards of a column."""
_PANEL: Final = ((WIDTH - 2 * MARGIN - _GAP) / 2, _HEAD + CARD[1] + 14 + _LINE * len(Colour) + _PAD)


def panels_height(players: int) -> float:
    lines = (players + 1) // 2
    return lines * _PANEL[1] + (lines - 1) * _GAP


def panels(top: float, scene: Scene, marks: Marks, theme: Theme) -> Iterator[str]:
    """A panel for each player, two in a row."""
    players = len(scene.view.players)
    for seat in range(players):
        line, side = divmod(seat, 2)
        alone = side == 0 and seat == players - 1
        x = (WIDTH - _PANEL[0]) / 2 if alone else MARGIN + side * (_PANEL[0] + _GAP)
        y = top + line * (_PANEL[1] + _GAP)
        drawn = _panel(x, y, scene, seat, marks, theme)
        yield svg.group("panel", f"{scene.names[seat]}, seat {seat}", *drawn, data_seat=seat)


def _panel(
    x: float, y: float, scene: Scene, seat: int, marks: Marks, theme: Theme
) -> Iterator[str]:
    view, player = scene.view, scene.view.players[seat]
    highlighted = seat == view.to_move if scene.outcome is None else seat in scene.outcome.winners
    edge, weight = (theme.accent, 4) if highlighted else (theme.line, 1)
    yield svg.rect(x, y, *_PANEL, theme.panel.fill, edge, weight, rx=10)
    left, room = x + _PAD, _PANEL[0] - 2 * _PAD
    yield from _head(left, y, room, scene, seat, theme)
    faces = scene.faces[seat]
    yield hand(left, y + _HEAD, room, faces, player.hand_size - len(faces), marks.cards, theme)
    laid = marks.laid if seat == marks.mover else frozenset()
    for line, colour in enumerate(Colour):
        below = y + _HEAD + CARD[1] + 14 + line * _LINE
        yield _badge(left, below, colour, theme)
        column = player.columns[colour]
        if column:
            way = direction(view.rules, column)
            sign = _direction_sign(left + _BADGE, below + _SMALL_CARD[1] / 2, way, theme)
            yield svg.group("column", f"{colour} column, {way.value}", sign)
        beside = _BADGE + 14
        yield from _column_cards(
            left + beside, below, room - beside, column, theme, marked=colour in laid
        )


def _head(x: float, y: float, room: float, scene: Scene, seat: int, theme: Theme) -> Iterator[str]:
    """The name and the points on one line, and what they are made of on the next."""
    score, stones = scene.scores[seat], scene.view.players[seat].wishing_stones
    ink, faint = theme.panel.ink, theme.faint
    yield token((x + 18, y + 29), 18, seat, theme, initial=scene.initials[seat])
    name, total = scene.names[seat], svg.signed_text(score.total)
    yield svg.label(x + 46, y + 29, name, 24, room - 126, ink, anchor="start", bold=True)
    yield svg.label(x + room, y + 29, total, 36, 74, ink, anchor="end", bold=True)
    paths, wishing = svg.signed_text(score.paths), svg.signed_text(score.wishing_stones)
    terms = f"paths {paths}, tiles {score.tile_points}, stones {wishing}"
    if lap(score.total) > 1:
        terms = f"{terms}, lap {lap(score.total)}"
    yield svg.label(x, y + 66, terms, 19, room - 74, faint, anchor="start")
    yield wishing_stone((x + room - 50, y + 66), 13, theme)
    yield svg.label(x + room, y + 66, f"\N{MULTIPLICATION SIGN}{stones}", 19, 34, ink, anchor="end")


def _badge(x: float, y: float, colour: Colour, theme: Theme) -> str:
    """The letter and the symbol of a column."""
    paint, height = theme.path(colour), _SMALL_CARD[1]
    middle = y + height / 2
    plate = svg.rect(x, y + 1, 54, height - 2, paint.fill, theme.edge, rx=15)
    letter = svg.label(x + 17, middle, colour.letter, 22, 22, paint.ink, bold=True)
    return plate + letter + symbol((x + 38, middle), 8.5, colour, paint.ink)


def _column_cards(
    x: float, y: float, room: float, column: Sequence[Card], theme: Theme, *, marked: bool
) -> Iterator[str]:
    """The cards of a column side by side, overlapping if there are many.

    Of a very long column only the last cards show. `marked` is for the last card.
    """
    (width, height), middle = _SMALL_CARD, y + _SMALL_CARD[1] / 2
    most = int(room / _MIN_STEP)
    left_out = len(column) - most + 2 if len(column) > most else 0
    places = len(column) - left_out + (2 if left_out else 0)
    step = min(width + 2, (room - width) / max(places - 1, 1))
    visible = min(step, width)
    if left_out:
        yield svg.label(x, middle, f"+{left_out}", 17, 2 * step, theme.faint, anchor="start")
        x += 2 * step
    for place, card in enumerate(column[left_out:]):
        left, paint = x + place * step, theme.path(card.colour)
        is_last = left_out + place == len(column) - 1
        edge, line = (theme.accent, 4) if marked and is_last else (theme.edge, 1)
        box = svg.rect(left, y, width, height, paint.fill, edge, line, rx=5)
        text = str(card.value), 22, visible - 1, paint.ink
        value = svg.label(left + visible / 2, middle, *text, bold=True)
        yield svg.group("laid", str(card), box, value, data_card=str(card))


def _direction_sign(x: float, y: float, way: Direction, theme: Theme) -> str:
    """The sign of a direction: a triangle up or down, two lines for flat, a ring for free."""
    ink = theme.panel.ink
    match way:
        case Direction.UP:
            return svg.polygon([(x - 7, y + 6), (x + 7, y + 6), (x, y - 7)], fill=ink)
        case Direction.DOWN:
            return svg.polygon([(x - 7, y - 6), (x + 7, y - 6), (x, y + 7)], fill=ink)
        case Direction.FLAT:
            lines = [
                step
                for down in (-3, 3)
                for step in (("M", [(x - 7, y + down)]), ("L", [(x + 7, y + down)]))
            ]
            return svg.element("path", d=svg.path_data(*lines), stroke=ink, stroke_width=2.5)
        case _:
            return svg.circle((x, y), 5, "none", ink, 2)
