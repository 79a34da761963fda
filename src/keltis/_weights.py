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

# The policy: a quick score of each move. Distances are differences of card values.

SURE: Final = 50.0
"""The score of a step that wins at once; one that loses at once scores the negative."""
LATE: Final = 6
"""With fewer turns left, no new path pays off."""
PATIENCE: Final = 18
"""With fewer turns left, gaps in a column cost less."""
LAY: Final = 2.5
"""The score of a lay on a path with a figure, before its step and its gap."""
LAY_STEP: Final = 0.4
"""The weight of the step that a lay makes."""
GAP: Final = 0.8
"""The cost of a gap in a column, for each unit of distance."""
LATE_ENTRY: Final = -5.0
"""The score of a new path when it is late."""
ENTRY: Final = -4.0
"""The score of a new path, before the cards that follow (1 for each) and the room for others."""
ROOM: Final = 0.3
"""The value of the distance from the first card to the end of the values."""
LARGE_ENTRY: Final = 0.5
"""The value of entering with the large figure, for each card that follows beyond two."""
USELESS: Final = 1.0
"""The score of the discard of a card that its player cannot use."""
USEFUL: Final = -2.0
"""The score of the discard of the next card of a column."""
USEFUL_GAP: Final = 0.2
"""What the discard of a card that fits gains, for each unit of distance."""
HELD: Final = 0.5
"""The score of the discard of the only card of a new path, less this for each card held."""
GIFT: Final = 1.5
"""The cost of the discard of a card that comes next for the next player."""
GIFT_GAP: Final = 0.1
"""What that cost falls by, for each unit of distance."""
DRAW: Final = 2.0
"""The score of drawing the next card of a column; one that does not fit scores the negative."""
DRAW_GAP: Final = 0.6
"""The cost of the distance of a card that is drawn, for each unit."""
FINISHED_STEP: Final = 1.5
"""The value of a card on a finished path, which moves another figure (T5)."""
CLOVER_STEP: Final = 2.0
STONE_STEP: Final = 2.5
"""The values of a clover and of a wishing stone on the next stone of a path."""

# The tree search.

EXPLORATION: Final = 0.5
"""The weight of the prior in the PUCT score."""
TEMPERATURE: Final = 1.0
"""The temperature of the softmax that turns policy scores into priors."""
NOISE: Final = 0.5
"""The range of the uniform noise on the policy scores in a rollout."""
MARGIN: Final = 12.0
"""The lead that is worth most of the reward."""
WIN_SHARE: Final = 0.2
"""The share of the reward of a finished game that is for the win; the rest is for the margin."""
