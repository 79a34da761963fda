"""`Rules`: every table and switch as data, refused with all its faults when impossible."""

import pytest

from keltis import KELTIS, KELTIS_LITERAL, REFERENCE_MANUAL, Card, Colour, InvalidRules, Rules, Tile


def faults(**changes: object) -> tuple[str, ...]:
    with pytest.raises(InvalidRules) as caught:
        Rules(**changes)  # type: ignore[arg-type] # wrong ones are the point of the tests
    return caught.value.faults


def test_the_default_is_keltis() -> None:
    assert Rules() == KELTIS
    assert hash(Rules()) == hash(KELTIS)


def test_repr_shows_what_differs() -> None:
    assert repr(KELTIS) == "Rules()"
    assert repr(KELTIS_LITERAL) == "Rules(clover_may_be_declined=False, advance_may_enter=True)"
    assert eval(repr(REFERENCE_MANUAL), {"Rules": Rules}) == REFERENCE_MANUAL  # noqa: S307 - our own text


def test_the_deck_follows_from_the_values() -> None:
    rules = Rules(values=(1, 20), copies=9, hand_size=2)
    assert len(rules.deck) == 5 * 2 * 9
    assert set(rules.deck) == {Card(colour, value) for colour in Colour for value in (1, 20)}


PAIRS = "pairs of a number of players and a number of cards"
PLAYERS = "pairs with ascending players from 1 to 6"
NUMBERS = "a tuple of 1 to 50 whole numbers"
VALUES = "ascending within 0 to 20"
ROWS = "ascending tuples of rows, one for each colour"


@pytest.mark.parametrize(
    ("name", "expected", "values"),
    [
        ("copies", "a whole number from 1 to 9", [0, 10, True]),
        ("hand_size", "a whole number from 1 to 99", ["8"]),
        ("goal_row", "a whole number from 1 to 50", [0]),
        ("goal_figures", "a whole number from 1 to 30", [0]),
        ("small_figures", "a whole number from 0 to 5", [-1]),
        ("large_figures", "a whole number from 0 to 1", [2]),
        ("large_factor", "a whole number from 1 to 9", [None]),
        ("values", NUMBERS, [(), [1, 2]]),
        ("values", VALUES, [(2, 1) * 20, (-1, 4, 8, 9), (4, 8, 9, 21)]),
        ("row_points", NUMBERS, [(0,) * 51, 5]),
        ("row_points", "within -999 to 999", [(0, -1000)]),
        ("wishing_stone_points", NUMBERS, [("a",)]),
        ("tiles", "a tuple of Tile", [(1,)]),
        ("tile_rows", ROWS, [((1,),), ((), (), (), (), (2, 1))]),
        ("cards_removed", PAIRS, [{2: 30}, ((2, 30), (3,)), ((3,), (2, 30)), ((2, 30), (3, -1))]),
        ("cards_removed", PAIRS, [(("2", 30),), ((2, 30.5),)]),
        ("cards_removed", PLAYERS, [((7, 0),), ((3, 0), (2, 0)), ((0, 0), (2, 0))]),
        ("cards_removed", PLAYERS, [((2, 0), (7, 0))]),
        ("may_take_own_discard", "True or False", [1]),
    ],
)
def test_a_field_of_another_kind_is_refused(name: str, expected: str, values: list[object]) -> None:
    for value in values:
        assert faults(**{name: value})[0] == f"{name} must be {expected}, not {value!r}"


NEVER = "can never be reached: at most"
RED, BLUE = ((2, 4, 6, 8, 10), *KELTIS.tile_rows[1:]), (*KELTIS.tile_rows[1:], (0, 4, 6, 8, 9))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"goal_row": 10}, "goal_row 10 is beyond the end of the paths, which is row 9"),
        ({"goal_figures": 21}, f"goal_figures 21 {NEVER} 20 figures can be on the paths"),
        (
            {"small_figures": 1, "goal_figures": 9},
            f"goal_figures 9 {NEVER} 8 figures can be on the paths",
        ),
        (
            {"small_figures": 5, "goal_figures": 21},
            f"goal_figures 21 {NEVER} 20 figures can be on the paths",
        ),
        ({"small_figures": 0, "large_figures": 0}, "the players have no figures"),
        ({"tiles": (Tile.ONE,)}, "there are 1 tiles for the 25 stones of tile_rows"),
        ({"tile_rows": RED}, f"tile_rows of the red path must be within 1 to 9, not {RED[0]}"),
        ({"tile_rows": BLUE}, f"tile_rows of the blue path must be within 1 to 9, not {BLUE[4]}"),
        (
            {"hand_size": 40},
            "110 cards are too few for 2 players: 30 removed, 40 in each hand, and one to draw",
        ),
    ],
)
def test_impossible_rules_are_refused(changes: dict[str, object], fault: str) -> None:
    assert faults(**changes)[0] == fault


def test_all_faults_are_listed_at_once() -> None:
    wrong: dict[str, object] = {"copies": 0, "goal_row": 12, "large_figures": 3, "tiles": None}
    assert len(faults(**wrong, advance_may_enter="yes", cards_removed=())) == 6


def test_a_single_fault_is_said_in_one_line() -> None:
    message = r"^impossible rules: goal_row 12 is beyond the end of the paths, which is row 9$"
    with pytest.raises(InvalidRules, match=message):
        Rules(goal_row=12)
