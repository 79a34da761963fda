"""`Rules`: every table and switch as data, refused with all its faults when impossible."""

import pickle

import attrs
import pytest

from keltis import (
    KELTIS,
    KELTIS_LITERAL,
    PRESETS,
    REFERENCE_MANUAL,
    Card,
    Colour,
    InvalidRules,
    Rules,
    Tile,
    new_game,
)


def faults(**changes: object) -> tuple[str, ...]:
    with pytest.raises(InvalidRules) as caught:
        Rules(**changes)  # type: ignore[arg-type] # wrong ones are the point of the tests
    return caught.value.faults


def test_the_default_is_keltis() -> None:
    assert Rules() == KELTIS
    assert hash(Rules()) == hash(KELTIS)
    assert dict(PRESETS) == {
        "KELTIS": KELTIS,
        "KELTIS_LITERAL": KELTIS_LITERAL,
        "REFERENCE_MANUAL": REFERENCE_MANUAL,
    }


def test_keltis_literal_differs_in_two_switches() -> None:
    assert (
        attrs.evolve(KELTIS, clover_may_be_declined=False, advance_may_enter=True) == KELTIS_LITERAL
    )


def test_the_reference_manual_differs_in_deck_and_tables_and_switches() -> None:
    assert len(REFERENCE_MANUAL.deck) == 100
    assert REFERENCE_MANUAL.values == tuple(range(1, 11))
    assert new_game(2, seed=1, rules=REFERENCE_MANUAL).removed == ()
    assert REFERENCE_MANUAL.wishing_stone_points[2] == -2
    assert REFERENCE_MANUAL.equal_pair_fixes_flat
    assert not REFERENCE_MANUAL.clover_may_be_declined
    assert not REFERENCE_MANUAL.advance_may_enter
    assert REFERENCE_MANUAL.step_may_be_wasted


def test_repr_shows_what_differs() -> None:
    assert repr(KELTIS) == "Rules()"
    assert repr(KELTIS_LITERAL) == "Rules(clover_may_be_declined=False, advance_may_enter=True)"
    assert eval(repr(REFERENCE_MANUAL), {"Rules": Rules}) == REFERENCE_MANUAL  # noqa: S307 - our own text


def test_rules_are_frozen_and_survive_pickling() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        KELTIS.hand_size = 9  # type: ignore[misc] # the point of the test
    assert pickle.loads(pickle.dumps(REFERENCE_MANUAL)) == REFERENCE_MANUAL  # noqa: S301 - our own bytes


