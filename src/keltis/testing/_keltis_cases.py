"""Conformance games of Keltis: a table of the cases of rulings and how to detect them."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from types import NoneType
from typing import Final, Literal, TypeAlias, final

import attrs

from keltis._codec.forms import Form, register
from keltis._engine.cards import Card, Colour, Figure, Tile
from keltis._engine.columns import Direction, direction
from keltis._engine.ending import EndReason
from keltis._engine.legality import fits
from keltis._engine.moves import Advance, Decline, Discard, Draw, Lay, Move, Phase
from keltis._engine.players import PlayerState
from keltis._engine.rules import PRESETS, Rules
from keltis._engine.scoring import Outcome, outcome, scores
from keltis._engine.setup import new_game
from keltis._engine.state import GameState
from keltis._game import GAME
from keltis._lib.values import Immutable
from keltis.events import (
    CloverReached,
    Event,
    FigureEntered,
    FigureMoved,
    FinishedPathExtended,
    PointsWon,
    StepWasted,
    WishingStoneTaken,
)
from keltis.learning import STANDARD_ACTION_COUNT, move_of
from keltis.notation import FILE_VERSION
from keltis.record import GameRecord
from keltis.testing import _suite as suite
from keltis.testing._playing import playthrough

Step: TypeAlias = suite.Step[GameState, Move]

SHORT_PATHS: Final = Rules(
    values=(1, 2, 3, 4, 5, 6),
    row_points=(-2, 1, 4),
    goal_row=3,
    tiles=(Tile.CLOVER,) * 4 + (Tile.WISHING_STONE,) * 3 + (Tile.ONE, Tile.TWO, Tile.THREE),
    tile_rows=((1, 2), (2, 3), (1, 3), (2, 3), (1, 2)),
    cards_removed=((2, 4), (3, 0), (4, 0)),
    hand_size=4,
    goal_figures=9,
    may_take_own_discard=False,
)
"""Rules with short paths, on which figures reach the end stone before the end of the game."""

FEW_FIGURES: Final = attrs.evolve(
    SHORT_PATHS, small_figures=2, advance_may_enter=True, step_may_be_wasted=True
)
"""Rules with fewer figures than paths, under which a clover may bring a figure or be wasted."""

_LEAN: Final = 0.85
"""How often a move is one that leads on; the others are even chance."""
_MAX_MOVES: Final = 400
"""After this number of moves cards come from the face-down pile alone, so that a game ends (E3)."""


def play(rules: Rules, players: int, seed: int, *, patience: int = _MAX_MOVES) -> GameRecord:
    """A game that leans towards laying cards."""
    start = new_game(players, seed=seed, rules=rules, first_player=seed % players)
    line = playthrough(start, random.Random(seed), lean=_LEAN, patience=patience)
    return GameRecord(start, tuple(move for _, move in line))


def _candidates(_state: GameState) -> Iterator[Move]:
    return map(move_of, range(STANDARD_ACTION_COUNT))


def _mover(step: Step) -> PlayerState:
    """The player to move, before the move."""
    return step.before.players[step.before.to_move]


def _source(step: Step | None) -> object:
    """The event that gave the step which is due: of a clover or a finished path, or None."""
    if step is None or step.before.phase is not Phase.ADVANCE or step.previous is None:
        return None
    return step.previous.events[-1]


def _column(step: Step) -> tuple[Card, ...]:
    """The column of the card that is laid, with this card on top."""
    if type(step.move) is not Lay:
        return ()
    return step.after.players[step.before.to_move].columns[step.move.card.colour]


def _distance(step: Step) -> int:
    """The distance of a laid card from the card below it; -1 if there is none."""
    column = _column(step)
    return abs(column[-1].value - column[-2].value) if len(column) > 1 else -1


def _flat_column_rejects(step: Step) -> bool:
    """Whether the mover cannot lay a card because two equal ones have fixed the column."""
    rules, columns = step.before.rules, _mover(step).columns
    return step.before.phase is Phase.PLAY and any(
        direction(rules, columns[card.colour]) is Direction.FLAT
        and card is not columns[card.colour][0]
        for card in _mover(step).hand
    )


def _only_one_kind_left(step: Step) -> bool:
    """Whether a figure entered a path when the player had no choice of figures."""
    figure = step.move.figure if type(step.move) is Lay else None
    if figure is Figure.SMALL:
        return _mover(step).large is not None
    entered = sum(row > 0 for row in _mover(step).rows)
    return figure is Figure.LARGE and entered >= step.before.rules.small_figures


def _brings(step: Step, figure: Figure) -> bool:
    return type(step.move) is Lay and step.move.figure is figure


def _stone_shared(step: Step) -> bool:
    pairs = combinations([player.rows for player in step.after.players], 2)
    return any(0 < one[colour] == other[colour] for one, other in pairs for colour in Colour)


def _on_path(rules: Rules, player: PlayerState) -> bool:
    """Whether a figure of the player can move along its path."""
    return any(0 < row < rules.path_length for row in player.rows)


def _points_of(step: Step, *, large: bool) -> bool:
    return any(
        (step.after.players[won.seat].large is won.colour) is large for won in step.all(PointsWon)
    )


def _clover_moves(step: Step, *, same: bool) -> bool:
    clover, move = _source(step), step.move
    if type(clover) is not CloverReached or type(move) is not Advance:
        return False
    return (clover.colour is move.colour) is same


def _finished_path_extended(step: Step, *, gives_step: bool) -> bool:
    return any(event.gives_step is gives_step for event in step.all(FinishedPathExtended))


def _ends_by_fifth_figure(step: Step, source: type = object) -> bool:
    end = outcome(step.after)
    is_fifth = end is not None and end.reason is EndReason.FIFTH_FIGURE
    return is_fifth and isinstance(_source(step), source)


def _last_tiles(step: Step) -> list[Tile | None]:
    """The tile under the figure that ends the game."""
    moved = step.all(FigureMoved) if _ends_by_fifth_figure(step) else []
    return [step.before.tiles[one.colour][one.row] for one in moved]


def _large_points(state: GameState) -> list[int]:
    """The points of the rows that large figures are on, not doubled."""
    large = [(player.rows, player.large) for player in state.players]
    return [state.rules.row_points[rows[path] - 1] for rows, path in large if path is not None]


def _stones_held(state: GameState, _end: Outcome, *, count: int) -> bool:
    return any(player.wishing_stones == count for player in state.players)


_START_CASES: Final[dict[str, Callable[[GameState], bool]]] = {
    "C1 a deck of 110 cards": lambda s: len(s.rules.deck) == 110,
    "C1 a deck without the value 0": lambda s: s.rules.values[0] == 1,
    "C2 paths of nine stones": lambda s: s.rules.path_length == 9,
    "C3 a tile on every end stone": lambda s: all(path[-1] is not None for path in s.tiles),
    "C4 four small figures and a large one": lambda s: s.rules.small_figures == 4,
    "S1 two players": lambda s: len(s.players) == 2,
    "S1 three players": lambda s: len(s.players) == 3,
    "S1 four players": lambda s: len(s.players) == 4,
    "S2 thirty cards removed": lambda s: len(s.removed) == 30,
    "S2 no cards removed": lambda s: not s.removed,
    "S3 eight cards in each hand": lambda s: all(len(p.hand) == 8 for p in s.players),
    "S4 tiles of all kinds on the board": lambda s: all(
        any(tile in path for path in s.tiles) for tile in Tile
    ),
    "S5 another first player than seat 0": lambda s: s.to_move > 0,
    "S6 no points at the start": lambda s: all(score.tile_points == 0 for score in scores(s)),
}
_STEP_CASES: Final[dict[str, Callable[[Step], bool]]] = {
    "S5 the turn goes round": lambda s: s.after.to_move == 0 != s.before.to_move,
    "T1 a card is discarded": lambda s: type(s.move) is Discard,
    **{
        f"T2 a card brings the {figure.value} figure": partial(_brings, figure=figure)
        for figure in Figure
    },
    "T2 only one kind of figure is left": _only_one_kind_left,
    "T2 no figure waits": lambda s: s.rejects("NO_FIGURE_WAITING"),
    "T3 a later card moves the figure": lambda s: type(s.move) is Lay and bool(s.all(FigureMoved)),
    "T4 a column runs up": lambda s: direction(s.before.rules, _column(s)) is Direction.UP,
    "T4 a column runs down": lambda s: direction(s.before.rules, _column(s)) is Direction.DOWN,
    "T4 an equal card": lambda s: _distance(s) == 0,
    "T4 a gap": lambda s: _distance(s) > 1,
    "T4 a card out of order is illegal": lambda s: s.rejects("OUT_OF_ORDER"),
    "T4 a flat column refuses others": _flat_column_rejects,
    "T5 a finished path gives a step": lambda s: _finished_path_extended(s, gives_step=True),
    "T5 a finished path gives no step": lambda s: _finished_path_extended(s, gives_step=False),
    "T5 the step is taken": lambda s: (
        type(s.move) is Advance and type(_source(s)) is FinishedPathExtended
    ),
    "T5 the step is declined": lambda s: (
        type(s.move) is Decline and type(_source(s)) is FinishedPathExtended
    ),
    "T6 players share a stone": _stone_shared,
    "T7 a card from the pile": lambda s: s.move == Draw(None),
    "T7 a card from a discard pile": lambda s: type(s.move) is Draw and s.move != Draw(None),
    "T7 the own discard is taken back": lambda s: (
        type(s.move) is Draw
        and s.previous is not None
        and type(s.previous.move) is Discard
        and s.previous.move.card.colour is s.move.source
    ),
    "T7 the own discard is barred": lambda s: s.rejects("JUST_DISCARDED"),
    "T7 an empty discard pile is illegal": lambda s: s.rejects("PILE_EMPTY"),
    "T8 a card that does not fit is discarded": lambda s: (
        type(s.move) is Discard and not fits(s.before, s.before.to_move, s.move.card)
    ),
    "P1 a number tile": lambda s: _points_of(s, large=False),
    "P1 a number tile is not doubled": lambda s: _points_of(s, large=True),
    "P1 a number tile counts again for another": lambda s: any(
        seat != won.seat and player.rows[won.colour] >= won.row
        for won in s.all(PointsWon)
        for seat, player in enumerate(s.before.players)
    ),
    "P2 a wishing stone": lambda s: bool(s.all(WishingStoneTaken)),
    "P3 a clover moves the same figure": lambda s: _clover_moves(s, same=True),
    "P3 a clover moves another figure": lambda s: _clover_moves(s, same=False),
    "P3 a chain of clovers": lambda s: all(
        type(_source(step)) is CloverReached for step in (s, s.previous)
    ),
    "P4 a clover is declined": lambda s: (
        type(s.move) is Decline and type(_source(s)) is CloverReached
    ),
    "P4 a clover must be used": lambda s: s.rejects("MUST_ADVANCE"),
    "P5 a clover brings a figure": lambda s: type(s.move) is Advance and bool(s.all(FigureEntered)),
    "P5 entering is the only step": lambda s: (
        s.before.phase is Phase.ADVANCE and not _on_path(s.before.rules, _mover(s))
    ),
    "P5 no figure can enter by a clover": lambda s: s.rejects("NO_FIGURE_ON_PATH"),
    "P5 the first card moves that figure": lambda s: (
        len(column := _column(s)) == 1 and _mover(s).rows[column[0].colour] > 0
    ),
    "P6 a figure on the end stone cannot move": lambda s: s.rejects("ON_END_STONE"),
    "P6 a clover lapses": lambda s: any(not event.gives_step for event in s.all(CloverReached)),
    "P6 a clover is wasted": lambda s: bool(s.all(StepWasted)),
    "P6 a clover that could be wasted lapses": lambda s: (
        s.before.rules.step_may_be_wasted
        and any(not event.gives_step for event in s.all(CloverReached))
    ),
    "P6 the step of a finished path cannot be wasted": lambda s: (
        s.before.rules.step_may_be_wasted and type(_source(s)) is FinishedPathExtended
    ),
    "E1 the last figure enters by a card": lambda s: _ends_by_fifth_figure(s, NoneType),
    "E1 the last figure enters by a clover": lambda s: _ends_by_fifth_figure(s, CloverReached),
    "E1 the last figure enters by a finished path": lambda s: _ends_by_fifth_figure(
        s, FinishedPathExtended
    ),
    "E1 the last tile does not count": lambda s: any(_last_tiles(s)),
    "E1 the last wishing stone does not count": lambda s: Tile.WISHING_STONE in _last_tiles(s),
    "E1 a move inside the goal area is no entry": lambda s: any(
        moved.row > s.before.rules.goal_row for moved in s.all(FigureMoved)
    ),
}
_END_CASES: Final[dict[str, Callable[[GameState, Outcome], bool]]] = {
    "E2 the pile is empty": lambda _s, end: end.reason is EndReason.DRAW_PILE_EMPTY,
    "F1 the large figure on a minus row": lambda s, _end: min(_large_points(s), default=0) < 0,
    "F1 the large figure on a plus row": lambda s, _end: max(_large_points(s), default=0) > 0,
    **{f"F2 {count} wishing stones": partial(_stones_held, count=count) for count in range(6)},
    "F3 a total below zero": lambda _s, end: any(score.total < 0 for score in end.scores),
    "F4 one winner": lambda _s, end: len(end.winners) == 1,
    "F4 a tie": lambda _s, end: len(end.winners) > 1,
}


@final
@attrs.frozen
class Header(Immutable):
    """The first line of the games of Keltis."""

    format: Literal["keltis-conformance"] = "keltis-conformance"
    version: int = FILE_VERSION


register(Form(Header, tagged=True, union="Line"))
KeltisLine: TypeAlias = (
    Header | suite.Start[GameState] | suite.Decision[GameState, Event] | suite.End[Outcome]
)
"""A line of a file with games of Keltis."""

_CASES: Final[dict[str, Callable[[Step], bool]]] = {
    **{case: suite.at_start(shows) for case, shows in _START_CASES.items()},
    **_STEP_CASES,
    **{case: suite.at_end(outcome, shows) for case, shows in _END_CASES.items()},
}
KELTIS_SUITE: Final = suite.Suite(
    game=GAME,
    header=Header(),
    kinds={
        f"{name}, {players} players": partial(play, rules, players)
        for name, rules in {
            **PRESETS,
            "short paths": SHORT_PATHS,
            "few figures": FEW_FIGURES,
        }.items()
        for players in rules.player_counts
    },
    candidates=_candidates,
    cases=_CASES,
)

NOT_IN_GAMES: Final = {"E3": "a game without end cannot be written down"}
"""The rulings that have no case, and why."""
