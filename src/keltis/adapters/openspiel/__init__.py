"""The games in OpenSpiel: `pyspiel.load_game("python_keltis")`, and `"python_celtic"`.

Importing this module registers both.

    >>> import pyspiel
    >>> import keltis.adapters.openspiel
    >>> game = pyspiel.load_game("python_keltis(players=3,rules=KELTIS_LITERAL)")
    >>> game.num_players(), game.observation_tensor_size()
    (3, 850)
"""

try:
    import pyspiel
except ImportError as _error:
    raise ImportError(
        'keltis.adapters.openspiel needs OpenSpiel: pip install "keltis[openspiel]"'
    ) from _error

from keltis._lib.exports import set_public_module
from keltis.adapters.openspiel._celtic import CELTIC_TYPE, CelticGame, CelticState
from keltis.adapters.openspiel._keltis import KELTIS_TYPE, KeltisGame, KeltisState
from keltis.adapters.openspiel._spiel import Observer

__all__ = ["CelticGame", "CelticState", "KeltisGame", "KeltisState", "Observer"]

set_public_module(__name__)
pyspiel.register_game(KELTIS_TYPE, KeltisGame)
pyspiel.register_game(CELTIC_TYPE, CelticGame)
