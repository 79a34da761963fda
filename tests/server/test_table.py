"""Who sits at a table, and when the game may go on."""

from pathlib import Path

import attrs
import pytest

import keltis
from keltis import GameRecord, IllegalMove
from keltis.documents import from_json, to_json
from keltis.errors import PlacedError
from keltis.server import TableError
from keltis.server._table import MAX_NAME, Table, new_table
from keltis.server._table_files import TableFolder
from server.tables import full_table, over_table, play


def refusal(error: pytest.ExceptionInfo[TableError]) -> str:
    return error.value.code


def test_the_game_starts_when_all_seats_are_taken() -> None:
    table = new_table(3, keltis.KELTIS)
    for number, name in enumerate(("Ann", "Bob", "Cleo")):
        assert table.record is None
        table, token = table.sit_down(name)
        assert table.seat_of(token) == number
        assert table.version == number + 1
    assert table.record is not None
    assert table.record.names == ("Ann", "Bob", "Cleo")


def test_two_games_are_dealt_from_different_seeds() -> None:
    games = [full_table()[0].record for _ in range(2)]
    assert None not in games
    assert games[0] != games[1]


@pytest.mark.parametrize("players", [1, 5, 0, -1])
def test_a_table_has_the_number_of_seats_that_the_rules_allow(players: int) -> None:
    with pytest.raises(TableError, match="one of 2, 3, 4") as error:
        new_table(players, keltis.KELTIS)
    assert refusal(error) == "PLAYERS"


@pytest.mark.parametrize("name", ["", "  ", "x" * (MAX_NAME + 1), "A#", "a\x00b", "\u202ebob"])
def test_a_name_that_cannot_be_written_is_refused(name: str) -> None:
    with pytest.raises(TableError) as error:
        new_table(2, keltis.KELTIS).sit_down(name)
    assert refusal(error) == "NAME"


def test_spaces_around_a_name_are_removed() -> None:
    table, _ = new_table(2, keltis.KELTIS).sit_down("  Ann \t Lee ")
    assert table.seats[0].name == "Ann Lee"


def test_a_name_is_taken_once() -> None:
    table, _ = new_table(2, keltis.KELTIS).sit_down("Ann")
    with pytest.raises(TableError) as error:
        table.sit_down("Ann")
    assert refusal(error) == "NAME_TAKEN"


def test_nobody_can_sit_down_at_a_full_table() -> None:
    table, _ = full_table()
    with pytest.raises(TableError) as error:
        table.sit_down("Dora")
    assert refusal(error) == "SEATS_TAKEN"
    with pytest.raises(TableError) as error:
        table.add_bots("Easy bot")
    assert refusal(error) == "SEATS_TAKEN"


@pytest.mark.parametrize(
    ("players", "names"),
    [(2, ["Ann", "Easy bot"]), (4, ["Ann", "Easy bot 1", "Easy bot 2", "Easy bot 3"])],
)
def test_bots_take_the_free_seats(players: int, names: list[str]) -> None:
    table, _ = new_table(players, keltis.KELTIS).sit_down("Ann")
    table = table.add_bots("Easy bot")
    assert [seat.name for seat in table.seats] == names
    assert [seat.bot for seat in table.seats[1:]] == ["random"] * (players - 1)
    assert table.record is not None


def test_an_unknown_bot_is_refused() -> None:
    table, _ = new_table(2, keltis.KELTIS).sit_down("Ann")
    with pytest.raises(TableError, match="Easy bot, Medium bot") as error:
        table.add_bots("program:rm")
    assert refusal(error) == "UNKNOWN_BOT"


def test_a_token_opens_only_its_own_seat() -> None:
    table, tokens = full_table()
    assert [table.seat_of(token) for token in tokens] == [0, 1]
    assert [table.seat_of(token) for token in ("", tokens[0][:-1], table.id, "\ud800")] == [
        None
    ] * 4


def test_a_free_seat_and_a_bot_have_no_token() -> None:
    table, _ = new_table(3, keltis.KELTIS).sit_down("Ann")
    assert table.seat_of("") is None
    assert table.add_bots("Easy bot").seat_of("") is None


