"""Games as rows for tables."""

import attrs
from hypothesis import given

from keltis import GameRecord, parse_move, scores
from keltis.record import game_rows, record_rows
from keltis.testing import records


@given(records())
def test_every_decision_has_a_row(record: GameRecord) -> None:
    rows = record_rows(record)
    assert [row["text"] for row in rows] == [str(move) for move in record.moves]
    assert [row["seat"] for row in rows] == [state.to_move for state, _ in record]
    assert [row["move"] for row in rows] == list(range(len(record)))
    turns = [number for number, turn in enumerate(record.turns, 1) for _ in turn]
    assert [row["turn"] for row in rows] == turns
    for row, after in zip(rows, record.states[1:], strict=True):
        assert row["pile_left"] == len(after.draw_pile)
        assert isinstance(row["seat"], int)
        assert row["points"] == scores(after)[row["seat"]].total


@given(records())
def test_a_row_has_the_card_and_colour_of_its_move(record: GameRecord) -> None:
    for row, (state, move), after in zip(
        record_rows(record), record, record.states[1:], strict=True
    ):
        words = str(move).split()
        assert row["kind"] == words[0]
        assert row["from_pile"] is (str(move) == "draw pile")
        if words[0] in ("lay", "discard"):
            assert (row["card"], row["colour"]) == (words[1], words[1][0])
        elif words[0] == "advance":
            assert (row["card"], row["colour"]) == (None, words[1])
        elif words[0] == "draw":
            drawn = set(after.players[state.to_move].hand) - set(state.players[state.to_move].hand)
            assert not drawn or {str(card) for card in drawn} == {row["card"]}
        else:
            assert (row["card"], row["colour"]) == (None, None)


@given(records())
def test_every_player_of_a_game_has_a_row(record: GameRecord) -> None:
    rows = game_rows([record])
    assert [row["seat"] for row in rows] == list(range(len(record.start.players)))
    assert [row["points"] for row in rows] == [score.total for score in scores(record.final)]
    for row in rows:
        parts = [row[name] for name in ("path_points", "tile_points", "stone_points")]
        assert row["points"] == sum(part for part in parts if isinstance(part, int))
    winners = () if record.outcome is None else record.outcome.winners
    assert tuple(seat for seat, row in enumerate(rows) if row["won"]) == winners


def test_rows_have_the_names_of_the_players() -> None:
    record = GameRecord.seeded(2, seed=7, names=("Ann", "Bob")).append(parse_move("discard R1"))
    assert record_rows(record)[0]["name"] == "Ann"
    assert [row["name"] for row in game_rows([record])] == ["Ann", "Bob"]
    nameless = attrs.evolve(record, names=())
    assert record_rows(nameless)[0]["name"] is game_rows([nameless])[0]["name"] is None


def test_rows_of_one_kind_have_the_same_columns() -> None:
    record = GameRecord.seeded(2, seed=7).append(parse_move("discard R1"))
    record = record.append(parse_move("draw pile"))
    assert len({tuple(row) for row in record_rows(record)}) == 1
    assert len({tuple(row) for row in game_rows([record, record])}) == 1
