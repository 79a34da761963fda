"""What a picture shows: the tiles, the window, the numbered knots and the open strands."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, final

import attrs

from keltis._lib.text import count_noun
from keltis._lib.values import Immutable
from keltis.celtic._engine.legality import legal_moves
from keltis.celtic._engine.moves import PASS, Lay
from keltis.celtic._engine.scoring import Outcome, Score, outcome, outcome_text, score_text, scores
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.strands import Strand, strands
from keltis.celtic._engine.tiles import PLAYERS, Cell, Owner, format_cell, letters_of
from keltis.celtic.puzzles import Filling
from keltis.render._kit.film import seat_names

Position: TypeAlias = GameState | Filling
"""A position to draw."""


@final
@attrs.frozen
class Window(Immutable):
    """The cells of the window, with the design as far in the middle as possible."""

    left: int
    top: int
    width: int
    height: int
    shifts: tuple[int, int, int, int] = (0, 0, 0, 0)
    """How many cells it can still float to the north, east, south and west (K7)."""

    @property
    def columns(self) -> range:
        """The x of its cells."""
        return range(self.left, self.left + self.width)

    @property
    def rows(self) -> range:
        """The y of its cells."""
        return range(self.top, self.top + self.height)


@final
@attrs.frozen
class Scene(Immutable):
    """A position, and what follows from it."""

    state: GameState | None
    """None for a filling."""
    names: tuple[str, str]
    """Of Orange and of Blue."""
    design: Mapping[Cell, int]
    """The masks by cell."""
    owners: Mapping[Cell, Owner]
    """The owners of the tiles by cell; the tiles of a filling have none."""
    window: Window
    strands: tuple[Strand, ...]

    @property
    def knots(self) -> tuple[Strand, ...]:
        """The closed strands; the first one is knot 1."""
        return tuple(strand for strand in self.strands if strand.closed)

    @property
    def open(self) -> tuple[Strand, ...]:
        return tuple(strand for strand in self.strands if not strand.closed)

    @property
    def outcome(self) -> Outcome | None:
        return None if self.state is None else outcome(self.state)

    @property
    def scores(self) -> tuple[Score, Score]:
        """The knot scores of Orange and of Blue, as if the game ended now."""
        return ((), ()) if self.state is None else scores(self.state)

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """The cells where the next tile can go: none before a pass or after the end (K5 to K9)."""
        moves = () if self.state is None else legal_moves(self.state)
        return tuple(dict.fromkeys(move.cell for move in moves if isinstance(move, Lay)))

    def tile_title(self, cell: Cell) -> str:
        """The cell, the open sides and the owner of a tile, such as `0,-1 NS orange`."""
        words = [format_cell(cell), letters_of(self.design[cell])]
        owner = self.owners.get(cell)
        return " ".join(words if owner is None else [*words, str(owner)])

    def count(self, knot: Strand, owner: Owner) -> int:
        """The number of tiles of this owner that a knot visits (K10)."""
        return sum(self.owners.get(cell) is owner for cell in knot.cells)


def scene_of(position: Position, *, names: Sequence[str] = ()) -> Scene:
    """The scene of a position of a game, or of a puzzle.

    >>> from keltis.celtic import new_game
    >>> scene_of(new_game()).window
    Window(left=-2, top=-2, width=5, height=5, shifts=(1, 1, 1, 1))
    """
    orange, blue = seat_names(names, tuple(map(str, PLAYERS)))
    if isinstance(position, GameState):
        design = {lay.cell: lay.mask for lay in position.lays}
        owners, window = {lay.cell: lay.supply for lay in position.lays}, _window(position)
    else:
        design, owners = position.masks, {}
        window = Window(0, 0, len(position.rows[0]), len(position.rows))
    state = position if isinstance(position, GameState) else None
    return Scene(state, (orange, blue), design, owners, window, strands(design))


def _window(state: GameState) -> Window:
    west, east, north, south = state.frontier.box
    width, height = state.rules.width, state.rules.height
    left = west - (width - (east - west + 1)) // 2
    top = north - (height - (south - north + 1)) // 2
    shifts = (top + height - 1 - south, west - left, north - top, left + width - 1 - east)
    return Window(left, top, width, height, shifts)


def status_line(scene: Scene) -> str:
    """Whose turn it is, or how the game ended, in one sentence.

    >>> from keltis.celtic import Filling, new_game
    >>> status_line(scene_of(new_game(), names=("Ann", "Bob")))
    'Ann is to lay a tile'
    >>> status_line(scene_of(Filling.parse("6C/39")))
    '4 tiles, 2 knots'
    """
    if scene.state is None:
        return f"{count_noun(len(scene.design), 'tile')}, {count_noun(len(scene.knots), 'knot')}"
    if scene.outcome is not None:
        return outcome_text(scene.outcome, lambda winner: f"{scene.names[winner]} wins")
    name = scene.names[scene.state.to_move]
    return (
        f"{name} must pass" if legal_moves(scene.state) == (PASS,) else f"{name} is to lay a tile"
    )


def description(scene: Scene) -> str:
    """The scores and every tile, for readers who cannot see the picture."""
    tiles = "; ".join(scene.tile_title(cell) for cell in scene.design)
    if scene.state is None:
        return f"Tiles: {tiles}."
    orange, blue = (
        f"{scene.names[player]}: {score_text(scene.scores[player])}." for player in PLAYERS
    )
    return f"{orange} {blue} Tiles: {tiles}."
