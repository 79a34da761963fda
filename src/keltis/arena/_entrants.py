"""The entrants of a tournament: a name, and the bot that plays under it."""

import copy
from collections import Counter
from collections.abc import Sequence
from types import FunctionType
from typing import final

import attrs

from keltis._shared.values import Immutable
from keltis.bots import Bot, ProgramBot, make_bot


@final
@attrs.frozen
class Entrant(Immutable):
    """A name, and a bot or the name of one for `keltis.bots.make_bot`.

    When the games are played in other processes, pickle must be able to send the bot: a function or
    class at the top of a module will do, a lambda will not. The name of a bot always will.

    >>> from keltis.arena import Entrant
    >>> Entrant("deep thought", "search:iterations=50").label
    'search:iterations=50'
    """

    name: str
    bot: Bot | str

    def __attrs_post_init__(self) -> None:
        if isinstance(self.bot, str):
            make_bot(self.bot)  # refuses an unknown name

    @property
    def label(self) -> str:
        """The name of the bot, or else of the module and function or class that define it."""
        if isinstance(self.bot, str):
            return self.bot
        definition = self.bot if isinstance(self.bot, (FunctionType, type)) else type(self.bot)
        return f"{definition.__module__}.{definition.__qualname__}"

    def new_program(self) -> ProgramBot | None:
        """Return a bot for one game if it is a program; None for a bot in Python."""
        is_program = (
            self.bot.startswith("program:")
            if isinstance(self.bot, str)
            else isinstance(self.bot, ProgramBot)
        )
        bot = self.new_bot() if is_program else None
        return bot if isinstance(bot, ProgramBot) else None

    def new_bot(self) -> Bot:
        """Return a bot for one seat of one game: a new one by name, or a deep copy."""
        return make_bot(self.bot) if isinstance(self.bot, str) else copy.deepcopy(self.bot)


def as_entrants(entrants: Sequence[Entrant | str]) -> tuple[Entrant, ...]:
    """Return entrants; the name of a bot becomes an entrant, a repeated one `random 2` and so on.

    >>> from keltis.arena import Entrant, as_entrants
    >>> [entrant.name for entrant in as_entrants(["random", "random", Entrant("ann", "random")])]
    ['random', 'random 2', 'ann']
    """
    counts: Counter[str] = Counter()
    entered = []
    for entrant in entrants:
        if isinstance(entrant, Entrant):
            entered.append(entrant)
        else:
            counts[entrant] += 1
            number = counts[entrant]
            entered.append(Entrant(entrant if number == 1 else f"{entrant} {number}", entrant))
    return tuple(entered)
