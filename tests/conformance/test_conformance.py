"""Conformance games: that we agree with the committed set, and that it shows every ruling.

When a rule changes on purpose, write the set anew:

    python -m keltis.testing.conformance --out tests/data/conformance.jsonl.gz
"""

import gzip
import json
import re
import runpy
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

import attrs
import pytest

import keltis
from document_helpers import Validator
from keltis import celtic, cli
from keltis._engine.rules import KELTIS
from keltis.celtic._engine.play import apply_recorded_move
from keltis.documents import Json, from_json, schema, to_document
from keltis.game import Game, M, R, S, V
from keltis.testing import _celtic_cases, _keltis_cases, conformance
from keltis.testing._suite import select_games
from keltis.testing.conformance import main, write_conformance_games

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "tests" / "data" / "conformance.jsonl.gz"
OF_0_2_0 = COMMITTED.parent / "0.2.0" / COMMITTED.name
KELTIS_SUITE, CELTIC_SUITE = _keltis_cases.KELTIS_SUITE, _celtic_cases.CELTIC_SUITE
MAX_BYTES = 400_000
Line: TypeAlias = dict[str, Json]


def read_lines(path: Path) -> list[Line]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    return read_lines(COMMITTED)


@pytest.fixture(scope="module")
def games(lines: list[Line]) -> list[list[Line]]:
    return games_in(lines)


def games_in(lines: list[Line]) -> list[list[Line]]:
    """The lines of every game of both games."""
    bodies = [line for line in lines if line["type"] != "header"]
    keyed = groupby(bodies, lambda line: (line["game"], is_celtic(line)))
    return [list(group) for _, group in keyed]


def is_celtic(line: Line) -> bool:
    outcome = line.get("outcome") or line["state"]
    assert isinstance(outcome, dict)
    return "winner" in outcome or outcome.get("format") == "celtic-state"


def texts(line: Line) -> list[tuple[str, str]]:
    """The codes and texts of the illegal moves of a line."""
    found: list[dict[str, str]] = json.loads(json.dumps(line["illegal_moves"]))
    return [(move["code"], move["text"]) for move in found]


def replay(
    game: Game[S, V, M, R], kind: type[S], apply: Callable[[S, M], S], lines: list[Line]
) -> None:
    """Play a game again, and agree with every line."""
    start, *decisions, end = lines
    state = from_json(kind, json.dumps(start["state"]))
    for line in (start, *decisions):
        if line is not start:
            move = game.notation.parse_move(str(line["move"]))
            written = [to_document(event) for event in game.events.events(state, move)]
            assert json.loads(json.dumps(written)) == line["events"]
            state = apply(state, move)
        document = json.loads(json.dumps(line["state"]))
        assert from_json(kind, json.dumps(document)) == state
        legal = [move["text"] for move in document["legal_moves"]]
        assert legal == [str(move) for move in game.engine.legal_moves(state)]
        for code, text in texts(line):
            reason = game.engine.illegality(state, game.notation.parse_move(text))
            assert reason is not None
            assert reason.name == code
    assert to_document(state)["outcome"] == end["outcome"] is not None


@pytest.mark.parametrize("path", [COMMITTED, OF_0_2_0], ids=["committed", "0.2.0"])
def test_we_agree_with_the_games_of(path: Path) -> None:
    for lines in games_in(read_lines(path)):
        if is_celtic(lines[0]):
            replay(celtic.GAME, celtic.GameState, apply_recorded_move, lines)
        else:
            replay(keltis.GAME, keltis.GameState, keltis.apply_move, lines)


def test_the_committed_set_is_small() -> None:
    assert COMMITTED.stat().st_size < MAX_BYTES


@pytest.mark.slow
def test_the_lines_fit_their_schemas(lines: list[Line]) -> None:
    celtic_header = [n for n, line in enumerate(lines) if line["type"] == "header"][1]
    board_game = Validator(schema(conformance.KeltisLine))
    tile_game = Validator(schema(conformance.CelticLine))
    for number, line in enumerate(lines):
        if line["type"] != "decision" or number % 20 == 0:
            validator = board_game if number < celtic_header else tile_game
            assert validator.accepts(line)


