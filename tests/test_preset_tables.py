"""Every number of the rules, written down again here.

The engine, the naive engine and the tests of the rulings read the same tables, so an error in a
table would pass them all. These values come from the rulings, not from the code.
"""

import attrs
import pytest

from keltis import KELTIS, KELTIS_LITERAL, PRESETS, REFERENCE_MANUAL, Colour, Figure, Rules, Tile
from keltis import celtic as celtic_game
from keltis._engine.scoring import TRACK_SPACES
from keltis.celtic import CELTIC
from keltis.notation import parse_rules

EVEN, ODD = (2, 4, 6, 8, 9), (1, 3, 5, 7, 9)

DEFAULTS: dict[str, object] = {
    "values": (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),  # C1
    "copies": 2,  # C1
    "row_points": (-4, -3, -2, 1, 2, 3, 6, 7, 10),  # C2
    "goal_row": 7,  # C2
    "tile_rows": (  # C3
        (3, 5, 6, 7, 9),
        (2, 4, 6, 7, 9),
        (2, 3, 5, 7, 9),
        (2, 4, 5, 7, 9),
        (3, 4, 6, 7, 9),
    ),
    "small_figures": 4,  # C4
    "large_figures": 1,  # C4
    "large_factor": 2,  # F1
    "cards_removed": ((2, 30), (3, 0), (4, 0)),  # S1, S2
    "hand_size": 8,  # S3
    "goal_figures": 5,  # E1
    "wishing_stone_points": (-4, -3, 2, 3, 6, 10),  # F2
    "equal_pair_fixes_flat": False,  # T4
    "may_take_own_discard": True,  # T7
    "clover_may_be_declined": True,  # P4
    "advance_may_enter": False,  # P5
    "step_may_be_wasted": False,  # P6
}
"""All fields of `Rules` but the tiles."""
TILES = [*[Tile.WISHING_STONE] * 9, *[Tile.CLOVER] * 9]
TILES += [*[Tile.ONE] * 2, *[Tile.TWO] * 3, *[Tile.THREE] * 2]
"""C3, in the order that deals by seed rely on."""
MANUAL: dict[str, object] = {
    "values": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    "cards_removed": ((2, 0), (3, 0), (4, 0)),
    "wishing_stone_points": (-4, -3, -2, 3, 6, 10),
    "equal_pair_fixes_flat": True,
    "clover_may_be_declined": False,
    "step_may_be_wasted": True,
}
LITERAL: dict[str, object] = {"clover_may_be_declined": False, "advance_may_enter": True}
OF_0_1_0: dict[str, object] = {"tile_rows": (EVEN,) * 5}
"""What all presets of 0.1.0 had, and files of version 1 still mean."""
OF_0_2_0: dict[str, object] = {"tile_rows": (EVEN, ODD, EVEN, ODD, EVEN)}
"""What all presets of 0.2.0 had, and files of version 2 still mean."""


def tables(rules: Rules) -> dict[str, object]:
    """All fields of the rules but the tiles."""
    return {
        field.name: getattr(rules, field.name)
        for field in attrs.fields(Rules)
        if field.init and field.name != "tiles"
    }


def of_version(name: str, version: int) -> Rules:
    """What a preset was in the files of an older release."""
    return parse_rules(name, version=version)


@pytest.mark.parametrize(
    ("rules", "changes"),
    [
        (KELTIS, {}),
        (KELTIS_LITERAL, LITERAL),
        (REFERENCE_MANUAL, MANUAL),
        (of_version("KELTIS", 1), OF_0_1_0),
        (of_version("KELTIS_LITERAL", 1), LITERAL | OF_0_1_0),
        (of_version("REFERENCE_MANUAL", 1), MANUAL | OF_0_1_0 | {"step_may_be_wasted": False}),
        (of_version("KELTIS", 2), OF_0_2_0),
        (of_version("KELTIS_LITERAL", 2), LITERAL | OF_0_2_0),
        (of_version("REFERENCE_MANUAL", 2), MANUAL | OF_0_2_0),
    ],
)
def test_the_rules_have_exactly_these_numbers(rules: Rules, changes: dict[str, object]) -> None:
    assert tables(rules) == DEFAULTS | changes
    assert list(rules.tiles) == TILES


def test_these_are_the_presets() -> None:
    assert list(PRESETS) == ["KELTIS", "KELTIS_LITERAL", "REFERENCE_MANUAL"]
    assert tuple(PRESETS.values()) == (KELTIS, KELTIS_LITERAL, REFERENCE_MANUAL)


def test_p1_a_tile_has_these_points() -> None:
    assert [tile.points for tile in Tile] == [0, 0, 1, 2, 3]
    assert [tile.value for tile in Tile] == ["wishing stone", "clover", "1", "2", "3"]


def test_the_colours_and_figures_have_this_order() -> None:
    assert "".join(colour.letter for colour in Colour) == "RYPGB"
    assert [colour.value for colour in Colour] == [0, 1, 2, 3, 4]
    assert [figure.value for figure in Figure] == ["small", "large"]


def test_f3_the_track_has_50_spaces() -> None:
    assert TRACK_SPACES == 50


# CELTIC!


def test_k4_k7_the_start_tile_and_the_window_are_these() -> None:
    assert celtic_game.Rules() == CELTIC
    assert (CELTIC.start, CELTIC.width, CELTIC.height) == (15, 5, 5)
    assert {field.name for field in attrs.fields(celtic_game.Rules) if field.init} == {
        *("supplies", "start", "width", "height")
    }
