"""Everything is as the goldens say."""

import pytest

from goldens.cases import GROUPS, Case
from goldens.store import first_difference, golden, load

GOLDENS = {group: load(group) for group in GROUPS}


@pytest.mark.parametrize("group", GROUPS)
def test_each_case_has_a_golden(group: str) -> None:
    assert GOLDENS[group].keys() == GROUPS[group].keys()


@pytest.mark.parametrize(
    ("group", "name", "case"),
    [
        pytest.param(
            group, name, case, id=f"{group}: {name}", marks=[pytest.mark.slow] if case.slow else []
        )
        for group, cases in GROUPS.items()
        for name, case in cases.items()
    ],
)
def test_nothing_has_changed(group: str, name: str, case: Case) -> None:
    pytest.importorskip(case.needs)
    difference = first_difference(GOLDENS[group][name], case.text())
    if difference is not None:
        pytest.fail(
            f"{group}, {name}: {difference}\n"
            "If this is meant, say why in a line of CHANGELOG.md and write the goldens anew:\n"
            f"PYTHONPATH=tests python -m goldens {group}",
            pytrace=False,
        )


# How a difference is shown

LONG = [f"line {number}" for number in range(1, 101)]


def test_equal_texts_do_not_differ() -> None:
    for text in ("", "one", "\n".join(LONG)):
        assert first_difference(golden(text), text) is None


def test_the_first_line_that_differs_is_shown_with_the_old_one() -> None:
    difference = first_difference(golden("one\ntwo\nthree"), "one\n2\n3")
    assert difference == "it differs first in line 2\n  was: two\n  now: 2"


def test_in_a_long_text_the_line_is_shown_that_differs_first() -> None:
    changed = [*LONG[:70], "another line", *LONG[71:]]
    difference = first_difference(golden("\n".join(LONG)), "\n".join(changed))
    assert difference == "it differs first in line 71\n  now: another line"


def test_another_number_of_lines_is_said() -> None:
    difference = first_difference(golden("\n".join(LONG)), "\n".join(LONG[:99]))
    assert difference == "it has 99 lines, not 100, and ends with 'line 99'"
    assert first_difference(golden("one"), "one\ntwo") == "it has 2 lines, not 1"