def test_the_deck_follows_from_the_values() -> None:
    rules = Rules(values=(1, 20), copies=9, hand_size=2)
    assert len(rules.deck) == 5 * 2 * 9
    assert set(rules.deck) == {Card(colour, value) for colour in Colour for value in (1, 20)}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"copies": 0}, "copies must be a whole number from 1 to 9, not 0"),
        ({"copies": True}, "copies must be a whole number from 1 to 9, not True"),
        ({"hand_size": "8"}, "hand_size must be a whole number from 1 to 99, not '8'"),
        ({"goal_row": 0}, "goal_row must be a whole number from 1 to 50, not 0"),
        ({"goal_row": 10}, "goal_row 10 is beyond the end of the paths, which is row 9"),
        ({"goal_figures": 0}, "goal_figures must be a whole number from 1 to 30, not 0"),
        (
            {"goal_figures": 21},
            "goal_figures 21 can never be reached: at most 20 figures can be on the paths",
        ),
        ({"small_figures": -1}, "small_figures must be a whole number from 0 to 5, not -1"),
        ({"large_figures": 2}, "large_figures must be a whole number from 0 to 1, not 2"),
        ({"small_figures": 0, "large_figures": 0}, "the players have no figures"),
        ({"large_factor": None}, "large_factor must be a whole number from 1 to 9, not None"),
        ({"values": ()}, "values must be a tuple of 1 to 50 whole numbers, not ()"),
        ({"values": [1, 2]}, "values must be a tuple of 1 to 50 whole numbers, not [1, 2]"),
        ({"values": (2, 1) * 20}, f"values must be ascending within 0 to 20, not {(2, 1) * 20!r}"),
        ({"values": (-1, 4, 8, 9)}, "values must be ascending within 0 to 20, not (-1, 4, 8, 9)"),
        ({"values": (4, 8, 9, 21)}, "values must be ascending within 0 to 20, not (4, 8, 9, 21)"),
        (
            {"row_points": (0,) * 51},
            f"row_points must be a tuple of 1 to 50 whole numbers, not {(0,) * 51!r}",
        ),
        ({"row_points": (0, -1000)}, "row_points must be within -999 to 999, not (0, -1000)"),
        (
            {"cards_removed": ((7, 0),)},
            "cards_removed must be pairs with ascending players from 1 to 6, not ((7, 0),)",
        ),
        ({"row_points": 5}, "row_points must be a tuple of 1 to 50 whole numbers, not 5"),
        (
            {"wishing_stone_points": ("a",)},
            "wishing_stone_points must be a tuple of 1 to 50 whole numbers, not ('a',)",
        ),
        ({"tiles": (1,)}, "tiles must be a tuple of Tile, not (1,)"),
        ({"tiles": (Tile.ONE,)}, "there are 1 tiles for the 25 stones of tile_rows"),
        (
            {"tile_rows": ((1,),)},
            "tile_rows must be ascending tuples of rows, one for each colour, not ((1,),)",
        ),
        (
            {"tile_rows": ((2, 4, 6, 8, 10), *KELTIS.tile_rows[1:])},
            "tile_rows of the red path must be within 1 to 9, not (2, 4, 6, 8, 10)",
        ),
        (
            {"tile_rows": (*KELTIS.tile_rows[1:], (0, 4, 6, 8, 9))},
            "tile_rows of the blue path must be within 1 to 9, not (0, 4, 6, 8, 9)",
        ),
        (
            {"cards_removed": {2: 30}},
            "cards_removed must be pairs of a number of players and a number of cards, not {2: 30}",
        ),
        (
            {"cards_removed": ((3, 0), (2, 0))},
            "cards_removed must be pairs with ascending players from 1 to 6, not ((3, 0), (2, 0))",
        ),
        (
            {"cards_removed": ((0, 0), (2, 0))},
            "cards_removed must be pairs with ascending players from 1 to 6, not ((0, 0), (2, 0))",
        ),
        (
            {"cards_removed": ((2, 0), (7, 0))},
            "cards_removed must be pairs with ascending players from 1 to 6, not ((2, 0), (7, 0))",
        ),
        (
            {"small_figures": 1, "goal_figures": 9},
            "goal_figures 9 can never be reached: at most 8 figures can be on the paths",
        ),
        (
            {"small_figures": 5, "goal_figures": 21},
            "goal_figures 21 can never be reached: at most 20 figures can be on the paths",
        ),
        (
            {"hand_size": 40},
            "110 cards are too few for 2 players: 30 removed, 40 in each hand, and one to draw",
        ),
        ({"may_take_own_discard": 1}, "may_take_own_discard must be True or False, not 1"),
    ],
)
def test_impossible_rules_are_refused(changes: dict[str, object], fault: str) -> None:
    assert faults(**changes)[0] == fault


@pytest.mark.parametrize("pairs", [((2, 30), (3,)), ((3,), (2, 30)), ((2, 30), (3, -1))])
def test_s2_every_pair_has_a_number_of_players_and_of_cards(pairs: object) -> None:
    expected = "cards_removed must be pairs of a number of players and a number of cards"
    assert faults(cards_removed=pairs) == (f"{expected}, not {pairs}",)


def test_c3_the_rows_of_every_path_are_ascending() -> None:
    rows = ((), (), (), (), (2, 1))
    expected = "tile_rows must be ascending tuples of rows, one for each colour"
    assert faults(tile_rows=rows) == (f"{expected}, not {rows}",)


def test_all_faults_are_listed_at_once() -> None:
    found = faults(
        copies=0,
        goal_row=12,
        large_figures=3,
        tiles=None,
        advance_may_enter="yes",
        cards_removed=(),
    )
    assert len(found) == 6


def test_a_single_fault_is_said_in_one_line() -> None:
    with pytest.raises(
        InvalidRules,
        match=r"^impossible rules: goal_row 12 is beyond the end of the paths, which is row 9$",
    ):
        Rules(goal_row=12)


def test_the_error_survives_pickling() -> None:
    error = InvalidRules(["a", "b"])
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (type(again), again.faults, str(again)) == (InvalidRules, ("a", "b"), str(error))
