"""Damaged and forged files: each is refused with the place, or is a valid record."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import TypeAlias

import attrs
import pytest

from counting import count_calls
from keltis import KeltisError, outcome
from keltis.documents import from_json, to_json
from keltis.record import GameRecord, format_record, parse_record
from leaning import ALL_RULES, leaning_game, start_of
from profiles import by_profile

FILES = by_profile(500, 5_000)
"""Of each format."""
MOVES = 60
"""Of each game, so that the files are short."""

MOST_CALLS = 200_000
"""Function calls to read one file, several times what any of them takes."""

Mutation: TypeAlias = Callable[[str, random.Random], str]
Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | None"


def records() -> list[GameRecord]:
    """Short games under all rules: seeded or not, from the start or later, finished or not."""
    found = []
    for seed, rules in enumerate(ALL_RULES * 3):
        start = start_of(rules, seed)
        game = leaning_game(start, seed)
        moves = tuple(move for _, move in game)
        found.append(GameRecord(start, moves[:MOVES], seed=seed))
        found.append(
            GameRecord(
                game[-MOVES:][0][0], moves[-MOVES:], names=tuple("ABCDEF"[: len(start.players)])
            )
        )
    return found


RECORDS = records()
STRANGE = [
    "",
    "\x00",
    "\ud800",
    "\u2028",
    "\ufeff",
    "#",
    ":",
    ",",
    "-",
    "=",
    "NaN",
    "-1",
    "1e999",
    "0x7",
    "9" * 30,
    "9" * 5_000,
]


def cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def cut_out(text: str, rng: random.Random) -> str:
    start = rng.randrange(len(text) + 1)
    return text[:start] + text[start + rng.randrange(1, 30) :]


def flip_characters(text: str, rng: random.Random) -> str:
    characters = list(text)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(characters))
        characters[place] = chr(ord(characters[place]) ^ (1 << rng.randrange(8)))
    return "".join(characters)


def insert_something_strange(text: str, rng: random.Random) -> str:
    place = rng.randrange(len(text) + 1)
    return text[:place] + rng.choice(STRANGE) + text[place:]


def change_a_number(text: str, rng: random.Random) -> str:
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    number = rng.choice(numbers)
    new = rng.choice(
        [
            str(int(number[0][:9]) + rng.choice([-1, 1])),
            str(rng.randrange(1_000)),
            rng.choice(STRANGE),
        ]
    )
    return text[: number.start()] + new + text[number.end() :]


def swap_two_words(text: str, rng: random.Random) -> str:
    parts = re.split(r"([\w-]+)", text)
    words = range(1, len(parts), 2)
    if words:
        first, second = rng.choice(words), rng.choice(words)
        parts[first], parts[second] = parts[second], parts[first]
    return "".join(parts)


def repeat_a_line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
    return "\n".join(lines)


def lose_a_line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


def swap_two_lines(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return "\n".join(lines)


def take_a_line_of_another_file(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    lines[rng.randrange(len(lines))] = rng.choice(format_record(rng.choice(RECORDS)).split("\n"))
    return "\n".join(lines)


def nest_deeply(text: str, rng: random.Random) -> str:
    place = rng.randrange(len(text) + 1)
    depth = rng.choice([50, 900, 1_000, 20_000])
    opening, closing = rng.choice([("[", "]"), ('{"a":', "}")])
    return text[:place] + opening * depth + "1" + closing * rng.choice([0, depth]) + text[place:]


ON_TEXT: list[Mutation] = [
    cut,
    cut_out,
    flip_characters,
    insert_something_strange,
    change_a_number,
    swap_two_words,
    repeat_a_line,
    lose_a_line,
    swap_two_lines,
    take_a_line_of_another_file,
]


def holders(value: Json) -> Iterator[dict[str, Json] | list[Json]]:
    """The objects and lists in a JSON value that have something in them."""
    if not isinstance(value, dict | list) or not value:
        return
    yield value
    for inside in value.values() if isinstance(value, dict) else value:
        yield from holders(inside)


def put_something_else(text: str, rng: random.Random) -> str:
    """JSON with one value, anywhere, replaced, taken out, or repeated."""
    try:
        document: Json = json.loads(text)
        places = list(holders(document))
    except (ValueError, RecursionError):
        return text
    if not places:
        return text
    holder, other, kind = rng.choice(places), rng.choice(OTHERS), rng.randrange(4)
    if isinstance(holder, dict):
        key = rng.choice(list(holder))
        if kind == 0:
            del holder[key]
        else:
            holder[key + "s" * (kind == 1)] = other
    else:
        place = rng.randrange(len(holder))
        holder[place : place + (kind < 3)] = [[], [holder[place]] * 2, [other], [other]][kind]
    return json.dumps(document, indent=1).replace(
        '"?"', rng.choice(["NaN", "Infinity", "1.0", "9" * 5_000])
    )


OTHERS: list[Json] = [
    None,
    True,
    0,
    -1,
    2**64,
    10**79,
    "",
    "?",
    "?",
    "decline",
    "draw pile",
    [],
    {},
    [[]],
    {"position": []},
]
ON_JSON: list[Mutation] = [*[put_something_else] * 6, *ON_TEXT[:8], swap_two_lines, nest_deeply]


def mutated(text: str, mutations: list[Mutation], rng: random.Random) -> str:
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        text = rng.choice(mutations)(text or "x", rng)
    return text


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
    assert record == GameRecord(record.start, record.moves, record.names, record.seed)
    assert record.outcome == outcome(record.final)
    assert read(write(record)) == record
    return "read"


both_formats = pytest.mark.parametrize(
    ("read", "write", "mutations"),
    [
        (parse_record, format_record, ON_TEXT),
        (partial(from_json, GameRecord), lambda record: to_json(record, indent=1), ON_JSON),
    ],
    ids=["text", "json"],
)


@both_formats
def test_mutated_files_are_refused_by_keltis_errors_or_are_valid_records(
    read: Callable[[str], GameRecord], write: Callable[[GameRecord], str], mutations: list[Mutation]
) -> None:
    rng = random.Random(20080531)
    files = [write(record) for record in RECORDS]
    ends = Counter(
        try_to_read(read, write, mutated(rng.choice(files), mutations, rng)) for _ in range(FILES)
    )
    assert ends.keys() == {"read", "refused"}
    assert ends["read"] > FILES // 200
    assert ends["refused"] > FILES // 2


@both_formats
def test_no_mutated_file_takes_many_calls_to_read(
    read: Callable[[str], GameRecord], write: Callable[[GameRecord], str], mutations: list[Mutation]
) -> None:
    rng = random.Random(2008)
    files = [write(record) for record in RECORDS]

    def read_next() -> None:
        with suppress(KeltisError):
            read(mutated(rng.choice(files), mutations, rng))

    assert max(count_calls(read_next) for _ in range(FILES // 10)) < MOST_CALLS


def test_the_files_before_mutation_are_valid() -> None:
    for record in RECORDS:
        assert try_to_read(parse_record, format_record, format_record(record)) == "read"
        assert try_to_read(partial(from_json, GameRecord), to_json, to_json(record)) == "read"


def test_a_move_of_another_game_is_detected() -> None:
    found = 0
    for record, other in pairwise(RECORDS):
        for n in range(0, min(len(record), len(other)), by_profile(28, 7)):
            forged = [
                *map(str, record.moves[:n]),
                str(other.moves[n]),
                *map(str, record.moves[n + 1 :]),
            ]
            document = json.loads(to_json(record)) | {"moves": forged}
            if tuple(forged) != tuple(map(str, record.moves)):
                found += 1
                try:
                    again = from_json(GameRecord, json.dumps(document))
                except KeltisError:
                    continue
                assert again != record
                assert again == attrs.evolve(again)
    assert found > by_profile(25, 100)
