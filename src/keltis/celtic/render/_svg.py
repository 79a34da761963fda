"""Positions, puzzles and games as SVG: a board, a film of small boards, and an animation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, Unpack

import attrs

from keltis._lib.text import count_noun
from keltis.celtic._engine.moves import Move
from keltis.celtic._engine.scoring import score_text
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.strands import Strand
from keltis.celtic._engine.tiles import PLAYERS, Cell, Owner, Shape, format_cell
from keltis.celtic.render import _tiles as tiles
from keltis.celtic.render import _weave as weave
from keltis.celtic.render._scene import Position, Scene, Window, description, scene_of, status_line
from keltis.celtic.render._tiles import PALETTE, Arrow, Marks, Theme
from keltis.celtic.render._weave import TILE, PaintedStrand
from keltis.game import Record
from keltis.render._kit import film, svg
from keltis.render._kit.film import Timeline
from keltis.render._kit.themes import EMPTY, Look, Paint

_MARGIN: Final = 30.0
_LEFT: Final = 58.0
"""The space for the coordinates of the rows."""
_HEADER: Final = 96.0
"""The space for the status line and the coordinates of the columns."""
_BOARD_TOP: Final = 58.0
"""The space for the coordinates alone."""
_GAP: Final = 34.0
_PANEL_WIDTH: Final = 300.0
_KNOTS_WIDTH: Final = 160.0
_PLAYER: Final = 122.0
_PANEL_GAP: Final = 12.0
_PAD: Final = 14.0
_HEAD: Final = 34.0
_LINE: Final = 30.0
_ICON: Final = 34.0
_NAME: Final = film.Plate(height=40, badge=14, radius=13, text=38, size=20, space=6)
_SCORE: Final = film.Plate(height=40, badge=17, radius=13, text=38, size=18, space=2)
_RIM: Final = 10.0
"""The space of a film's frame right of the window and below it."""
_NUMBERS: Final = 46.0
"""The space of a film's frame for the coordinates above the window and left of it."""
_ANIMATION_TOP: Final = film.TOP + _NAME.height + 56
_SCORES: Final = 52.0
"""The height of the scores under an animation."""


def board_svg(
    position: Position,
    *,
    seat: int | None = None,  # noqa: ARG001 - as in `keltis.render`; nothing is hidden here
    reveal: bool = False,  # noqa: ARG001 - the same
    names: Sequence[str] = (),
    last: Iterable[Move] = (),
    highlight: Iterable[Cell] = (),
    arrows: Iterable[Arrow] = (),
    panels: bool = True,
    size: float | None = None,
    theme: str = "light",
    colours: Mapping[str, str] = EMPTY,
) -> str:
    """A position, or a filling of a puzzle, as an SVG picture.

    Every knot has its own colour and number; open paths are grey. The numbers at the edges are the
    x and the y of the cells. Nothing is hidden, so `seat` and `reveal` make no difference.

    `last` are the moves that led to the position: their tiles are marked. `highlight` marks cells,
    and `arrows` are pairs of cells. `panels=False` leaves the supplies and the knots out, with the
    status line. `size`, `theme` and `colours` are those of `keltis.render.board_svg`; parts are
    called `orange`, `knot 1` or `edge`.

    Tiles and free cells have the attribute `data-cell`, the tiles of a supply `data-owner` and
    `data-shape`, for pages that make them clickable.

    >>> from keltis.celtic import new_game
    >>> from keltis.celtic.render import board_svg
    >>> picture = board_svg(new_game(), highlight=[(0, -1)], size=400)
    >>> picture.startswith("<svg "), picture.count('class="keltis-tile"')
    (True, 1)
    """
    scene = scene_of(position, names=names)
    marks = tiles.marks_of(scene, last, highlight, arrows)
    themed = PALETTE.theme(theme, size=size, colours=colours)
    top = _HEADER if panels else _BOARD_TOP
    right, bottom = _LEFT + scene.window.width * TILE, scene.window.height * TILE
    drawn = [_place_window(scene.window, top, _board(scene, marks, themed, scene.knots), themed)]
    if panels:
        right += _GAP
        drawn += _panels(right, _HEADER - 6, scene, themed)
        # A puzzle has no supplies.
        owners = 0 if scene.state is None else len(Owner) * (_PLAYER + _PANEL_GAP)
        bottom = max(bottom, owners + _HEAD + _LINE * (len(scene.knots) + bool(scene.open)))
        right += _KNOTS_WIDTH if scene.state is None else _PANEL_WIDTH
        text, room, ink = status_line(scene), right - _MARGIN, themed.page.ink
        drawn.insert(0, svg.label(_MARGIN, 30, text, 26, room, ink, anchor="start", bold=True))
    box = right + _MARGIN, top + bottom + _MARGIN
    return themed.picture(f"CELTIC!: {status_line(scene)}", description(scene), box, drawn)


