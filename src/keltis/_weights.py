"""The weights of the evaluation, which the bots and the kernels of `keltis.batch` share.

They were tuned by play. Both evaluations use them in the same order of operations, so that both
choose the same moves.
"""

from typing import Final

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
"""The factor for the supply of a path of which the player holds no card."""
CLOVER: Final = 2.0
"""The value of a clover, in points."""
UNTAKEN: Final = 0.85
"""The probability that a wishing stone is still there when its row is reached."""
WIN: Final = 100.0
"""The value of a win, beside the margin: more than any number of points."""
CHAIN: Final = 2
"""The number of steps of a clover chain that the greedy bot looks ahead."""
