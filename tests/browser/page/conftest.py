"""One visitor for all tests of the page "Play now", as loading the game takes long.

`nox --sessions docs browser` builds the site and runs these tests in a browser that can reach no
other host. They need npm, and Debian's packages chromium and chromium-driver, or a Chrome and its
driver.
"""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser.page.driving import PAGE, Handler, Visitor, run_browser, run_site


@pytest.fixture(scope="session")
def site() -> Path:
    """The built site, with the page."""
    if "KELTIS_SITE" not in os.environ:
        pytest.skip("no site is built: nox --sessions docs browser")
    folder = Path(os.environ["KELTIS_SITE"])
    if not (folder / PAGE).exists():
        pytest.skip("the site was built without npm, and so without the page")
    return folder


@pytest.fixture(scope="session")
def visitor(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A visitor for whom the game is loaded."""
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = next(filter(None, map(shutil.which, names)), None)
    driver = shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("no browser: apt-get install chromium chromium-driver")
    folder = tmp_path_factory.mktemp("browser")
    with run_site(site) as address, run_browser(chromium, driver, folder) as browser:
        visitor = Visitor(browser, address, folder)
        visitor.open()
        assert not any(path.endswith(".wasm") for path in Handler.asked)
        assert re.search(r"loads \d+ MB", visitor.text(".play-start"))
        visitor.start()
        yield visitor


@pytest.fixture(autouse=True)
def empty_console(visitor: Visitor) -> Iterator[None]:
    """No test leaves a message in the console."""
    yield
    assert visitor.console() == []
