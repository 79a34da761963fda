"""Records as text and as JSON: what is written reads back, and errors name the place."""

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keltis
from celtic.games import games as tile_games
from keltis import GameRecord, GameState, KeltisError, NotationError, RecordError, celtic
from keltis.documents import from_json, to_json
from keltis.game import Game, M, R, Record, S, V
from keltis.notation import format_state, parse_move
from keltis.record import format_record, parse_record
from leaning import BARE, SHORT, games
from record_helpers import GAME, SEEDED, record_of

BOARD_TEXT = """\
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
TILE_TEXT = """\
celtic record 1
result: unfinished
rules: CELTIC
turn: orange
tile: 0,-1 S blue

orange: lay 1,0 W orange
end
"""
CANNOT = "the game cannot start like this"


# What is written


def assert_reads_back(game: Game[S, V, M, R], record: Record[S, M]) -> None:
    text = game.record.format_record(record)
    assert game.record.parse_record(text) == record
    assert game.record.format_record(game.record.parse_record(text)) == text
    for document in (to_json(record), to_json(record, indent=1)):
        again = from_json(game.record.GameRecord, document)
        assert again == record
        assert again.states == record.states


@given(games(), st.booleans(), st.booleans())
def test_records_of_keltis_read_back(
    game: list[tuple[GameState, keltis.Move]], cut: bool, named: bool
) -> None:
    skipped = len(game) // 2 if cut else 0
    record = record_of(game[skipped : skipped + 1 if named else None])
    names = tuple(f"Player {seat}" for seat in range(record.player_count)) if named else ()
    assert_reads_back(keltis.GAME, record.rename(names))


@given(tile_games, st.booleans(), st.booleans())
def test_records_of_celtic_read_back(
    states: list[celtic.GameState], cut: bool, named: bool
) -> None:
    states = states[len(states) // 2 :] if cut else states
    moves = (
        next(move for move in celtic.legal_moves(one) if celtic.apply_move(one, move) == other)
        for one, other in pairwise(states)
    )
    names = ("Ann", "Bob: the 2nd") if named else ()
    assert_reads_back(celtic.GAME, celtic.GameRecord(states[0], tuple(moves), names))


@pytest.mark.parametrize(
    "record",
    [
        *(SEEDED, SEEDED.until(5), GameRecord.seeded(2, 7, rules=SHORT)),
        GameRecord.seeded(3, 5, rules=keltis.KELTIS_LITERAL, first_player=2),
    ],
)
def test_a_seeded_record_is_kept_by_its_seed(record: GameRecord) -> None:
    assert "pile:" not in format_record(record)
    assert_reads_back(keltis.GAME, record)


def test_a_game_for_one_has_a_line_for_each_turn() -> None:
    record = GameRecord.seeded(1, 1, rules=BARE)
    first, second, *_ = record.start.players[0].hand
    for text in (f"discard {first}", "draw pile", f"discard {second}"):
        record = record.append(parse_move(text))
    turns = ["", f"0: discard {first}, draw pile", f"0: discard {second}", "end", ""]
    assert format_record(record).split("\n")[-5:] == turns
    assert_reads_back(keltis.GAME, record)


# What is read


def test_a_text_written_by_hand_is_read() -> None:
    record = parse_record(BOARD_TEXT)
    assert record.seed == 7
    assert ", ".join(map(str, record.moves)) == "lay R1 large, draw pile, discard Y4, draw Y"
    without_result = BOARD_TEXT.replace("result: unfinished\n", "").replace(", ", "   ,  ")
    assert parse_record(without_result) == record
    a_move_a_line = BOARD_TEXT.replace(", draw p", "\n0: draw p").replace(", draw Y", "\n1: draw Y")
    assert parse_record(a_move_a_line) == record
    tiles = celtic.record.parse_record(TILE_TEXT)
    assert tiles == celtic.record.parse_record(TILE_TEXT.replace("result: unfinished\n", ""))
    assert (len(tiles), len(tiles.start.lays)) == (1, 2)


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        ("record 3", "record 4", RecordError, "1: unsupported version 4 (newest supported: 3)"),
        ("record 3", "record 01", NotationError, "1: expected 'keltis record 3', not 'keltis reco"),
        ("keltis", "chess", NotationError, "1: expected 'keltis record 3', not 'chess record 3'"),
        (BOARD_TEXT, "", NotationError, "2: expected 'keltis record 3', but the text ends here"),
        ("record 3", "record 3 seen by seat 0", RecordError, "1: the view of one player cannot be"),
        ("unfinished", "won", RecordError, "2: the result is given as 'won', but the moves give"),
        ("seed: 7", "seed: 8", RecordError, "8, move 1: lay R1 large: the card is not in the hand"),
        ("seed: 7", "seed: x", NotationError, "4, word 1: expected a seed, a whole number from 0"),
        ("seed: 7", f"seed: {'9' * 78}", RecordError, f"3: {CANNOT}: a record's seed must be"),
        ("players: 2", "players: 5", RecordError, f"3: {CANNOT}: players must be 2 or 3 or 4"),
        ("first: 0", "first: 2", RecordError, f"3: {CANNOT}: first_player must be a seat"),
        ("KELTIS", "KELTIS copies=0", RecordError, f"3: {CANNOT}: impossible rules: copies must"),
        ("players: 2\n", "", NotationError, "3: expected 'rules: ...', not 'seed: 7'"),
        ("players", "name 0: A\nplayers", RecordError, f"4: {CANNOT}: names must have a name for"),
        ("lay R1", "lie R1", NotationError, "8, move 1: word 1: expected discard, lay, advance"),
        ("draw pile", "draw R", RecordError, "8, move 2: draw R: this discard pile is empty (T7)"),
        ("draw Y", "draw P", RecordError, "9, move 4: draw P: this discard pile is empty (T7)"),
        ("1: disc", "0: disc", NotationError, "9: expected '1: ...' (the player to move) or 'end'"),
        ("draw Y", "draw Y, lay R5", NotationError, "9: expected '0: ...' (the player to move) or"),
        ("end\n", "", NotationError, "11: expected a turn, as in '0: discard R7, draw pile', or"),
        ("end\n", "en", NotationError, "10: expected '0: ...' (the player to move) or 'end', not"),
        ("end\n", "end\nend", NotationError, "11: expected the end of the text, not 'end'"),
    ],
)
def test_a_text_that_is_cut_forged_or_newer_is_refused(
    old: str, new: str, error: type[KeltisError], message: str
) -> None:
    assert old in BOARD_TEXT
    with pytest.raises(error, match=f"^line {re.escape(message)}"):
        parse_record(BOARD_TEXT.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        ("celtic", "keltis", NotationError, "1: expected 'celtic record 2', not 'keltis record 1'"),
        ("record 1", "record 3", RecordError, "1: unsupported version 3 (newest supported: 2)"),
        ("rules", "name orange: A\nrules", RecordError, f"4: {CANNOT}: names must have a name for"),
        ("CELTIC", "CELTIC width=2", RecordError, f"3: {CANNOT}"),
        ("0,-1 S blue", "5,5 N blue", RecordError, f"3: {CANNOT}"),
        ("end\n", "", NotationError, "9: expected a turn, as in 'orange: lay 0,-1 ES orange', or"),
        ("orange: lay", "blue: lay", NotationError, "7: expected 'orange: ...' (the player to mov"),
        ("lay 1,0 W orange", "pas", NotationError, "7, move 1: expected a move like"),
        ("lay 1,0 W orange", "pass", RecordError, "7, move 1: pass: a player who can lay"),
        ("unfinished", "- to -, a draw", RecordError, "2: the result is given as"),
    ],
)
def test_a_text_of_celtic_that_is_forged_is_refused(
    old: str, new: str, error: type[KeltisError], message: str
) -> None:
    assert old in TILE_TEXT
    with pytest.raises(error, match=f"^line {re.escape(message)}"):
        celtic.record.parse_record(TILE_TEXT.replace(old, new))


def changed(**parts: object) -> str:
    """The JSON of a game with some parts changed."""
    return json.dumps(json.loads(to_json(SEEDED)) | parts)


def changed_deal(**parts: object) -> str:
    """The JSON of a dealt game with some parts of the deal changed."""
    deal = {"rules": "KELTIS", "players": 2, "seed": 3, "first_player": 0}
    return changed(start=deal | parts)


RESULT = json.loads(to_json(SEEDED))["result"]
FAULTY = format_state(GAME.start).replace("removed: R1 ", "removed: ").split("\n")
SETS = "expected a rule set (KELTIS, KELTIS_LITERAL, REFERENCE_MANUAL)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "$.format: this key is missing"),
        (changed(format="keltis-record-view"), "$.format: expected 'keltis-record'"),
        (changed(version=4), "$.version: unsupported version 4 (newest supported: 3)"),
        (changed(version=0), "$.version: unsupported version 0 (newest supported: 3)"),
        (changed(names=["Ann"]), f"$.start: {CANNOT}: names must have a name for each of 2"),
        (changed(moves=["fly"]), "$.moves[0]: word 1: expected discard, lay, advance, decline or"),
        (changed(moves=["draw pile"]), "$.moves[0]: draw pile: a card must be played first"),
        (changed_deal(rules=3), "$.start.rules: expected an object, not an integer"),
        (changed_deal(rules="CHESS"), f"$.start.rules: word 1: {SETS}, not 'CHESS'"),
        (changed_deal(rules="KELTIS copies=0"), "$.start.rules: impossible rules: copies must be"),
        (changed_deal(rules={"fun": 6}), "$.start.rules: unexpected key 'fun'"),
        (changed_deal(players=9), f"$.start: {CANNOT}: players must be 2 or 3 or 4 under these"),
        (changed(start={"rules": "KELTIS", "players": 2, "seed": 3}), "$.start.first_player: this"),
        (changed_deal(position=[]), "$.start.position: line 2: expected 'rules: ...', but the"),
        (changed(start={"position": ["rules: x"]}), f"$.start.position: line 1, word 1: {SETS}"),
        (changed(start={"position": FAULTY}), f"$.start: {CANNOT}: impossible position, 2 faults"),
        (changed(result={**RESULT, "scores": [37.0, 22]}), "$.result.scores[0]: expected 37, wh"),
        (changed(moves=[]), "$.result: expected null, which follows from the rest, not {"),
    ],
)
def test_json_that_is_cut_forged_or_newer_is_refused(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=f"^{re.escape(message)}"):
        from_json(GameRecord, text)


def old_tiles(**changes: object) -> str:
    """A record of CELTIC! in version 1, some parts of it or of its start changed."""
    start: dict[str, object] = {"rules": "CELTIC", "turn": "orange", "tiles": ()}
    for key in start.keys() & changes.keys():
        start[key] = changes.pop(key)
    whole = {"format": "celtic-record", "version": 1, "result": None, "names": (), "moves": ()}
    return json.dumps({**whole, "start": start, **changes})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"format": "keltis-record"}', "$.format: expected 'celtic-record'"),
        (old_tiles(version=4), "$.version: unsupported version 4 (newest supported: 3)"),
        (old_tiles(names=["A"]), f"$.start: {CANNOT}: names must have a name for each"),
        (old_tiles(turn="neutral"), "$.start.turn: word 1: expected orange or blue"),
        (old_tiles(rules="X"), "$.start.rules: word 1: expected CELTIC"),
        (old_tiles(rules="CELTIC width=2"), "$.start.rules: impossible rules: width must be"),
        (old_tiles(tiles=["0,-1 N"]), "$.start.tiles[0]: word 1: expected a tile"),
        (old_tiles(tiles=["0,-1 N blue"]), f"$.start: {CANNOT}: impossible position"),
        (old_tiles(tiles=["0,-1 S blue"] * 82), "$.start.tiles: expected at most 81 tiles, not 82"),
        (old_tiles(moves=["pas"]), "$.moves[0]: expected a move like"),
        (old_tiles(moves=["pass"]), "$.moves[0]: pass: a player who can lay a tile may not pass"),
        (old_tiles(result=7), "$.result: expected null, which follows from the rest, not 7"),
    ],
)
def test_json_of_celtic_that_is_forged_is_refused(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=f"^{re.escape(message)}"):
        from_json(celtic.GameRecord, text)