def _place_window(window: Window, top: float, drawn: Iterable[str], theme: Theme) -> str:
    """Something drawn in a window, with coordinates, whose north-west corner is at this height."""
    x, y = weave.cell_centre((window.left, window.top))
    place = _LEFT + TILE / 2 - x, top + TILE / 2 - y
    numbers = tiles.coordinates(window, theme)
    return svg.element("g", *numbers, *drawn, transform=svg.translate(place))


def _board(scene: Scene, marks: Marks, theme: Theme, numbered: Sequence[Strand]) -> Iterator[str]:
    """The window with the tiles and the ribbons; the centre of the cell 0,0 is at 0,0.

    A knot has its number in `numbered`.
    """
    yield from tiles.window_background(scene.window, theme)
    yield from (tiles.cell_glow(cell, theme) for cell in marks.cells)
    yield from (tiles.free_cell(cell, theme) for cell in scene.free_cells)
    for cell in scene.design:
        yield _tile_group(scene, cell, theme)
    yield from (tiles.cell_frame(cell, theme) for cell in marks.last)
    woven = weave.ribbons(scene.design, _painted_strands(scene, numbered, theme))
    yield weave.ribbon_group(woven, theme.edge, "keltis-weave")
    for knot in scene.knots:
        yield _numbered_knot(scene, numbered.index(knot), knot, theme)
    for tail, head in marks.arrows:
        ends = weave.cell_centre(tail), weave.cell_centre(head)
        yield svg.arrow(*ends, theme.page.ink, theme.page.fill, opacity=0.85)


def _painted_strands(scene: Scene, numbered: Sequence[Strand], theme: Theme) -> list[PaintedStrand]:
    """The strands of a scene with their colours; knots have the colours of their numbers."""
    painted = [(strand, theme.open) for strand in scene.open]
    return painted + [(knot, theme.knot(numbered.index(knot))) for knot in scene.knots]


def _tile_group(scene: Scene, cell: Cell, theme: Theme) -> str:
    """A tile without its ribbons."""
    drawn = tiles.tile(weave.cell_centre(cell), scene.owners.get(cell), theme)
    return svg.group("tile", scene.tile_title(cell), drawn, data_cell=format_cell(cell))


def _numbered_knot(scene: Scene, place: int, knot: Strand, theme: Theme) -> str:
    """The number of a knot, in the middle of one of its arcs."""
    curves = weave.curves_of(scene.design, knot.arcs[0])
    middle = curves[0][-1] if len(curves) > 1 else weave.first_part(curves[0], 0.5)[-1]
    number = _knot_number((middle.real, middle.imag), place, theme)
    return svg.group("knot", f"knot {place + 1}", number)


def _panels(x: float, y: float, scene: Scene, theme: Theme) -> Iterator[str]:
    """A panel for each owner of tiles, and the knots below."""
    if scene.state is not None:
        for owner in Owner:
            yield svg.group(
                "panel",
                f"supply: {owner}",
                *_panel(x, y, scene, scene.state, owner, theme),
                data_owner=str(owner),
            )
            y += _PLAYER + _PANEL_GAP
    yield from _knots(x, y, scene, theme)


def _panel(
    x: float, y: float, scene: Scene, state: GameState, owner: Owner, theme: Theme
) -> Iterator[str]:
    end = scene.outcome
    highlighted = owner is (state.to_move if end is None else end.winner)
    edge, weight = (theme.accent, 3) if highlighted else (theme.line, 1)
    yield svg.rect(x, y, _PANEL_WIDTH, _PLAYER, theme.panel.fill, edge, weight, rx=10)
    yield _badge((x + _PAD + 13, y + 26), owner, theme)
    left, room, ink = x + _PAD + 36, _PANEL_WIDTH - 2 * _PAD - 36, theme.panel.ink
    if owner in PLAYERS:
        name, score = scene.names[owner], score_text(scene.scores[owner])
        yield svg.label(left, y + 26, name, 18, room * 0.55, ink, anchor="start", bold=True)
        right = x + _PANEL_WIDTH - _PAD
        yield svg.label(right, y + 26, score, 19, room * 0.42, ink, anchor="end", bold=True)
    else:
        yield svg.label(left, y + 26, "neutral, for both", 16, room, theme.faint, anchor="start")
    for shape in Shape:
        stock_x = x + _PAD + shape * (_PANEL_WIDTH - 2 * _PAD) / len(Shape)
        yield _stock(stock_x, y + 50, shape, owner, state.left[owner][shape], theme)


