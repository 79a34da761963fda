"""Damaged and forged files: each is refused with the place, or is a valid record."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Final, Generic, TypeAlias

import attrs
import pytest

import keltis.record
from celtic.games import SMALL, WIDE
from counting import count_calls
from keltis import KeltisError, celtic
from keltis.documents import from_json, to_json
from keltis.game import M, Record, S
from leaning import ALL_RULES, leaning_game, start_of
from profiles import by_profile

MOVES = 60
"""Of each game of Keltis, so that the files are short."""
MOST_CALLS = 200_000
"""Function calls to read one file, several times what any of them takes."""

Mutation: TypeAlias = Callable[[str, random.Random], str]
Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | None"


@cache
def board_records() -> tuple[keltis.GameRecord, ...]:
    """Short games under all rules: seeded or not, from the start or later, finished or not."""
    records = []
    for seed, rules in enumerate(ALL_RULES * 3):
        start = start_of(rules, seed)
        game = leaning_game(start, seed)
        moves = tuple(move for _, move in game)
        records.append(keltis.GameRecord(start, moves[:MOVES], seed=seed))
        names = tuple("ABCDEF"[: len(start.players)])
        records.append(keltis.GameRecord(game[-MOVES:][0][0], moves[-MOVES:], names))
    return tuple(records)


@cache
def tile_records() -> tuple[celtic.GameRecord, ...]:
    """Games under several rules: finished or not, from the start or later, named or not."""
    records = []
    for seed, rules in enumerate([celtic.CELTIC, SMALL, WIDE] * 3):
        rng = random.Random(seed)
        names = ("Ann", "Bob") if seed % 2 else ()
        record = celtic.GameRecord(celtic.new_game(rules=rules), names=names)
        while moves := celtic.legal_moves(record.final):
            record = record.append(rng.choice(moves))
        if seed == 0:
            record = with_penalties(record, rng)
        later = celtic.GameRecord(record.states[-4], record.moves[-3:])
        records += [record, record.until(len(record) // 2), later]
    return tuple(records)


def with_penalties(record: celtic.GameRecord, rng: random.Random) -> celtic.GameRecord:
    """The beginning of a game in which some tiles broke the window (K12)."""
    record = record.until(6)
    for _ in range(4):
        beyond = [
            lay
            for x in range(-3, 4)
            for y in range(-3, 4)
            for mask in range(1, 16)
            if celtic.illegality(record.final, lay := celtic.Lay(x, y, mask, record.final.to_move))
            is celtic.Illegality.OUT_OF_WINDOW
        ]
        record = record.append(celtic.Forfeit(rng.choice(beyond)))
    return record


@cache
def lines_of_files() -> list[str]:
    texts = [*map(keltis.record.format_record, board_records())]
    texts += map(celtic.record.format_record, tile_records())
    return [line for text in texts for line in text.split("\n")]


STRANGE = [
    *("", "\x00", "\ud800", "\u2028", "\ufeff", "#", ":", ",", "-", "=", "NaN", "-1", "1e999"),
    *("0x7", "9" * 30, "9" * 5_000, "true", "null"),
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
    near = str(int(number[0][:9]) + rng.choice([-1, 1]))
    new = rng.choice([near, str(rng.randrange(1_000)), rng.choice(STRANGE)])
    return text[: number.start()] + new + text[number.end() :]


def swap_two_words(text: str, rng: random.Random) -> str:
    parts = re.split(r"([\w-]+)", text)
    words = range(1, len(parts), 2)
    if words:
        first, second = rng.choice(words), rng.choice(words)
        parts[first], parts[second] = parts[second], parts[first]
    return "".join(parts)


def change_lines(text: str, rng: random.Random) -> str:
    """Swap, repeat or lose a line, or take one of another file."""
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            lines[one], lines[other] = lines[other], lines[one]
        case 1:
            lines.insert(one, lines[other])
        case 2:
            del lines[one]
        case _:
            lines[one] = rng.choice(lines_of_files())
    return "\n".join(lines)


def nest_deeply(text: str, rng: random.Random) -> str:
    place = rng.randrange(len(text) + 1)
    depth = rng.choice([50, 900, 1_000, 20_000])
    opening, closing = rng.choice([("[", "]"), ('{"a":', "}")])
    return text[:place] + opening * depth + "1" + closing * rng.choice([0, depth]) + text[place:]


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
    numbers = ["NaN", "Infinity", "1.0", "9" * 5_000]
    return json.dumps(document, indent=1).replace('"?"', rng.choice(numbers))


EMPTY: list[Json] = [[], {}, [[]], {"position": []}, {"rules": []}]
OTHERS: list[Json] = [
    *(None, True, 0, -1, 2**64, 10**79, "", "?", "?", "decline", "draw pile", "pass", *EMPTY)
]
ON_TEXT: list[Mutation] = [
    *(cut, cut_out, flip_characters, insert_something_strange, change_a_number, swap_two_words),
    *[change_lines] * 4,
]
ON_JSON: list[Mutation] = [*[put_something_else] * 6, *ON_TEXT[:8], nest_deeply]


@attrs.frozen
class Files(Generic[S, M]):
    """Files of one game in one format."""

    records: Callable[[], Sequence[Record[S, M]]]
    read: Callable[[str], Record[S, M]]
    write: Callable[[Record[S, M]], str]
    mutations: list[Mutation]
    count: int
    """How many are damaged."""

    def damaged(self, rng: random.Random) -> str:
        """A file with some damage."""
        text = self.write(rng.choice(self.records()))
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            text = rng.choice(self.mutations)(text or "x", rng)
        return text

    def try_to_read(self, text: str) -> str:
        """Read a file: whether it is `read` or `refused`."""
        try:
            record = self.read(text)
        except KeltisError as error:
            has_place = re.match(r"line \d+|\$", str(error))
            return "refused" if has_place else f"refused without a place: {error}"
        rebuilt: Record[S, M] = attrs.evolve(record)
        assert rebuilt == self.read(self.write(record)) == record
        return "read"


def indented(record: Record[S, M]) -> str:
    return to_json(record, indent=1)


BOARD_TEXT: Final = Files(
    board_records,
    keltis.record.parse_record,
    keltis.record.format_record,
    ON_TEXT,
    by_profile(500, 5_000),
)
BOARD_JSON: Final = Files(
    board_records, partial(from_json, keltis.GameRecord), indented, ON_JSON, BOARD_TEXT.count
)
TILE_TEXT: Final = Files(
    tile_records,
    celtic.record.parse_record,
    celtic.record.format_record,
    ON_TEXT,
    by_profile(200, 2_000),
)
TILE_JSON: Final = Files(
    tile_records, partial(from_json, celtic.GameRecord), indented, ON_JSON, TILE_TEXT.count
)
all_files = pytest.mark.parametrize(
    "files",
    [BOARD_TEXT, BOARD_JSON, TILE_TEXT, TILE_JSON],
    ids=["keltis text", "keltis json", "celtic text", "celtic json"],
)


@all_files
def test_mutated_files_are_refused_by_keltis_errors_or_are_valid_records(
    files: Files[S, M],
) -> None:
    rng = random.Random(20080531)
    ends = Counter(files.try_to_read(files.damaged(rng)) for _ in range(files.count))
    assert ends.keys() == {"read", "refused"}
    assert ends["read"] > files.count // 500
    assert ends["refused"] > files.count // 2


@all_files
def test_no_mutated_file_takes_many_calls_to_read(files: Files[S, M]) -> None:
    rng = random.Random(2008)

    def read(text: str) -> None:
        with suppress(KeltisError):
            files.read(text)

    texts = [files.damaged(rng) for _ in range(files.count // 10)]
    assert max(count_calls(partial(read, text)) for text in texts) < MOST_CALLS


@all_files
def test_the_files_before_mutation_are_valid(files: Files[S, M]) -> None:
    assert {files.try_to_read(files.write(record)) for record in files.records()} == {"read"}
