"""Redraw the pictures of the documentation: `python docs/pictures/explain.py`."""

import pkgutil
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path

import keltis
from keltis import (
    Advance,
    Card,
    Colour,
    Direction,
    GameState,
    Lay,
    Move,
    Phase,
    Tile,
    apply_move,
    direction,
    new_game,
)
from keltis._engine.rules import KELTIS
from keltis.render import board_svg
from keltis.render._kit.svg import element, label, path_data, rect
from keltis.render._kit.themes import Paint
from keltis.render._pieces import CARD, PALETTE, Theme, card
from keltis.testing import Seat, position

HERE = Path(__file__).parent
_NARROW = 640.0
NAMES = ("Ann", "Bob")
FIFTH = Lay(Card.parse("Y9"))


def main(directory: Path = HERE) -> None:
    start = new_game(2, seed=7)
    for ending, name in (("", "light"), ("-dark", "dark")):
        theme = PALETTE.theme(name)
        pictures = {
            "paths": board_svg(start, names=NAMES, panels=False, theme=name),
            "goal": board_svg(fifth_figure(), last=[FIFTH], names=NAMES, panels=False, theme=name),
            "columns": columns(theme),
            "clover": clover(name),
            "decisions": decisions(theme),
            "modules": modules(theme),
        }
        for picture_name, drawn in pictures.items():
            (directory / f"{picture_name}{ending}.svg").write_text(drawn, encoding="utf-8")


def fifth_figure() -> GameState:
    """A game that has just ended: the yellow figure of seat 0 entered the goal last (E1)."""
    before = position(
        Seat(hand="Y9", laid="Y0 Y1 Y2 Y3 Y4 Y5", at="R8 B4", large="R", taken="R5 R7"),
        Seat(at="G7 B9 P7", large="B", taken="B6 B7 G2 P3"),
        pile_size=20,
    )
    return apply_move(before, FIFTH)


def chain() -> tuple[list[GameState], list[Move]]:
    """A clover that leads to a clover that leads to a wishing stone (P3)."""
    state = position(
        Seat(hand="R5", laid="R3 R4", at="G3 P1"),
        Seat(at="Y2 B3"),
        tiles={"R3": Tile.CLOVER, "G4": Tile.CLOVER, "P2": Tile.WISHING_STONE},
    )
    states = [state]
    moves: list[Move] = [
        Lay(Card.parse("R5")),
        Advance(Colour.GREEN),
        Advance(Colour.PINK),
    ]
    for move in moves:
        states.append(apply_move(states[-1], move))
    return states, moves


def clover(theme: str) -> str:
    """The whole chain on one board: three figures have moved."""
    states, moves = chain()
    return board_svg(states[-1], last=moves, names=NAMES, panels=False, theme=theme)


# The pictures below are narrow enough for a phone: cards, boxes and arrows.


def _box(
    x: float,
    y: float,
    width: float,
    height: float,
    paint: Paint,
    theme: Theme,
    *lines: str,
    size: float = 22,
) -> str:
    """A box with lines of text in it, the first of them bold."""
    middle = y + height / 2 - (len(lines) - 1) * size * 0.62
    texts = [
        label(
            x + width / 2,
            middle + number * size * 1.24,
            text,
            size if number == 0 else size * 0.82,
            width - 12,
            paint.ink,
            bold=number == 0,
        )
        for number, text in enumerate(lines)
    ]
    edge = theme.edge
    shape = rect(x, y, width, height, paint.fill, edge, 1.2, rx=12)
    return element("g", shape, *texts)


def _arrow(points: Sequence[tuple[float, float]], theme: Theme) -> str:
    """A line with a head at its end."""
    (x0, y0), (x, y) = points[-2:]
    length = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
    along, across = (
        ((x - x0) / length * 11, (y - y0) / length * 11),
        ((y0 - y) / length * 6, (x - x0) / length * 6),
    )
    head = [
        (x, y),
        (x - along[0] + across[0], y - along[1] + across[1]),
        (x - along[0] - across[0], y - along[1] - across[1]),
    ]
    ink = theme.page.ink
    line = element(
        "path",
        d=path_data(("M", points[:1]), ("L", points[1:])),
        fill="none",
        stroke=ink,
        stroke_width=1.8,
    )
    return element(
        "g",
        line,
        element("path", d=path_data(("M", head[:1]), ("L", head[1:]), ("Z", [])), fill=ink),
    )


