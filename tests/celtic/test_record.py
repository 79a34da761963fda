"""Records of whole games, as text and as JSON."""

import json
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import attrs
import pytest
from hypothesis import given

from celtic.games import EXAMPLE, SMALL, games, lays, pickle_round_trip
from keltis.celtic import (
    GameRecord,
    GameState,
    IllegalMove,
    Outcome,
    Owner,
    Pass,
    Rules,
    apply_move,
    legal_moves,
    new_game,
    outcome,
    parse_move,
)
from keltis.celtic.record import (
    RecordError,
    format_record,
    parse_record,
)
from keltis.celtic.render import film_svg
from keltis.documents import from_json, to_document, to_json
from keltis.errors import InvalidArgument, KeltisError, NotationError

build: Callable[..., GameRecord] = GameRecord

PASSING = Rules(supplies=((0, 0, 0, 0, 0), (2, 0, 0, 0, 0), (0, 0, 1, 0, 0)), start=5)
"""Orange has no tiles, and passes."""


def record_of(states: list[GameState]) -> GameRecord:
    """The record of a game of which all states are given."""
    moves = (
        next(move for move in legal_moves(state) if apply_move(state, move) == following)
        for state, following in pairwise(states)
    )
    return GameRecord(states[0], tuple(moves))


def example() -> GameRecord:
    record = GameRecord(new_game(), names=("Ann", "Bob"))
    for move in lays(EXAMPLE):
        record = record.append(move)
    return record


def test_the_example_game_is_recorded_move_by_move() -> None:
    record = example()
    assert record.moves == tuple(lays(EXAMPLE))
    assert record.outcome == Outcome(((7, 3, 2), (9, 3, 2)), Owner.BLUE)
    assert len(record) == 22


def test_a_record_gives_each_move_with_the_state_before() -> None:
    record = example()
    assert [move for _, move in record] == list(record.moves)
    assert record[3] == (record.states[3], record.moves[3])
    assert record.state_at(0) == record.start == new_game()
    assert record.state_at(22) == record.final
    for state, move in record:
        assert move in legal_moves(state)


def test_until_and_branch_leave_the_record_as_it_was() -> None:
    record = example()
    other = record.branch(1, parse_move("lay 1,0 W blue"))
    assert [str(move) for move in other.moves] == ["lay 0,-1 S neutral", "lay 1,0 W blue"]
    assert other.names == record.names
    assert record.until(5) == GameRecord(record.start, record.moves[:5], record.names)
    assert len(record) == 22


@pytest.mark.parametrize("place", [-1, 23, 1.0, True, None])
def test_only_places_within_the_record_are_taken(place: int) -> None:
    record = example()
    for function in (record.until, record.state_at, record.__getitem__):
        with pytest.raises(InvalidArgument, match="must be a whole number from 0 to"):
            function(place)


def test_k8_a_forced_pass_is_automatic_and_recorded() -> None:
    record = (
        GameRecord(new_game(rules=PASSING)).append(Pass()).append(parse_move("lay 0,-1 S blue"))
    )
    assert list(map(str, record.moves)) == ["pass", "lay 0,-1 S blue", "pass"]
    record = record.append(parse_move("lay 0,1 N blue"))
    assert len(record) == 4
    assert record.outcome == Outcome(((0,), (2,)), Owner.BLUE)


def test_k8_undo_removes_a_forced_pass_with_the_move_before_it() -> None:
    start = GameRecord(new_game(rules=PASSING)).append(Pass())
    record = start.append(parse_move("lay 0,-1 S blue"))
    assert len(record) == 3
    assert record.undo() == start
    assert start.undo() == GameRecord(new_game(rules=PASSING))


def test_k8_play_asks_for_a_forced_pass() -> None:
    record = GameRecord(new_game(rules=PASSING)).play(
        lambda state: next(iter(legal_moves(state)), None)
    )
    assert [str(move) for move in record.moves[::2]] == ["pass", "pass"]
    assert record.outcome is not None


def test_every_move_is_a_turn() -> None:
    record = example()
    assert record.turns == tuple((pair,) for pair in record)


def test_both_games_have_the_same_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keltis.game._record.MAX_MOVES", 21)
    with pytest.raises(RecordError, match=r"^move 22: a record has at most 21 moves$"):
        example()
    with pytest.raises(InvalidArgument, match="1 to 100 printable characters"):
        GameRecord(new_game(), names=("x" * 101, "Bob"))


def test_an_illegal_move_is_not_appended() -> None:
    with pytest.raises(IllegalMove, match="may not pass"):
        GameRecord(new_game()).append(Pass())


