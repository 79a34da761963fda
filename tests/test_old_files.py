"""Files that older releases wrote are read as they were meant: their boards, moves and results.

A folder of `data` has the files of a release, and in `facts.json` what that release itself found in
them. What is read is also written by this release, and read again.
"""

import gzip
import hashlib
import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import attrs
import pytest
from typing_extensions import TypeForm

import keltis
from keltis import GameRecord, GameState, PlayerView, celtic, observe, scores
from keltis.arena import TournamentResult, play_tournament
from keltis.documents import DocumentError, Json, from_json, to_document, to_json
from keltis.record import format_record_view

T = TypeVar("T")
DATA = Path(__file__).parent / "data"
FILE_VERSIONS = {"0.1.0": 1, "0.2.0": 2}
"""The releases, and the versions of their files."""
FACTS = {
    release: json.loads((DATA / release / "facts.json").read_text("utf-8"))
    for release in FILE_VERSIONS
}
"""The facts about the files of each release."""
GAMES: dict[str, ModuleType] = {"keltis": keltis, "celtic": celtic}


@attrs.frozen
class File:
    """A file of a release."""

    release: str
    name: str

    fact = property(lambda self: FACTS[self.release]["files"][self.name])
    """What the release found in it."""
    game = property(lambda self: GAMES[self.fact["kind"].partition(" ")[0]])
    record = property(lambda self: self._read_record())
    source = property(lambda self: self.other(self.fact["source"]).record)
    """The record from which this file was made."""

    @property
    def path(self) -> Path:
        return DATA / self.release / self.name

    def read(self) -> str:
        content = self.path.read_bytes()
        return (gzip.decompress(content) if self.path.suffix == ".gz" else content).decode()

    def other(self, name: str) -> "File":
        return attrs.evolve(self, name=name)

    def _read_record(self) -> object:
        if ".txt" in self.name:
            return self.game.record.parse_record(self.read())
        return from_json(self.game.GameRecord, self.read())


def files_of(*kinds: str) -> pytest.MarkDecorator:
    """Repeat a test with each file of some kinds."""
    found = [
        pytest.param(File(release, name), id=f"{release}-{name}")
        for release, facts in FACTS.items()
        for name, fact in facts["files"].items()
        if fact["kind"] in kinds
    ]
    assert found
    return pytest.mark.parametrize("file", found)


def require_rules(rules: object, file: File) -> None:
    """Fail unless each field has the value that it had for the old release."""
    key = "celtic rules" if isinstance(rules, celtic.Rules) else "rules"
    old = FACTS[file.release][key][file.fact["rules"]]["document"]
    now = to_document(rules)
    assert {name: now[name] for name in old} == old


def require_round_trip(value: T, write: Callable[[T], str], read: Callable[[str], T]) -> None:
    assert read(write(value)) == value


def require_json_round_trips(kind: TypeForm[T], *values: T) -> None:
    for value in values:
        require_round_trip(value, to_json, partial(from_json, kind))


@pytest.mark.parametrize("release", FACTS)
def test_every_file_has_its_facts(release: str) -> None:
    found = {path.name for path in (DATA / release).iterdir()}
    facts = FACTS[release]
    assert found == {"README.md", "facts.json", *facts["files"], *facts["tables"]}


@pytest.mark.parametrize(
    ("release", "digest"),
    [("0.1.0", "1cec5e68f12e5109"), ("0.2.0", "d015d05bcc17587a")],
    ids=FILE_VERSIONS,
)
def test_the_files_are_those_that_the_release_wrote(release: str, digest: str) -> None:
    facts = FACTS[release]
    names = (*facts["files"], *facts["tables"])
    contents = b"\0".join((DATA / release / name).read_bytes() for name in names)
    assert hashlib.sha256(contents).hexdigest()[:16] == digest


# Rules


@pytest.mark.parametrize("release", FACTS)
def test_rules_are_read(release: str) -> None:
    notation, version = keltis.notation, FILE_VERSIONS[release]
    for old in FACTS[release]["rules"].values():
        rules = notation.parse_rules(old["text"], version=version)
        now = to_document(rules)
        assert {name: now[name] for name in old["document"]} == old["document"]
        require_round_trip(rules, notation.format_rules, notation.parse_rules)


@pytest.mark.parametrize("release", FACTS)
def test_rules_of_celtic_are_read(release: str) -> None:
    for old in FACTS[release]["celtic rules"].values():
        rules = celtic.notation.parse_rules(old["text"])
        assert to_document(rules) == old["document"]
        assert celtic.notation.format_rules(rules) == old["text"]


# Records


