"""The weights and constants of the bots, for both engines: plain Python and `keltis.batch`.

They were tuned by play. Both engines use them in the same order of operations, so that both choose
the same moves. Values are in points if nothing else is said.
"""

from typing import Final

# The evaluation of a position.

USE: Final = 0.6
"""The share of drawn cards that are laid, of those that fit the column when they are drawn."""
TOP: Final = 0.35
"""The supply that the top card of a discard pile counts as; a card in hand counts as 1."""
HASTE: Final = 0.6
"""The share of the possible steps that are made when there is time: cards come out of order."""
PACE: Final = 0.55
"""The steps towards the end of the game that a player makes in a turn."""
WIDTH: Final = 2.5
"""The number of rows over which the chance to be reached falls from 1 to 0."""
NO_CARD_YET: Final = 0.7
"""The factor for the supply of a path without a card in the player's hand."""
CLOVER: Final = 2.0
"""The value of a clover."""
UNTAKEN: Final = 0.85
"""The probability that a wishing stone is still there when its row is reached."""
WIN: Final = 100.0
"""The value of a win, beside the margin: more than any number of points."""
CHAIN: Final = 2
"""The number of steps of a clover chain that the greedy bot looks ahead."""

# What the network of `learnt` is worth where all hands are known; it is used to hidden cards.
# Fitted to 1,600 games of `learnt` against `greedy`, so that luck explains the most of the results.

OPEN: Final = 1.3
"""How much surer it should be who wins."""
OPEN_LEAD: Final = 1.7
"""How much larger the lead in points is."""
SURE: Final = 0.999
"""A margin beyond this says no more about the lead."""
