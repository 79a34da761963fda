"""One visitor for all tests of the page "Play now", as loading the game takes long."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from browser.driving import PAGE, Handler, Visitor, run_site


@pytest.fixture(scope="session")
def visitor(browser: webdriver.Chrome, downloads: Path) -> Iterator[Visitor]:
    """A visitor for whom the game is loaded."""
    site = Path(os.environ["KELTIS_SITE"])
    if not (site / PAGE).exists():
        pytest.skip("the site was built without npm, and so without the page")
    with run_site(site) as address:
        visitor = Visitor(browser, address, downloads)
        visitor.open()
        assert not any(path.endswith(".wasm") for path in Handler.asked)
        assert re.search(r"loads \d+ MB", visitor.text(".play-start"))
        visitor.start()
        yield visitor


@pytest.fixture(autouse=True)
def empty_console(visitor: Visitor) -> Iterator[None]:
    """No test leaves a message in the console."""
    visitor.console()  # what others have left, such as tests of the server
    yield
    assert visitor.console() == []
