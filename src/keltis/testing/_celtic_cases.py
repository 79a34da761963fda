"""Conformance games of CELTIC!: a table of the cases of rulings and how to detect them."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, product
from typing import Final, Literal, TypeAlias, final

import attrs

from keltis._codec.forms import Form, register
from keltis._lib.values import Immutable
from keltis.celtic._engine.legality import legal_moves
from keltis.celtic._engine.moves import PASS, Forfeit, Lay, Move
from keltis.celtic._engine.rules import CELTIC, Rules
from keltis.celtic._engine.scoring import Outcome, outcome, paths
from keltis.celtic._engine.setup import new_game
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import (
    ALL_MASKS,
    BLUE,
    NEUTRAL,
    ORANGE,
    SIDES,
    Owner,
    Shape,
    neighbour,
)
from keltis.celtic._game import GAME
from keltis.celtic.events import Event, KnotClosed
from keltis.celtic.record import GameRecord
from keltis.testing import _suite as suite

Step: TypeAlias = suite.Step[GameState, Move]

SMALL_WINDOW: Final = Rules(
    width=4, height=3, supplies=((2, 1, 0, 1, 0), (1, 2, 0, 1, 0), (2, 2, 1, 1, 1))
)
"""Rules with a small window and few tiles, under which players run out of tiles."""


def play(rules: Rules, seed: int, *, penalty: bool = False) -> GameRecord:
    """A game of even chance. In one with a penalty, a tile is laid beyond the window (K12)."""
    rng = random.Random(seed)

    def choose(state: GameState) -> Move | None:
        nonlocal penalty
        beyond = CELTIC_SUITE.illegal_moves(state).get("OUT_OF_WINDOW") if penalty else None
        if isinstance(beyond, Lay):
            penalty = False
            return Forfeit(beyond)
        moves = legal_moves(state)
        return moves[int(rng.random() * len(moves))] if moves else None

    return GameRecord(new_game(rules=rules)).play(choose)


def _candidates(state: GameState) -> Iterator[Move]:
    yield PASS
    width, height = state.rules.width, state.rules.height
    for y, x in product(range(-height, height + 1), range(-width, width + 1)):
        for mask, owner in product(ALL_MASKS, Owner):
            yield Lay(x, y, mask, owner)


def _contacts(step: Step, *, open_sides: bool) -> int:
    """The number of neighbours that the laid tile touches with open, or with closed, sides."""
    tile = step.move
    cells = {lay.cell for lay in step.before.lays}
    return type(tile) is Lay and sum(
        neighbour(tile.cell, side) in cells and bool(tile.mask & side) is open_sides
        for side in SIDES
    )


def _lays(step: Step, shape: Shape) -> bool:
    return type(step.move) is Lay and step.move.shape is shape


def _shape_is_turned(state: GameState, _end: Outcome) -> bool:
    return len({lay.mask for lay in state.lays}) > len({lay.shape for lay in state.lays})


def _knots_share_a_tile(state: GameState, _end: Outcome) -> bool:
    knots = [set(path.tiles) for path in paths(state) if path.is_knot]
    return any(one & other for one, other in combinations(knots, 2))


def _later_knot_decides(_state: GameState, end: Outcome) -> bool:
    orange, blue = end.scores
    return orange != blue and orange[:1] == blue[:1]


_STEP_CASES: Final[dict[str, Callable[[Step], bool]]] = {
    **{f"K1 {shape.name.lower()}": partial(_lays, shape=shape) for shape in Shape},
    "K1 no such tile is left": lambda s: s.rejects("NONE_LEFT"),
    "K2 a knot turns in an end": lambda s: any(
        lay.shape is Shape.END for closed in s.all(KnotClosed) for lay in closed.knot.tiles
    ),
    "K4 Orange begins": lambda s: len(s.before.lays) == 1 and s.before.to_move is ORANGE,
    "K5 a tile of one's own": lambda s: type(s.move) is Lay and s.move.supply is not NEUTRAL,
    "K5 a neutral tile": lambda s: type(s.move) is Lay and s.move.supply is NEUTRAL,
    "K5 a tile of the other player is illegal": lambda s: s.rejects("NOT_YOURS"),
    "K5 a tile that is not joined is illegal": lambda s: s.rejects("NOT_JOINED"),
    "K5 an occupied cell is illegal": lambda s: s.rejects("OCCUPIED"),
    "K6 two open contacts": lambda s: _contacts(s, open_sides=True) >= 2,
    "K6 a closed contact": lambda s: _contacts(s, open_sides=False) >= 1,
    "K6 a path that is cut off is illegal": lambda s: s.rejects("CUT_OFF"),
    "K7 a tile beyond the window is illegal": lambda s: s.rejects("OUT_OF_WINDOW"),
    "K8 a pass": lambda s: s.move == PASS,
    "K8 a pass is illegal": lambda s: s.rejects("MUST_LAY"),
    "K8 a neutral tile after all of one's own": lambda s: (
        type(s.move) is Lay and not any(s.before.left[s.before.to_move])
    ),
    "K10 a knot": lambda s: bool(s.all(KnotClosed)),
    "K10 two knots at once": lambda s: len(s.all(KnotClosed)) >= 2,
    "K10 a knot visits a tile twice": lambda s: any(
        len(closed.knot.arcs) > len(closed.knot.tiles) for closed in s.all(KnotClosed)
    ),
    "K12 a turn is lost": lambda s: type(s.move) is Forfeit,
}
_END_CASES: Final[dict[str, Callable[[GameState, Outcome], bool]]] = {
    "K3 a shape in two orientations": _shape_is_turned,
    "K9 a path stays open": lambda s, _end: not all(path.is_knot for path in paths(s)),
    "K9 nothing is legal": lambda state, _end: "GAME_OVER" in CELTIC_SUITE.illegal_moves(state),
    "K10 two knots share a tile": _knots_share_a_tile,
    "K11 Orange wins": lambda _s, end: end.winner is ORANGE,
    "K11 Blue wins": lambda _s, end: end.winner is BLUE,
    "K11 a draw": lambda _s, end: end.winner is None,
    "K11 a later knot decides": _later_knot_decides,
}


@final
@attrs.frozen
class Header(Immutable):
    """The first line of the games of CELTIC!, with the rules that they name."""

    format: Literal["celtic-conformance"] = "celtic-conformance"
    version: int = 1
    rules: dict[str, Rules] = attrs.field(factory=lambda: {"CELTIC": CELTIC})


register(Form(Header, tagged=True, union="Line"))
CelticLine: TypeAlias = (
    Header | suite.Start[GameState] | suite.Decision[GameState, Event] | suite.End[Outcome]
)
"""A line of a file with games of CELTIC!."""

CELTIC_SUITE: Final[suite.Suite[GameState, GameState, Move, Rules]] = suite.Suite(
    game=GAME,
    header=Header(),
    kinds={
        "CELTIC": partial(play, CELTIC),
        "small window": partial(play, SMALL_WINDOW),
        "CELTIC with a penalty": partial(play, CELTIC, penalty=True),
    },
    candidates=_candidates,
    cases=_STEP_CASES | {case: suite.at_end(outcome, shows) for case, shows in _END_CASES.items()},
)

NOT_IN_GAMES: Final = {"K13": "a puzzle is not a game", "K14": "a puzzle is not a game"}
"""The rulings that have no case, and why."""