def test_a_record_with_an_illegal_move_is_refused_with_its_number() -> None:
    with pytest.raises(RecordError, match=r"^move 2: pass: a player who can lay") as error:
        GameRecord(new_game(), (parse_move("lay 0,-1 S neutral"), Pass()))
    assert error.value.place == "move 2"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"start": None}, "GameState"),
        ({"moves": []}, "moves must be a tuple"),
        ({"names": ("Ann",)}, "names must have a name for each of 2 players"),
        ({"names": ("Ann", " Bob")}, "printable"),
        ({"names": ("Ann", "#")}, "comment"),
    ],
)
def test_wrong_fields_are_refused(fields: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidArgument, match=reason):
        build(**{"start": new_game()} | fields)


def test_records_are_pickled_and_checked() -> None:
    assert pickle_round_trip(example()) == example()
    assert pickle_round_trip(example()).final == example().final


@given(states=games)
def test_every_record_is_read_as_it_is_written(states: list[GameState]) -> None:
    record = record_of(states)
    assert record.outcome == outcome(states[-1])
    for names in ((), ("Ann", "Bob: the 2nd")):
        named = attrs.evolve(record, names=names)
        assert parse_record(format_record(named)) == named
        assert from_json(GameRecord, to_json(named, indent=1)) == named


@given(states=games)
def test_a_record_from_the_middle_of_a_game_is_read_as_it_is_written(
    states: list[GameState],
) -> None:
    record = record_of(states[len(states) // 2 :])
    assert parse_record(format_record(record)) == record
    assert from_json(GameRecord, to_json(record)) == record


def test_the_text_of_the_example_game() -> None:
    lines = format_record(example()).split("\n")
    assert lines[:9] == [
        "celtic record 1",
        "result: 7 3 2 to 9 3 2, won by blue",
        "name orange: Ann",
        "name blue: Bob",
        "rules: CELTIC",
        "turn: orange",
        "",
        "orange: lay 0,-1 S neutral",
        "blue: lay 1,0 NEW neutral",
    ]
    assert lines[-3:] == ["blue: lay -1,-3 E blue", "end", ""]


def test_the_json_of_a_short_game() -> None:
    record = GameRecord(new_game(rules=SMALL), (parse_move("lay 0,-1 S orange"),))
    assert json.loads(to_json(record)) == {
        "format": "celtic-record",
        "version": 3,
        "result": None,
        "names": [],
        "start": {"position": to_document(record.start)},
        "moves": ["lay 0,-1 S orange"],
    }


def test_the_result_may_be_left_out_of_the_text() -> None:
    assert parse_record("celtic record 1\nrules: CELTIC\nturn: blue\nend") == GameRecord(
        attrs.evolve(new_game(), to_move=Owner.BLUE)
    )


START = "rules: CELTIC\nturn: orange\n"


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("", NotationError, "line 2: expected 'celtic record 2', but the text ends here"),
        (
            "keltis record 1",
            NotationError,
            "line 1: expected 'celtic record 2', not 'keltis record 1'",
        ),
        ("celtic record 3", RecordError, "line 1: unsupported version 3 \\(newest supported: 2\\)"),
        (
            "celtic record 1\nname orange: A\n" + START,
            RecordError,
            "line 3: the game cannot start like this: names must have a name for each of 2 players",
        ),
        (
            "celtic record 1\nname orange: A\nname blue:\n" + START + "end",
            RecordError,
            "line 4: the game cannot start like this",
        ),
        (
            "celtic record 1\nrules: CELTIC width=2\nturn: blue\nend",
            RecordError,
            "line 2: the game cannot start like this",
        ),
        (
            "celtic record 1\n" + START + "tile: 5,5 N blue\nend",
            RecordError,
            "line 2: the game cannot start like this",
        ),
        ("celtic record 1\n" + START, NotationError, "line 5: expected a turn"),
        (
            "celtic record 1\n" + START + "blue: pass",
            NotationError,
            "line 4: expected 'orange: ...' \\(the player to move\\)",
        ),
        (
            "celtic record 1\n" + START + "orange: pas",
            NotationError,
            "line 4, move 1: expected a move like",
        ),
        (
            "celtic record 1\n" + START + "orange: pass",
            RecordError,
            "line 4, move 1: pass: a player who can lay",
        ),
        (
            "celtic record 1\n" + START + "end\nend",
            NotationError,
            "line 5: expected the end of the text",
        ),
        (
            "celtic record 1\nresult: - to -, a draw\n" + START + "end",
            RecordError,
            "line 2: the result is given as",
        ),
    ],
)
def test_other_texts_are_refused_with_the_line(
    text: str, kind: type[KeltisError], reason: str
) -> None:
    with pytest.raises(kind, match="^" + reason.replace(".", r"\.")):
        parse_record(text)


