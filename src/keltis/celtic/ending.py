"""Who can still lay a tile, and when the game is over (K8, K9)."""

from keltis.celtic.frontier import FITTING, available_shapes
from keltis.celtic.state import GameState
from keltis.celtic.tiles import BLUE, NEUTRAL, ORANGE, Player


def can_lay(state: GameState, player: Player) -> bool:
    """Whether the player could lay a tile, if it were their turn."""
    contacts = state.frontier.contacts
    available = available_shapes(state.left[player]) | available_shapes(state.left[NEUTRAL])
    return any(FITTING[contacts[cell]][available] for cell in state.frontier.faced)


def is_over(state: GameState) -> bool:
    """Whether neither player can lay a tile (K9)."""
    return not can_lay(state, ORANGE) and not can_lay(state, BLUE)
