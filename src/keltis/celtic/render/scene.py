"""What a picture shows: tiles, the window, and the strands with the knots numbered."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, final

import attrs

from keltis._shared.records import require_names
from keltis._shared.values import Immutable
from keltis.celtic.filling import Filling
from keltis.celtic.legality import legal_moves
from keltis.celtic.moves import PASS, Lay
from keltis.celtic.scoring import Outcome, Score, outcome, scores
from keltis.celtic.state import GameState
from keltis.celtic.strands import Strand, strands
from keltis.celtic.tiles import PLAYERS, Cell, Owner
from keltis.errors import InvalidArgument

Position: TypeAlias = GameState | Filling
"""What can be drawn."""


@final
@attrs.frozen
class Window(Immutable):
    """The cells that are shown: those of the window, as far in the middle as it goes."""

    left: int
    top: int
    width: int
    height: int
    shifts: tuple[int, int, int, int] = (0, 0, 0, 0)
    """How far it can still float to the north, the east, the south and the west (K7)."""

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
    """Whose the tiles are; of a filling nothing is known."""
    window: Window
    knots: tuple[Strand, ...]
    """The closed strands; the first one is knot 1."""
    open: tuple[Strand, ...]
    """The other strands."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it did."""
        return None if self.state is None else outcome(self.state)

    @property
    def scores(self) -> tuple[Score, Score]:
        """The knot scores of Orange and of Blue, as if the game ended now."""
        return ((), ()) if self.state is None else scores(self.state)

    @property
    def free(self) -> tuple[Cell, ...]:
        """The cells where the next tile can go: none if its player must pass, or if the game is over (K5 to K9)."""
        moves = () if self.state is None else legal_moves(self.state)
        return tuple(dict.fromkeys(move.cell for move in moves if type(move) is Lay))

    def count(self, knot: Strand, owner: Owner) -> int:
        """How many tiles of this owner a knot visits (K10)."""
        return sum(self.owners.get(cell) is owner for cell in knot.cells)


def scene_of(position: Position, *, names: Sequence[str] = ()) -> Scene:
    """The scene of a position of a game, or of a puzzle.

    >>> from keltis.celtic import new_game
    >>> scene_of(new_game()).window
    Window(left=-2, top=-2, width=5, height=5, shifts=(1, 1, 1, 1))
    """
    names = tuple(names)
    require_names(names, len(PLAYERS))
    orange, blue = names or map(str, PLAYERS)
    if type(position) is GameState:
        design = {lay.cell: lay.mask for lay in position.lays}
        owners, window = {lay.cell: lay.supply for lay in position.lays}, _window(position)
    elif type(position) is Filling:
        design, owners = position.masks, {}
        window = Window(0, 0, len(position.rows[0]), len(position.rows))
    else:
        raise InvalidArgument(
            f"expected a GameState or a Filling of keltis.celtic, not {type(position).__name__}"
        )
    found = strands(design)
    return Scene(
        position if type(position) is GameState else None,
        (orange, blue),
        design,
        owners,
        window,
        tuple(strand for strand in found if strand.closed),
        tuple(strand for strand in found if not strand.closed),
    )


def _window(state: GameState) -> Window:
    west, east, north, south = state.frontier.box
    width, height = state.rules.width, state.rules.height
    left = west - (width - (east - west + 1)) // 2
    top = north - (height - (south - north + 1)) // 2
    shifts = (top + height - 1 - south, west - left, north - top, left + width - 1 - east)
    return Window(left, top, width, height, shifts)


def due(scene: Scene) -> str:
    """Whose turn it is, or how the game ended, in one sentence.

    >>> from keltis.celtic import Filling, new_game
    >>> due(scene_of(new_game(), names=("Ann", "Bob"))), due(scene_of(Filling.parse("6C/39")))
    ('Ann is to lay a tile', '4 tiles, 2 knots')
    """
    if scene.state is None:
        return f"{counted(len(scene.design), 'tile')}, {counted(len(scene.knots), 'knot')}"
    if scene.outcome is not None:
        return _ending(scene, scene.outcome)
    name = scene.names[scene.state.to_move]
    return (
        f"{name} must pass" if legal_moves(scene.state) == (PASS,) else f"{name} is to lay a tile"
    )


def _ending(scene: Scene, end: Outcome) -> str:
    if end.winner is None:
        return f"a draw, {points(end.scores[0])} each"
    won, lost = end.scores[end.winner], end.scores[1 - end.winner]
    return f"{scene.names[end.winner]} wins, {points(won)} to {points(lost)}"


def points(score: Score) -> str:
    """A score for people: what the knots score, the best first."""
    return " ".join(map(str, score)) or "no knot"


def counted(count: int, noun: str) -> str:
    """How many there are of something.

    >>> counted(1, "knot"), counted(0, "knot")
    ('1 knot', '0 knots')
    """
    return f"{count} {noun}{'s' * (count != 1)}"
