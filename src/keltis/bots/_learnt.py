"""The bot whose policy was learnt from self-play."""

import random
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

import attrs

from keltis._engine.moves import Move
from keltis._engine.view import PlayerView
from keltis.bots._bot import require_decision

if TYPE_CHECKING:
    from keltis.bots.network import PolicyNetwork

_WEIGHTS: Final = "learnt.npz"
"""The weights in this package; `learnt.json` says where they come from."""


@final
@attrs.frozen
class LearntBot:
    """Makes the move that a small network values most, without looking ahead.

    The network was trained by self-play, for two players and the rules `KELTIS`. It reads any
    number of opponents, cards of the values 0 to 10, and paths of at most 9 stones; under other
    rules it raises `InvalidArgument`. It needs NumPy: `pip install "keltis[learnt]"`.

    >>> import random
    >>> import keltis
    >>> from keltis.bots import LearntBot
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> LearntBot()(view, keltis.legal_moves(view), random.Random(7)) in keltis.legal_moves(view)
    True
    """

    weights: str | None = None
    """A file that `keltis.bots.network.PolicyNetwork.save` wrote, or None for our own weights."""
    _network: "PolicyNetwork" = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_network", _load_network(self.weights))

    def __call__(
        self,
        view: PlayerView,
        moves: tuple[Move, ...],
        rng: random.Random,  # noqa: ARG002 - as in the protocol
    ) -> Move:
        """Return the move with the highest value; among equal ones, the first."""
        require_decision(view, moves)
        values = self._network.move_values(view, moves)
        return moves[values.index(max(values))]


def _load_network(weights: str | None) -> "PolicyNetwork":
    from keltis.bots.network import PolicyNetwork  # noqa: PLC0415 - only this bot needs NumPy

    if weights is not None:
        return PolicyNetwork.load(Path(weights))
    with resources.as_file(resources.files("keltis.bots") / _WEIGHTS) as path:
        return PolicyNetwork.load(path)
