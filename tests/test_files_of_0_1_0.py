"""Files written by keltis 0.1.0 are read as they were meant, and written again byte for byte."""

import shutil
from pathlib import Path

import attrs
import pytest

from keltis import GameRecord, InvalidState, RecordError, Rules, celtic, scores
from keltis._shared.json import JsonValue
from keltis.arena import play_tournament, tournament_from_json, tournament_to_json
from keltis.celtic import notation as celtic_notation
from keltis.celtic import record as celtic_record
from keltis.notation import format_rules, format_state, parse_rules, parse_state
from keltis.notation._presets import PRESETS_BY_VERSION
from keltis.record import (
    format_record,
    format_record_view,
    parse_record,
    record_from_json,
    record_to_json,
    record_view_to_json,
)

DATA = Path(__file__).parent / "data" / "0.1.0"


def read(name: str) -> str:
    return (DATA / name).read_bytes().decode()


FACTS = {
    name: JsonValue(fact, f"$.{name}", RecordError)
    for name, fact in JsonValue.load(read("facts.json"), RecordError)._exact(dict).items()
}


def names_of(kind: str) -> list[str]:
    names = [name for name, fact in FACTS.items() if fact.get("kind").value == kind]
    assert names
    return names


def indent_of(name: str) -> int | None:
    indent = FACTS[name].get("indent")
    return None if indent.is_null else indent.as_integer()


def test_every_file_has_its_facts() -> None:
    files = {path.name for path in DATA.iterdir()}
    assert files == {"README.md", "facts.json", *FACTS}


# The board game


def require_facts(record: GameRecord, name: str) -> None:
    fact = FACTS[name]
    assert len(record) == fact.get("moves").value
    assert record.seed == fact.get("seed").value
    assert len(record.start.players) == fact.get("players").value
    assert record.names == fact.get("names").as_strings()
    end = record.outcome
    result = end and {
        "reason": end.reason.name,
        "scores": [score.total for score in end.scores],
        "winners": list(end.winners),
    }
    assert result == fact.get("end").value


@pytest.mark.parametrize("name", names_of("keltis text"))
def test_a_record_in_text_is_read_and_written_again(name: str) -> None:
    record = parse_record(read(name))
    require_facts(record, name)
    assert format_record(record) == read(name)


@pytest.mark.parametrize("name", names_of("keltis json"))
def test_a_record_in_json_is_read_and_written_again(name: str) -> None:
    record = record_from_json(read(name))
    require_facts(record, name)
    assert record_to_json(record, indent=indent_of(name)) == read(name)


def observed(name: str) -> tuple[GameRecord, int | None]:
    """The part of a record of which a file has the view, and the viewer."""
    fact = FACTS[name]
    viewer = fact.get("viewer")
    record = parse_record(read(fact.get("source").as_string()))
    return record.until(fact.get("moves").as_integer()), (
        None if viewer.is_null else viewer.as_integer()
    )


@pytest.mark.parametrize("name", names_of("keltis view text"))
def test_the_view_of_a_record_is_written_to_text_as_before(name: str) -> None:
    record, viewer = observed(name)
    assert format_record_view(record.observe(viewer)) == read(name)


@pytest.mark.parametrize("name", names_of("keltis view json"))
def test_the_view_of_a_record_is_written_to_json_as_before(name: str) -> None:
    record, viewer = observed(name)
    assert record_view_to_json(record.observe(viewer), indent=1) == read(name)


@pytest.mark.parametrize("name", names_of("keltis position"))
def test_a_position_is_read_and_written_again(name: str) -> None:
    state = parse_state(read(name))
    fact = FACTS[name]
    assert [score.total for score in scores(state)] == fact.get("totals").value
    assert len(state.draw_pile) == fact.get("pile").value
    assert (state.phase.value, state.to_move) == (
        fact.get("phase").value,
        fact.get("to_move").value,
    )
    assert format_state(state, version=1) == read(name)


def test_rules_are_read_and_written_again() -> None:
    for line in read("rules.txt").splitlines():
        assert format_rules(parse_rules(line, version=1), version=1) == line


# When the tables of the presets change


CHANGED = {
    name: attrs.evolve(preset, tile_rows=((1, 3, 5, 7, 9),) * 5)
    for name, preset in PRESETS_BY_VERSION[1].items()
}
"""Presets of which every one has its tiles on other rows."""


@pytest.fixture
def changed_presets(monkeypatch: pytest.MonkeyPatch) -> dict[str, Rules]:
    """A release whose presets have changed, and whose files therefore have a version 3."""
    monkeypatch.setitem(PRESETS_BY_VERSION, 3, CHANGED)
    monkeypatch.setattr("keltis.notation._presets.PRESETS", CHANGED)
    monkeypatch.setattr("keltis.notation._positions.PRESETS", CHANGED)
    return CHANGED


