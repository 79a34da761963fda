"""Files that older releases wrote are read as they were meant: their boards, moves and results.

A folder of `data` has the files of a release, and in `facts.json` what that release itself found in
them. What is read is also written by this release, and read again.
"""

import gzip
import hashlib
import json
import shutil
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Required, TypedDict, TypeVar

import attrs
import pytest

import keltis
from keltis import (
    GameRecord,
    GameState,
    Move,
    PlayerView,
    Rules,
    action_id,
    apply_move,
    celtic,
    illegality,
    legal_moves,
    new_game,
    observe,
    scores,
)
from keltis.arena import TournamentResult, play_tournament
from keltis.celtic import events as celtic_events
from keltis.celtic import notation as celtic_notation
from keltis.celtic import record as celtic_record
from keltis.documents import (
    DocumentError,
    Json,
    from_json,
    to_document,
    to_json,
)
from keltis.events import Event, events
from keltis.notation import (
    format_rules,
    format_state,
    format_view,
    parse_move,
    parse_rules,
    parse_state,
    parse_view,
)
from keltis.record import (
    format_record,
    format_record_view,
    parse_record,
)

T = TypeVar("T")
DATA = Path(__file__).parent / "data"
FILE_VERSIONS = {"0.1.0": 1, "0.2.0": 2}
"""The releases, and the versions of their files."""


class End(TypedDict, total=False):
    """How a game ended."""

    reason: str
    scores: Required[list[int] | list[list[int]]]
    winners: list[int]
    winner: str | None


class Fact(TypedDict, total=False):
    """What a release found in one of its files."""

    kind: Required[str]
    rules: str
    """A key of the rules beside the files."""
    source: str
    """The file with the record from which this file was made."""
    moves: int
    seed: int | None
    players: int
    names: list[str]
    end: End | None
    totals: list[int] | list[list[int]]
    viewer: int | None
    pile: int
    phase: str
    to_move: int | str
    at: list[int]
    seen: list[tuple[int, int | None]]
    """Of views: the number of moves before each, and the viewer."""
    refused: list[tuple[str, int, str]]
    """Of refusals: the file of the record, the number of moves before each, and the code."""
    count: int
    whole: str
    """Of a journal: the file with the result."""
    deals: int
    games: int
    winners: list[list[int]]
    ends: list[str]
    forfeits: list[list[object] | None]
    tiles: int


class TableFact(TypedDict, total=False):
    """What 0.2.0 sent about a table of the server; after `bots` only if its game has begun."""

    id: Required[str]
    tokens: Required[list[str]]
    version: Required[int]
    seats: Required[list[str | None]]
    bots: Required[list[bool]]
    to_move: int
    phase: str
    tiles: dict[str, list[str | None]]
    totals: list[int]
    hands: list[list[str]]
    moves: int
    winners: list[int] | None


class RulesFact(TypedDict):
    """Rules as the text of a file, and all their fields."""

    text: str
    document: dict[str, Json]


class MoveText(TypedDict):
    """The part of a document of a move that is compared."""

    text: str


class Position(TypedDict):
    """The part of a document of a state that is compared."""

    legal_moves: list[MoveText]


class IllegalText(TypedDict):
    """An illegal move in a conformance game."""

    code: str
    text: str


class Line(TypedDict, total=False):
    """A line of a conformance file."""

    type: Required[str]
    format: str
    state: Position
    move: str
    events: list[Json]
    illegal_moves: list[IllegalText]


@attrs.frozen
class Release:
    """The facts about the files of a release."""

    files: Mapping[str, Fact]
    tables: Mapping[str, TableFact]
    rules: Mapping[str, RulesFact]
    celtic_rules: Mapping[str, RulesFact]

    @classmethod
    def load(cls, release: str) -> "Release":
        facts = json.loads((DATA / release / "facts.json").read_text("utf-8"))
        return cls(facts["files"], facts["tables"], facts["rules"], facts["celtic rules"])


RELEASES = {release: Release.load(release) for release in FILE_VERSIONS}


