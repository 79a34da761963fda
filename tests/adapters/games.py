"""Games that the adapters must be able to play."""

from typing import Final

import keltis
from keltis import Rules

TINY: Final = Rules(cards_removed=((2, 90), (3, 82), (4, 74)))
"""Rules of short games: there are four cards to draw."""
OWN: Final = Rules(values=tuple(range(21)), goal_figures=2, may_take_own_discard=False)
"""Rules of our own, with more actions than any named rule set."""
RULES: Final = {**keltis.PRESETS, "own": OWN, "tiny": TINY}
"""Rules by name."""
