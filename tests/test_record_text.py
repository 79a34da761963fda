"""Records as text: what is written reads back, and errors name the line."""

import re

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keltis import (
    KELTIS,
    KELTIS_LITERAL,
    GameState,
    KeltisError,
    Move,
    NotationError,
)
from keltis.documents import from_json, to_json
from keltis.notation import format_rules_in_full, parse_move
from keltis.record import (
    GameRecord,
    RecordError,
    format_record,
    parse_record,
)
from leaning import BARE, SHORT, games
from record_helpers import GAME, GAME_END, SEEDED, record_of

TEXT = """\
keltis record 3
result: unfinished
players: 2
seed: 7
first: 0
rules: KELTIS

0: lay R1 large, draw pile   # a comment
1: discard Y4, draw Y
end
"""


@given(games(), st.booleans(), st.booleans())
def test_both_formats_read_back(game: list[tuple[GameState, Move]], cut: bool, named: bool) -> None:
    skipped = len(game) // 2 if cut else 0
    record = record_of(game[skipped : skipped + 1 if named else None])
    if named:
        record = attrs.evolve(
            record, names=tuple(f"Player {seat}" for seat in range(len(record.start.players)))
        )
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    assert from_json(GameRecord, to_json(record)) == record


@pytest.mark.parametrize(
    "record",
    [SEEDED, SEEDED.until(5), GameRecord.seeded(3, 5, rules=KELTIS_LITERAL, first_player=2)],
)
def test_a_seeded_record_is_kept_by_its_seed(record: GameRecord) -> None:
    assert "pile:" not in format_record(record)
    for again in (
        parse_record(format_record(record)),
        from_json(GameRecord, to_json(record, indent=2)),
    ):
        assert again == record
        assert again.states == record.states


def test_a_game_for_one_has_a_line_for_each_turn() -> None:
    record = GameRecord.seeded(1, 1, rules=BARE)
    for text in (
        f"discard {record.start.players[0].hand[0]}",
        "draw pile",
        f"discard {record.start.players[0].hand[1]}",
    ):
        record = record.append(parse_move(text))
    assert format_record(record).split("\n")[-5:-2] == [
        "",
        f"0: {record.moves[0]}, draw pile",
        f"0: {record.moves[2]}",
    ]
    assert parse_record(format_record(record)) == record


def test_a_text_written_by_hand_is_read() -> None:
    record = parse_record(TEXT)
    assert record.seed == 7
    assert [str(move) for move in record.moves] == [
        "lay R1 large",
        "draw pile",
        "discard Y4",
        "draw Y",
    ]
    without_result = TEXT.replace("result: unfinished\n", "").replace(", ", "   ,  ")
    assert parse_record(without_result) == record
    a_move_a_line = TEXT.replace(", draw pile", "\n0: draw pile").replace(", draw Y", "\n1: draw Y")
    assert parse_record(a_move_a_line) == record


