"""Who sits at a table, and when the game may go on."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

import keltis
from keltis._lib.values import RefusedMove
from keltis.errors import PlacedError
from keltis.game import M, R, S, V
from keltis.server import CELTIC_PAGE, KELTIS_PAGE, Page, TableError, _table
from keltis.server._table import MAX_NAME, AnyTable, new_table
from keltis.server._tables import TableFolder, table_from_json, table_to_json
from server.tables import (
    bot_to_move_table,
    full_table,
    over_table,
    pages,
    play,
    waiting_table,
)


@pytest.mark.parametrize(
    ("code", "make", "ask"),
    [
        ("NAME_TAKEN", waiting_table, lambda table: table.sit_down("Ann")),
        ("SEATS_TAKEN", full_table, lambda table: table.sit_down("Dora")),
        ("SEATS_TAKEN", full_table, lambda table: table.add_bots("Easy bot")),
        ("UNKNOWN_BOT", waiting_table, lambda table: table.add_bots("program:rm")),
        ("NOT_STARTED", waiting_table, lambda table: table.play(0, "pass", table.version)),
        ("NOT_STARTED", waiting_table, lambda table: table.rematch(0, table.version)),
        ("NOT_YOUR_TURN", full_table, lambda table: table.play(1, "pass", table.version)),
        ("MOVED_ON", full_table, lambda table: play(table, version=table.version - 1)),
        ("MOVED_ON", full_table, lambda table: play(table, version=table.version + 1)),
        ("NOT_OVER", full_table, lambda table: table.rematch(0, table.version)),
    ],
)
@pages
def test_what_the_rules_of_a_table_refuse_has_a_code(
    page: Page[S, V, M, R],
    code: str,
    make: Callable[[Page[S, V, M, R]], tuple[AnyTable, object]],
    ask: Callable[[AnyTable], object],
) -> None:
    table, _ = make(page)
    with pytest.raises(TableError) as error:
        ask(table)
    assert error.value.code == code
    assert not table.is_bot_due


@pytest.mark.parametrize("players", [1, 5, 0, -1])
def test_a_table_has_the_number_of_seats_that_the_rules_allow(players: int) -> None:
    with pytest.raises(TableError, match="one of 2, 3, 4") as error:
        new_table(KELTIS_PAGE, players, keltis.KELTIS)
    assert error.value.code == "PLAYERS"


@pytest.mark.parametrize("name", ["", "  ", "x" * (MAX_NAME + 1), "A#", "a\x00b", "\u202ebob"])
def test_a_name_that_cannot_be_written_is_refused(name: str) -> None:
    with pytest.raises(TableError) as error:
        new_table(KELTIS_PAGE, 2, keltis.KELTIS).sit_down(name)
    assert error.value.code == "NAME"


def test_the_game_starts_when_all_seats_are_taken() -> None:
    table = new_table(KELTIS_PAGE, 3, keltis.KELTIS)
    for number, name in enumerate(("Ann", "Bob", "Cleo")):
        assert table.record is None
        table, token = table.sit_down(name)
        assert table.seat_of(token) == number
        assert table.version == number + 1
    assert table.record is not None
    assert table.record.names == ("Ann", "Bob", "Cleo")


def test_two_games_are_dealt_from_different_seeds() -> None:
    games = [full_table(KELTIS_PAGE)[0].record for _ in range(2)]
    assert None not in games
    assert games[0] != games[1]


def test_spaces_around_a_name_are_removed() -> None:
    table, _ = new_table(KELTIS_PAGE, 2, keltis.KELTIS).sit_down("  Ann \t Lee ")
    assert table.seats[0].name == "Ann Lee"


@pytest.mark.parametrize(
    ("players", "names"),
    [(2, ["Ann", "Easy bot"]), (4, ["Ann", "Easy bot 1", "Easy bot 2", "Easy bot 3"])],
)
def test_bots_take_the_free_seats(players: int, names: list[str]) -> None:
    table, _ = waiting_table(KELTIS_PAGE, players)
    table = table.add_bots("Easy bot")
    assert [seat.name for seat in table.seats] == names
    assert [seat.bot for seat in table.seats[1:]] == ["random"] * (players - 1)
    assert table.record is not None


def test_a_table_has_those_bots_that_the_game_has() -> None:
    assert list(waiting_table(KELTIS_PAGE)[0].bots) == ["Easy bot", "Medium bot", "Strong bot"]
    assert list(waiting_table(CELTIC_PAGE)[0].bots) == ["Easy bot", "Medium bot", "Strong bot"]


@pages
def test_the_bots_of_a_table_need_no_extra(
    page: Page[S, V, M, R], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert all(page.game.bots.make_bot(name) for name in page.bots.values())


@pages
def test_a_bot_moves_when_it_is_due(page: Page[S, V, M, R]) -> None:
    table, _ = bot_to_move_table(page)
    after = table.advance()
    assert table.record is not None
    assert after.record is not None
    assert after.record.until(len(table.record)) == table.record
    assert len(after.record) > len(table.record)
    assert after.version == table.version + 1


@pages
def test_e3_a_game_that_reaches_the_limit_of_moves_is_over(
    page: Page[S, V, M, R], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can be looked at and played again."""
    table, _ = bot_to_move_table(page)
    assert table.record is not None
    assert not table.document(None, choice=None, theme="light")["truncated"]
    monkeypatch.setattr(_table, "MAX_MOVES", len(table.record))
    seen = [table.document(seat, choice=None, theme="light") for seat in (None, 0, 1)]
    assert all(document["truncated"] for document in seen)
    assert seen[0]["scene"] == seen[1]["scene"] == seen[2]["scene"]  # without moves
    assert not table.is_bot_due
    with pytest.raises(TableError, match="The game is over after") as error:
        play(table)
    assert error.value.code == "TRUNCATED"
    again = table.rematch(0, table.version)
    assert again.games == 1
    assert not again.is_truncated


