"""Three people and a spectator at one table of the server, in a real browser."""

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By

from browser.page.driving import TIMEOUT, run_browser

pytest.importorskip("uvicorn", reason="the extra is not installed: pip install keltis[server]")
import uvicorn

import keltis
from keltis.server import create_app
from keltis.server._table import AnyTable
from keltis.server._tables import TableFolder

HAND: Final = "[...document.querySelectorAll('.play-hand button')]"
PHONE: Final = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}


@contextmanager
def run_server(folder: Path, port: int, address: str | None = None) -> Iterator[int]:
    """The server on a port; 0 means any free one. It gives the port."""
    app = create_app(folder, bot_pause=0, address=address)
    config = uvicorn.Config(app, log_config=None, log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", port)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(TIMEOUT)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    if "KELTIS_SITE" not in os.environ:
        pytest.skip("it takes long: nox --sessions browser")
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = next(filter(None, map(shutil.which, names)), None)
    driver = shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("no browser: apt-get install chromium chromium-driver")
    with run_browser(chromium, driver, tmp_path_factory.mktemp("browser")) as running:
        yield running


def wait_until(holds: Callable[[], object], what: str) -> None:
    """Wait for a condition; an element that was just replaced is looked up again."""
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            if holds():
                return
        except WebDriverException:
            pass
        assert time.monotonic() < end, f"waited in vain until {what}"
        time.sleep(0.02)


class Window:
    """The window of one person."""

    def __init__(self, browser: webdriver.Chrome, address: str) -> None:
        self.browser = browser
        browser.switch_to.new_window("window")
        self.handle = browser.current_window_handle
        browser.get(address)

    def text(self, selector: str = "body") -> str:
        self.browser.switch_to.window(self.handle)
        script = f"return document.querySelector({selector!r})?.innerText ?? ''"
        return str(self.browser.execute_script(script))

    def wait_for(self, text: str, selector: str = "body") -> None:
        wait_until(lambda: text in self.text(selector), f"{selector} says {text}")

    def wait_for_version(self, version: int) -> None:
        wait_until(lambda: self.version() >= version, f"version {version} is displayed")

    def version(self) -> int:
        self.browser.switch_to.window(self.handle)
        return int(str(self.browser.execute_script("return table.dataset.version ?? -1")))

    def click(self, selector: str, place: int = 0) -> None:
        self.browser.switch_to.window(self.handle)

        def click() -> bool:
            self.browser.find_elements(By.CSS_SELECTOR, selector)[place].click()
            return True

        def clicked() -> bool:
            try:
                return click()
            except IndexError:
                return False

        wait_until(clicked, f"{selector} can be clicked")

    def sit_down(self, name: str) -> None:
        self.browser.switch_to.window(self.handle)
        wait_until(lambda: self.browser.find_elements(By.NAME, "name"), "the form is there")
        self.browser.find_element(By.NAME, "name").send_keys(name)
        self.click("form button")

    def address(self) -> str:
        self.browser.switch_to.window(self.handle)
        return self.browser.current_url

    def console(self) -> list[str]:
        """The messages in the console, without those about a server that is gone."""
        self.browser.switch_to.window(self.handle)
        log = self.browser.get_log("browser")  # type: ignore[no-untyped-call] # selenium has no types here
        return [str(entry["message"]) for entry in log if "net::ERR" not in str(entry["message"])]

    def close(self) -> None:
        self.browser.switch_to.window(self.handle)
        self.browser.close()


class Party:
    """Three people at a table, and somebody who watches."""

    def __init__(self, browser: webdriver.Chrome, port: int) -> None:
        self.first = browser.current_window_handle
        ann = Window(browser, f"http://127.0.0.1:{port}/")
        browser.find_element(By.CSS_SELECTOR, "select[name=players] option:nth-child(2)").click()
        ann.sit_down("<b>Ann</b>")
        ann.wait_for("Waiting for 2 more players")
        self.link = ann.address().rstrip("/").rpartition("/")[0] + "/"
        others = [Window(browser, self.link) for _ in range(3)]
        others[0].sit_down("Bob")
        others[0].wait_for("Waiting for 1 more player")
        others[1].sit_down("Cleo")
        self.players = [ann, *others[:2]]
        self.spectator = others[2]
        for window in (*self.players, self.spectator):
            window.wait_for("Cleo", ".play-players")

    def play(self, folder: Path, turns: int) -> None:
        """Play some turns by clicks, with the first choice of each player."""
        for _ in range(turns):
            table = table_in(folder)
            state = state_of(table)
            seat, phase = state.to_move, state.phase.value
            window = self.players[seat]
            window.wait_for_version(table.version)
            if phase == "play":
                window.click(".play-hand button", 0)
            window.click(".play-choices button", 0)
            wait_until(lambda: table_in(folder).version > table.version, "the move is made")  # noqa: B023 - at once

    def close(self, browser: webdriver.Chrome) -> None:
        for window in (*self.players, self.spectator):
            window.close()
        browser.switch_to.window(self.first)


def table_in(folder: Path) -> AnyTable:
    (table,) = TableFolder(folder).load().values()
    return table


def state_of(table: AnyTable) -> keltis.GameState:
    assert table.record is not None
    assert isinstance(table.record.final, keltis.GameState)
    return table.record.final


def test_three_people_play_and_no_page_has_a_hidden_card(
    browser: webdriver.Chrome, tmp_path: Path
) -> None:
    with run_server(tmp_path, 0) as port:
        party = Party(browser, port)
        party.play(tmp_path, 14)
        table = table_in(tmp_path)
        state = state_of(table)
        windows = [*party.players, party.spectator]
        for viewer, window in enumerate(windows):
            window.wait_for_version(table.version)
            hand = browser.execute_script(f"return {HAND}.map(card => card.dataset.card)")
            own = state.players[viewer].hand if window is not party.spectator else ()
            assert hand == [str(card) for card in own]
            assert "<b>Ann</b>" in window.text(".play-players")
            assert window.console() == []
        assert "You are watching" in party.spectator.text()
        party.spectator.click(".play-actions a")  # one browser has all seats, so it knows the last
        party.spectator.wait_for("8 cards", ".play-players")
        assert party.spectator.address().startswith(party.link)
        assert party.spectator.address() != party.link
        party.close(browser)


def test_pages_recover_when_the_server_comes_back(
    browser: webdriver.Chrome, tmp_path: Path
) -> None:
    with run_server(tmp_path, 0) as port:
        party = Party(browser, port)
        party.play(tmp_path, 2)
    for window in party.players:
        window.wait_for("The server does not answer")
    with run_server(tmp_path, port):
        for window in party.players:
            wait_until(lambda: window.text(".alert") == "", "the page has recovered")  # noqa: B023 - at once
        party.play(tmp_path, 2)
        party.close(browser)


@pytest.mark.parametrize("address", [None, "http://192.0.2.7:8000/"])
def test_the_link_for_friends_has_the_address_that_they_can_open(
    browser: webdriver.Chrome, tmp_path: Path, address: str | None
) -> None:
    with run_server(tmp_path, 0, address) as port:
        first = browser.current_window_handle
        window = Window(browser, f"http://127.0.0.1:{port}/")
        window.sit_down("Ann")
        window.wait_for("Send your friends this link.")
        warned = "It works on this machine only" in window.text()
        field = browser.find_element(By.CSS_SELECTOR, ".invitation input")
        path = f"table/{table_in(tmp_path).id}/"
        assert field.get_property("value") == f"{address or f'http://127.0.0.1:{port}/'}{path}"
        assert warned == (address is None)
        window.click(".invitation button")
        window.wait_for("Copied")
        window.close()
        browser.switch_to.window(first)


def test_a_table_fits_on_a_phone(browser: webdriver.Chrome, tmp_path: Path) -> None:
    with run_server(tmp_path, 0) as port:
        party = Party(browser, port)
        window = party.players[table_to_move(tmp_path)]
        window.wait_for("Your turn")
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
        try:
            assert browser.execute_script("return document.documentElement.scrollWidth") == 390
            sizes = browser.execute_script(f"return {HAND}.map(card => card.offsetHeight)")
            assert min(sizes) >= 44  # the minimum size of a touch target
        finally:
            browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        party.close(browser)


def table_to_move(folder: Path) -> int:
    return state_of(table_in(folder)).to_move
