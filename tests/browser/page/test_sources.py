"""The page of the sources: its filters."""

from collections.abc import Iterator

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from browser.driving import Visitor
from clauses import CLAUSES


@pytest.fixture
def reader(visitor: Visitor) -> Iterator[Visitor]:
    """A visitor who reads the page in a tab of its own."""
    with visitor.tab("rules/sources.html"):
        yield visitor


def choose(reader: Visitor, name: str, text: str) -> None:
    Select(reader.browser.find_element(By.NAME, name)).select_by_visible_text(text)


def count_rows(reader: Visitor) -> int:
    return sum(map(bool, reader.values("table.sources tbody tr", "e.checkVisibility()")))


def test_clauses_are_filtered_by_source_and_ruling(reader: Visitor) -> None:
    assert count_rows(reader) == len(CLAUSES)
    choose(reader, "ruling", "T4")
    settled = [clause for clause in CLAUSES if "T4" in clause.rulings]
    assert count_rows(reader) == len(settled)
    choose(reader, "source", "RM: the reference manual")
    assert count_rows(reader) == sum(clause.source == "RM" for clause in settled)
    assert "?source=rm-the-reference-manual&ruling=T4" in reader.browser.current_url


def test_clauses_are_filtered_by_their_text(reader: Visitor) -> None:
    reader.browser.find_element(By.NAME, "text").send_keys("test_f2_")
    assert count_rows(reader) == sum(
        any(name.startswith("test_f2_") for name in clause.tests) for clause in CLAUSES
    )


def test_a_ruling_links_to_its_clauses(reader: Visitor) -> None:
    reader.browser.get(reader.browser.current_url.replace("sources", "keltis"))
    (address,) = reader.values("#t4-the-order a[href*='ruling=T4']", "e.href")
    reader.browser.get(str(address))
    assert count_rows(reader) == sum("T4" in clause.rulings for clause in CLAUSES)


def test_a_link_can_have_a_filter(reader: Visitor) -> None:
    reader.browser.get(f"{reader.browser.current_url}?clauses=differs")
    assert count_rows(reader) == sum(clause.followed_by is not None for clause in CLAUSES)
