"""Help for tests of programs that use keltis: readable positions, whole games and strategies."""

try:
    import hypothesis  # noqa: F401 - only to fail early, and to name the extra
except ImportError as _error:
    raise ImportError('keltis.testing needs Hypothesis: pip install "keltis[testing]"') from _error

from keltis._playthrough import playthrough
from keltis._shared.exports import set_public_module
from keltis.testing._playing import perft, play_out
from keltis.testing._positions import Seat, position
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

__all__ = [
    "Seat",
    "cards",
    "custom_rules",
    "moves",
    "new_games",
    "perft",
    "play_out",
    "playthrough",
    "position",
    "records",
    "rules",
    "states",
    "views",
]

set_public_module(__name__)