@attrs.frozen
class File:
    """A file of a release."""

    release: str
    name: str

    @property
    def fact(self) -> Fact:
        return RELEASES[self.release].files[self.name]

    @property
    def path(self) -> Path:
        return DATA / self.release / self.name

    def read(self) -> str:
        content = self.path.read_bytes()
        return (gzip.decompress(content) if self.path.suffix == ".gz" else content).decode()

    def other(self, name: str) -> "File":
        return attrs.evolve(self, name=name)


def files_of(kind: str) -> pytest.MarkDecorator:
    """Repeat a test with each file of a kind."""
    found = [
        pytest.param(File(release, name), id=f"{release}-{name}")
        for release, facts in RELEASES.items()
        for name, fact in facts.files.items()
        if fact["kind"] == kind
    ]
    assert found
    return pytest.mark.parametrize("file", found)


def require_rules(rules: Rules, file: File) -> None:
    """Fail unless each field has the value that it had for the old release, the board first."""
    old = RELEASES[file.release].rules[file.fact["rules"]]["document"]
    now = to_document(rules)
    assert now["tile_rows"] == old["tile_rows"]
    assert {name: now[name] for name in old} == old


def require_celtic_rules(rules: celtic.Rules, file: File) -> None:
    old = RELEASES[file.release].celtic_rules[file.fact["rules"]]["document"]
    assert to_document(rules) == old


def require_round_trip(value: T, write: Callable[[T], str], read: Callable[[str], T]) -> None:
    assert read(write(value)) == value


@pytest.mark.parametrize("release", RELEASES)
def test_every_file_has_its_facts(release: str) -> None:
    found = {path.name for path in (DATA / release).iterdir()}
    facts = RELEASES[release]
    assert found == {"README.md", "facts.json", *facts.files, *facts.tables}


@pytest.mark.parametrize(
    ("release", "digest"),
    [("0.1.0", "1cec5e68f12e5109"), ("0.2.0", "d015d05bcc17587a")],
    ids=FILE_VERSIONS,
)
def test_the_files_are_those_that_the_release_wrote(release: str, digest: str) -> None:
    facts = RELEASES[release]
    contents = [(DATA / release / name).read_bytes() for name in (*facts.files, *facts.tables)]
    assert hashlib.sha256(b"\0".join(contents)).hexdigest()[:16] == digest


# Rules


@pytest.mark.parametrize("release", RELEASES)
def test_rules_are_read(release: str) -> None:
    version = FILE_VERSIONS[release]
    for old in RELEASES[release].rules.values():
        rules = parse_rules(old["text"], version=version)
        now = to_document(rules)
        assert {name: now[name] for name in old["document"]} == old["document"]
        assert parse_rules(format_rules(rules)) == rules


@pytest.mark.parametrize("release", RELEASES)
def test_rules_of_celtic_are_read(release: str) -> None:
    for old in RELEASES[release].celtic_rules.values():
        rules = celtic_notation.parse_rules(old["text"])
        assert to_document(rules) == old["document"]
        assert celtic_notation.format_rules(rules) == old["text"]


# Records


def read_record(file: File) -> GameRecord:
    return (parse_record if ".txt" in file.name else partial(from_json, GameRecord))(file.read())


def require_record(record: GameRecord, file: File) -> None:
    fact = file.fact
    require_rules(record.start.rules, file)
    assert len(record) == fact["moves"]
    assert record.seed == fact["seed"]
    assert len(record.start.players) == fact["players"]
    assert list(record.names) == fact["names"]
    end = record.outcome
    result = end and {
        "reason": end.reason.name,
        "scores": [score.total for score in end.scores],
        "winners": list(end.winners),
    }
    assert result == fact["end"]
    if "totals" in fact:
        assert [score.total for score in scores(record.final)] == fact["totals"]
    require_round_trip(record, format_record, parse_record)
    require_round_trip(record, to_json, partial(from_json, GameRecord))


@files_of("keltis text")
def test_a_record_in_text_is_read(file: File) -> None:
    require_record(read_record(file), file)


@files_of("keltis json")
def test_a_record_in_json_is_read(file: File) -> None:
    require_record(read_record(file), file)


def read_source(file: File) -> GameRecord:
    return read_record(file.other(file.fact["source"]))


