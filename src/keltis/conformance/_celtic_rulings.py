"""Which rulings of CELTIC! a game shows: a table of cases and how to detect them."""

import functools
from collections.abc import Callable
from itertools import combinations
from typing import Final, TypeAlias, final

import attrs

from keltis._shared.values import Immutable
from keltis.celtic.events import Event, KnotClosed
from keltis.celtic.legality import illegality
from keltis.celtic.moves import PASS, Forfeit, Lay, Move
from keltis.celtic.scoring import Outcome, paths
from keltis.celtic.state import GameState
from keltis.celtic.tiles import ALL_MASKS, BLUE, NEUTRAL, ORANGE, SIDES, Owner, Shape, neighbour


@final
@attrs.frozen
class Step(Immutable):
    """One turn of a game."""

    before: GameState
    move: Move
    events: tuple[Event, ...]
    after: GameState

    def refuses(self, code: str) -> bool:
        """Whether a move is illegal before this one for this reason."""
        return code in illegal_moves(self.before)


StepTest: TypeAlias = Callable[[Step], bool]
EndTest: TypeAlias = Callable[[GameState, Outcome], bool]


@functools.lru_cache(maxsize=4)
def illegal_moves(state: GameState) -> dict[str, Move]:
    """For each reason why a move can be illegal here, its code and the first such move."""
    found: dict[str, Move] = {}
    width, height = state.rules.width, state.rules.height
    cells = [(x, y) for y in range(-height, height + 1) for x in range(-width, width + 1)]
    moves: list[Move] = [PASS]
    moves += (Lay(x, y, mask, owner) for x, y in cells for mask in ALL_MASKS for owner in Owner)
    for move in moves:
        reason = illegality(state, move)
        if reason is not None:
            found.setdefault(reason.name, move)
    return found


def _contacts(step: Step, *, open_sides: bool) -> int:
    """The number of neighbours that the laid tile touches with open, or with closed, sides."""
    if type(step.move) is not Lay:
        return 0
    tile = step.move
    cells = {lay.cell for lay in step.before.lays}
    return sum(
        neighbour(tile.cell, side) in cells and bool(tile.mask & side) is open_sides
        for side in SIDES
    )


def _lays_shape(step: Step, shape: Shape) -> bool:
    return type(step.move) is Lay and step.move.shape is shape


def _lays_without_own_tiles(step: Step) -> bool:
    """K8: a neutral tile, after all tiles of one's own have been laid."""
    return type(step.move) is Lay and not any(step.before.left[step.before.to_move])


def _knot_turns_in_an_end(step: Step) -> bool:
    """K2: a strand leaves an end by the side by which it came."""
    knots = [event.knot for event in step.events if type(event) is KnotClosed]
    return any(lay.shape is Shape.END for knot in knots for lay in knot.tiles)


def _visits_a_tile_twice(step: Step) -> bool:
    return any(
        type(event) is KnotClosed and len(event.knot.arcs) > len(event.knot.tiles)
        for event in step.events
    )


def _path_stays_open(state: GameState, _end: Outcome) -> bool:
    return any(not path.is_knot for path in paths(state))


def _shape_is_turned(state: GameState, _end: Outcome) -> bool:
    return len({lay.mask for lay in state.lays}) > len({lay.shape for lay in state.lays})


def _knots_share_a_tile(state: GameState, _end: Outcome) -> bool:
    knots = [set(path.tiles) for path in paths(state) if path.is_knot]
    return any(one & other for one, other in combinations(knots, 2))


def _later_knot_decides(_state: GameState, end: Outcome) -> bool:
    orange, blue = end.scores
    return orange != blue and orange[:1] == blue[:1]


STEP_CASES: Final[dict[str, StepTest]] = {
    **{
        f"K1 {shape.name.lower()}": functools.partial(_lays_shape, shape=shape)
        for shape in (Shape.END, Shape.CORNER, Shape.STRAIGHT, Shape.TEE, Shape.CROSS)
    },
    "K1 no such tile is left": lambda s: s.refuses("NONE_LEFT"),
    "K2 a knot turns in an end": _knot_turns_in_an_end,
    "K4 Orange begins": lambda s: len(s.before.lays) == 1 and s.before.to_move is ORANGE,
    "K5 a tile of one's own": lambda s: type(s.move) is Lay and s.move.supply is not NEUTRAL,
    "K5 a neutral tile": lambda s: type(s.move) is Lay and s.move.supply is NEUTRAL,
    "K5 a tile of the other player is illegal": lambda s: s.refuses("NOT_YOURS"),
    "K5 a tile that is not joined is illegal": lambda s: s.refuses("NOT_JOINED"),
    "K5 an occupied cell is illegal": lambda s: s.refuses("OCCUPIED"),
    "K6 two open contacts": lambda s: _contacts(s, open_sides=True) >= 2,
    "K6 a closed contact": lambda s: _contacts(s, open_sides=False) >= 1,
    "K6 a path that is cut off is illegal": lambda s: s.refuses("CUT_OFF"),
    "K7 a tile beyond the window is illegal": lambda s: s.refuses("OUT_OF_WINDOW"),
    "K8 a pass": lambda s: s.move == PASS,
    "K8 a pass is illegal": lambda s: s.refuses("MUST_LAY"),
    "K8 a neutral tile after all of one's own": _lays_without_own_tiles,
    "K10 a knot": lambda s: any(type(event) is KnotClosed for event in s.events),
    "K10 two knots at once": lambda s: sum(type(e) is KnotClosed for e in s.events) >= 2,
    "K10 a knot visits a tile twice": _visits_a_tile_twice,
    "K12 a turn is lost": lambda s: type(s.move) is Forfeit,
}
END_CASES: Final[dict[str, EndTest]] = {
    "K3 a shape in two orientations": _shape_is_turned,
    "K9 a path stays open": _path_stays_open,
    "K9 nothing is legal": lambda state, _end: "GAME_OVER" in illegal_moves(state),
    "K10 two knots share a tile": _knots_share_a_tile,
    "K11 Orange wins": lambda _s, end: end.winner is ORANGE,
    "K11 Blue wins": lambda _s, end: end.winner is BLUE,
    "K11 a draw": lambda _s, end: end.winner is None,
    "K11 a later knot decides": _later_knot_decides,
}
CASES: Final = (*STEP_CASES, *END_CASES)
"""The cases that a set of conformance games must have, each beginning with its ruling."""

NOT_IN_GAMES: Final = {"K13": "a puzzle is not a game", "K14": "a puzzle is not a game"}
"""The rulings that have no case, and why."""
