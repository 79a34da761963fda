"""The page of the sources: its filters."""

from collections.abc import Iterator

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from browser.driving import PAGE, Visitor
from clauses import CLAUSES


@pytest.fixture
def reader(visitor: Visitor) -> Iterator[Visitor]:
    """A visitor who reads the page in a tab of its own."""
    game = visitor.browser.current_window_handle
    visitor.browser.switch_to.new_window("tab")
    visitor.browser.get(visitor.address.replace(PAGE, "rules/sources.html"))
    yield visitor
    visitor.browser.close()
    visitor.browser.switch_to.window(game)


def choose(reader: Visitor, name: str, text: str) -> None:
    Select(reader.browser.find_element(By.NAME, name)).select_by_visible_text(text)


def count_rows(reader: Visitor) -> int:
    return sum(map(bool, reader.values("table.sources tbody tr", "e.checkVisibility()")))


def test_clauses_are_filtered_by_source_and_ruling(reader: Visitor) -> None:
    assert count_rows(reader) == len(CLAUSES)
    choose(reader, "ruling", "T4")
    settled = [clause for clause in CLAUSES if "T4" in clause.rulings]
    assert count_rows(reader) == len(settled)
    choose(reader, "source", "S3: the reference manual")
    assert count_rows(reader) == sum(clause.source == "S3" for clause in settled)
    assert "?source=s3-the-reference-manual&ruling=ruling-t4" in reader.browser.current_url


def test_a_link_can_have_a_filter(reader: Visitor) -> None:
    reader.browser.get(f"{reader.browser.current_url}?clauses=differs")
    assert count_rows(reader) == sum(clause.followed_by is not None for clause in CLAUSES)