@files_of("keltis view text")
def test_the_view_of_a_record_has_the_same_turns(file: File) -> None:
    seen = read_source(file).until(file.fact["moves"]).observe(file.fact["viewer"])
    assert format_record_view(seen).partition("\n\n")[2] == file.read().partition("\n\n")[2]


@files_of("keltis view json")
def test_the_view_of_a_record_has_the_same_moves(file: File) -> None:
    old = json.loads(file.read())
    seen = read_source(file).until(file.fact["moves"]).observe(file.fact["viewer"])
    assert (seen.viewer, list(seen.names)) == (old["viewer"], old["names"])
    assert [
        [move.seat, str(move.move), None if move.drawn is None else str(move.drawn)]
        for move in seen.moves
    ] == [[move["seat"], move["move"], move["drawn"]] for move in old["moves"]]


# Positions


@files_of("keltis position")
def test_a_position_is_read(file: File) -> None:
    state, fact = parse_state(file.read()), file.fact
    require_rules(state.rules, file)
    assert [score.total for score in scores(state)] == fact["totals"]
    assert len(state.draw_pile) == fact["pile"]
    assert (state.phase.value, state.to_move) == (fact["phase"], fact["to_move"])
    require_round_trip(state, format_state, parse_state)


@files_of("keltis view")
def test_a_view_is_read(file: File) -> None:
    view, fact = parse_view(file.read()), file.fact
    require_rules(view.rules, file)
    assert [score.total for score in scores(view)] == fact["totals"]
    assert view.draw_pile_size == fact["pile"]
    assert (view.phase.value, view.to_move) == (fact["phase"], fact["to_move"])
    require_round_trip(view, format_view, parse_view)


# Documents, one a line


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("unresolved", "R", r"\$\.unresolved: expected null: a tile has always counted"),
        ("to_move", 2, "to_move"),
    ],
)
def test_an_impossible_document_of_0_2_0_is_refused(key: str, value: Json, message: str) -> None:
    document = json.loads(File("0.2.0", "keltis-states.jsonl.gz").read().splitlines()[0])
    with pytest.raises(DocumentError, match=message):
        from_json(GameState, json.dumps({**document, key: value}))


@files_of("keltis states")
def test_documents_of_states_are_read(file: File) -> None:
    record = read_source(file)
    states = [from_json(GameState, line) for line in file.read().splitlines()]
    assert states == [record.state_at(moves) for moves in file.fact["at"]]
    for state in states:
        require_round_trip(state, to_json, partial(from_json, GameState))


@files_of("keltis views")
def test_documents_of_views_are_read(file: File) -> None:
    record = read_source(file)
    views = [from_json(PlayerView, line) for line in file.read().splitlines()]
    assert views == [observe(record.state_at(moves), viewer) for moves, viewer in file.fact["seen"]]
    for view in views:
        require_round_trip(view, to_json, partial(from_json, PlayerView))


@files_of("keltis events")
def test_documents_of_events_are_read_and_written_again(file: File) -> None:
    happened = [
        event
        for state, move in read_source(file)
        for event in events(state, move, file.fact["viewer"])
    ]
    lines = file.read().splitlines()
    assert [from_json(Event, line) for line in lines] == happened
    assert [to_document(event) for event in happened] == [json.loads(line) for line in lines]


@files_of("keltis moves")
def test_documents_of_moves_are_read_and_written_again(file: File) -> None:
    lines = file.read().splitlines()
    assert len(lines) == file.fact["count"]
    for line in lines:
        move, document = from_json(Move, line), json.loads(line)
        assert (str(move), action_id(move)) == (document["text"], document["action"])
        assert to_document(move) == document


@files_of("keltis refusals")
def test_moves_are_refused_for_the_same_reasons(file: File) -> None:
    lines = file.read().splitlines()
    for (source, moves, code), line in zip(file.fact["refused"], lines, strict=True):
        state, document = read_record(file.other(source)).state_at(moves), json.loads(line)
        reason = illegality(state, parse_move(document["move"]["text"]))
        assert reason is not None
        assert reason.name == document["code"] == code


