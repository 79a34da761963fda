"""Positions and games as SVG: a board, a film of small boards, and an animation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Unpack

from keltis._engine.cards import Card, Colour, Tile, Tiles
from keltis._engine.columns import Direction, direction
from keltis._engine.moves import Move
from keltis._engine.scoring import scores
from keltis._engine.view import Position
from keltis._lib.text import count_noun
from keltis.render import _board as board
from keltis.render import _pieces as pieces
from keltis.render import _scene as scenes
from keltis.render._board import MARGIN, TRACK_HEIGHT, WIDTH, BoardLayout, board_layout
from keltis.render._kit import film, svg
from keltis.render._kit.film import Timeline
from keltis.render._kit.themes import EMPTY, Look
from keltis.render._pieces import CARD, PALETTE, TILE, Theme
from keltis.render._scene import Frames, Marks, Scene, description, status_line

_HEADER: Final = 52.0
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
_NAME: Final = film.Plate(height=38, badge=14, radius=14, text=36, size=21, space=6)
_SCORE: Final = film.Plate(height=34, badge=14, radius=12, text=32, size=21, space=2, bold=True)
_ANIMATION_HEADER: Final = film.TOP + _NAME.height + 6
_MIN_MARKER: Final = 11.0
"""The least radius of a marker: several on one space may overlap for a while."""


def board_svg(
    position: Position,
    *,
    seat: int | None = None,
    reveal: bool = False,
    names: Sequence[str] = (),
    last: Iterable[Move] = (),
    highlight: Iterable[Card | scenes.Stone] = (),
    arrows: Iterable[scenes.Arrow] = (),
    panels: bool = True,
    size: float | None = None,
    theme: str = "light",
    colours: Mapping[str, str] = EMPTY,
) -> str:
    """A position as an SVG picture.

    A view shows what its viewer may know, and a state what a spectator sees.

    :param seat: show a state as this player sees it
    :param reveal: show all hands of a state
    :param last: the moves of the turn that led to the position, or of the last turns of several
        players: the figures that moved, the card and the piles are marked
    :param highlight: cards, and stones as pairs of a colour and a row, to mark
    :param arrows: pairs of stones; row 0 is the starting stone
    :param panels: without them, the players, the status line and the score track are left out
    :param size: the width in pixels
    :param theme: `light`, `dark`, or `auto` to follow the page
    :param colours: replace colours of the theme, as in
        `{"board": "#ffffff", "red": "#c8321f", "player 0": "#eeeeee"}`

    Cards have the attribute `data-card`, stones, tiles and figures `data-path` and `data-row`, and
    piles `data-pile`, for pages that make them clickable.

    >>> import keltis
    >>> from keltis import Colour
    >>> from keltis.render import board_svg
    >>> state = keltis.new_game(2, seed=1)
    >>> picture = board_svg(state, size=400, arrows=[((Colour.RED, 0), (Colour.RED, 1))])
    >>> picture.startswith("<svg "), picture.count('class="keltis-tile"')
    (True, 25)
    """
    scene = scenes.scene_of(position, seat=seat, reveal=reveal, names=names)
    marks = scenes.marks_of(scene, last, highlight, arrows)
    themed = PALETTE.theme(theme, size=size, colours=colours)
    layout = board_layout(scene.view.rules.path_length, _HEADER if panels else MARGIN / 2)
    track_top = layout.bottom + _GAP
    panels_top = track_top + TRACK_HEIGHT + _GAP
    drawn = [
        *board.ground(layout, scene.view.rules, marks, themed),
        *board.tiles(layout, scene.view.tiles, themed),
        *board.last_marks(layout, scene, marks, themed),
        *board.figures(layout, scene, themed),
        *board.arrow_marks(layout, marks, themed),
        *_piles(layout, scene, marks, themed),
    ]
    height = layout.bottom + MARGIN / 2
    if panels:
        drawn = [
            *_header(scene, themed),
            *drawn,
            *board.track(track_top, scene, themed),
            *_panels(panels_top, scene, marks, themed),
        ]
        lines = (len(scene.view.players) + 1) // 2
        height = panels_top + lines * _PANEL[1] + (lines - 1) * _GAP + MARGIN
    title = f"Keltis: {status_line(scene)}"
    return themed.picture(title, description(scene), (WIDTH, height), drawn)


def _header(scene: Scene, theme: Theme) -> Iterator[str]:
    seat = scene.view.to_move if scene.outcome is None else scene.outcome.winners[0]
    middle, room = _HEADER / 2, WIDTH - 2 * MARGIN - 48
    yield pieces.token((MARGIN + 18, middle), 18, seat, theme, initial=scene.initials[seat])
    text = status_line(scene)
    yield svg.label(MARGIN + 48, middle, text, 26, room, theme.page.ink, anchor="start", bold=True)


def _piles(layout: BoardLayout, scene: Scene, marks: Marks, theme: Theme) -> Iterator[str]:
    """The discard piles on the left; the draw pile and the count of the goal on the right."""
    view, ink = scene.view, theme.page.ink
    top = layout.bottom - CARD[1] - 36
    yield svg.label(MARGIN + 2, top - 18, "discards", 19, 120, ink, anchor="start")
    for colour in Colour:
        x, pile = MARGIN + 2 + colour * (CARD[0] + 4), view.discards[colour]
        marked = colour in marks.piles or (bool(pile) and pile[-1] in marks.cards)
        yield pieces.discard_pile(x, top, colour, pile, theme, marked=marked)
    right = WIDTH - MARGIN - 4
    yield svg.label(right, top - 18, "draw pile", 19, 110, ink, anchor="end")
    x = right - CARD[0] - 16
    yield pieces.draw_pile(x, top, view.draw_pile_size, theme, marked=None in marks.piles)
    goal = f"{scene.figures_in_goal} of {view.rules.goal_figures}"
    yield svg.label(right - 166, top - 18, "in the goal", 19, 150, ink)
    count = svg.label(right - 166, top + CARD[1] / 2, goal, 32, 120, ink, bold=True)
    yield svg.group("goal-count", f"{goal} figures are in the goal area", count)


def _panels(top: float, scene: Scene, marks: Marks, theme: Theme) -> Iterator[str]:
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
    hidden = player.hand_size - len(faces)
    yield pieces.hand(left, y + _HEAD, room, faces, hidden, marks.cards, theme)
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
    yield pieces.token((x + 18, y + 29), 18, seat, theme, initial=scene.initials[seat])
    name, total = scene.names[seat], svg.signed_text(score.total)
    yield svg.label(x + 46, y + 29, name, 24, room - 126, ink, anchor="start", bold=True)
    yield svg.label(x + room, y + 29, total, 36, 74, ink, anchor="end", bold=True)
    paths, wishing = svg.signed_text(score.paths), svg.signed_text(score.wishing_stones)
    terms = f"paths {paths}, tiles {score.tile_points}, stones {wishing}"
    if board.lap(score.total) > 1:
        terms = f"{terms}, lap {board.lap(score.total)}"
    yield svg.label(x, y + 66, terms, 19, room - 74, faint, anchor="start")
    yield pieces.wishing_stone((x + room - 50, y + 66), 13, theme)
    yield svg.label(x + room, y + 66, f"\N{MULTIPLICATION SIGN}{stones}", 19, 34, ink, anchor="end")


def _badge(x: float, y: float, colour: Colour, theme: Theme) -> str:
    """The letter and the symbol of a column."""
    paint, height = theme.path(colour), _SMALL_CARD[1]
    middle = y + height / 2
    plate = svg.rect(x, y + 1, 54, height - 2, paint.fill, theme.edge, rx=15)
    letter = svg.label(x + 17, middle, colour.letter, 22, 22, paint.ink, bold=True)
    return plate + letter + pieces.symbol((x + 38, middle), 8.5, colour, paint.ink)


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


def film_svg(
    record: scenes.Film, *, frames: int = 6, names: Sequence[str] = (), **look: Unpack[Look]
) -> str:
    """A record, or positions of one game, as a strip of small boards.

    In a record the moves of the turn before each board are marked. Hands are left out, so no hidden
    card shows.

    :param frames: the most boards, spread evenly over the game; the last position is one of them,
        and so is the first unless `frames` is 1
    :param look: `size`, `theme` and `colours`, as for `board_svg`

    >>> from keltis.record import GameRecord
    >>> from keltis.render import film_svg
    >>> film_svg(GameRecord.seeded(2, seed=1)).count("keltis-frame")
    1
    """
    game, theme = scenes.frames_of(record, names), PALETTE.theme(**look)
    stops = film.choose_frames(game.stops, frames)
    by_stop = {stop: game.scene(stop) for stop in stops}
    rules, lasting = game.positions[0].rules, game.lasting_tiles()
    layout = board_layout(rules.path_length, 0)
    ground = "".join(
        [*board.ground(layout, rules, scenes.NO_MARKS, theme), *board.tiles(layout, lasting, theme)]
    )
    ground_id = svg.content_id(ground)
    stone_id = f"{ground_id}-w"

    def draw_frame(stop: int) -> tuple[list[str], list[str]]:
        scene = by_stop[stop]
        marks = scenes.marks_of(scene, game.turns[stop], (), ())
        drawn = [
            svg.element("use", href=f"#{ground_id}"),
            *_passing_tiles(layout, scene.view.tiles, lasting, stone_id),
            *board.last_marks(layout, scene, marks, theme),
            *board.figures(layout, scene, theme),
        ]
        return drawn, [svg.signed_text(score.total) for score in scene.scores]

    defs = svg.element(
        "defs",
        svg.element("g", ground, id=ground_id),
        svg.element("g", pieces.wishing_stone((0, 0), TILE, theme), id=stone_id),
    )
    view_box = (0, 0, WIDTH, layout.bottom)
    strip = film.Strip(max_columns=2, frame_width=450, view_box=view_box, score=_SCORE, defs=defs)
    return _reel(game, by_stop[stops[-1]], theme).film(stops, draw_frame, strip)


def _reel(game: Frames, last: Scene, theme: Theme) -> film.Reel:
    def badge(place: svg.Point, radius: float, seat: int) -> str:
        return pieces.token(place, radius, seat, theme, initial=last.initials[seat])

    return film.Reel("Keltis", last.names, game.captions, description(last), badge, _NAME, theme)


def _passing_tiles(
    layout: BoardLayout, on_board: Tiles, lasting: Tiles, stone_id: str
) -> Iterator[str]:
    """The wishing stones that are taken in another position."""
    for path in Colour:
        for row, kind in enumerate(on_board[path]):
            if kind is not None and lasting[path][row] is None:
                x, y = layout.stone(path, row)
                title = svg.element("title", f"{path} path, row {row}: {kind.value}")
                yield svg.element("use", title, href=f"#{stone_id}", x=x, y=y, class_="keltis-tile")


def animated_svg(
    record: scenes.Film, *, pace: float = 0.5, names: Sequence[str] = (), **look: Unpack[Look]
) -> str:
    """A record, or positions of one game, as an animated picture that repeats.

    Where scripts run, a button plays and pauses, and a slider goes to any move; elsewhere the
    picture plays by itself. Where nothing moves (in print, or in a program without SMIL) the
    picture shows the last position. Hands are left out, so no hidden card shows.

    :param pace: seconds a move
    :param look: `size`, `theme` and `colours`, as for `board_svg`

    >>> from keltis.record import GameRecord
    >>> from keltis.render import animated_svg
    >>> animated_svg(GameRecord.seeded(2, seed=1)).count("keltis-figure")
    10
    """
    game, theme = scenes.frames_of(record, names), PALETTE.theme(**look)
    last, timeline = game.scene(-1), Timeline(len(game.positions), pace)
    layout = board_layout(last.view.rules.path_length, _ANIMATION_HEADER)
    track_top, lasting = layout.bottom + _GAP, game.lasting_tiles()
    drawn = [
        *board.ground(layout, last.view.rules, scenes.NO_MARKS, theme),
        *board.tiles(layout, lasting, theme),
        *_taken_stones(layout, game, lasting, timeline, theme),
        *_moving_figures(layout, game, last, timeline, theme),
        *board.track_spaces(track_top, theme),
        *_moving_markers(track_top, game, last, timeline, theme),
    ]
    box = WIDTH, track_top + TRACK_HEIGHT + _GAP / 2
    return timeline.draw(_reel(game, last, theme), drawn, box, margin=MARGIN, caption_size=24)


def _taken_stones(
    layout: BoardLayout, game: Frames, lasting: Tiles, timeline: Timeline, theme: Theme
) -> Iterator[str]:
    """The wishing stones that are taken at some time."""
    for path in Colour:
        for row, kept in enumerate(lasting[path]):
            present = [each.tiles[path][row] is Tile.WISHING_STONE for each in game.positions]
            if kept is None and any(present):
                title = f"{path} path, row {row}: wishing stone"
                drawn = pieces.tile(layout.stone(path, row), Tile.WISHING_STONE, theme)
                yield timeline.visible_group(present, svg.group("tile", title, drawn))


def _moving_figures(
    layout: BoardLayout, game: Frames, last: Scene, timeline: Timeline, theme: Theme
) -> Iterator[str]:
    """All figures, each from its place on the starting stone, where it is smaller."""
    players, rules = len(last.names), last.view.rules
    for seat, name in enumerate(last.names):
        start = board.start_places(layout, seat, players, rules.small_figures)
        small_places = iter(start.small)
        large_paths = {position.players[seat].large for position in game.positions}
        figures: list[tuple[str, bool, list[svg.Point], list[float]]] = []
        for path in Colour:
            rows = [position.players[seat].rows[path] for position in game.positions]
            if any(rows):
                large = path in large_paths
                first = start.large if large else next(small_places)
                way = [
                    board.figure_place(layout, path, row, seat, players, large=large)
                    if row
                    else first
                    for row in rows
                ]
                sizes = [1 if row else start.scale for row in rows]
                figures.append((f"{path} path", large, way, sizes))
        figures += [("starting stone", False, [place], [start.scale]) for place in small_places]
        if rules.large_figures and large_paths == {None}:
            figures.append(("starting stone", True, [start.large], [start.scale]))
        for where, large, places, scales in figures:
            radius, initial = board.figure_radius(players, large=large), last.initials[seat]
            drawn = pieces.token((0, 0), radius, seat, theme, initial=initial, large=large)
            growth = timeline.transform("scale", [(scale,) for scale in scales])
            if growth or scales[-1] != 1:
                drawn = svg.element("g", drawn, growth, transform=f"scale({scales[-1]:.3f})")
            title = f"{name}: {'large' if large else 'small'} figure, {where}"
            yield timeline.moving_group("figure", title, drawn, places)


def _moving_markers(
    top: float, game: Frames, last: Scene, timeline: Timeline, theme: Theme
) -> Iterator[str]:
    totals = [[score.total for score in scores(position)] for position in game.positions]
    standing = [board.marker_places(top, points) for points in totals]
    radius = max(_MIN_MARKER, min(size for places in standing for _, size in places.values()))
    for seat, name in enumerate(last.names):
        title = f"{name}: {count_noun(totals[-1][seat], 'point')} in the end"
        drawn = pieces.token((0, 0), radius, seat, theme, initial=last.initials[seat])
        places = [by_seat[seat][0] for by_seat in standing]
        yield timeline.moving_group("marker", title, drawn, places)
