"""Which moves are legal, why a move is not, and when the game is over."""

from keltis._lib.values import Reason, RefusedMove
from keltis.celtic._engine.frontier import FITTING, OCCUPIED, available_shapes
from keltis.celtic._engine.moves import PASS, Lay, Move, Pass
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import BLUE, NEUTRAL, ORANGE, SHAPES, Player, opponent


class Illegality(Reason):
    """Why a move is illegal; `str()` of it is a sentence for people."""

    NOT_A_MOVE = "this is not a move: use Lay or Pass, or parse_move for a text"
    GAME_OVER = "the game is over"
    NOT_YOURS = "the tile is the other player's (K5)"
    NONE_LEFT = "no such tile is left in this supply (K1)"
    OCCUPIED = "there is a tile on this cell already"
    NOT_JOINED = "the tile would not be joined to the design through an open side (K5)"
    CUT_OFF = "a path would be cut off: an open side against a closed one (K6)"
    OUT_OF_WINDOW = "the design would open onto a cell outside the window (K7)"
    WITHIN_WINDOW = "the tile fits, so no turn is lost (K12)"
    MUST_LAY = "a player who can lay a tile may not pass (K8)"


class IllegalMove(RefusedMove[Illegality, Move, GameState]):
    """The rules do not allow this move.

    The error carries `reason`, `move` and `state`, which is unchanged.
    """


def can_lay(state: GameState, player: Player) -> bool:
    """Whether the player could lay a tile if it were their turn (K8)."""
    contacts = state.frontier.contacts
    available = available_shapes(state.left[player]) | available_shapes(state.left[NEUTRAL])
    return any(FITTING[contacts[cell]][available] for cell in state.frontier.faced)


def is_over(state: GameState) -> bool:
    """Whether the game is over: neither player can lay a tile (K9)."""
    return not can_lay(state, ORANGE) and not can_lay(state, BLUE)


def illegality(state: GameState, move: Move) -> Illegality | None:
    """The reason why a move is illegal, or None if it is legal.

    It is None exactly when `move in legal_moves(state)`.

    >>> from keltis.celtic import Pass, illegality, new_game
    >>> illegality(new_game(), Pass())
    Illegality.MUST_LAY
    """
    if type(move) is Lay:
        reason = _lay_illegality(state, move)
        return Illegality.GAME_OVER if reason is not None and is_over(state) else reason
    if type(move) is not Pass:
        return Illegality.NOT_A_MOVE
    # K8
    if can_lay(state, state.to_move):
        return Illegality.MUST_LAY
    return None if can_lay(state, opponent(state.to_move)) else Illegality.GAME_OVER


def forfeit_illegality(state: GameState, lay: Lay) -> Illegality | None:
    """The reason why this lay does not cost the turn, or None if it does (K12)."""
    reason = illegality(state, lay)
    if reason is Illegality.OUT_OF_WINDOW:
        return None
    return Illegality.WITHIN_WINDOW if reason is None else reason


def _lay_illegality(  # noqa: PLR0911 - a return for each reason
    state: GameState, lay: Lay
) -> Illegality | None:
    supply, mask = lay.supply, lay.mask
    if supply is not state.to_move and supply is not NEUTRAL:
        return Illegality.NOT_YOURS
    if not state.left[supply][SHAPES[mask]]:
        return Illegality.NONE_LEFT
    cell = state.rules.grid.number(lay.x, lay.y)
    if cell is None:
        return Illegality.NOT_JOINED
    contact = state.frontier.contacts[cell]
    if contact == OCCUPIED:
        return Illegality.OCCUPIED
    must = contact & 15
    if not must:
        return Illegality.NOT_JOINED
    if mask & must != must:
        return Illegality.CUT_OFF
    closed = mask & contact >> 4
    if not closed:
        return None
    # The closed sides face a tile, or the edge of the window.
    contacts = state.frontier.contacts
    faced = [cell + step for side, _, step in state.rules.grid.neighbours if closed & side]
    is_cut = any(contacts[there] == OCCUPIED for there in faced)
    return Illegality.CUT_OFF if is_cut else Illegality.OUT_OF_WINDOW


def legal_moves(state: GameState) -> tuple[Move, ...]:
    """All legal moves, without duplicates, in a stable order; none exactly when the game is over.

    The order is by cell in reading order, then the player's own tiles before the neutral ones, then
    by mask. A player who cannot lay a tile has the single move `Pass` as long as the other player
    can (K8).

    >>> from keltis.celtic import legal_moves, new_game
    >>> moves = legal_moves(new_game())
    >>> len(moves), str(moves[0])
    (60, 'lay 0,-1 S orange')
    """
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
    return (PASS,) if can_lay(state, opponent(mover)) else ()
