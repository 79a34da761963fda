"""The puzzles (K13, K14)."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from celtic.games import EASY_ONLY, HARD
from keltis import celtic
from keltis.celtic import Filling, Rules, count_fillings, fillings, is_easy, is_hard, solve
from keltis.celtic.puzzles import _filling_index, _random_cycle
from keltis.errors import InvalidArgument, NotationError
from keltis.notation import MAX_TEXT

RING = Rules(
    width=3, height=3, start=15, supplies=((0, 2, 0, 2, 0), (0, 2, 0, 2, 0), (0, 0, 0, 0, 1))
)
"""The tiles of a plait of 3 by 3."""
MIXED = Rules(width=3, height=3, supplies=((1, 2, 0, 1, 0), (1, 1, 0, 1, 0), (0, 1, 0, 0, 1)))
"""Nine tiles that fill the window in twenty ways, twelve of them hard."""


def row_fits(row: tuple[int, ...]) -> bool:
    """Whether a row's tiles fit together and are closed at both its ends."""
    return all(
        bool(west & 2) == bool(east & 8) for west, east in zip((0, *row), (*row, 0), strict=True)
    )


def every_filling(rules: Rules) -> list[Filling]:
    """All solutions in a window of 3 by 3, by trying all rows that fit by themselves."""
    rows = [row for row in product(range(1, 16), repeat=3) if row_fits(row)]
    found = []
    top = [row for row in rows if not any(mask & 1 for mask in row)]
    bottom = [row for row in rows if not any(mask & 4 for mask in row)]
    for first, second in product(top, rows):
        if all(
            bool(above & 4) == bool(below & 1) for above, below in zip(first, second, strict=True)
        ):
            found += [
                filling
                for third in bottom
                if is_easy(filling := Filling((first, second, third)), rules=rules)
            ]
    return found


def test_k13_all_tiles_in_one_grid() -> None:
    assert is_easy(HARD)
    assert is_easy(EASY_ONLY)


@pytest.mark.parametrize("text", ["544/555/111", "2AA/2A8/2A8", "444/555/511", "AA8/2A8/2A8"])
def test_k13_no_open_side_at_the_rim(text: str) -> None:
    bars = Rules(
        width=3, height=3, start=4, supplies=((2, 0, 2, 0, 0), (2, 0, 1, 0, 0), (1, 0, 1, 0, 0))
    )
    assert not is_easy(
        Filling.parse(text), rules=bars
    )  # a straight opens to the north, the east, the south, the west


def test_k13_no_path_is_cut_off() -> None:
    assert is_easy(Filling.parse("6EC/7FD/3B9"), rules=RING)
    assert not is_easy(Filling.parse("6EC/FD7/3B9"), rules=RING)
    assert not is_easy(Filling.parse("6C7/EFD/3B9"), rules=RING)


def test_k13_only_these_tiles_count() -> None:
    assert not is_easy(Filling.parse("2A8/2A8/2A8"), rules=RING)
    assert not is_easy(Filling.parse("6EAC/7FAD/3BA9"), rules=RING)


def test_k13_the_grid_is_the_window() -> None:
    nine = Rules(
        width=3, height=3, start=5, supplies=((1, 0, 3, 0, 0), (1, 0, 3, 0, 0), (0, 0, 1, 0, 0))
    )
    assert not is_easy(Filling.parse("2AAAAAAA8"), rules=nine)


def test_k13_it_need_not_be_connected() -> None:
    apart = Rules(
        width=3, height=3, start=2, supplies=((2, 2, 0, 0, 0), (1, 1, 0, 0, 0), (1, 1, 1, 0, 0))
    )
    assert is_easy(Filling.parse("6C4/391/2A8"), rules=apart)
    assert not is_hard(Filling.parse("6C4/391/2A8"), rules=apart)


def test_k14_a_single_knot() -> None:
    assert is_hard(HARD)
    assert HARD.knots == 1
    assert not is_hard(EASY_ONLY)
    assert EASY_ONLY.knots == 3


def test_k14_open_paths_are_no_knots() -> None:
    assert Filling.parse("F").knots == 0
    assert Filling.parse("28F").knots == 1


def test_k14_a_single_knot_that_does_not_solve_the_easy_puzzle_does_not_count() -> None:
    assert Filling.parse("28").knots == 1
    assert not is_hard(Filling.parse("28"))


@pytest.mark.parametrize("seed", range(10))
def test_k13_k14_solutions_are_found(seed: int) -> None:
    easy, hard = solve(seed=seed), solve(hard=True, seed=seed)
    assert easy is not None
    assert is_easy(easy)
    assert hard is not None
    assert is_hard(hard)


def test_the_same_seed_finds_the_same_solution() -> None:
    assert solve(hard=True, seed=7) == solve(hard=True, seed=7)
    assert len({solve(seed=seed) for seed in range(20)}) == 20
    assert solve() is not None


