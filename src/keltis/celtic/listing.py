"""All legal moves of a state."""

from typing import Final

from keltis.celtic.ending import can_lay
from keltis.celtic.frontier import FITTING, available_shapes
from keltis.celtic.moves import PASS, Lay, Move
from keltis.celtic.state import GameState, require_state
from keltis.celtic.tiles import NEUTRAL, opponent

_PASS_ONLY: Final[tuple[Move, ...]] = (PASS,)


def legal_moves(state: GameState) -> tuple[Move, ...]:
    """All legal moves, without duplicates, in a stable order; none exactly when the game is over.

    Cell by cell in reading order; on each, the player's own tiles before the neutral ones, with
    masks going upwards. A player who cannot lay has a single move, `Pass`, as long as the other one
    can (K8).

    >>> from keltis.celtic import new_game
    >>> moves = legal_moves(new_game())
    >>> len(moves), str(moves[0])
    (60, 'lay 0,-1 S orange')
    """
    if type(state) is not GameState:
        require_state(state)
    mover, contacts = state.to_move, state.frontier.contacts
    lays_of = state.rules.grid.lays
    own_lays, neutral_lays = lays_of[mover], lays_of[NEUTRAL]
    own, neutral = available_shapes(state.left[mover]), available_shapes(state.left[NEUTRAL])
    moves: list[Lay] = []
    for cell in state.frontier.faced:
        fitting = FITTING[contacts[cell]]
        lays = own_lays[cell]
        moves += [lays[place] for place in fitting[own]]
        lays = neutral_lays[cell]
        moves += [lays[place] for place in fitting[neutral]]
    if moves:
        return tuple(moves)
    return _PASS_ONLY if can_lay(state, opponent(mover)) else ()