def decisions(theme: Theme) -> str:
    """The phases, and what leads from one to the next."""
    play, step, draw = theme.path(Colour.GREEN), theme.path(Colour.YELLOW), theme.path(Colour.BLUE)
    ways = (
        [(310, 110), (310, 190)],
        [(310, 280), (310, 360)],
        [(430, 215), (460, 215), (460, 255), (430, 255)],
        [(190, 85), (130, 85), (130, 380), (190, 380)],
        [(190, 425), (24, 425), (24, 45), (190, 45)],
        [(430, 65), (600, 65), (600, 500)],
        [(430, 272), (600, 272)],
        [(430, 405), (500, 405), (500, 500)],
    )
    words = (
        (322, 150, "a step is given", 250),
        (322, 320, "no more steps", 250),
        (470, 226, "another", 120),
        (470, 250, "clover", 120),
        (38, 232, "no step", 88),
        (24, 24, "the next player", 166),
        (440, 44, "the fifth figure", 190),
        (440, 386, "the last card", 155),
    )
    text = (
        "PLAY leads to ADVANCE if a clover or a finished path gives a step, and else to DRAW. "
        "ADVANCE leads to ADVANCE on another clover, and else to DRAW. "
        "DRAW leads to PLAY of the next player. "
        "The fifth figure and the last card lead to OVER."
    )
    parts = [
        _box(190, 20, 240, 90, play, theme, Phase.PLAY.name, "Lay or Discard", size=26),
        _box(190, 190, 240, 90, step, theme, Phase.ADVANCE.name, "Advance or Decline", size=26),
        _box(190, 360, 240, 90, draw, theme, Phase.DRAW.name, "Draw", size=26),
        _box(370, 500, 250, 66, theme.dark_stone, theme, Phase.OVER.name, size=26),
        *[_arrow(points, theme) for points in ways],
        *[label(x, y, word, 21, room, theme.faint, anchor="start") for x, y, word, room in words],
    ]
    return theme.picture("The decisions of a turn", text, (_NARROW, 580), parts)


def columns(theme: Theme) -> str:
    """Four columns and what may follow in each (T4)."""
    examples = [("R3 R3 R6 R7", "R7"), ("Y9 Y8 Y8 Y5", "Y2"), ("B4 B4", "B0"), ("G2 G5", "G4")]
    parts: list[str] = []
    for number, (text, following) in enumerate(examples):
        parts += _column(
            14 + number * 104,
            [Card.parse(word) for word in text.split()],
            Card.parse(following),
            theme,
        )
    description = (
        "3 3 6 7 goes up, so another 7 fits. 9 8 8 5 goes down, so a 2 fits. "
        "4 4 is free, so a 0 fits. 2 5 goes up, so a 4 is refused."
    )
    title = "Four columns of cards and a further card for each"
    return theme.picture(title, description, (_NARROW, 430), parts)


def _column(y: float, laid: Sequence[Card], following: Card, theme: Theme) -> Iterator[str]:
    way = direction(KELTIS, laid)
    fits = {
        Direction.UP: following.value >= laid[-1].value,
        Direction.DOWN: following.value <= laid[-1].value,
    }.get(way, True)
    middle, ink = y + CARD[1] * 0.7, theme.page.ink
    yield label(20, middle, way.value, 24, 90, ink, anchor="start", bold=True)
    places = [*(104 + 76 * place for place in range(len(laid))), 436]
    for x, face in zip(places, [*laid, following], strict=True):
        yield element("g", card(0, 0, face, theme), transform=f"translate({x} {y}) scale(1.4)")
    verdict = f"{'✓' if fits else '✗'} {'fits' if fits else 'refused'}"
    yield label(516, middle, verdict, 22, 124, ink, anchor="start", bold=True)


_LAYERS = (
    (
        "the rules, and what any game is",
        "attrs and typing-extensions only",
        Colour.GREEN,
        "errors _lib _codec game _engine",
    ),
    (
        "around the rules",
        "what a program needs",
        Colour.YELLOW,
        "learning events notation record documents _documents _weights _network _layers",
    ),
    (
        "for people and tools",
        "extras, never imported above",
        Colour.BLUE,
        "render bots arena server _game testing cli",
    ),
    ("for volume", "arrays and compiled kernels", Colour.RED, "batch self_play adapters"),
    ("the other game", "beside the first, same verbs", Colour.PINK, "celtic"),
)
"""The layers of the map from top to bottom: title, remark, colour and modules in import order."""
_ROW = 5
"""The most modules in a row of the map."""


def layers() -> Iterator[tuple[str, str, Colour, list[str]]]:
    """The layers with those of their modules that the package has."""
    present = {module.name for module in pkgutil.iter_modules(keltis.__path__)} - {"__main__"}
    for title, remark, colour, text in _LAYERS:
        names = [name for name in text.split() if name in present]
        present -= set(names)
        if names:
            yield title, remark, colour, names
    assert not present, f"add to a layer: {present}"


def modules(theme: Theme) -> str:
    """The map of the modules: a module may import those above it."""
    parts = []
    y = 16.0
    for title, remark, colour, names in layers():
        size = ceil(len(names) / ceil(len(names) / _ROW))
        rows = [names[start : start + size] for start in range(0, len(names), size)]
        height = 48 + 56.0 * len(rows)
        paint = theme.path(colour)
        parts += [
            rect(16, y, _NARROW - 32, height, theme.panel.fill, paint.fill, 3, rx=14),
            label(34, y + 24, title, 21, 260, theme.page.ink, anchor="start", bold=True),
            label(_NARROW - 34, y + 24, remark, 18, 330, theme.faint, anchor="end"),
        ]
        for number, row in enumerate(rows):
            parts += _row_of_boxes(row, y + 46 + 56 * number, paint, theme)
        y += height + 14
    text = "; ".join(f"{title}: {', '.join(names)}" for title, _, _, names in layers())
    return theme.picture("The map of the modules", text, (_NARROW, y + 2), parts)


def _row_of_boxes(names: Sequence[str], y: float, paint: Paint, theme: Theme) -> Iterator[str]:
    gap = 10.0
    width = min((_NARROW - 60 - gap * (len(names) - 1)) / len(names), 220)
    for number, name in enumerate(names):
        yield _box(30 + number * (width + gap), y, width, 44, paint, theme, name, size=20)


if __name__ == "__main__":
    main()
