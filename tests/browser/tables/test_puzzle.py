"""The puzzles on the page "Play now", without a browser."""

import random

import pytest

from browser.tables.building import EASY, HARD
from keltis import celtic
from play_tables.puzzle import PuzzleTable, faults, mix_up


@pytest.mark.parametrize("hard", [False, True])
def test_a_new_puzzle_has_the_tiles_of_the_game_but_is_not_solved(*, hard: bool) -> None:
    table = PuzzleTable.set_up(4, hard=hard)
    scene = table.scene()
    assert not scene["is_solved"]
    assert scene["faults"]
    table.reveal()
    assert table.scene()["is_solved"]
    assert table.scene()["faults"] == []
    table.undo()
    assert table.scene() == scene


@pytest.mark.parametrize("displaced", [1, 2, 8, 25])
def test_mixing_up_never_gives_a_solution(displaced: int) -> None:
    for seed in range(10):
        mixed = mix_up(EASY, displaced, random.Random(seed))
        assert not celtic.is_easy(mixed)
        changed = [cell for cell, mask in mixed.masks.items() if mask != EASY.masks[cell]]
        assert len(changed) <= displaced


def test_two_tiles_are_exchanged_and_exchanged_back() -> None:
    table = PuzzleTable(HARD, hard=True)
    assert table.scene()["is_solved"]
    table.swap((0, 0), (4, 4))
    assert not table.scene()["is_solved"]
    table.swap((4, 4), (0, 0))
    assert table.scene()["is_solved"]


def test_four_turns_bring_a_tile_back() -> None:
    table = PuzzleTable(EASY, hard=False)
    seen = []
    for _ in range(4):
        table.turn((0, 0))
        seen.append(table.filling.masks[0, 0])
    assert seen == [4, 8, 1, 2]  # east, then south, west, north, and east again


def test_an_easy_solution_with_three_knots_does_not_solve_the_hard_puzzle() -> None:
    scene = PuzzleTable(EASY, hard=True).scene()
    assert (scene["knots"], scene["faults"], scene["is_solved"]) == (3, [], False)


def test_faults_are_open_sides_at_the_rim_and_at_closed_sides() -> None:
    assert list(faults(celtic.Filling.parse("2A"))) == [{"x": 1, "y": 0, "side": "E"}]
    assert list(faults(celtic.Filling.parse("24"))) == [
        {"x": 0, "y": 0, "side": "E"},
        {"x": 1, "y": 0, "side": "S"},
    ]


def test_the_puzzle_of_a_day_is_the_same_for_everybody() -> None:
    days = ["2026-01-31", "2026-01-31", "2026-02-01"]
    one, same, other = (str(PuzzleTable.set_up(8, hard=False, day=day).filling) for day in days)
    assert one == same != other


def test_undo_of_a_puzzle_without_a_change_does_nothing() -> None:
    table = PuzzleTable(EASY, hard=False)
    table.undo()
    assert table.filling == EASY
