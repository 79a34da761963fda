"""Records of CELTIC!: the example game, forced passes and penalties."""

import json

import pytest

from celtic.games import EXAMPLE, lays
from helpers import pickled
from keltis.celtic import GameRecord, Outcome, Owner, Pass, Rules, legal_moves, new_game, parse_move
from keltis.celtic.record import RecordError, format_record, parse_record
from keltis.celtic.render import film_svg
from keltis.documents import from_json, to_json
from keltis.errors import NotationError

PASSING = Rules(supplies=((0, 0, 0, 0, 0), (2, 0, 0, 0, 0), (0, 0, 1, 0, 0)), start=5)
"""Orange has no tiles, and passes."""


def example() -> GameRecord:
    return GameRecord(new_game(), tuple(lays(EXAMPLE)), ("Ann", "Bob"))


def test_k11_the_example_game_ends_as_in_the_rules() -> None:
    assert example().outcome == Outcome(((7, 3, 2), (9, 3, 2)), Owner.BLUE)
    assert example().turns == tuple((pair,) for pair in example())


def test_k8_a_forced_pass_is_automatic_and_recorded() -> None:
    start = GameRecord(new_game(rules=PASSING)).append(Pass())
    record = start.append(parse_move("lay 0,-1 S blue"))
    assert list(map(str, record.moves)) == ["pass", "lay 0,-1 S blue", "pass"]
    last = record.append(parse_move("lay 0,1 N blue"))
    assert len(last) == 4
    assert last.outcome == Outcome(((0,), (2,)), Owner.BLUE)
    assert record.undo() == start  # with the move before it
    assert start.undo() == GameRecord(new_game(rules=PASSING))


def test_k8_play_asks_for_a_forced_pass() -> None:
    record = GameRecord(new_game(rules=PASSING)).play(
        lambda state: next(iter(legal_moves(state)), None)
    )
    assert [str(move) for move in record.moves[::2]] == ["pass", "pass"]
    assert record.outcome is not None


def test_the_error_for_a_wrong_result_has_the_right_one() -> None:
    wrong = to_json(example()).replace('"blue"}', '"orange"}')
    with pytest.raises(RecordError, match=r'^\$\.result\.winner: expected "blue", which follows'):
        from_json(GameRecord, wrong)


# The penalty of K12


def with_a_penalty() -> GameRecord:
    """Orange loses the third turn and then plays the fifth."""
    record = GameRecord(new_game(), names=("Ann", "Bob"))
    for text in (
        "lay 1,0 EW orange",
        "lay 2,0 EW blue",
        "forfeit 3,0 EW orange",
        "lay 3,0 W blue",
        "lay 0,-1 S orange",
    ):
        record = record.append(parse_move(text))
    return record


def test_k12_a_record_contains_the_penalty_and_replays_it() -> None:
    record = with_a_penalty()
    assert [str(state.to_move) for state in record.states] == [
        *("orange", "blue", "orange", "blue", "orange", "blue")
    ]
    assert record.states[2].lays == record.states[3].lays
    assert GameRecord(record.start, record.moves, record.names) == record
    assert record.undo().undo().undo() == record.until(2)
    assert record.branch(2, parse_move("lay 3,0 W orange")).final.to_move is Owner.BLUE
    assert pickled(record) == record


def test_k12_undo_removes_a_penalty_alone_though_a_pass_was_forced() -> None:
    supplies = ((0, 0, 1, 0, 0), (2, 0, 0, 0, 0), (0, 0, 1, 0, 0))
    start = new_game(rules=Rules(supplies=supplies, start=5, width=3, height=3))
    record = GameRecord(start, (Pass(), parse_move("lay 0,-1 S blue")))
    assert legal_moves(record.final) == (Pass(),)
    penalty = parse_move("forfeit 0,1 NS orange")
    assert record.append(penalty).undo() == record


def test_k12_a_file_with_a_penalty_has_version_2_and_reads_back() -> None:
    record = with_a_penalty()
    text, document = format_record(record), to_json(record)
    assert text.startswith("celtic record 2\n")
    assert "\norange: forfeit 3,0 EW orange\n" in text
    assert json.loads(document)["version"] == 3
    assert json.loads(document)["moves"][2] == "forfeit 3,0 EW orange"
    assert parse_record(text) == from_json(GameRecord, document) == record
    assert format_record(record.until(2)).startswith("celtic record 1\n")


def test_k12_a_file_of_version_1_has_no_penalty() -> None:
    record = with_a_penalty()
    with pytest.raises(NotationError, match=r"^line 10, move 3: expected a move like"):
        parse_record(format_record(record).replace("record 2", "record 1"))
    document = to_json(record).replace('"version":3', '"version":1')
    with pytest.raises(RecordError, match=r"^\$\.moves\[2\]: a file of version 1 cannot contain"):
        from_json(GameRecord, document)


def test_k12_a_record_refuses_a_penalty_for_a_tile_that_fits() -> None:
    with pytest.raises(RecordError, match=r"^move 1: forfeit 1,0 W orange: the tile fits, so"):
        GameRecord(new_game(), (parse_move("forfeit 1,0 W orange"),))


def test_k12_a_picture_of_a_game_shows_the_penalty() -> None:
    assert "forfeit 3,0 EW orange" in film_svg(with_a_penalty(), frames=6)