def positions_of(file: File, header: str) -> list[Line]:
    """The lines with a position in the part of a conformance file that has this header."""
    lines: list[Line] = [json.loads(line) for line in file.read().splitlines()]
    assert len(lines) == file.fact["count"]
    games, format_now = list[Line](), ""
    for line in lines:
        format_now = line.get("format", format_now)
        if format_now == header and "state" in line:
            games.append(line)
    assert games
    return games


@files_of("conformance")
def test_conformance_games_are_played_as_before(file: File) -> None:
    state = new_game(2)
    for line in positions_of(file, "keltis-conformance"):
        found = from_json(GameState, json.dumps(line["state"]))
        if line["type"] == "decision":
            move = parse_move(line["move"])
            assert [to_document(event) for event in events(state, move)] == line["events"]
            assert apply_move(state, move) == found
        state = found
        texts = [move["text"] for move in line["state"]["legal_moves"]]
        assert [str(move) for move in legal_moves(state)] == texts
        for illegal in line["illegal_moves"]:
            reason = illegality(state, parse_move(illegal["text"]))
            assert reason is not None
            assert reason.name == illegal["code"]


@files_of("conformance")
def test_conformance_games_of_celtic_are_played_as_before(file: File) -> None:
    state = celtic.new_game()
    for line in positions_of(file, "celtic-conformance"):
        found = from_json(celtic.GameState, json.dumps(line["state"]))
        if line["type"] == "decision":
            move = celtic.parse_move(line["move"])
            happened = celtic_events.events(state, move)
            documents = [to_document(event) for event in happened]
            assert documents == line["events"]
            assert celtic.GameRecord(state, (move,)).final == found
        state = found
        texts = [move["text"] for move in line["state"]["legal_moves"]]
        assert [str(move) for move in celtic.legal_moves(state)] == texts


# Tournaments


@files_of("tournament json")
def test_a_tournament_is_read(file: File) -> None:
    result, fact = from_json(TournamentResult, file.read()), file.fact
    require_rules(keltis.GAME.require_rules(result.plan.rules), file)
    games = result.games
    assert len(games) == fact["games"]
    assert [[score.total for score in game.scores] for game in games] == fact["totals"]
    assert [list(game.winners) for game in games] == fact["winners"]
    if "ends" in fact:
        assert [game.end.value for game in games] == fact["ends"]
        forfeits = [
            game.forfeit and [game.forfeit.seat, game.forfeit.failure.name] for game in games
        ]
        assert forfeits == fact["forfeits"]
    require_round_trip(result, to_json, partial(from_json, TournamentResult))


@files_of("tournament journal")
def test_a_journal_is_continued(file: File, tmp_path: Path) -> None:
    journal = tmp_path / file.name
    shutil.copy(file.path, journal)
    whole, fact = from_json(TournamentResult, file.other(file.fact["whole"]).read()), file.fact
    result = play_tournament(
        ["random", "greedy"],
        deals=fact["deals"],
        seed=7,
        rules=keltis.GAME.require_rules(whole.plan.rules),
        journal=journal,
        resume=True,
    )
    assert len(result.games) == len(whole.games)
    assert result.games[: fact["games"]] == whole.games[: fact["games"]]
    kept = file.path.read_bytes().rpartition(b"\n")[0]
    assert journal.read_bytes().startswith(kept)


# CELTIC!


def read_celtic_record(file: File) -> celtic.GameRecord:
    read = (
        celtic_record.parse_record if ".txt" in file.name else partial(from_json, celtic.GameRecord)
    )
    return read(file.read())


def require_celtic_record(record: celtic.GameRecord, file: File) -> None:
    fact = file.fact
    require_celtic_rules(record.start.rules, file)
    assert len(record) == fact["moves"]
    assert list(record.names) == fact["names"]
    end = record.outcome
    result = end and {
        "scores": [list(score) for score in end.scores],
        "winner": None if end.winner is None else str(end.winner),
    }
    assert result == fact["end"]
    require_round_trip(record, celtic_record.format_record, celtic_record.parse_record)
    require_round_trip(record, to_json, partial(from_json, celtic.GameRecord))


@files_of("celtic text")
def test_a_record_of_celtic_in_text_is_read(file: File) -> None:
    require_celtic_record(read_celtic_record(file), file)


