"""Junk for constructors and parsers: each refuses it with an error of ours and a short message."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator

import attrs
import pytest

import keltis
from keltis import celtic, notation
from keltis._lib.text import short_repr
from keltis.notation import MAX_TEXT
from keltis.record import GameRecord

STATE = keltis.new_game(2, seed=1)
CARD = keltis.Card.parse("R7")
LAY = celtic.Lay(1, -2, 11, celtic.Owner.BLUE)
VALUES: list[attrs.AttrsInstance] = [
    keltis.Discard(CARD),
    keltis.Lay(CARD),
    keltis.Advance(keltis.Colour.RED),
    keltis.Draw(),
    keltis.KELTIS,
    STATE,
    STATE.players[0],
    keltis.observe(STATE, 0),
    keltis.observe(STATE, 0).players[0],
    keltis.Deal(2),
    GameRecord.seeded(2, seed=1),
    celtic.CELTIC,
    celtic.new_game(),
    LAY,
    celtic.Forfeit(LAY),
    celtic.Filling.parse("6C/39"),
    celtic.GameRecord(celtic.new_game()),
]
JUNK: list[object] = [
    *(object(), 0.5, float("nan"), 1j, "x", "x" * 100_000, b"R7", print, int),
    *([5, "x"], {"a": 1}, {1, 2}, iter(()), ("x", None), ((), (5,), ("x", "y")), ["x"] * 20_000),
]
"""Wrong in every field of these values."""


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__qualname__)
def test_a_constructor_refuses_junk_in_every_field(value: attrs.AttrsInstance) -> None:
    evolve: Callable[..., object] = attrs.evolve
    for field in attrs.fields(type(value)):
        for junk in JUNK if field.init else ():
            with pytest.raises(keltis.KeltisError) as caught:
                evolve(value, **{field.name: junk})
            assert len(str(caught.value)) < 1_000


def parsers() -> Iterator[Callable[[str], object]]:
    """Every public function and class method that takes a text alone."""
    modules = ["keltis", *(info.name for info in pkgutil.walk_packages(keltis.__path__, "keltis."))]
    for name in modules:
        if "._" in name or name.startswith(("keltis.adapters", "keltis.batch", "keltis.cli")):
            continue
        module = importlib.import_module(name)
        for exported in getattr(module, "__all__", ()):
            value = getattr(module, exported)
            for call in (value, getattr(value, "parse", None)):
                if inspect.isroutine(call) and [*inspect.signature(call).parameters] == ["text"]:
                    yield call


TEXTS = [
    *("", " ", "x", "#", ":", "\n" * 3_000, "\ud800\x00", "R\u0663", "lay", "lay R7 R7", "null"),
    *("x" * 1_000, "x" * (MAX_TEXT + 1), "R" + "1" * 5_000, "[" * 100_000, "{}", "[]"),
    *('{"a":' * 100_000, '{"type": "draw", "type": "draw"}', '{"type": ' + "9" * 5_000 + "}"),
    *("keltis record 99", "celtic record 99", "rules: x", "rules: KELTIS hand_size=" + "9" * 5_000),
]


@pytest.mark.parametrize("parse", dict.fromkeys(parsers()), ids=lambda parse: parse.__qualname__)
def test_a_parser_refuses_junk(parse: Callable[[str], object]) -> None:
    for text in TEXTS:
        if parse is notation.parse_cards and not text.strip():
            continue  # no cards
        with pytest.raises(keltis.KeltisError) as caught:
            parse(text)
        assert len(str(caught.value)) < 1_000


def test_all_parsers_are_found() -> None:
    names = {parse.__qualname__ for parse in parsers()}
    assert {"parse_move", "parse_record", "Card.parse", "Filling.parse"} <= names
    assert len(set(parsers())) > 10


def test_a_long_text_in_a_message_is_clipped() -> None:
    assert short_repr("x" * 198) == repr("x" * 198)
    assert short_repr("x" * 200) == "'" + "x" * 199 + "..."
