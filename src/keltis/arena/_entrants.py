"""The entrants of a tournament: a name, and the bot that plays under it."""

import copy
from collections import Counter
from collections.abc import Sequence
from typing import final

import attrs

from keltis._shared.checks import is_instance
from keltis._shared.text import class_name, short_repr
from keltis._shared.values import Immutable
from keltis.bots import Bot, ProgramBot, make_bot
from keltis.errors import InvalidArgument


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
        if type(self.name) is not str:
            raise InvalidArgument(
                f"the name of an entrant must be text, not {short_repr(self.name)}"
            )
        if type(self.bot) is str:
            make_bot(self.bot)  # refuses an unknown name
        elif not callable(self.bot):
            raise InvalidArgument(
                f"the bot of {short_repr(self.name)} must be a bot or the name of one, "
                f"not {short_repr(self.bot)}"
            )

    @property
    def label(self) -> str:
        """The name of the bot, or else of the module and function or class that define it."""
        if type(self.bot) is str:
            return self.bot
        for definition in (self.bot, type(self.bot)):  # an object has the name of its class
            name = _text_attribute(definition, "__qualname__")
            if name is not None:
                return f"{_text_attribute(definition, '__module__') or '?'}.{name}"
        return class_name(type(self.bot))

    def new_program(self) -> ProgramBot | None:
        """Return a bot for one game if it is a program; None for a bot in Python."""
        if type(self.bot) is str:
            bot = make_bot(self.bot) if self.bot.startswith("program:") else None
        else:
            bot = copy.deepcopy(self.bot) if type(self.bot) is ProgramBot else None
        return bot if isinstance(bot, ProgramBot) else None

    def new_bot(self) -> Bot:
        """Return a bot for one seat of one game: a new one by name, or a deep copy."""
        return make_bot(self.bot) if isinstance(self.bot, str) else copy.deepcopy(self.bot)


def _text_attribute(value: object, name: str) -> str | None:
    """Return a printable text attribute, or None: attributes of a bot may raise anything."""
    try:
        text: object = getattr(value, name)
    except Exception:  # noqa: BLE001 - it is the bot's own property
        return None
    return text if type(text) is str and text.isprintable() else None


def as_entrants(entrants: Sequence[Entrant | str]) -> tuple[Entrant, ...]:
    """Return entrants; the name of a bot becomes an entrant, a repeated one `random 2` and so on.

    >>> from keltis.arena import Entrant, as_entrants
    >>> [entrant.name for entrant in as_entrants(["random", "random", Entrant("ann", "random")])]
    ['random', 'random 2', 'ann']
    """
    if is_instance(entrants, str) or not is_instance(entrants, Sequence):
        raise InvalidArgument(f"expected a sequence of entrants, not {short_repr(entrants)}")
    counts: Counter[str] = Counter()
    return tuple(_as_entrant(entrant, counts) for entrant in entrants)


def _as_entrant(entrant: Entrant | str, counts: Counter[str]) -> Entrant:
    if type(entrant) is str:
        counts[entrant] += 1
        number = counts[entrant]
        return Entrant(entrant if number == 1 else f"{entrant} {number}", entrant)
    if type(entrant) is not Entrant:
        raise InvalidArgument(
            f"an entrant must be an Entrant or the name of a bot, not {short_repr(entrant)}"
        )
    return entrant
