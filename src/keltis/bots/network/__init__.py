"""The network of the bot `learnt`, and the features that it reads.

The same weights read each of the five colours, then each colour beside the mean over the colours.
So exchanging two colours exchanges the values of their moves and changes nothing else. Other
players are read as their mean, so the weights fit any number of them. It needs NumPy alone:

>>> import numpy as np
>>> import keltis
>>> from keltis.bots.network import PolicyNetwork, features
>>> from keltis.learning import encode, layout
>>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
>>> observations = np.frombuffer(encode(view), np.uint8)[np.newaxis]
>>> network = PolicyNetwork.initial(hidden=16, seed=1)
>>> activations = network.forward(features(observations, layout(view.rules, 2)))
>>> activations.logits.shape, activations.values.shape
((1, 242), (1,))
"""

try:
    import numpy  # noqa: ICN001, F401 - only to say early and clearly that it is missing
except ImportError as _error:
    raise ImportError('the bot "learnt" needs NumPy: pip install "keltis[learnt]"') from _error

from keltis._shared.exports import set_public_module
from keltis.bots.network._features import Features, features
from keltis.bots.network._network import Activations, PolicyNetwork

__all__ = ["Activations", "Features", "PolicyNetwork", "features"]

set_public_module(__name__)
