"""The work of every reader, counted in function calls: twice the text, about twice the work."""

import json
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

import test_record_mutations as files
from counting import count_calls
from keltis import KELTIS, Card, GameRecord, GameState, Move, PlayerView, Rules, celtic, notation
from keltis.arena import TournamentResult
from keltis.documents import from_json
from keltis.errors import KeltisError
from keltis.record import format_record, parse_record
from keltis.server._tables import table_from_json
from soak.attacks import Wrong

Reader: TypeAlias = Callable[[str], object]

_TEXTS: Final[Mapping[str, Reader]] = {
    "parse_move": notation.parse_move,
    "parse_state": notation.parse_state,
    "parse_view": notation.parse_view,
    "parse_rules": notation.parse_rules,
    "parse_record": parse_record,
    "Card.parse": Card.parse,
    "celtic parse_move": celtic.notation.parse_move,
    "celtic parse_state": celtic.notation.parse_state,
    "celtic parse_rules": celtic.notation.parse_rules,
    "celtic parse_record": celtic.record.parse_record,
}
_DOCUMENTS: Final[Mapping[str, Reader]] = {
    **{
        cls.__name__: partial(from_json, cls)
        for cls in (GameRecord, GameState, PlayerView, Rules, TournamentResult)
    },
    "Move": lambda text: from_json(Move, text),
    "celtic GameRecord": partial(from_json, celtic.GameRecord),
    "table": table_from_json,
}
_FEW: Final = 2_000
"""Calls that any reading may take, whatever its length."""
_MOST: Final = 2.5


def grown_texts(rng: random.Random) -> int:
    """Read a text, and one that repeats a part of it twice as often."""
    if rng.random() < 0.5:
        name, read = rng.choice([*_TEXTS.items()])
        make = _repeated(rng)
    else:
        name, read = rng.choice([*_DOCUMENTS.items()])
        make = rng.choice((_repeated(rng), _listed(rng), _nested(rng)))
    count = rng.choice((500, 2_000, 8_000))
    short, long = (count_calls(partial(_read, read, make(times))) for times in (count, 2 * count))
    if long > _MOST * short + _FEW:
        raise Wrong(f"{name}: {short:,} calls, then {long:,}, for {make(3)[:500]!r}")
    return 1


def _read(read: Reader, text: str) -> None:
    with suppress(KeltisError):
        read(text)


def _repeated(rng: random.Random) -> Callable[[int], str]:
    """Some text of a file, with a part of it repeated."""
    text = rng.choice(
        (
            format_record(rng.choice(files.board_records())),
            celtic.record.format_record(rng.choice(files.tile_records())),
            notation.format_state(rng.choice(files.board_records()).final),
            notation.format_rules(KELTIS),
            *("lay R7 large", "lay 0,-1 ES orange", " ", "#", "\n", "9", "R7 ", "KELTIS, "),
        )
    )
    start = rng.randrange(len(text))
    part = text[start : start + rng.choice((1, 2, 10, 60))]
    return lambda times: text[:start] + part * times + text[start:]


def _listed(rng: random.Random) -> Callable[[int], str]:
    """A document with a list or an object that has very many items."""
    document = json.loads(files.indented(rng.choice(files.board_records())))
    key = rng.choice([*document])
    item = rng.choice(files.OTHERS)
    as_object = rng.random() < 0.5

    def make(times: int) -> str:
        items = {str(number): item for number in range(times)} if as_object else [item] * times
        return json.dumps({**document, key: items})

    return make


def _nested(rng: random.Random) -> Callable[[int], str]:
    opening, closing = rng.choice((("[", "]"), ('{"a":', "}")))
    return lambda times: opening * times + "1" + closing * times