@pytest.mark.slow
def test_the_writer_writes_the_committed_set_and_every_case_occurs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: list[Line]
) -> None:
    path = tmp_path / "games.jsonl.gz"
    assert main(["--out", str(path)]) == 0
    assert read_lines(path) == lines
    report = capsys.readouterr().out.splitlines()
    cases = [case for suite in conformance.SUITES for case in suite.cases]
    assert [line.split("  ")[-1] for line in report] == cases
    assert all(int(line.split()[0]) > 0 for line in report)


def test_every_ruling_has_a_case_or_a_reason_why_not() -> None:
    for page, cases, reasons in (
        ("keltis", KELTIS_SUITE.cases, _keltis_cases.NOT_IN_GAMES),
        ("celtic", CELTIC_SUITE.cases, _celtic_cases.NOT_IN_GAMES),
    ):
        text = (ROOT / "docs" / "rules" / f"{page}.md").read_text(encoding="utf-8")
        rulings = set(re.findall(r"^### ([A-Z]\d+):", text, re.MULTILINE))
        shown = {case.partition(" ")[0] for case in cases}
        assert shown | set(reasons) == rulings
        assert not shown & set(reasons)


def test_the_committed_games_show_every_ruling_that_a_game_can_show(
    games: list[list[Line]],
) -> None:
    shown = {ruling for game in games for ruling in json.loads(json.dumps(game[-1]["rulings"]))}
    cases = (*KELTIS_SUITE.cases, *CELTIC_SUITE.cases)
    assert shown == {case.partition(" ")[0] for case in cases}
    assert {*_keltis_cases.NOT_IN_GAMES, *_celtic_cases.NOT_IN_GAMES} == {"E3", "K13", "K14"}


@pytest.fixture
def small_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a game with short paths, for two players."""
    kind = "short paths, 2 players"
    kinds = {kind: KELTIS_SUITE.kinds[kind]}
    suite = attrs.evolve(KELTIS_SUITE, kinds=kinds, max_seeds=1)
    monkeypatch.setattr(conformance, "SUITES", (suite,))


@pytest.mark.usefixtures("small_set")
def test_a_plain_file_is_not_compressed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    counts = write_conformance_games(path)
    first = json.loads(path.read_text(encoding="utf-8").partition("\n")[0])
    assert first["type"] == "header"
    assert counts["S1 two players"] == 1
    assert counts["C1 a deck of 110 cards"] == 0


@pytest.mark.usefixtures("small_set")
@pytest.mark.parametrize("command", [main, lambda rest: cli.main(["conformance", *rest])])
def test_the_command_of_the_program_does_the_same(
    command: Callable[[list[str]], int],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command(["--out", str(tmp_path / "games.jsonl")]) == 1
    assert "    1  S1 two players\n" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--out", "."], ["--out", "x", "--games", "0"]])
def test_the_command_explains_an_error(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    assert capsys.readouterr().err


def test_the_module_runs_as_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["conformance", "--out", "x", "--games", "0"])
    with pytest.raises(SystemExit, match="1"):
        runpy.run_path(conformance.__file__, run_name="__main__")


def test_a_long_game_is_brought_to_its_end() -> None:
    game = _keltis_cases.play(KELTIS, 2, 1, patience=10)
    draws = {str(move) for move in game.moves[10:] if str(move).startswith("draw")}
    assert draws == {"draw pile"}


def test_games_are_taken_until_every_case_has_occurred() -> None:
    chosen = select_games(
        [""], ["b", "a", "ab", "c", "d"], "abc", lambda title, wanted: wanted & set(title)
    )
    assert [(title, sorted(found)) for title, found in chosen] == [
        ("", []),
        ("b", ["b"]),
        ("a", ["a"]),
        ("c", ["c"]),
    ]
