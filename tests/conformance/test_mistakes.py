"""A port with a mistake disagrees with the committed games, whichever ruling it gets wrong."""

import gzip
import json
import sys
import types
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import pytest

import naive
from keltis import GameState, legal_moves, outcome, scores
from keltis.documents import from_document
from naive import NaiveGame

pytestmark = pytest.mark.slow  # it reads all games

COMMITTED = Path(__file__).parents[1] / "data" / "conformance.jsonl.gz"
SOURCE = Path(naive.__file__).read_text(encoding="utf-8")
MISTAKES = {
    "T2 a path without a figure": (
        '{card} {figure}" for figure in sorted(set(player.waiting))',
        '{card} {figure}" for figure in sorted(set(player.waiting)) or ["small"]',
    ),
    "T4 only upwards": (
        "values in (sorted(values), sorted(values, reverse=True))",
        "values == sorted(values)",
    ),
    "T4 no equal cards": (
        "return values in (",
        "return len(set(values)) == len(values) and values in (",
    ),
    "T4 flat columns": ("self.rules.equal_pair_fixes_flat and", "False and"),
    "T5 no step": ("self._owe_step(may_decline=True, may_waste=False)", "pass"),
    "T5 must be taken": ("may_decline=True, may_waste=False", "may_decline=False, may_waste=False"),
    "T7 own discard": ("if not self.rules.may_take_own_discard:", "if False:"),
    "T7 barred for ever": ("self.barred = None\n        if", "if"),
    "P1 numbers taken": (
        "+= NUMBER_TILES[tile]  # P1",
        "+= NUMBER_TILES[tile]; self.tiles[colour][row] = None",
    ),
    "P2 stones left": ("self.tiles[colour][row] = None", "pass"),
    "P4 always declined": ("may_decline=self.rules.clover_may_be_declined", "may_decline=True"),
    "P5 never enters": ("row == 0 and self.rules.advance_may_enter", "False"),
    "P5 always enters": ("row == 0 and self.rules.advance_may_enter", "row == 0"),
    "P5 entering alone is no step": (
        "if self._steps():",
        "if any(len(step.split()) == 2 for step in self._steps()):",
    ),
    "P6 a step from the end stone": ("0 < row < self.end_stone()", "0 < row"),
    "P6 never lapses": ("if self._steps():", "if True:"),
    "P6 never wasted": ("may_waste=self.rules.step_may_be_wasted", "may_waste=False"),
    "P6 always wasted": ("may_waste=self.rules.step_may_be_wasted", "may_waste=True"),
    "P6 a finished path's step wasted": (
        "may_decline=True, may_waste=False",
        "may_decline=True, may_waste=self.rules.step_may_be_wasted",
    ),
    "P6 wasting keeps the clover": (
        "if self._steps():",
        "self.may_waste = may_waste\n        if self._steps() + self._wasted_steps():",
    ),
    "E1 the last tile counts": (
        'self.phase = "OVER"  # E1: the tile does not count',
        'self._resolve_tile(colour)\n            self._expect_draw()\n            self.phase = "OVER"',  # noqa: E501 - code
    ),
    "E1 the last wishing stone counts": (
        'self.phase = "OVER"  # E1: the tile does not count',
        'self.phase = "OVER"\n            player.wishing_stones += "WISHING_STONE" == self.tiles[colour][player.rows[colour]]',  # noqa: E501 - code
    ),
    "E1 one figure more": (
        "self._figures_in_goal() >= self.rules.goal_figures:\n            self",
        "self._figures_in_goal() > self.rules.goal_figures:\n            self",
    ),
    "E2 nobody notices": ("if self.draw_pile:", "if True:"),
    "S5 the other way round": ("self.to_move + 1", "self.to_move - 1"),
    "F1 not doubled": ("points * self.rules.large_factor", "points"),
    "F1 losses not doubled": (
        'if figure == "large" else',
        'if figure == "large" and points > 0 else',
    ),
    "F2 no table": ("table[min(player.wishing_stones, len(table) - 1)]", "0"),
    "F3 no points of tiles": ("total = player.tile_points", "total = 0"),
    "F3 never below zero": ("return total + table", "return max(0, total) + table"),
    "F4 one winner": (
        "return [seat for seat, total in enumerate(totals) if total == max(totals)]",
        "return [totals.index(max(totals))]",
    ),
}


@pytest.fixture(scope="module")
def games() -> list[list[tuple[str, GameState]]]:
    """The games of Keltis: each move with the position after it, the start first."""
    with gzip.open(COMMITTED, "rt", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    keltis_lines = lines[1 : [line["type"] for line in lines].index("header", 1)]
    return [
        [
            (line.get("move", ""), from_document(GameState, line["state"]))
            for line in game
            if line["type"] != "end"
        ]
        for _, game in groupby(keltis_lines, itemgetter("game"))
    ]


def agrees(engine: type[NaiveGame], games: list[list[tuple[str, GameState]]]) -> bool:
    """Whether an engine does the same in all games."""
    return all(_plays(engine, game) for game in games)


def _plays(engine: type[NaiveGame], game: list[tuple[str, GameState]]) -> bool:
    ours = engine.of(game[0][1])
    for move, state in game:
        if move:
            ours.play(move)
        end = outcome(state)
        moves = [] if end else sorted(map(str, legal_moves(state)))
        if ours != engine.of(state) or sorted(ours.moves()) != moves:
            return False
        if ours.totals() != [score.total for score in scores(state)]:
            return False
        if end is not None and ours.winners() != [*end.winners]:
            return False
    return True


def test_the_naive_engine_agrees(games: list[list[tuple[str, GameState]]]) -> None:
    assert agrees(NaiveGame, games)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found(
    mistake: str, games: list[list[tuple[str, GameState]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = MISTAKES[mistake]
    assert SOURCE.count(old) == 1
    module = types.ModuleType("mistaken")
    monkeypatch.setitem(sys.modules, "mistaken", module)  # where dataclasses look
    exec(compile(SOURCE.replace(old, new), mistake, "exec"), vars(module))  # noqa: S102 - our own
    engine: type[NaiveGame] = module.NaiveGame
    assert not agrees(engine, games)