def _badge(middle: svg.Point, owner: Owner, theme: Theme) -> str:
    """The letter of an owner in the owner's colours."""
    paint = theme.tile(owner)
    square = svg.square(middle, 26, paint.fill, paint.ink, 1.4, rx=5)
    return square + svg.label(*middle, tiles.LETTERS[owner], 16, 22, paint.ink, bold=True)


def _stock(x: float, y: float, shape: Shape, owner: Owner, count: int, theme: Theme) -> str:
    """The tiles of one shape that are left in a supply."""
    drawn = tiles.icon(x + 9, y, _ICON, shape, owner, theme)
    place = x + 9 + _ICON / 2, y + _ICON + 14
    written = svg.label(*place, f"\N{MULTIPLICATION SIGN}{count}", 14, 40, theme.panel.ink)
    return svg.group(
        "stock",
        f"{owner} {shape}: {count} left",
        drawn,
        written,
        opacity=None if count else 0.3,
        data_owner=str(owner),
        data_shape=str(shape),
    )


def _knots(x: float, y: float, scene: Scene, theme: Theme) -> Iterator[str]:
    ink = theme.page.ink
    text = count_noun(len(scene.knots), "knot")
    yield svg.label(x, y + 14, text, 17, 140, ink, anchor="start", bold=True)
    if scene.state is not None and scene.knots:
        for player in PLAYERS:
            yield _badge((x + _PANEL_WIDTH - 110 + player * 56, y + 14), player, theme)
    y += _HEAD
    for place, knot in enumerate(scene.knots):
        yield svg.group(
            "knot-count",
            f"knot {place + 1}",
            *_knot(x, y + _LINE * (place + 0.5), scene, place, knot, theme),
        )
    y += _LINE * (len(scene.knots) + 0.5)
    if scene.open:
        yield _swatch(x, y, theme.open, theme.edge)
        text = count_noun(len(scene.open), "open path")
        yield svg.label(x + 76, y, text, 15, 150, theme.faint, anchor="start")


def _knot(
    x: float, y: float, scene: Scene, place: int, knot: Strand, theme: Theme
) -> Iterator[str]:
    """A knot: its ribbon and number, and its tiles, in all and by player."""
    ink = theme.page.ink
    yield _swatch(x, y, theme.knot(place), theme.edge)
    yield _knot_number((x + 30, y), place, theme)
    yield svg.label(x + 76, y, count_noun(len(knot.cells), "tile"), 15, 100, ink, anchor="start")
    if scene.state is not None:
        for player in PLAYERS:
            count = str(scene.count(knot, player))
            yield svg.label(x + _PANEL_WIDTH - 110 + player * 56, y, count, 18, 40, ink, bold=True)


def _swatch(x: float, y: float, paint: Paint, edge: str) -> str:
    layers = (18, edge), (13, paint.fill), (3, paint.ink)
    return "".join(svg.rect(x, y - height / 2, 60, height, fill) for height, fill in layers)


def _knot_number(middle: svg.Point, place: int, theme: Theme) -> str:
    """The number of a knot on a disc."""
    disc = svg.circle(middle, 10.5, theme.panel.fill, theme.edge, 1.6)
    return disc + svg.label(*middle, str(place + 1), 14, 18, theme.panel.ink, bold=True)


def film_svg(
    record: Record[GameState, Move],
    *,
    frames: int = 6,
    names: Sequence[str] = (),
    **look: Unpack[Look],
) -> str:
    """A record as a strip of small boards.

    There are at most `frames` boards, evenly spread over the game; the last position is one of
    them, and so is the first unless `frames` is 1. The last tile of each board is marked. `names`
    replaces the names of the record. `size`, `theme` and `colours` are those of `board_svg`.

    >>> from keltis.celtic import GameRecord, new_game
    >>> from keltis.celtic.render import film_svg
    >>> film_svg(GameRecord(new_game())).count("keltis-frame")
    1
    """
    theme, stops = PALETTE.theme(**look), film.choose_frames(range(len(record.states)), frames)
    given = film.name_tuple(names) or record.names
    scenes = {stop: scene_of(record.states[stop], names=given) for stop in stops}
    last = scenes[stops[-1]]
    # The window of the last position holds all tiles of the game, which keep their places.
    window = attrs.evolve(last.window, shifts=(0, 0, 0, 0))

    def draw_frame(stop: int) -> tuple[list[str], list[str]]:
        scene = scenes[stop]
        marks = tiles.marks_of(scene, record.moves[max(stop - 1, 0) : stop], (), ())
        # A knot keeps its arcs once it is closed, so it has the same number in all frames.
        board = _board(attrs.evolve(scene, window=window), marks, theme, last.knots)
        return [*tiles.coordinates(window, theme), *board], [*map(score_text, scene.scores)]

    x, y = weave.cell_centre((window.left, window.top))
    view_box = (
        x - TILE / 2 - _NUMBERS,
        y - TILE / 2 - _NUMBERS,
        window.width * TILE + _NUMBERS + _RIM,
        window.height * TILE + _NUMBERS + _RIM,
    )
    strip = film.Strip(max_columns=3, frame_width=296, view_box=view_box, score=_SCORE)
    return _reel(record, last, theme).film(stops, draw_frame, strip)


