"""Small words that the tests share."""

from keltis import GameState, Move, apply_move, legal_moves


def texts(state: GameState) -> list[str]:
    """The legal moves in notation."""
    return [str(move) for move in legal_moves(state)]


def move(state: GameState, text: str) -> Move:
    """The legal move that is written like this."""
    return next(move for move in legal_moves(state) if str(move) == text)


def play(state: GameState, *moves: str) -> GameState:
    """The state after these moves, each of which must be legal."""
    for text in moves:
        state = apply_move(state, move(state, text))
    return state