@files_of("keltis text", "keltis json", "celtic text", "celtic json")
def test_a_record_is_read(file: File) -> None:
    record, fact = file.record, file.fact
    require_rules(record.start.rules, file)
    assert len(record) == fact["moves"]
    assert list(record.names) == fact["names"]
    end = record.outcome
    if file.game is celtic:
        result = end and {
            "scores": [list(score) for score in end.scores],
            "winner": None if end.winner is None else str(end.winner),
        }
    else:
        assert (record.seed, len(record.start.players)) == (fact["seed"], fact["players"])
        totals = [score.total for score in scores(record.final)]
        assert totals == fact.get("totals", totals)
        result = end and {
            "reason": end.reason.name,
            "scores": totals,
            "winners": list(end.winners),
        }
    assert result == fact["end"]
    require_round_trip(record, file.game.record.format_record, file.game.record.parse_record)
    require_json_round_trips(file.game.GameRecord, record)


@files_of("keltis view text")
def test_the_view_of_a_record_has_the_same_turns(file: File) -> None:
    seen = file.source.until(file.fact["moves"]).observe(file.fact["viewer"])
    assert format_record_view(seen).partition("\n\n")[2] == file.read().partition("\n\n")[2]


@files_of("keltis view json")
def test_the_view_of_a_record_has_the_same_moves(file: File) -> None:
    old = json.loads(file.read())
    seen = file.source.until(file.fact["moves"]).observe(file.fact["viewer"])
    assert (seen.viewer, list(seen.names)) == (old["viewer"], old["names"])
    assert [
        [move.seat, str(move.move), None if move.drawn is None else str(move.drawn)]
        for move in seen.moves
    ] == [[move["seat"], move["move"], move["drawn"]] for move in old["moves"]]


# Positions


@files_of("keltis position", "keltis view", "celtic position")
def test_a_position_is_read(file: File) -> None:
    notation, fact, viewed = file.game.notation, file.fact, file.fact["kind"] == "keltis view"
    parse = notation.parse_view if viewed else notation.parse_state
    position = parse(file.read())
    require_rules(position.rules, file)
    if file.game is celtic:
        assert (len(position.lays), str(position.to_move)) == (fact["tiles"], fact["to_move"])
    else:
        pile = position.draw_pile_size if viewed else len(position.draw_pile)
        assert [score.total for score in scores(position)] == fact["totals"]
        assert (position.phase.value, position.to_move) == (fact["phase"], fact["to_move"])
        assert pile == fact["pile"]
    require_round_trip(position, notation.format_view if viewed else notation.format_state, parse)


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


@files_of("keltis states", "celtic states")
def test_documents_of_states_are_read(file: File) -> None:
    states = [from_json(file.game.GameState, line) for line in file.read().splitlines()]
    assert states == [file.source.state_at(moves) for moves in file.fact["at"]]
    require_json_round_trips(file.game.GameState, *states)


@files_of("keltis views")
def test_documents_of_views_are_read(file: File) -> None:
    record = file.source
    views = [from_json(PlayerView, line) for line in file.read().splitlines()]
    assert views == [observe(record.state_at(moves), viewer) for moves, viewer in file.fact["seen"]]
    require_json_round_trips(PlayerView, *views)


@files_of("keltis events", "celtic events")
def test_documents_of_events_are_read_and_written_again(file: File) -> None:
    module, viewer = file.game.events, [file.fact["viewer"]] if "viewer" in file.fact else []
    happened = [event for at, move in file.source for event in module.events(at, move, *viewer)]
    lines = file.read().splitlines()
    assert [from_json(module.Event, line) for line in lines] == happened
    assert [to_document(event) for event in happened] == [json.loads(line) for line in lines]


@files_of("keltis moves", "celtic moves")
def test_documents_of_moves_are_read_and_written_again(file: File) -> None:
    lines = file.read().splitlines()
    assert len(lines) == file.fact["count"]
    for line in lines:
        move, document = from_json(file.game.Move, line), json.loads(line)
        assert str(move) == document["text"]
        assert to_document(move) == document


@files_of("keltis refusals", "celtic refusals")
def test_moves_are_refused_for_the_same_reasons(file: File) -> None:
    lines = file.read().splitlines()
    for (source, moves, code), line in zip(file.fact["refused"], lines, strict=True):
        state, document = file.other(source).record.state_at(moves), json.loads(line)
        reason = file.game.illegality(state, file.game.parse_move(document["move"]["text"]))
        assert reason.name == document["code"] == code


# Tournaments


@files_of("tournament json")
def test_a_tournament_is_read(file: File) -> None:
    result, fact = from_json(TournamentResult, file.read()), file.fact
    require_rules(result.plan.rules, file)
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
    require_json_round_trips(TournamentResult, result)


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


# Tables of the server


@pytest.mark.parametrize("name", FACTS["0.2.0"]["tables"])
def test_a_table_of_the_server_is_read(name: str, tmp_path: Path) -> None:
    reason = "the extra is not installed: pip install keltis[server]"
    testclient = pytest.importorskip("starlette.testclient", reason=reason)
    from keltis.server import create_app  # noqa: PLC0415 - it needs the extra

    fact = FACTS["0.2.0"]["tables"][name]
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
