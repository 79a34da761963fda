"""Bots by name: the bots of this package, of installed packages, and of any module."""

import importlib
from collections.abc import Mapping
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Final

from typing_extensions import TypeIs

from keltis._shared.registry import Factory, call_factory, parse_options
from keltis._shared.text import short, short_repr
from keltis.bots._bot import Bot, RandomBot
from keltis.bots._greedy import GreedyBot
from keltis.bots._learnt import LearntBot
from keltis.bots._program import parse_program
from keltis.bots._search import SearchBot
from keltis.errors import InvalidArgument

ENTRY_POINT_GROUP: Final = "keltis.bots"
"""The group of entry points in which a package names its bots: each is a factory, or a class."""

PROGRAM: Final = "program"
"""How the name of a bot begins that is a program. It is not among `bot_names()`, as those can be in
files, and a file must not choose what is run."""

_BUILTIN: Final[Mapping[str, Factory]] = MappingProxyType(
    {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot, "learnt": LearntBot}
)


def bot_names() -> tuple[str, ...]:
    """Return the names that `make_bot` knows: the built-in bots, then those of installed packages.

    >>> from keltis.bots import bot_names
    >>> bot_names()[:3]
    ('random', 'greedy', 'search')
    """
    others = {entry.name for entry in entry_points(group=ENTRY_POINT_GROUP)}
    return (*_BUILTIN, *sorted(others - _BUILTIN.keys()))


def make_bot(name: str) -> Bot:
    """Make the bot with this name: one of `bot_names()`, `module:factory` or `program:COMMAND`.

    Options follow after a colon and are passed to the factory by keyword: numbers as numbers,
    anything else as text. A name with a module runs the code of that module. A command is split
    into words as in a shell, and its program plays: see `ProgramBot`.

    >>> from keltis.bots import make_bot
    >>> make_bot("search:iterations=200,engine=python")
    SearchBot(iterations=200, seconds=None, engine='python')
    >>> make_bot("keltis.bots:SearchBot:seconds=0.5").seconds
    0.5
    >>> make_bot("serach")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    keltis.InvalidArgument: unknown bot 'serach': expected random, greedy, search, ...
    """
    head, _, rest = name.partition(":")
    if head == PROGRAM:
        return parse_program(name, rest)
    factory = _load_named(head)
    if factory is None:
        attribute, _, rest = rest.partition(":")
        factory = _import_factory(name, head, attribute)
    if not callable(factory):
        raise InvalidArgument(
            f"cannot make {short_repr(name)}: {short_repr(factory)} is not a class or function"
        )
    bot: object = call_factory(name, factory, parse_options(name, rest))
    if not _is_bot(bot):
        raise InvalidArgument(f"cannot make {short_repr(name)}: {short_repr(bot)} is not callable")
    return bot


def _load_named(name: str) -> object | None:
    """Return the factory of a built-in bot or an entry point, or None."""
    if name in _BUILTIN:
        return _BUILTIN[name]
    for entry in entry_points(group=ENTRY_POINT_GROUP, name=name):
        try:
            factory: object = entry.load()
        except (Exception, SystemExit) as error:
            raise _load_error(name, f"cannot load {entry.value}", error) from error
        return factory
    return None


def _import_factory(name: str, module: str, attribute: str) -> object:
    if not (module and attribute):
        names = ", ".join(bot_names())
        raise InvalidArgument(
            f"unknown bot {short_repr(name)}: expected {names}, module:factory or program:COMMAND"
        )
    try:
        factory: object = importlib.import_module(module)
        for part in attribute.split("."):
            factory = getattr(factory, part)
    except (Exception, SystemExit) as error:
        raise _load_error(name, f"not one of {', '.join(bot_names())}", error) from error
    return factory


def _load_error(name: str, reason: str, error: BaseException) -> InvalidArgument:
    cause = f"{type(error).__name__}: {short(str(error))}"
    return InvalidArgument(f"unknown bot {short_repr(name)}: {reason}; {cause}")


def _is_bot(value: object) -> TypeIs[Bot]:
    return callable(value)
