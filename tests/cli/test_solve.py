"""`celtic solve`: the puzzles."""

from pathlib import Path

import pytest

from cli.programs import Program
from keltis.celtic import Filling, count_fillings, is_hard


@pytest.mark.parametrize(("words", "hard"), [((), False), (("--hard",), True)])
def test_solve_prints_a_filling_and_its_rows(
    words: tuple[str, ...], hard: bool, celtic: Program
) -> None:
    assert celtic("solve", "--seed", 2, *words) == 0
    rows = [
        line
        for line in celtic.out.splitlines()
        if len(line) == 5 and set(line) <= set("123456789ABCDEF")
    ]
    assert is_hard(Filling.parse("/".join(rows))) or not hard
    assert len(rows) == 5
    assert ("25 tiles, 1 knot\n" in celtic.out) or not hard
    assert "With --seed 2 the same solution is found again." in celtic.out


def test_solve_draws_too(celtic: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda seeds: seeds - 1)
    assert celtic("solve", "--svg", "filling.svg") == 0
    assert "written: filling.svg" in celtic.out
    assert "With --seed 999999 " in celtic.out
    assert Path("filling.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_solve_counts(celtic: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    assert celtic("solve", "--count") == 0
    assert celtic.out == f"{count_fillings()}\n"
    known = [
        Filling.parse(text)
        for text in ("46EEC/7FF95/7FF85/57F85/113A9", "2EAE8/6FEF8/553FC/3FAFD/2BA91")
    ]
    # All of them take half a minute.
    monkeypatch.setattr("keltis.cli._celtic.fillings", lambda: iter(known))
    assert celtic("solve", "--count", "--hard") == 0
    assert celtic.out == "1\n"


def test_tiles_without_a_solution(celtic: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keltis.cli._celtic.solve", lambda **_: None)
    assert celtic("solve") == 1
    assert celtic.err == "keltis: these tiles have no solution\n"
