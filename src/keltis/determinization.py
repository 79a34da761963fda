"""Imagining the cards that a player cannot see."""

import random

from keltis.chance import shuffled
from keltis.errors import InvalidArgument, shown
from keltis.state import GameState
from keltis.view import PlayerView, completed, hidden_cards


def determinize(view: PlayerView, rng: random.Random) -> GameState:
    """A full state drawn evenly from those that the view allows: `observe(determinize(view, rng), view.viewer) == view`.

    Evenly means that each hidden card is as likely in any hidden place as any other, two equal
    cards being two cards. The same view and the same chance give the same state on every machine
    and Python version: the hidden cards, in order, are `shuffled` and laid as `completed` says.

    >>> import keltis
    >>> from keltis.view import observe
    >>> view = observe(keltis.new_game(2, seed=1), 0)
    >>> determinize(view, random.Random(1)).players[1].hand
    (<R7>, <Y2>, <P1>, <P4>, <G0>, <G6>, <G7>, <B1>)
    """
    if type(view) is not PlayerView:
        raise InvalidArgument(f"expected a PlayerView, not {type(view).__name__}")
    if not isinstance(rng, random.Random):
        raise InvalidArgument(f"rng must be a random.Random, not {shown(rng)}")
    return completed(view, shuffled(hidden_cards(view), rng))