def document(**changes: object) -> str:
    start = {"rules": "CELTIC", "turn": "orange", "tiles": ()}
    whole = {
        "format": "celtic-record",
        "version": 1,
        "result": None,
        "names": (),
        "start": start,
        "moves": (),
    }
    return json.dumps(whole | changes)


def start_of(**changes: object) -> dict[str, object]:
    return {"rules": "CELTIC", "turn": "orange", "tiles": ()} | changes


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("{", "$", "invalid JSON"),
        ("[" * 100_000, "$", "nested too deeply"),
        ("[]", "$", "expected an object, not an array"),
        ("{}", "$.format", "this key is missing"),
        ('{"format": "keltis-record"}', "$.format", "expected 'celtic-record'"),
        ('{"format": 1, "format": 1}', "$", "duplicate key 'format'"),
        (document(version=1.0), "$.version", "expected an integer, not a float"),
        (document(names=[float("nan")]), "$.names[0]", "expected a string, not a float"),
        ('{"version": ' + "9" * 100 + "}", "$", "an integer has 100 digits"),
        (document(version=0), "$.version", "unsupported version 0"),
        (document(version="1"), "$.version", "expected an integer, not a string"),
        (document(version=4), "$.version", "unsupported version 4 (newest supported: 3)"),
        ('{"format": "celtic-record", "version": 1}', "$.result", "this key is missing"),
        (document(more=1), "$", "unexpected key 'more'"),
        (document(names=7), "$.names", "expected an array, not an integer"),
        (document(names=["A", None]), "$.names[1]", "expected a string, not null"),
        (document(names=["A"]), "$.start", "names must have a name for each"),
        (document(start=[]), "$.start", "expected an object, not an array"),
        (
            document(start=start_of(turn="neutral")),
            "$.start.turn",
            "word 1: expected orange or blue",
        ),
        (document(start=start_of(rules="X")), "$.start.rules", "word 1: expected CELTIC"),
        (document(start=start_of(rules="CELTIC width=2")), "$.start.rules", "width must be"),
        (document(start=start_of(tiles=["0,-1 N"])), "$.start.tiles[0]", "word 1: expected a tile"),
        (document(start=start_of(tiles=["0,-1 N blue"])), "$.start", "cut off"),
        (
            document(start=start_of(tiles=["0,-1 S blue"] * 82)),
            "$.start.tiles",
            "expected at most 81 tiles, not 82",
        ),
        (
            document(moves=["lay 0,-1 ES orange", True]),
            "$.moves[1]",
            "expected a string, not a boolean",
        ),
        (document(moves=["pas"]), "$.moves[0]", "expected a move like"),
        (document(moves=["pass"]), "$.moves[0]", "a player who can lay a tile may not pass"),
        (
            document(result={"scores": [[], []], "winner": None}),
            "$.result",
            "expected null, which follows from the rest",
        ),
        (document(result=7), "$.result", "expected null, which follows from the rest, not 7"),
    ],
)
def test_other_json_is_refused_with_the_path(text: str, place: str, reason: str) -> None:
    with pytest.raises(RecordError) as error:
        from_json(GameRecord, text)
    assert error.value.place == place
    assert reason in error.value.reason


def test_the_error_for_a_wrong_result_has_the_right_one() -> None:
    wrong = to_json(example()).replace('"blue"}', '"orange"}')
    with pytest.raises(RecordError, match=r'^\$\.result\.winner: expected "blue", which follows'):
        from_json(GameRecord, wrong)


def test_messages_stay_short() -> None:
    long = "x" * 100_000
    for text in (
        f"celtic record 1\n{START}orange: {long}",
        f"celtic record 1\n{START}tile: {long}",
        document(moves=[long]),
    ):
        with pytest.raises(KeltisError) as error:
            (parse_record if text[0] == "c" else partial(from_json, GameRecord))(text)
        assert len(str(error.value)) < 200


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
    assert pickle_round_trip(record) == record


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


@pytest.mark.parametrize("text", ["forfeit", "forfeit 3,0", "forfeits 3,0 EW orange"])
def test_k12_a_broken_penalty_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=f"expected a penalty like .*, not '{text}'"):
        parse_move(text)


def test_k12_a_record_refuses_a_penalty_for_a_tile_that_fits() -> None:
    with pytest.raises(RecordError, match=r"^move 1: forfeit 1,0 W orange: the tile fits, so"):
        GameRecord(new_game(), (parse_move("forfeit 1,0 W orange"),))


def test_k12_a_picture_of_a_game_shows_the_penalty() -> None:
    assert "forfeit 3,0 EW orange" in film_svg(with_a_penalty(), frames=6)
