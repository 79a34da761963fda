"""Damaged files: each is refused with the place, or is a valid record."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from celtic.games import SMALL, WIDE
from keltis.celtic import (
    CELTIC,
    Forfeit,
    GameRecord,
    Illegality,
    Lay,
    illegality,
    legal_moves,
    new_game,
)
from keltis.celtic.record import format_record, parse_record
from keltis.documents import from_json, to_json
from keltis.errors import KeltisError
from profiles import by_profile

FILES = by_profile(200, 2_000)
"""Of each format."""
STRANGE = [
    "",
    "\x00",
    "\ud800",
    "\u2028",
    "#",
    ":",
    ",",
    "-",
    "=",
    "NaN",
    "-1",
    "1e999",
    "9" * 30,
    "9" * 5_000,
    "[" * 5_000,
    "true",
    "null",
]


def records() -> list[GameRecord]:
    """Games under several rules: finished or not, from the start or later, named or not."""
    found = []
    for seed, rules in enumerate([CELTIC, SMALL, WIDE] * 3):
        rng = random.Random(seed)
        record = GameRecord(new_game(rules=rules), names=("Ann", "Bob") if seed % 2 else ())
        while moves := legal_moves(record.final):
            record = record.append(rng.choice(moves))
        if seed == 0:
            record = _with_penalties(record, rng)
        found += [
            record,
            record.until(len(record) // 2),
            GameRecord(record.states[-4], record.moves[-3:]),
        ]
    return found


def _with_penalties(record: GameRecord, rng: random.Random) -> GameRecord:
    """The beginning of a game in which some tiles broke the window (K12)."""
    record = record.until(6)
    for _ in range(4):
        beyond = [
            lay
            for x in range(-3, 4)
            for y in range(-3, 4)
            for mask in range(1, 16)
            if illegality(record.final, lay := Lay(x, y, mask, record.final.to_move))
            is Illegality.OUT_OF_WINDOW
        ]
        record = record.append(Forfeit(rng.choice(beyond)))
    return record


RECORDS = records()


def mutated(text: str, rng: random.Random) -> str:
    """The text with some part of it cut, changed, or replaced by a part of another file."""
    place, length = rng.randrange(len(text) + 1), rng.choice([1, 1, 2, 5, 30])
    lines = text.split("\n")
    line, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(8):
        case 0:
            return text[:place]
        case 1:
            return text[:place] + text[place + length :]
        case 2:
            return text[:place] + rng.choice(STRANGE) + text[place:]
        case 3:
            return (
                text[:place]
                + "".join(
                    chr(ord(char) ^ 1 << rng.randrange(8)) for char in text[place : place + 2]
                )
                + text[place + 2 :]
            )
        case 4:
            lines[line], lines[other] = lines[other], lines[line]
        case 5:
            lines[line:line] = [lines[other]]
        case 6:
            del lines[line]
        case _:
            words = re.split(r"([\w-]+)", text)
            chosen = rng.randrange(len(words))
            words[chosen] = rng.choice([*words, *STRANGE])
            return "".join(words)
    return "\n".join(lines)


def try_to_read(
    read: Callable[[str], GameRecord], write: Callable[[GameRecord], str], text: str
) -> str:
    """Read a file: whether it is `read` or `refused`."""
    try:
        record = read(text)
    except KeltisError as error:
        return (
            "refused"
            if re.match(r"line \d+|\$", str(error))
            else f"refused without a place: {error}"
        )
    assert record == GameRecord(record.start, record.moves, record.names)
    assert read(write(record)) == record
    return "read"


@pytest.mark.parametrize(
    ("read", "write"),
    [
        (parse_record, format_record),
        (partial(from_json, GameRecord), lambda record: to_json(record, indent=1)),
    ],
    ids=["text", "json"],
)
def test_mutated_files_are_refused_by_keltis_errors_or_are_valid_records(
    read: Callable[[str], GameRecord], write: Callable[[GameRecord], str]
) -> None:
    rng = random.Random(2003)
    files = [write(record) for record in RECORDS]
    ends = Counter(try_to_read(read, write, mutated(rng.choice(files), rng)) for _ in range(FILES))
    assert ends.keys() == {"read", "refused"}
    assert ends["read"] > FILES // 100
    assert ends["refused"] > FILES // 2


def test_any_value_anywhere_in_the_json_may_be_wrong() -> None:
    others: list[object] = [None, True, 0, -1, 2**70, "", "pass", [], {}, [[]], {"rules": []}]
    document = json.loads(to_json(RECORDS[0]))
    for key in document:
        for other in others:
            assert try_to_read(
                partial(from_json, GameRecord), to_json, json.dumps(document | {key: other})
            ) in (
                "read",
                "refused",
            )
        for inner in document[key] if isinstance(document[key], dict) else ():
            for other in others:
                changed = document | {key: document[key] | {inner: other}}
                assert try_to_read(
                    partial(from_json, GameRecord), to_json, json.dumps(changed)
                ) in (
                    "read",
                    "refused",
                )
