"""Who takes part in a tournament."""

import copy
from collections import Counter
from collections.abc import Sequence
from typing import final

import attrs

from keltis import bots
from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.bots import Bot
from keltis.errors import InvalidArgument


@final
@attrs.frozen
class Entrant(Immutable):
    """A name and what plays under it: a bot, or the name of one for `keltis.bots.make_bot`.

    A bot of your own must be something that can be pickled when the games are played in other
    processes: a function or class at the top of a module will do, a lambda will not. A name always
    will.

    >>> Entrant("deep thought", "search:iterations=50").label
    'search:iterations=50'
    """

    name: str
    bot: Bot | str

    def __attrs_post_init__(self) -> None:
        if type(self.name) is not str:
            raise InvalidArgument(
                f"the name of an entrant must be text, not {short_repr(self.name)}"
            )
        if isinstance(self.bot, str):
            bots.make_bot(self.bot)  # refuses a name that no bot has
        elif not callable(self.bot):
            raise InvalidArgument(
                f"the bot of {short_repr(self.name)} must be a bot or the name of one, not {short_repr(self.bot)}"
            )

    @property
    def label(self) -> str:
        """The name of the bot, or else where it is defined."""
        if isinstance(self.bot, str):
            return self.bot
        # Functions have a name of their own, other objects that of their class.
        found = self.bot if hasattr(self.bot, "__qualname__") else type(self.bot)
        return f"{getattr(found, '__module__', '?')}.{getattr(found, '__qualname__', '?')}"

    def seated(self) -> Bot:
        """A bot for one seat of one game, which knows nothing of any other: a new one, or a deep copy of the entrant's."""
        return bots.make_bot(self.bot) if isinstance(self.bot, str) else copy.deepcopy(self.bot)


def as_entrants(entrants: Sequence[Entrant | str]) -> tuple[Entrant, ...]:
    """Entrants, of which those given by the name of a bot are called like it, the second one `random 2` and so on.

    >>> [entrant.name for entrant in as_entrants(["random", "random", Entrant("ann", "random")])]
    ['random', 'random 2', 'ann']
    """
    if isinstance(entrants, str) or not isinstance(entrants, Sequence):
        raise InvalidArgument(f"expected a sequence of entrants, not {short_repr(entrants)}")
    times: Counter[str] = Counter()
    return tuple(_as_entrant(entrant, times) for entrant in entrants)


def _as_entrant(entrant: Entrant | str, times: Counter[str]) -> Entrant:
    if isinstance(entrant, str):
        times[entrant] += 1
        return Entrant(entrant if times[entrant] == 1 else f"{entrant} {times[entrant]}", entrant)
    if type(entrant) is not Entrant:
        raise InvalidArgument(
            f"an entrant is an Entrant or the name of a bot, not {type(entrant).__name__}"
        )
    return entrant
