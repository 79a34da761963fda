"""Bots by name."""

import random
import sys
from importlib.metadata import EntryPoint, EntryPoints
from types import ModuleType
from typing import NoReturn

import pytest

from keltis import KeltisError, Move
from keltis._engine.view import PlayerView
from keltis.bots import Bot, GreedyBot, RandomBot, SearchBot, bot_names, make_bot


def last(_view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
    return moves[-1]


def last_bot(comment: str = "") -> Bot:
    assert comment in ("", "short")
    return last


class Mine(ModuleType):
    """A user's own module."""

    last_bot = staticmethod(last_bot)
    text = "a text"

    @staticmethod
    def no_bot() -> str:
        return "a text"

    @staticmethod
    def fail() -> NoReturn:
        raise RuntimeError("no luck")

    @staticmethod
    def needy(luck: int) -> None:
        """Never called."""

    @staticmethod
    def leave() -> NoReturn:
        sys.exit("bye")


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's own module, and entry points of other packages, one of which cannot be loaded."""
    monkeypatch.setitem(sys.modules, "mine", Mine("mine"))
    found = EntryPoints(
        EntryPoint(name, value, "keltis.bots")
        for name, value in [
            ("last", "mine:last_bot"),
            ("lost", "no_such_package:bot"),
            ("greedy", "mine:last_bot"),
        ]
    )
    monkeypatch.setattr("keltis.game._bots.entry_points", found.select)


@pytest.mark.parametrize(
    ("name", "bot"),
    [
        ("random", RandomBot()),
        ("greedy", GreedyBot()),
        ("search", SearchBot()),
        ("search:iterations=20", SearchBot(iterations=20)),
        ("search:seconds=2", SearchBot(seconds=2)),
        ("search:seconds=0.5,iterations=7", SearchBot(iterations=7, seconds=0.5)),
        ("last", last),
        ("last:comment=short", last),
        ("mine:last_bot", last),
        ("mine:last_bot:comment=short", last),
        ("keltis.bots:RandomBot", RandomBot()),
        ("keltis.bots:_registry.GreedyBot", GreedyBot()),
    ],
)
def test_a_name_makes_a_bot(name: str, bot: Bot) -> None:
    assert make_bot(name) == bot


def test_the_names_are_ours_and_those_of_installed_packages() -> None:
    assert bot_names() == ("random", "greedy", "search", "learnt", "last", "lost")


OURS = "random, greedy, search, learnt, last, lost"
LIKE = "expected options like iterations=200, each once, not"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", f"unknown bot '': expected {OURS}, module:factory or program:COMMAND"),
        (
            "serach:iterations=2",
            f"not one of {OURS}; did you mean 'search'? ModuleNotFoundError: No module named",
        ),
        (":x", "unknown bot ':x': expected random"),
        (".mine:x", "unknown bot '.mine:x': not one of"),
        ("mine:nothing", "has no attribute 'nothing'"),
        ("mine:text", "cannot make 'mine:text': 'a text' is not a class or function"),
        ("mine:no_bot", "cannot make 'mine:no_bot': 'a text' is not callable"),
        ("lost", "unknown bot 'lost': cannot load no_such_package:bot; ModuleNotFoundError: No "),
        ("random:seed=1", "cannot make 'random:seed=1': it has no option 'seed'; it takes none"),
        (
            "search:depth=1",
            "it has no option 'depth'; its options are iterations, seconds, weights",
        ),
        (
            "search:second=1",
            "its options are iterations, seconds, weights; did you mean 'seconds'?",
        ),
        ("mine:needy", "cannot make 'mine:needy': missing a required argument: 'luck'"),
        ("search:iterations", f"{LIKE} 'iterations'"),
        ("search:iterations=", f"{LIKE} 'iterations='"),
        ("search:=5", f"{LIKE} '=5'"),
        ("search:seconds=1,seconds=2", f"{LIKE} 'seconds=2'"),
        ("builtins:dict:a=1", "cannot make 'builtins:dict:a=1': {'a': 1} is not callable"),
        ("mine:fail", "cannot make 'mine:fail': RuntimeError: no luck"),
        ("mine:leave", "cannot make 'mine:leave': SystemExit: bye"),
        ("search:iterations=0", "iterations must be a whole number from 1, not 0"),
        ("search:iterations=1.5", "iterations must be a whole number from 1, not 1.5"),
        ("search:seconds=0", "seconds must be a number above 0, not 0"),
        ("search:seconds=soon", "seconds must be a number above 0, not 'soon'"),
        ("search:seconds=inf", "seconds must be a number above 0, not inf"),
    ],
)
def test_an_invalid_name_is_refused_with_the_reason(name: str, message: str) -> None:
    with pytest.raises(KeltisError) as caught:
        make_bot(name)
    assert message in str(caught.value)
