"""`advise`: what the bots would do."""

from pathlib import Path

import pytest

from cli.programs import Program
from keltis import new_game, observe
from keltis.documents import to_json
from keltis.notation import format_state, format_view

VIEW = format_view(observe(new_game(2, seed=7), 0))


@pytest.fixture
def keltis(
    in_tmp_path: None,  # noqa: ARG001 - fixtures take no marks
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Program:
    """Runs `keltis` in an empty directory."""
    return Program(monkeypatch, capsys)


def write(text: str) -> str:
    Path("table.txt").write_text(text, encoding="utf-8")
    return "table.txt"


def test_the_bots_say_what_they_would_do_in_a_view(keltis: Program) -> None:
    words = ("--bot", "greedy", "--bot", "search:engine=python,iterations=20", "--bot", "random")
    assert keltis("advise", write(VIEW), *words) == 0
    for text in ("(8 hidden)", "greedy would ", "points ahead", "visits", "random would "):
        assert text in keltis.out


def test_a_position_is_seen_by_the_player_to_move(keltis: Program) -> None:
    position = format_state(new_game(2, seed=7))
    assert keltis("advise", write(position), "--bot", "greedy", "--seed", 1) == 0
    from_position = keltis.out
    assert keltis("advise", write(VIEW), "--bot", "greedy", "--seed", 1) == 0
    assert keltis.out == from_position


def test_a_view_and_a_position_may_be_json(keltis: Program) -> None:
    state = new_game(2, seed=7)
    document = to_json(observe(state, 0), indent=1)
    outputs = []
    for text in (VIEW, document, to_json(state)):
        assert keltis("advise", write(text), "--bot", "greedy") == 0
        outputs.append(keltis.out)
    assert outputs[0] == outputs[1] == outputs[2]
    assert keltis("advise", write(document.replace('"R1"', '"R2"', 1)), "--bot", "greedy") == 1
    assert "table.txt: $.legal_moves[0].action: expected" in keltis.err


def test_greedy_and_search_are_asked_by_default(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = "search:engine=python,iterations=5"
    monkeypatch.setattr("keltis.cli._keltis.ADVISERS", ("greedy", search))
    assert keltis("advise", write(VIEW)) == 0
    assert f"{search} would " in keltis.out


def test_a_game_that_is_over_needs_no_advice(keltis: Program, file: Path) -> None:
    assert keltis("advise", str(file)) == 1
    assert "game.txt: moves must not be empty: is the game over?" in keltis.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (VIEW.replace("64 cards", "63 cards"), "keltis: table.txt: impossible position: "),
        ("hello", "keltis: table.txt: expected a game"),
    ],
)
def test_another_file_is_refused(text: str, message: str, keltis: Program) -> None:
    assert keltis("advise", write(text)) == 1
    assert message in keltis.err


def test_bytes_that_are_no_text_are_refused(keltis: Program) -> None:
    Path("table.txt").write_bytes(b"\xff\xfe\x00")
    assert keltis("advise", "table.txt") == 1
    assert "table.txt: this is not text in UTF-8" in keltis.err
