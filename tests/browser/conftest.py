"""The browser of the tests, which can reach no other host.

`nox --sessions docs browser` builds the site and runs these tests. They need npm, and Debian's
packages chromium and chromium-driver, or a Chrome and its driver.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from browser.driving import run_browser


@pytest.fixture(scope="session")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the browser keeps files in."""
    return tmp_path_factory.mktemp("browser")


@pytest.fixture(scope="session")
def browser(downloads: Path) -> Iterator[webdriver.Chrome]:
    if "KELTIS_SITE" not in os.environ:
        pytest.skip("it takes long, and no site is built: nox --sessions docs browser")
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = next(filter(None, map(shutil.which, names)), None)
    driver = shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("no browser: apt-get install chromium chromium-driver")
    with run_browser(chromium, driver, downloads) as running:
        yield running
