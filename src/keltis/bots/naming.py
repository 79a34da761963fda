"""Bots by name, so that a text can say who plays."""

import importlib
import inspect
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Final, TypeAlias

from typing_extensions import TypeIs

from keltis._shared.text import short_repr
from keltis.bots.bot import Bot
from keltis.bots.greedy import GreedyBot
from keltis.bots.search import SearchBot
from keltis.bots.uniform import RandomBot
from keltis.errors import InvalidArgument

GROUP: Final = "keltis.bots"
"""The group of entry points in which a package names its own bots: each is a factory, or a class."""

Factory: TypeAlias = Callable[..., object]
Options: TypeAlias = dict[str, int | float | str]

_OURS: Final[Mapping[str, Factory]] = MappingProxyType(
    {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}
)


def bot_names() -> tuple[str, ...]:
    """The names that `make_bot` knows: ours, then those of installed packages.

    >>> bot_names()[:3]
    ('random', 'greedy', 'search')
    """
    others = {entry.name for entry in entry_points(group=GROUP)}
    return (*_OURS, *sorted(others - _OURS.keys()))


def make_bot(name: str) -> Bot:
    """The bot with this name: one of `bot_names()`, or `package.module:factory` for any other.

    After a colon there may be options, which are passed to the factory by name: numbers as such,
    anything else as text.

    >>> make_bot("search:iterations=200")
    SearchBot(iterations=200, seconds=None)
    >>> make_bot("keltis.bots:SearchBot:seconds=0.5")
    SearchBot(iterations=None, seconds=0.5)
    >>> make_bot("serach")
    Traceback (most recent call last):
    ...
    keltis.InvalidArgument: no bot is called 'serach': expected one of random, greedy, search, or package.module:factory
    """
    if not isinstance(name, str):
        raise InvalidArgument(f"a bot's name is a text, not {short_repr(name)}")
    head, _, rest = name.partition(":")
    factory = _named(head)
    if factory is None:
        if not rest:
            names = ", ".join(bot_names())
            raise InvalidArgument(
                f"no bot is called {short_repr(name)}: expected one of {names}, or package.module:factory"
            )
        attribute, _, rest = rest.partition(":")
        factory = _imported(name, head, attribute)
    return _made(name, factory, _options(name, rest))


def _named(name: str) -> Factory | None:
    if name in _OURS:
        return _OURS[name]
    for entry in entry_points(group=GROUP, name=name):
        try:
            factory: object = entry.load()
        except (ImportError, AttributeError) as error:
            raise InvalidArgument(
                f"the bot {short_repr(name)}, which is {entry.value}, cannot be loaded: {error}"
            ) from error
        return _factory(name, factory)
    return None


def _imported(name: str, module: str, attribute: str) -> Factory:
    try:
        found: object = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (
        ImportError,
        AttributeError,
        TypeError,
        ValueError,
    ) as error:  # the last two: no name of a module
        names = ", ".join(bot_names())
        raise InvalidArgument(
            f"no bot is called {short_repr(name)}: it is none of {names}, and {error}"
        ) from error
    return _factory(name, found)


def _factory(name: str, found: object) -> Factory:
    if not callable(found):
        raise InvalidArgument(
            f"the bot {short_repr(name)} cannot be made: {short_repr(found)} is not a class or function"
        )
    return found


def _options(name: str, text: str) -> Options:
    options: Options = {}
    for part in text.split(",") if text else ():
        key, equals, value = part.partition("=")
        if not (key.isidentifier() and equals and value) or key in options:
            raise InvalidArgument(
                f"in the bot {short_repr(name)}, expected options like iterations=200, each once, not {short_repr(part)}"
            )
        options[key] = _value(value)
    return options


def _value(text: str) -> int | float | str:
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _made(name: str, factory: Factory, options: Options) -> Bot:
    signature = inspect.signature(factory)
    try:
        signature.bind(**options)
    except TypeError as error:
        raise InvalidArgument(
            f"the bot {short_repr(name)} cannot be made: {error}; its options are {signature}"
        ) from error
    bot = factory(**options)
    if not _is_bot(bot):
        raise InvalidArgument(
            f"the bot {short_repr(name)} cannot be made: {short_repr(bot)} cannot be called"
        )
    return bot


def _is_bot(value: object) -> TypeIs[Bot]:
    return callable(value)
