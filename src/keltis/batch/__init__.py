"""The rules over arrays, for volume: millions of decisions in a second.

A `Batch` holds many games of the same rules, one record each, and has the verbs of the scalar
engine. Its kernels are compiled by Numba when they are first called, which takes some seconds, and
cached. The scalar engine is the definition: the tests drive both side by side.

    >>> from keltis.batch import new_games
    >>> batch = new_games(1000, players=2, seed=7)
    >>> ends = batch.play_out(seed=1)
    >>> ends.scores.shape, int(ends.decisions.sum())
    ((1000, 2), 512155)
"""

try:
    import numba  # noqa: F401 - only to say early and clearly that it is missing
    import numpy  # noqa: ICN001, F401 - the same
except ImportError as _error:
    raise ImportError('keltis.batch needs NumPy and Numba: pip install "keltis[batch]"') from _error

from keltis._lib.chance import GameRandom as GameRandom  # as in 0.2.0; now keltis.GameRandom
from keltis._lib.exports import set_public_module
from keltis.batch._batch import (
    Batch,
    IllegalActions,
    Matches,
    Outcomes,
    Playouts,
    new_games,
    perft,
    play_matches,
)
from keltis.batch._layout import END_REASONS, Shape
from keltis.batch._luck import drawn_luck
from keltis.batch._policies import Policy
from keltis.batch._search import SearchStatistics, search_moves
from keltis.batch._training import Checkpoint, train
from keltis.batch._vector import AutoresetMode, VectorEnv
from keltis.batch._vector import Infos as Infos
from keltis.batch._vector import Step as Step

__all__ = [
    "END_REASONS",
    "AutoresetMode",
    "Batch",
    "Checkpoint",
    "IllegalActions",
    "Matches",
    "Outcomes",
    "Playouts",
    "Policy",
    "SearchStatistics",
    "Shape",
    "VectorEnv",
    "drawn_luck",
    "new_games",
    "perft",
    "play_matches",
    "search_moves",
    "train",
]

set_public_module(__name__)