def _reel(record: Record[GameState, Move], last: Scene, theme: Theme) -> film.Reel:
    def badge(place: svg.Point, _radius: float, seat: int) -> str:
        return _badge(place, PLAYERS[seat], theme)

    captions = tuple(film.turn_captions(record, last.names))
    return film.Reel("CELTIC!", last.names, captions, description(last), badge, _NAME, theme)


def animated_svg(
    record: Record[GameState, Move],
    *,
    pace: float = 1.0,
    names: Sequence[str] = (),
    **look: Unpack[Look],
) -> str:
    """A record as an animated picture that repeats.

    `pace` is in seconds a move. The controls are those of `keltis.render.animated_svg`. Where
    nothing moves, the picture shows the last position. `names` replaces the names of the record.
    `size`, `theme` and `colours` are those of `board_svg`.

    >>> from keltis.celtic import GameRecord, new_game
    >>> from keltis.celtic.render import animated_svg
    >>> animated_svg(GameRecord(new_game())).count("keltis-tile")
    1
    """
    theme, given = PALETTE.theme(**look), film.name_tuple(names) or record.names
    scenes = [scene_of(state, names=given) for state in record.states]
    timeline = Timeline(len(scenes), pace)
    window = attrs.evolve(scenes[-1].window, shifts=(0, 0, 0, 0))
    width = _LEFT + window.width * TILE + _MARGIN
    scores_top = _ANIMATION_TOP + window.height * TILE + 18
    drawn = [
        *tiles.window_background(window, theme),
        *_appearing_tiles(scenes, timeline, theme),
        *_closing_knots(scenes, timeline, theme),
    ]
    board = [
        _place_window(window, _ANIMATION_TOP, drawn, theme),
        *_changing_scores(scores_top, width, scenes, timeline, theme),
    ]
    reel, box = _reel(record, scenes[-1], theme), (width, scores_top + _SCORES)
    return timeline.draw(reel, board, box, margin=_MARGIN, caption_size=22)


def _appearing_tiles(scenes: Sequence[Scene], timeline: Timeline, theme: Theme) -> Iterator[str]:
    """The tiles, and a frame around the one that was laid last."""
    yield from timeline.by_visibility(
        [_tile_group(scene, cell, theme) for cell in scene.design] for scene in scenes
    )
    frames: list[list[str]] = [[]]
    for before, after in pairwise(scenes):
        new = after.design.keys() - before.design.keys()
        frames.append([tiles.cell_frame(cell, theme) for cell in new])
    yield from timeline.by_visibility(frames)


def _closing_knots(scenes: Sequence[Scene], timeline: Timeline, theme: Theme) -> Iterator[str]:
    """The ribbons and the numbers of the knots, which are those of the last position."""
    numbered = scenes[-1].knots
    painted = [(scene.design, _painted_strands(scene, numbered, theme)) for scene in scenes]
    woven = [
        *timeline.by_visibility(weave.arcs(*each) for each in painted),
        *timeline.by_visibility(weave.crossings(*each) for each in painted),
    ]
    yield weave.ribbon_group(woven, theme.edge, "keltis-weave")
    numbers = (
        [_numbered_knot(scene, numbered.index(knot), knot, theme) for knot in scene.knots]
        for scene in scenes
    )
    yield from timeline.by_visibility(numbers)


def _changing_scores(
    y: float, width: float, scenes: Sequence[Scene], timeline: Timeline, theme: Theme
) -> Iterator[str]:
    room, middle, ink = (width - 2 * _MARGIN) / len(PLAYERS), y + _SCORES / 2, theme.page.ink
    for player in PLAYERS:
        left = _MARGIN + player * room
        yield _badge((left + 14, middle), player, theme)
        texts = (score_text(scene.scores[player]) for scene in scenes)
        yield from timeline.texts(left + 38, middle, texts, 24, room - 44, ink)