@pytest.mark.parametrize(("limit", "made"), [(2, 2), (1, 1)])
def test_e3_moves_without_a_choice_end_at_the_limit(
    limit: int, made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first player to move has no choice of a draw."""
    table, _ = full_table(KELTIS_PAGE)
    monkeypatch.setattr(_table, "MAX_MOVES", limit)
    assert len(play(table).record or ()) == made


def test_a_token_opens_only_its_own_seat() -> None:
    waiting, _ = waiting_table(KELTIS_PAGE, 3)
    assert waiting.seat_of("") is waiting.add_bots("Easy bot").seat_of("") is None
    table, tokens = full_table(KELTIS_PAGE)
    assert [table.seat_of(token) for token in tokens] == [0, 1]
    assert [table.seat_of(token) for token in ("", tokens[0][:-1], table.id, "\ud800")] == [
        None
    ] * 4


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(keltis.IllegalMove):
        play(full_table(KELTIS_PAGE)[0], keltis.Draw(None))


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
    table, _ = full_table(KELTIS_PAGE)
    record = keltis.GameRecord.seeded(2, seed=7, names=("Ann", "Bob"))
    after = play(attrs.evolve(table, record=record), move)
    assert after.record is not None
    assert tuple(map(str, after.record.moves)) == moves


@pages
def test_after_the_end_a_move_is_illegal_for_everybody(page: Page[S, V, M, R]) -> None:
    table, _ = over_table(page)
    assert table.record is not None
    for seat in range(2):
        with pytest.raises(RefusedMove):
            table.play(seat, str(table.record.moves[0]), table.version)


@pages
def test_a_rematch_has_the_same_seats_and_the_next_player_begins(page: Page[S, V, M, R]) -> None:
    table, _ = over_table(page)
    asked = table.rematch(1, table.version)
    assert asked.record is table.record
    assert asked.again == {1}
    again = asked.rematch(0, table.version)  # a vote of others makes no vote too old
    assert again.seats == table.seats
    assert again.version == table.version + 2
    assert not again.again
    assert again.games == 1
    assert again.record is not None
    assert len(again.record) == 0
    assert again.record.start.to_move == 1


# Taking back


@pages
def test_a_turn_is_taken_back_when_those_who_saw_it_agree(page: Page[S, V, M, R]) -> None:
    table, _ = full_table(page)
    after = play(table)
    asked = after.take_back(0, after.version, agrees=True)
    assert asked.record is after.record
    assert asked.document(1, choice=None, theme="light")["undo"] == 0
    with pytest.raises(TableError, match="The game has moved on"):
        asked.take_back(1, after.version, agrees=True)  # this was no answer
    back = asked.take_back(1, asked.version, agrees=True)
    assert table.record is not None
    assert back.record == table.record.until(0)
    assert back.undo is None


def test_two_players_can_agree_at_once() -> None:
    table, _ = full_table(KELTIS_PAGE, 3)
    asked = (after := play(table)).take_back(0, after.version, agrees=True)
    agreed = asked.take_back(1, asked.version, agrees=True)
    assert agreed.record is after.record
    assert agreed.take_back(2, asked.version, agrees=True).record == table.record


def test_a_refusal_or_a_move_ends_the_question() -> None:
    table, _ = full_table(KELTIS_PAGE)
    asked = (after := play(table)).take_back(0, after.version, agrees=True)
    refused = asked.take_back(1, asked.version, agrees=False)
    assert refused.undo is None
    assert refused.record is after.record
    assert play(asked).undo is None


def test_among_bots_a_turn_is_taken_back_at_once() -> None:
    table = waiting_table(KELTIS_PAGE)[0].add_bots("Easy bot")
    back = (after := play(table)).take_back(0, after.version, agrees=True)
    assert back.record == table.record


@pytest.mark.parametrize("over", [False, True])
def test_nothing_is_taken_back_before_the_first_move_and_after_the_end(*, over: bool) -> None:
    table, _ = over_table(KELTIS_PAGE) if over else full_table(KELTIS_PAGE)
    assert not table.document(0, choice=None, theme="light")["can_undo"]
    with pytest.raises(TableError, match="You have no turn to take back") as error:
        table.take_back(0, table.version, agrees=True)
    assert error.value.code == "NO_TURN"


# Somebody is away


@pages
def test_a_bot_moves_for_a_player_who_is_away(page: Page[S, V, M, R]) -> None:
    table, _ = full_table(page)
    assert not table.may_stand_in
    patient = attrs.evolve(table, patience=60)
    assert patient.may_stand_in
    after = patient.advance()
    assert after.stood_in == 0
    assert after.record is not None
    assert len(after.record) > 0
    assert play(after).stood_in is None
    assert not attrs.evolve(over_table(page)[0], patience=60).may_stand_in


@pytest.mark.parametrize("patience", [0, -1, 10_000_000])
def test_the_patience_of_a_table_has_limits(patience: int) -> None:
    with pytest.raises(TableError) as error:
        new_table(KELTIS_PAGE, 2, keltis.KELTIS, patience)
    assert error.value.code == "PATIENCE"


# Files


def tables() -> list[AnyTable]:
    waiting, _ = new_table(KELTIS_PAGE, 4, keltis.REFERENCE_MANUAL).sit_down("Ann")
    over, _ = over_table(KELTIS_PAGE)
    return [
        waiting,
        waiting.add_bots("Strong bot"),
        full_table(KELTIS_PAGE)[0],
        over,
        over.rematch(0, over.version).rematch(1, over.version),
        attrs.evolve(waiting, patience=60),
        waiting_table(CELTIC_PAGE)[0],
        over_table(CELTIC_PAGE)[0],
    ]


@pytest.mark.parametrize("table", tables(), ids=range(8))
def test_a_table_is_read_as_it_was_written(table: AnyTable) -> None:
    assert table_from_json(table_to_json(table)) == table


def test_a_file_has_no_token() -> None:
    table, tokens = full_table(KELTIS_PAGE)
    text = table_to_json(table)
    assert not any(token in text for token in tokens)


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", '{"format": "keltis-table", "version": 2}', "\udcff"),
        table_to_json(tables()[0])[:-9],
        *(table_to_json(table).replace('"Ann"', "[]") for table in tables()[-2:]),
        table_to_json(full_table(KELTIS_PAGE)[0]).replace('"clover"', '"shamrock"', 1),
        table_to_json(attrs.evolve(full_table(KELTIS_PAGE)[0], seats=())),
    ],
)
def test_the_error_for_a_damaged_file_begins_with_its_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "here.table.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(PlacedError, match=r"here\.table\.json: .*"):
        TableFolder(tmp_path).load()


def test_a_folder_is_made_and_keeps_the_tables(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path / "new" / "tables")
    os.close(folder.lock())
    assert folder.load() == {}
    kept = tables()[1:3]
    for table in kept:
        folder.save(table)
    assert folder.load() == {table.id: table for table in kept}
