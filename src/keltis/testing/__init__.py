"""Help for tests of programs that use keltis: readable positions, whole games and strategies.

The strategies need Hypothesis: `pip install "keltis[testing]"`. `keltis.testing.conformance` has
games for ports of the rules.
"""

from typing import TYPE_CHECKING

from keltis._lib.exports import lazy_exports, set_public_module
from keltis.testing._playing import later_state, perft, playthrough
from keltis.testing._positions import Seat, position

if TYPE_CHECKING:
    from keltis.testing import conformance as conformance
    from keltis.testing._strategies import (
        cards,
        custom_rules,
        moves,
        new_games,
        records,
        rules,
        states,
        views,
    )
else:
    _STRATEGIES = (
        *("cards", "custom_rules", "moves", "new_games", "records", "rules", "states", "views"),
    )
    __getattr__ = lazy_exports(
        __name__, dict.fromkeys(_STRATEGIES, "keltis.testing._strategies"), ("conformance",)
    )

__all__ = [
    "Seat",
    "cards",
    "custom_rules",
    "later_state",
    "moves",
    "new_games",
    "perft",
    "playthrough",
    "position",
    "records",
    "rules",
    "states",
    "views",
]

set_public_module(__name__)