def test_k13_there_are_96448_fillings() -> None:
    assert count_fillings() == 96_448


def test_k13_with_owners_there_are_as_many_times_the_colourings() -> None:
    assert celtic.colourings() == 30**5
    assert celtic.colourings(rules=RING) == 6 * 6


def test_k13_fillings_are_all_different_solutions() -> None:
    index = _filling_index(celtic.CELTIC, 10**6)
    some = [index.filling(number) for number in range(0, index.count, 97)]
    assert len(set(some)) == len(some) == 995
    assert all(map(is_easy, some))
    assert next(fillings()) == some[0]


def test_k14_twelve_of_twenty_small_fillings_are_hard() -> None:
    assert sum(is_hard(filling, rules=MIXED) for filling in fillings(rules=MIXED)) == 12


@pytest.mark.parametrize("rules", [RING, MIXED])
def test_k13_the_count_is_that_of_trying_everything(rules: Rules) -> None:
    everything = every_filling(rules)
    assert count_fillings(rules=rules) == len(everything) > 0
    assert set(fillings(rules=rules)) == set(everything)


def test_k13_there_may_be_no_filling() -> None:
    too_few, too_many = Rules(width=5, height=6), Rules(width=5, height=4)
    straights_only = Rules(width=3, height=3, start=5, supplies=((0, 0, 3, 0, 0),) * 3)
    for rules in (too_few, too_many, straights_only):
        assert count_fillings(rules=rules) == 0
        assert solve(rules=rules, seed=1) is None
        assert list(fillings(rules=rules)) == []


def test_the_work_of_a_count_is_bounded() -> None:
    large = Rules(width=6, height=6, supplies=((3,) * 5, (3, 3, 3, 3, 2), (1, 1, 1, 2, 2)))
    for count in (count_fillings, fillings, solve):
        with pytest.raises(InvalidArgument, match="this puzzle needs more than 9000 nodes"):
            count(rules=large, max_nodes=9000)
    with pytest.raises(InvalidArgument, match="max_nodes must be a whole number from 1, not 0"):
        count_fillings(max_nodes=0)


def test_the_solutions_that_are_tried_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    supplies = ((4, 4, 3, 4, 0), (0,) * 5, (0, 0, 0, 0, 1))
    rules = Rules(width=4, height=4, supplies=supplies)
    assert count_fillings(rules=rules, max_nodes=7000) == 7400
    monkeypatch.setattr(Filling, "knots", 2)
    with pytest.raises(InvalidArgument, match="this puzzle needs more than 7000 nodes"):
        solve(hard=True, seed=1, rules=rules, max_nodes=7000)


def test_k14_there_may_be_easy_solutions_and_no_hard_one() -> None:
    assert count_fillings(rules=RING) > 0
    assert solve(hard=True, rules=RING, seed=1) is None


@pytest.mark.parametrize("seed", range(20))
def test_the_search_leaves_no_filling_out(seed: int) -> None:
    assert sorted(_random_cycle(12, random.Random(seed))) == list(range(12))


def test_the_search_takes_the_next_step_that_leaves_no_filling_out() -> None:
    draws = random.Random(0)  # 0.84 and 0.76 of 12: from 10 on, in steps of 9, 10 or 11
    assert list(_random_cycle(12, draws)) == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 11]


def test_a_filling_is_written_in_hex_rows() -> None:
    assert str(HARD) == "46EEC/7FF95/7FF85/57F85/113A9"
    assert repr(Filling.parse("28")) == "<28>"
    assert Filling.parse("28").masks == {(0, 0): 2, (1, 0): 8}


@given(
    rows=st.integers(1, 6).flatmap(
        lambda width: st.lists(
            st.lists(st.integers(1, 15), min_size=width, max_size=width), min_size=1
        )
    )
)
@settings(deadline=None)
def test_every_filling_is_read_as_it_is_written(rows: list[list[int]]) -> None:
    filling = Filling(tuple(map(tuple, rows)))
    assert Filling.parse(str(filling)) == filling


@pytest.mark.parametrize(
    "text", ["", "/", "6C/", "6C/3", "6C/30", "6c/39", "6C/39/", "6C 39", "6C/39\n", "6G/39"]
)
def test_any_other_writing_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected rows of one length"):
        Filling.parse(text)


def test_a_text_must_not_be_too_long() -> None:
    with pytest.raises(NotationError, match=f"^expected at most {MAX_TEXT} characters, not "):
        Filling.parse("6" * (MAX_TEXT + 1))


@pytest.mark.parametrize(
    "rows",
    [
        *((), ((),), ((0,),), ((16,),), ((1,), (1, 2)), [(1,)], ([1],), None),
        *(((1,), (16,)), ((1, 16),), ((1,), ()), ((1,), [1])),
    ],
)
def test_rows_of_a_filling_are_masks(rows: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(InvalidArgument, match="filling"):
        Filling(rows)