@files_of("celtic json")
def test_a_record_of_celtic_in_json_is_read(file: File) -> None:
    require_celtic_record(read_celtic_record(file), file)


@files_of("celtic position")
def test_a_position_of_celtic_is_read(file: File) -> None:
    state = celtic_notation.parse_state(file.read())
    require_celtic_rules(state.rules, file)
    assert len(state.lays) == file.fact["tiles"]
    assert str(state.to_move) == file.fact["to_move"]
    require_round_trip(state, celtic_notation.format_state, celtic_notation.parse_state)


@files_of("celtic states")
def test_documents_of_states_of_celtic_are_read(file: File) -> None:
    record = read_celtic_record(file.other(file.fact["source"]))
    states = [from_json(celtic.GameState, line) for line in file.read().splitlines()]
    assert states == [record.state_at(moves) for moves in file.fact["at"]]
    for state in states:
        require_round_trip(state, to_json, partial(from_json, celtic.GameState))


@files_of("celtic events")
def test_documents_of_events_of_celtic_are_read_and_written_again(file: File) -> None:
    record = read_celtic_record(file.other(file.fact["source"]))
    happened = [event for state, move in record for event in celtic_events.events(state, move)]
    lines = file.read().splitlines()
    assert [from_json(celtic_events.Event, line) for line in lines] == happened
    documents = [to_document(event) for event in happened]
    assert documents == [json.loads(line) for line in lines]


@files_of("celtic moves")
def test_documents_of_moves_of_celtic_are_read_and_written_again(file: File) -> None:
    lines = file.read().splitlines()
    assert len(lines) == file.fact["count"]
    for line in lines:
        document = json.loads(line)
        move = from_json(celtic.Move, line)
        assert str(move) == document["text"]
        assert to_document(move) == document


@files_of("celtic refusals")
def test_moves_of_celtic_are_refused_for_the_same_reasons(file: File) -> None:
    lines = file.read().splitlines()
    for (source, moves, code), line in zip(file.fact["refused"], lines, strict=True):
        state = read_celtic_record(file.other(source)).state_at(moves)
        document = json.loads(line)
        reason = celtic.illegality(state, celtic.parse_move(document["move"]["text"]))
        assert reason is not None
        assert reason.name == document["code"] == code


# Tables of the server


@pytest.mark.parametrize("name", RELEASES["0.2.0"].tables)
def test_a_table_of_the_server_is_read(name: str, tmp_path: Path) -> None:
    reason = "the extra is not installed: pip install keltis[server]"
    testclient = pytest.importorskip("starlette.testclient", reason=reason)
    from keltis.server import create_app  # noqa: PLC0415 - it needs the extra

    fact = RELEASES["0.2.0"].tables[name]
    shutil.copy(DATA / "0.2.0" / name, tmp_path / f"{fact['id']}.table.json")
    with testclient.TestClient(create_app(tmp_path)) as client:
        address = f"/table/{fact['id']}"
        pages = [f"{address}/{token}" for token in fact["tokens"]]
        watched = client.get(f"{address}/table?theme=light").json()
        tables = [client.get(f"{page}/table?theme=light").json() for page in pages]
        record = client.get(f"{address}/record")
    for table in (watched, *tables):
        assert table["version"] == fact["version"]
        assert [seat["name"] for seat in table["seats"]] == fact["seats"]
        assert [seat["is_bot"] for seat in table["seats"]] == fact["bots"]
    if "moves" not in fact:
        assert watched["scene"] is None
        return
    for table in (watched, *tables):
        view = table["scene"]["view"]
        assert view["tiles"] == fact["tiles"]
        assert (view["to_move"], view["phase"]) == (fact["to_move"], fact["phase"])
        assert [player["score"]["total"] for player in view["players"]] == fact["totals"]
        assert (view["outcome"] and view["outcome"]["winners"]) == fact["winners"]
    assert watched["scene"]["view"]["hand"] is None
    assert [table["scene"]["view"]["hand"] for table in tables] == fact["hands"]
    if fact["winners"] is not None:
        assert len(from_json(GameRecord, record.text)) == fact["moves"]