def test_only_the_player_to_move_can_move() -> None:
    table, _ = full_table()
    move = keltis.Draw(None)
    with pytest.raises(TableError, match="the turn of Ann") as error:
        table.play(1, move, table.version)
    assert refusal(error) == "NOT_YOUR_TURN"
    with pytest.raises(IllegalMove):
        table.play(0, move, table.version)


@pytest.mark.parametrize(
    ("move", "moves"),
    [
        (keltis.Lay("R1", "small"), ("lay R1 small", "draw pile")),
        (keltis.Discard("R1"), ("discard R1",)),
    ],
)
def test_a_draw_is_made_with_the_card_unless_there_is_a_choice(
    move: keltis.Move, moves: tuple[str, ...]
) -> None:
    table, _ = full_table()
    record = keltis.GameRecord.seeded(2, seed=7, names=("Ann", "Bob"))
    after = attrs.evolve(table, record=record).play(0, move, table.version)
    assert after.record is not None
    assert tuple(map(str, after.record.moves)) == moves


def test_a_move_for_an_earlier_version_is_refused() -> None:
    table, _ = full_table()
    later = play(table)
    with pytest.raises(TableError) as error:
        play(attrs.evolve(later, version=table.version), version=later.version)
    assert refusal(error) == "MOVED_ON"


def test_a_game_that_has_not_started_takes_no_move() -> None:
    table, _ = new_table(2, keltis.KELTIS).sit_down("Ann")
    with pytest.raises(TableError) as error:
        table.play(0, keltis.Draw(None), table.version)
    assert refusal(error) == "NOT_STARTED"
    with pytest.raises(TableError) as error:
        table.rematch(table.version)
    assert refusal(error) == "NOT_STARTED"


def test_after_the_end_a_move_is_illegal_for_everybody() -> None:
    table, _ = over_table()
    for seat in range(2):
        with pytest.raises(IllegalMove):
            table.play(seat, keltis.Draw(None), table.version)


def test_a_rematch_has_the_same_seats_and_the_next_player_begins() -> None:
    table, _ = over_table()
    again = table.rematch(table.version)
    assert again.seats == table.seats
    assert again.version == table.version + 1
    assert again.games == 1
    assert again.record is not None
    assert len(again.record) == 0
    assert again.record.start.to_move == 1


def test_a_rematch_waits_for_the_end() -> None:
    table, _ = full_table()
    with pytest.raises(TableError) as error:
        table.rematch(table.version)
    assert refusal(error) == "NOT_OVER"


# Files


def tables() -> list[Table]:
    waiting, _ = new_table(4, keltis.REFERENCE_MANUAL).sit_down("Ann")
    over, _ = over_table()
    return [
        waiting,
        waiting.add_bots("Strong bot"),
        full_table()[0],
        over,
        over.rematch(over.version),
    ]


@pytest.mark.parametrize("table", tables(), ids=range(5))
def test_a_table_is_read_as_it_was_written(table: Table) -> None:
    assert from_json(Table, to_json(table)) == table


def test_a_file_has_no_token() -> None:
    table, tokens = full_table()
    text = to_json(table)
    assert not any(token in text for token in tokens)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"format": "keltis-table", "version": 2}', to_json(tables()[0])[:-9]],
)
def test_a_damaged_file_gets_our_error(text: str) -> None:
    with pytest.raises(PlacedError, match=r"^here\.json"):
        from_json(Table, text, place="here.json")


def test_a_folder_is_made_and_keeps_the_tables(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path / "new" / "tables")
    assert folder.load() == {}
    kept = tables()[1:3]
    for table in kept:
        folder.save(table)
    assert folder.load() == {table.id: table for table in kept}


def test_a_finished_game_is_kept_as_a_record(tmp_path: Path) -> None:
    folder, (table, _) = TableFolder(tmp_path), over_table()
    folder.save_game(table)
    (file,) = tmp_path.glob("*.game-1.json")
    assert from_json(GameRecord, file.read_text(encoding="utf-8")) == table.record
    folder.save_game(new_table(2, keltis.KELTIS))  # it has no game
    assert len(list(tmp_path.iterdir())) == 1