def test_a_text_begins_with_a_small_header() -> None:
    points = " to ".join(str(score.total) for score in GAME_END.scores)
    assert format_record(SEEDED).split("\n")[:9] == [
        "keltis record 3",
        f"result: draw pile empty, {points}, won by {GAME_END.winners[0]}",
        "name 0: Ann",
        "name 1: Bob Ó Briain: x",
        "players: 2",
        "seed: 3",
        "first: 0",
        f"rules: {format_rules_in_full(KELTIS)}",
        "",
    ]


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        (
            "record 3",
            "record 4",
            RecordError,
            "line 1: unsupported version 4 (newest supported: 3)",
        ),
        (
            "record 3",
            "record 01",
            NotationError,
            "line 1: expected 'keltis record 3', not 'keltis record 01'",
        ),
        (
            "keltis",
            "chess",
            NotationError,
            "line 1: expected 'keltis record 3', not 'chess record 3'",
        ),
        (
            "record 3",
            "record 3 seen by seat 0",
            RecordError,
            "line 1: the view of one player cannot be replayed",
        ),
        (
            "unfinished",
            "won",
            RecordError,
            "line 2: the result is given as 'won', but the moves give 'unfinished'",
        ),
        (
            "seed: 7",
            "seed: 8",
            RecordError,
            "line 8, move 1: lay R1 large: the card is not in the hand of the player to move",
        ),
        (
            "seed: 7",
            "seed: x",
            NotationError,
            "line 4, word 1: expected a seed, a whole number from 0 of at most 78 digits, not 'x'",
        ),
        (
            "seed: 7",
            f"seed: {'9' * 78}",
            RecordError,
            "line 3: the game cannot start like this: a record's seed must be below 2**256",
        ),
        (
            "players: 2",
            "players: 5",
            RecordError,
            (
                "line 3: the game cannot start like this: players must be 2 or 3 or 4 under "
                "these rules, not 5"
            ),
        ),
        (
            "first: 0",
            "first: 2",
            RecordError,
            (
                "line 3: the game cannot start like this: first_player must be a seat from 0 "
                "to 1, not 2"
            ),
        ),
        (
            "KELTIS",
            "KELTIS copies=0",
            RecordError,
            (
                "line 3: the game cannot start like this: impossible rules: copies must be a "
                "whole number from 1 to 9, not 0"
            ),
        ),
        ("players: 2\n", "", NotationError, "line 3: expected 'rules: ...', not 'seed: 7'"),
        (
            "players: 2\n",
            "name 0: Ann\nplayers: 2\n",
            RecordError,
            (
                "line 4: the game cannot start like this: names must have a name for each "
                "of 2 players, or none, not 1"
            ),
        ),
        (
            "lay R1",
            "lie R1",
            NotationError,
            "line 8, move 1: word 1: expected discard, lay, advance, decline or draw, not 'lie'",
        ),
        (
            "draw pile",
            "draw R",
            RecordError,
            "line 8, move 2: draw R: this discard pile is empty (T7)",
        ),
        (
            "draw Y",
            "draw P",
            RecordError,
            "line 9, move 4: draw P: this discard pile is empty (T7)",
        ),
        (
            "1: disc",
            "0: disc",
            NotationError,
            "line 9: expected '1: ...' (the player to move) or 'end', not '0: discard Y4, draw Y'",
        ),
        (
            "draw Y\n",
            "draw Y, discard R5\n",
            NotationError,
            (
                "line 9: expected '0: ...' (the player to move) or 'end', not '1: discard "
                "Y4, draw Y, discard R5'"
            ),
        ),
        (
            "end\n",
            "",
            NotationError,
            (
                "line 11: expected a turn, as in '0: discard R7, draw pile', or 'end', but "
                "the text ends here"
            ),
        ),
        (
            "end\n",
            "en",
            NotationError,
            "line 10: expected '0: ...' (the player to move) or 'end', not 'en'",
        ),
        (
            "end\n",
            "end\n0: draw pile\n",
            NotationError,
            "line 11: expected the end of the text, not '0: draw pile'",
        ),
    ],
)
def test_a_text_that_is_cut_forged_or_newer_is_refused(
    old: str, new: str, error: type[KeltisError], message: str
) -> None:
    assert old in TEXT
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        parse_record(TEXT.replace(old, new))


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(
        NotationError, match=r"^line 2: expected 'keltis record 3', but the text ends here$"
    ):
        parse_record("")


def test_an_impossible_start_is_refused_with_its_line() -> None:
    text = format_record(GAME).replace("points 0: 0", "points 0: 3")
    with pytest.raises(
        RecordError,
        match=r"^line 3: the game cannot start like this: impossible position: seat 0 has 3 points",
    ):
        parse_record(text)


def test_rules_of_ones_own_are_kept() -> None:
    record = GameRecord.seeded(2, 7, rules=SHORT)
    assert parse_record(format_record(record)).start.rules == SHORT
