"""The play server in a real browser: two windows, clicks, and all responses to both.

This needs Debian's packages chromium and chromium-driver (or a Chrome and its driver on the path)
and selenium.
"""

import random
import shutil
import time
from collections.abc import Callable, Iterator

import attrs
import pytest

import keltis
from examples.serving import (
    SINGLE_COPIES,
    named_cards,
    record_of,
    require_no_leak,
    require_no_leaks,
    run_server,
    state_of,
    tokens_of,
)
from keltis.testing import playthrough

pytest.importorskip("selenium", reason="selenium is not installed: pip install selenium")
from play_server import ASSETS, Observation, PlayServer, page
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
DRIVER = shutil.which("chromedriver")
FLAGS = (
    *("--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage"),
    *(
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,900",
    ),
    "--no-sandbox",  # root cannot have one
)
TIMEOUT = 20.0

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(
        CHROMIUM is None or DRIVER is None,
        reason="no browser: apt-get install chromium chromium-driver",
    ),
]


class Window:
    """The window of one player. Each method reads the page once, because the page can reload."""

    def __init__(self, browser: webdriver.Chrome, link: str) -> None:
        self.browser = browser
        self.link = link
        browser.switch_to.new_window("window")
        self.handle = browser.current_window_handle
        browser.get(link)

    def look(self) -> "Window":
        self.browser.switch_to.window(self.handle)
        return self

    def wait_for(self, version: int) -> None:
        """Wait until the page, which reloads by itself, has this number of moves."""
        wait_until(
            lambda: self.ask("document.querySelector('main').dataset.version") == str(version)
        )

    def ask(self, what: str) -> object:
        return self.browser.execute_script(f"return {what}")

    def text(self) -> str:
        return str(self.ask("document.body.innerText"))

    def everything(self) -> str:
        """The current document, including changes by scripts."""
        return str(self.ask("document.documentElement.outerHTML"))

    def buttons(self) -> list[WebElement]:
        elements: list[WebElement] = self.browser.find_elements(
            By.CSS_SELECTOR, 'button[name="move"]'
        )
        return elements

    def click(self, move: keltis.Move) -> None:
        self.browser.find_element(By.CSS_SELECTOR, f'button[value="{move}"]').click()

    def send(self, move: str) -> None:
        """Add a button for any move to the form and click it."""
        script = (
            "const button = document.createElement('button');"
            "button.name = 'move'; button.value = arguments[0];"
            "document.forms[0].append(button); button.click()"
        )
        self.browser.execute_script(script, move)


@attrs.frozen
class Session:
    """A server, its responses, and the windows of both players."""

    server: PlayServer
    responses: list[tuple[str, str]]
    windows: list[Window]


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds; fail after `TIMEOUT` seconds."""
    end = time.monotonic() + TIMEOUT
    while not holds():
        assert time.monotonic() < end, "the condition did not become true in time"
        time.sleep(0.02)


def console(browser: webdriver.Chrome) -> list[dict[str, object]]:
    """The messages in the console of the browser since the last call."""
    log: list[dict[str, object]] = browser.get_log("browser")  # type: ignore[no-untyped-call] # selenium has no types here
    return log


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM or ""
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    driver.set_page_load_timeout(TIMEOUT)
    yield driver
    driver.quit()


@pytest.fixture
def session(browser: webdriver.Chrome, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    kind, script = ASSETS["/script.js"]
    faster = script.replace("}, 1000);", "}, 100);")
    monkeypatch.setitem(ASSETS, "/script.js", (kind, faster))
    first = browser.current_window_handle
    console(browser)  # clears it
    with run_server(keltis.new_game(2, seed=3, rules=SINGLE_COPIES)) as (server, responses):
        windows = [Window(browser, link) for link in server.links()]
        yield Session(server, responses, windows)
        for window in windows:
            window.look()
            browser.close()
    browser.switch_to.window(first)


def test_two_people_click_through_some_turns_and_see_no_hidden_card(
    browser: webdriver.Chrome, session: Session
) -> None:
    windows, table = session.windows, session.server.table
    for number, (state, move) in zip(
        range(30), playthrough(state_of(table), random.Random(0), lean=0.8), strict=False
    ):
        for seat in (1 - state.to_move, state.to_move):
            window = windows[seat].look()
            window.wait_for(number)
            source = window.everything()
            require_no_leak(source, state, seat)
            require_no_leak(window.text(), state, seat)
            assert set(map(str, state.players[seat].hand)) <= named_cards(source)
            assert bool(window.buttons()) == (seat == state.to_move)
        windows[state.to_move].click(move)
        windows[state.to_move].wait_for(number + 1)
    assert {type(move) for move in record_of(table).moves} == {
        keltis.Lay,
        keltis.Discard,
        keltis.Advance,
        keltis.Draw,
    }
    # Somebody took a card from a discard pile.
    assert any(player.seen for state in record_of(table).states for player in state.players)
    assert require_no_leaks(session.responses, table) >= 60
    assert console(browser) == []  # no error, no violation of the security policy


def test_the_page_requests_no_other_host_and_stores_nothing(
    browser: webdriver.Chrome, session: Session
) -> None:
    window = session.windows[0].look()
    wait_until(lambda: any(path.endswith("/version") for path, _ in session.responses))
    loaded = browser.execute_script(
        "return performance.getEntriesByType('resource').map(entry => entry.name)"
    )
    home = window.link.removesuffix(f"{tokens_of(session.server.table)[0]}/")
    assert loaded
    assert all(url.startswith(home) for url in loaded)
    assert window.ask("[document.cookie, localStorage.length, sessionStorage.length]") == ["", 0, 0]


def test_an_illegal_move_is_explained_and_the_game_goes_on(session: Session) -> None:
    ann, bob = session.windows
    ann.look().send("draw pile")
    wait_until(lambda: "You cannot do this" in ann.text())
    ann.click(keltis.legal_moves(state_of(session.server.table))[0])
    ann.wait_for(1)
    assert "You cannot do this" not in ann.text()
    bob.look().wait_for(1)
    bob.send("draw pile")
    wait_until(lambda: "It is not your turn: Ann is to move." in bob.text())
    assert len(record_of(session.server.table)) == 1


def test_the_page_of_the_other_player_reloads_by_itself(
    browser: webdriver.Chrome, session: Session
) -> None:
    session.windows[1].look()
    assert browser.title == "Keltis · Bob"
    table = session.server.table
    while state_of(table).to_move == 0:
        table.play(0, str(keltis.legal_moves(state_of(table))[0]), str(table.version))
    wait_until(lambda: browser.title == "Your turn · Bob")
    assert session.windows[1].buttons()


def test_a_slow_page_is_loaded(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(observation: Observation, seat: int, refusal: str = "") -> str:
        time.sleep(0.5)  # longer than the interval of the script
        return page(observation, seat, refusal)

    monkeypatch.setattr("play_server.page", slow)
    ann, bob = session.windows
    ann.look().click(keltis.legal_moves(state_of(session.server.table))[0])
    ann.wait_for(1)
    bob.look().wait_for(1)


def test_it_fits_on_a_phone(browser: webdriver.Chrome, session: Session) -> None:
    window = session.windows[0].look()
    assert "Bob: -4 points" not in window.text()
    phone = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    try:
        assert window.ask("document.documentElement.scrollWidth") == 390
        sizes = [button.size for button in window.buttons()]
        # The minimum size of a touch target.
        assert min(min(size["height"], size["width"]) for size in sizes) >= 44
        assert window.buttons()[0].location["y"] < 300  # the choices come before the board
        assert "Bob: -4 points" in window.text()  # the text below the picture
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
