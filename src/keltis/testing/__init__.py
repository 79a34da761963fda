"""Help for tests of programs that use keltis: positions that can be read, whole games, counts and Hypothesis strategies."""

try:
    import hypothesis  # noqa: F401 - only to say early and clearly that it is missing
except ImportError as _error:
    raise ImportError('keltis.testing needs Hypothesis: pip install "keltis[testing]"') from _error

from keltis._shared.exports import set_public_module
from keltis.testing.perft import perft
from keltis.testing.playing import play_out, played
from keltis.testing.positions import Seat, position
from keltis.testing.strategies import (
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
    "played",
    "position",
    "records",
    "rules",
    "states",
    "views",
]

set_public_module(__name__)
