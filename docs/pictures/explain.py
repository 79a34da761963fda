"""Draw the pictures of the documentation anew: `python docs/pictures/explain.py`."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from keltis import Advance, Card, Colour, Direction, GameState, Lay, Phase, Tile, apply_move, direction, new_game
from keltis.render.geometry import WIDTH, fan_for
from keltis.render.markup import element, label, path_data
from keltis.render.palette import LIGHT, Paint
from keltis.render.pasteboard import CARD, card
from keltis.render.paths import figures, ground, tiles
from keltis.render.scene import scene_of
from keltis.render.svg import description, picture
from keltis.rules import KELTIS
from keltis.testing import Seat, position

HERE = Path(__file__).parent
_INK = LIGHT.page.ink
_NARROW = 640.0


def main(directory: Path = HERE) -> None:
    pictures = {
        "paths": paths(new_game(2, seed=7), "The paths, the stones and the tiles at the start"),
        "goal": paths(fifth_figure(), "The fifth figure has entered the goal area"),
        "columns": columns(),
        "clover": clover(),
        "decisions": decisions(),
        "modules": modules(),
    }
    for name, drawn in pictures.items():
        (directory / f"{name}.svg").write_text(drawn, encoding="utf-8")


def paths(state: GameState, title: str) -> str:
    """The paths without the hands."""
    scene = scene_of(state)
    fan = fan_for(state.rules.path_length, 8)
    parts = [*ground(fan, state.rules, LIGHT), *tiles(fan, state.tiles, LIGHT), *figures(fan, scene, LIGHT)]
    return picture(title, description(scene), (WIDTH, fan.bottom + 8), LIGHT, *parts)


def fifth_figure() -> GameState:
    """A game that has just ended: the figure on the yellow path of seat 0 came last, and its stone has no tile (E1)."""
    before = position(
        Seat(hand="Y9", laid="Y0 Y1 Y2 Y3 Y4 Y5", at="R8 B4", large="R", taken="R4 R8"),
        Seat(at="G7 B9 P7", large="B", taken="B6 B8 G2 P4"),
        pile_size=20,
    )
    return apply_move(before, Lay(Card.parse("Y9")))


def chain() -> list[GameState]:
    """A clover that leads to a clover that leads to a wishing stone (P3)."""
    state = position(
        Seat(hand="R5", laid="R4", at="G3 P1"),
        Seat(at="Y2 B3"),
        tiles={"R2": Tile.CLOVER, "G4": Tile.CLOVER, "P2": Tile.WISHING_STONE},
    )
    states = [state]
    for move in (Lay(Card.parse("R5")), Advance(Colour.GREEN), Advance(Colour.PINK)):
        states.append(apply_move(states[-1], move))
    return states


def clover() -> str:
    """The chain as one picture above the other, of which only the lower rows matter."""
    states = chain()
    fan = fan_for(KELTIS.path_length, 8)
    top = fan.stone(Colour.PINK, 5)[1] + 24
    height = fan.bottom - top
    captions = ["before", "lay R5: a clover", "advance G: another clover", "advance P: a wishing stone"]
    parts = [element("defs", element("g", *ground(fan, KELTIS, LIGHT), id="ground"))]
    for number, (state, caption) in enumerate(zip(states, captions, strict=True)):
        y = number * (height + 52)
        parts.append(label(24, y + 28, caption, 30, room=900, anchor="start", fill=_INK, font_weight="bold"))
        shown = tuple(path[:7] for path in state.tiles)
        drawn = [*tiles(fan, shown, LIGHT), *figures(fan, scene_of(state), LIGHT)]
        box = f"0 {top:.0f} {WIDTH:.0f} {height:.0f}"
        frame = element("use", href="#ground")
        parts.append(element("svg", frame, *drawn, x=0, y=y + 48, width=WIDTH, height=height, viewBox=box))
    size = (WIDTH, len(states) * (height + 52))
    return picture("A chain of two clovers", description(scene_of(states[-1])), size, LIGHT, *parts)


# What follows are drawings of cards, boxes and arrows, narrow enough for a phone.


def _box(x: float, y: float, width: float, height: float, paint: Paint, *lines: str, size: float = 22) -> str:
    """A box with lines of text in it, the first of them bold."""
    middle = y + height / 2 - (len(lines) - 1) * size * 0.62
    texts = [
        label(
            x + width / 2,
            middle + number * size * 1.24,
            text,
            size if number == 0 else size * 0.82,
            room=width - 12,
            fill=paint.ink,
            font_weight="bold" if number == 0 else None,
        )
        for number, text in enumerate(lines)
    ]
    shape = element("rect", x=x, y=y, width=width, height=height, rx=12, fill=paint.fill, stroke=LIGHT.edge, stroke_width=1.2)
    return element("g", shape, *texts)


def _arrow(points: Sequence[tuple[float, float]], text: str = "", at: tuple[float, float] = (0, 0), room: float = 240) -> str:
    """A line with a head at its end, and a text somewhere beside it."""
    (x0, y0), (x, y) = points[-2:]
    length = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
    along, across = ((x - x0) / length * 11, (y - y0) / length * 11), ((y0 - y) / length * 6, (x - x0) / length * 6)
    head = [
        (x, y),
        (x - along[0] + across[0], y - along[1] + across[1]),
        (x - along[0] - across[0], y - along[1] - across[1]),
    ]
    line = element("path", d=path_data(("M", points[:1]), ("L", points[1:])), fill="none", stroke=_INK, stroke_width=1.8)
    tip = element("path", d=path_data(("M", head[:1]), ("L", head[1:]), ("Z", [])), fill=_INK)
    words = label(*at, text, 18, room=room, fill=LIGHT.faint) if text else ""
    return element("g", line, tip, words)


def decisions() -> str:
    """The phases, and what leads from one to the next."""
    play, step, draw, over = LIGHT.path(Colour.GREEN), LIGHT.path(Colour.YELLOW), LIGHT.path(Colour.BLUE), LIGHT.dark_stone
    return picture(
        "The decisions of a turn",
        "PLAY leads to ADVANCE if a clover or a finished path gives a step, and else to DRAW. ADVANCE leads to ADVANCE on "
        "another clover, and else to DRAW. DRAW leads to PLAY of the next player. "
        "The fifth figure and the last card lead to OVER.",
        (_NARROW, 580),
        LIGHT,
        _box(170, 20, 250, 90, play, Phase.PLAY.name, "Lay or Discard"),
        _box(170, 190, 250, 90, step, Phase.ADVANCE.name, "Advance or Decline"),
        _box(170, 360, 250, 90, draw, Phase.DRAW.name, "Draw"),
        _box(360, 500, 250, 70, over, Phase.OVER.name),
        _arrow([(295, 110), (295, 190)], "a step is given", (372, 150), 140),
        _arrow([(295, 280), (295, 360)], "no more steps", (368, 320), 140),
        _arrow([(420, 215), (450, 215), (450, 255), (420, 255)], "another", (505, 224), 90),
        label(505, 246, "clover", 18, room=90, fill=LIGHT.faint),
        _arrow([(170, 85), (120, 85), (120, 380), (170, 380)], "no step", (74, 232), 84),
        _arrow([(170, 425), (24, 425), (24, 45), (170, 45)], "the next player", (96, 26), 140),
        _arrow([(420, 65), (585, 65), (585, 500)], "the fifth figure", (500, 46), 150),
        _arrow([(420, 270), (585, 270)]),
        _arrow([(420, 405), (485, 405), (485, 500)], "the last card", (490, 386), 130),
    )


def columns() -> str:
    """Four columns and what may follow in each (T4)."""
    examples = [("R3 R3 R6 R7", "R7"), ("Y9 Y8 Y8 Y5", "Y2"), ("B4 B4", "B0"), ("G2 G5", "G4")]
    parts: list[str] = []
    for number, (text, following) in enumerate(examples):
        parts += _column(14 + number * 104, [Card.parse(word) for word in text.split()], Card.parse(following))
    return picture(
        "Four columns of cards and a further card for each",
        "3 3 6 7 goes up, so another 7 fits. 9 8 8 5 goes down, so a 2 fits. "
        "4 4 is free, so a 0 fits. 2 5 goes up, so a 4 is refused.",
        (_NARROW, 430),
        LIGHT,
        *parts,
    )


def _column(y: float, laid: Sequence[Card], following: Card) -> Iterator[str]:
    way = direction(KELTIS, laid)
    fits = {Direction.UP: following.value >= laid[-1].value, Direction.DOWN: following.value <= laid[-1].value}.get(way, True)
    middle = y + CARD[1] * 0.95
    yield label(20, middle, way.value, 24, room=90, anchor="start", fill=_INK, font_weight="bold")
    places = [*(104 + 76 * place for place in range(len(laid))), 436]
    for x, face in zip(places, [*laid, following], strict=True):
        yield element("g", card(0, 0, face, LIGHT), transform=f"translate({x} {y}) scale(1.9)")
    paint = LIGHT.clover if fits else LIGHT.path(Colour.RED).fill
    yield label(516, middle, "fits" if fits else "refused", 22, room=120, anchor="start", fill=paint, font_weight="bold")


_LAYERS: tuple[tuple[str, str, Colour | None, tuple[tuple[str, ...], ...]], ...] = (
    (
        "the rules",
        "attrs and typing-extensions only",
        Colour.GREEN,
        (
            ("errors", "immutable", "chance", "cards", "board"),
            ("rules", "columns", "moves", "options", "players"),
            ("ending", "soundness", "state", "scoring", "dealing"),
            ("setup", "legality", "listing", "play"),
        ),
    ),
    (
        "around the rules",
        "what a program needs",
        Colour.YELLOW,
        (("view", "determinization", "actions"), ("events", "notation", "record")),
    ),
    (
        "for people and tools",
        "extras, never imported from above",
        Colour.BLUE,
        (("render", "testing", "bots", "arena", "cli"),),
    ),
    ("the other game", "beside the first, with the same verbs", Colour.PINK, (("celtic",),)),
)


def modules() -> str:
    """The map of the modules: whatever stands lower may import what stands above it."""
    parts = []
    y = 16.0
    for title, remark, colour, rows in _LAYERS:
        height = 48 + 56.0 * len(rows)
        paint = LIGHT.panel if colour is None else LIGHT.path(colour)
        parts.append(
            element(
                "rect",
                x=16,
                y=y,
                width=_NARROW - 32,
                height=height,
                rx=14,
                fill=LIGHT.panel.fill,
                stroke=paint.fill,
                stroke_width=3,
            )
        )
        parts.append(label(34, y + 24, title, 21, room=260, anchor="start", fill=_INK, font_weight="bold"))
        parts.append(label(_NARROW - 34, y + 24, remark, 18, room=330, anchor="end", fill=LIGHT.faint))
        for number, names in enumerate(rows):
            parts += _row_of_boxes(names, y + 46 + 56 * number, paint)
        y += height + 14
    return picture("The map of the modules", "; ".join(_told(_LAYERS)), (_NARROW, y + 2), LIGHT, *parts)


def _row_of_boxes(names: Sequence[str], y: float, paint: Paint) -> Iterator[str]:
    gap = 10.0
    width = min((_NARROW - 60 - gap * (len(names) - 1)) / len(names), 220)
    for number, name in enumerate(names):
        yield _box(30 + number * (width + gap), y, width, 44, paint, name, size=20)


def _told(layers: Iterable[tuple[str, str, Colour | None, tuple[tuple[str, ...], ...]]]) -> Iterator[str]:
    for title, _, _, rows in layers:
        yield f"{title}: {', '.join(name for row in rows for name in row)}"


if __name__ == "__main__":
    main()
