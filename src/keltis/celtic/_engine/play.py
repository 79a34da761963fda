"""The state after a move.

A legal move in a valid state gives a valid state, so the states built here are not checked again.
"""

from bisect import bisect

from keltis._lib.values import replace_item
from keltis.celtic._engine.frontier import extend_frontier
from keltis.celtic._engine.legality import IllegalMove, forfeit_illegality, illegality
from keltis.celtic._engine.moves import READING_ORDER, Forfeit, Lay, Move
from keltis.celtic._engine.state import GameState, after_lay
from keltis.celtic._engine.tiles import SHAPES, opponent


def apply_move(state: GameState, move: Move) -> GameState:
    """The state after this move; the old state does not change.

    An illegal move raises `IllegalMove`, which carries the reason.

    >>> from keltis.celtic import Lay, Owner, Pass, apply_move, new_game
    >>> state = apply_move(new_game(), Lay(0, -1, 4, Owner.NEUTRAL))
    >>> len(state.lays), state.to_move
    (2, Owner.BLUE)
    >>> apply_move(state, Pass())
    Traceback (most recent call last):
    ...
    keltis.celtic.IllegalMove: pass: a player who can lay a tile may not pass (K8)
    """
    reason = illegality(state, move)
    if reason is not None:
        raise IllegalMove(reason, move, state)
    if type(move) is Lay:
        return _lay(state, move)
    return _pass_turn_on(state)


def forfeit_turn(state: GameState, lay: Lay) -> GameState:
    """The state after the penalty for this lay: tile back, turn lost, nothing else changed (K12).

    `apply_move` rejects a tile that breaks the window. This is for a program that keeps a game of
    people who have really laid it. It is allowed exactly when the window alone forbids the lay, so
    when `illegality(state, lay)` is `OUT_OF_WINDOW`. Any other lay raises `IllegalMove`.

    >>> from keltis.celtic import Lay, Owner, Rules, forfeit_turn, new_game
    >>> state = new_game(rules=Rules(width=3, height=3))
    >>> forfeit_turn(state, Lay(1, 0, 10, Owner.ORANGE)).to_move
    Owner.BLUE
    >>> forfeit_turn(state, Lay(1, 0, 8, Owner.ORANGE))
    Traceback (most recent call last):
    ...
    keltis.celtic.IllegalMove: forfeit 1,0 W orange: the tile fits, so no turn is lost (K12)
    """
    forfeit = Forfeit(lay)
    reason = forfeit_illegality(state, lay)
    if reason is not None:
        raise IllegalMove(reason, forfeit, state)
    return _pass_turn_on(state)


def apply_recorded_move(state: GameState, move: Move) -> GameState:
    """The state after a move, or after the penalty in place of one."""
    return forfeit_turn(state, move.lay) if type(move) is Forfeit else apply_move(state, move)


def _pass_turn_on(state: GameState) -> GameState:
    other = opponent(state.to_move)
    return after_lay(
        state,
        lays=state.lays,
        to_move=other,
        left=state.left,
        frontier=state.frontier,
    )


def _lay(state: GameState, lay: Lay) -> GameState:
    supply, shape = lay.supply, SHAPES[lay.mask]
    lays = list(state.lays)
    lays.insert(bisect(lays, READING_ORDER(lay), key=READING_ORDER), lay)
    counts = state.left[supply]
    return after_lay(
        state,
        lays=tuple(lays),
        to_move=opponent(state.to_move),
        left=replace_item(state.left, supply, replace_item(counts, shape, counts[shape] - 1)),
        frontier=extend_frontier(state.frontier, state.rules.grid, lay),
    )