@pytest.mark.usefixtures("changed_presets")
@pytest.mark.parametrize("name", names_of("keltis text"))
def test_after_a_change_of_presets_old_text_keeps_its_rules(name: str) -> None:
    test_a_record_in_text_is_read_and_written_again(name)


@pytest.mark.usefixtures("changed_presets")
@pytest.mark.parametrize("name", names_of("keltis json"))
def test_after_a_change_of_presets_old_json_keeps_its_rules(name: str) -> None:
    test_a_record_in_json_is_read_and_written_again(name)


@pytest.mark.usefixtures("changed_presets")
@pytest.mark.parametrize("name", names_of("keltis position"))
def test_after_a_change_of_presets_old_positions_keep_their_rules(name: str) -> None:
    test_a_position_is_read_and_written_again(name)


@pytest.mark.usefixtures("changed_presets")
@pytest.mark.parametrize("version", [None, 1, 2, 3])
def test_a_position_that_no_version_allows_is_refused(version: int | None) -> None:
    name = names_of("keltis position")[0]
    text = read(name).replace("stones 0: ", "stones 0: 9")
    with pytest.raises(InvalidState, match="wishing stone"):
        parse_state(text, version=version)


@pytest.mark.usefixtures("changed_presets")
@pytest.mark.parametrize("name", names_of("tournament json"))
def test_after_a_change_of_presets_old_tournaments_keep_their_rules(name: str) -> None:
    test_a_tournament_is_read_and_written_again(name)


@pytest.mark.parametrize("preset", CHANGED)
def test_after_a_change_of_presets_new_files_have_the_next_version(
    preset: str, changed_presets: dict[str, Rules]
) -> None:
    record = GameRecord.seeded(2, 7, rules=changed_presets[preset])
    text = format_record(record)
    assert text.startswith("keltis record 3\n")
    assert f"rules: {preset}\n" in text
    assert parse_record(text) == record
    assert '"version": 3' in record_to_json(record)
    assert record_from_json(record_to_json(record)) == record
    unseeded = GameRecord(record.start)
    assert parse_record(format_record(unseeded)) == unseeded
    assert record_from_json(record_to_json(unseeded)) == unseeded
    assert parse_state(format_state(record.start)) == record.start
    assert format_record_view(record.observe(0)).startswith("keltis record 3 seen by seat 0\n")


# Tournaments


@pytest.mark.parametrize("name", names_of("tournament json"))
def test_a_tournament_is_read_and_written_again(name: str) -> None:
    result = tournament_from_json(read(name))
    fact = FACTS[name]
    assert len(result.games) == fact.get("games").value
    assert [[s.total for s in game.scores] for game in result.games] == fact.get("totals").value
    assert [list(game.winners) for game in result.games] == fact.get("winners").value
    assert tournament_to_json(result, indent=1) == read(name)


@pytest.mark.parametrize("name", names_of("tournament journal"))
def test_a_journal_goes_on(name: str, tmp_path: Path) -> None:
    journal = tmp_path / name
    shutil.copy(DATA / name, journal)
    whole = tournament_from_json(read(name.replace(".journal", ".json")))
    fact = FACTS[name]
    result = play_tournament(
        ["random", "greedy"],
        deals=fact.get("deals").as_integer(),
        seed=7,
        rules=whole.plan.rules,
        journal=journal,
        resume=True,
    )
    assert result == whole
    assert journal.read_bytes() == (DATA / name).read_bytes()


# CELTIC!


def require_celtic_facts(record: celtic.GameRecord, name: str) -> None:
    fact = FACTS[name]
    assert len(record) == fact.get("moves").value
    assert record.names == fact.get("names").as_strings()
    end = record.outcome
    result = end and {
        "scores": list(map(list, end.scores)),
        "winner": None if end.winner is None else str(end.winner),
    }
    assert result == fact.get("end").value


@pytest.mark.parametrize("name", names_of("celtic text"))
def test_a_record_of_celtic_in_text_is_read_and_written_again(name: str) -> None:
    record = celtic_record.parse_record(read(name))
    require_celtic_facts(record, name)
    assert celtic_record.format_record(record) == read(name)


@pytest.mark.parametrize("name", names_of("celtic json"))
def test_a_record_of_celtic_in_json_is_read_and_written_again(name: str) -> None:
    record = celtic_record.record_from_json(read(name))
    require_celtic_facts(record, name)
    assert celtic_record.record_to_json(record, indent=indent_of(name)) == read(name)


@pytest.mark.parametrize("name", names_of("celtic position"))
def test_a_position_of_celtic_is_read_and_written_again(name: str) -> None:
    state = celtic_notation.parse_state(read(name))
    assert len(state.lays) == FACTS[name].get("tiles").value
    assert str(state.to_move) == FACTS[name].get("to_move").value
    assert celtic_notation.format_state(state) == read(name)


def test_rules_of_celtic_are_read_and_written_again() -> None:
    for line in read("celtic-rules.txt").splitlines():
        assert celtic_notation.format_rules(celtic_notation.parse_rules(line)) == line
