"""A server for the built site, and a visitor of the page "Play now" in a headless browser.

The page replaces its elements all the time, so a method either reads the page in one script, or
looks an element up and tries again if it is gone.
"""

import functools
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

import keltis
from keltis import GameRecord
from keltis.documents import from_json

MOST_CLICKS: Final = 600
"""The moves after which a test gives up a game."""
TIMEOUT: Final = 300.0
"""Seconds until a test gives up: enough for a very busy machine."""
PAGE: Final = "play/now.html"
FLAGS: Final = (
    *("--headless=new", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--window-size=1280,1000"),
    "--no-sandbox",  # root cannot have one
    # No other host can be reached.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)


class Handler(SimpleHTTPRequestHandler):
    """Serves files, and notes what was asked for."""

    extensions_map = {  # noqa: RUF012 - as the class of the library has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }
    asked: Final[list[str]] = []
    missing: Final[set[str]] = set()
    """The names of files that are not found."""

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path.rpartition("/")[2] in self.missing:
            self.send_error(404)
        else:
            super().do_GET()

    def log_message(self, *_arguments: object) -> None:
        """Print nothing."""


@contextmanager
def run_site(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; gives the address of the page."""
    handler = functools.partial(Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/{PAGE}"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def run_browser(chromium: str, driver: str, profile: Path) -> Iterator[webdriver.Chrome]:
    """Start a browser that keeps its files in this folder."""
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.add_experimental_option("prefs", {"download.default_directory": str(profile)})
    for flag in (*FLAGS, f"--user-data-dir={profile / 'profile'}"):
        options.add_argument(flag)
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        browser.set_page_load_timeout(TIMEOUT)
        browser.set_script_timeout(TIMEOUT)
        yield browser
    finally:
        browser.quit()


class Page:
    """A page in a window of the browser."""

    def __init__(self, browser: webdriver.Chrome, address: str) -> None:
        self.browser = browser
        self.address = address

    def ask(self, expression: str) -> object:
        """The value of an expression of JavaScript, in which `app` is the element of the game."""
        return self.browser.execute_script(
            f"const app = document.getElementById('play-app'); return {expression}"
        )

    def text(self, selector: str = "body") -> str:
        """The text of the first element that a selector finds, or nothing."""
        return str(self.ask(f"document.querySelector({selector!r})?.innerText ?? ''"))

    def values(self, selector: str, expression: str) -> list[object]:
        """The values of an expression for all elements `e` that a selector finds."""
        values = self.ask(f"[...document.querySelectorAll({selector!r})].map(e => {expression})")
        assert isinstance(values, list)
        return values

    def count(self, selector: str) -> int:
        """The number of elements that a selector finds."""
        return len(self.values(selector, "0"))

    def wait_until(self, holds: Callable[[], object], what: str) -> None:
        """Wait for a condition; fails after `TIMEOUT` seconds."""
        end = time.monotonic() + TIMEOUT
        while not holds():
            assert time.monotonic() < end, f"waited in vain until {what}: {self.text()}"
            time.sleep(0.02)

    def repeat(self, action: Callable[[], object], what: str) -> None:
        """Do something as soon as the page lets it happen."""

        def done() -> bool:
            try:
                action()
            except (WebDriverException, IndexError):  # an element is gone, or hidden
                return False
            return True

        self.wait_until(done, what)

    def click(self, selector: str, place: int = 0) -> None:
        """Click the element at this place among those that a selector finds."""

        def click() -> None:
            self.browser.find_elements(By.CSS_SELECTOR, selector)[place].click()

        self.repeat(click, f"{selector} can be clicked")

    def console(self) -> list[str]:
        """The messages in the console of the browser since the last call."""
        log = self.browser.get_log("browser")  # type: ignore[no-untyped-call] # selenium has no types here
        return [str(entry["message"]) for entry in log]

    @contextmanager
    def phone(self) -> Iterator[None]:
        """Use the screen of a phone, which the page must fit on."""
        size = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        try:
            yield
            assert self.ask("document.documentElement.scrollWidth") == 390
        finally:
            self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


class Visitor(Page):
    """Somebody who plays on the page "Play now"."""

    def __init__(self, browser: webdriver.Chrome, address: str, folder: Path) -> None:
        super().__init__(browser, address)
        self.folder = folder
        """Where downloads go."""

    @contextmanager
    def tab(self, page: str) -> Iterator[None]:
        """Look at another page of the site in a new tab."""
        game = self.browser.current_window_handle
        self.browser.switch_to.new_window("tab")
        self.browser.get(self.address.replace(PAGE, page))
        yield
        self.browser.close()
        self.browser.switch_to.window(game)

    def texts(self, selector: str, attribute: str) -> list[str]:
        """The values of an attribute of all elements that a selector finds."""
        return [str(text) for text in self.values(selector, f"e.getAttribute({attribute!r})")]

    def stored(self, key: str) -> str:
        """What the page keeps in the storage of the browser."""
        return str(self.ask(f"localStorage.getItem('keltis-play-{key}') ?? ''"))

    def wait_for(self, selector: str, what: str) -> None:
        """Wait until there is such an element."""
        self.wait_until(lambda: self.count(selector), what)

    def click_picture(self, selector: str) -> None:
        """Click the middle of a part of the picture, whatever lies on it there."""

        def click() -> None:
            part = self.browser.find_element(By.CSS_SELECTOR, f".play-board {selector}")
            # At once: a click while the page is still scrolling would go astray.
            self.browser.execute_script(
                "arguments[0].scrollIntoView({behavior: 'instant', block: 'center'})", part
            )
            ActionChains(self.browser).move_to_element(part).click().perform()

        self.repeat(click, f"{selector} can be clicked")

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            ActionChains(self.browser).send_keys(key).perform()

    def open(self) -> None:
        """Load the page, without the game."""
        self.browser.get(self.address)

    def start(self) -> None:
        """Load the game, and wait until the visitor can play."""
        self.click(".play-start")
        self.wait_for_turn(lambda: self.ask("app.dataset.state") == "playing", "the game is loaded")

    def wait_for_turn(self, holds: Callable[[], object] = lambda: True, what: str = "") -> None:
        """Wait for a condition, and until no bot is thinking."""
        self.wait_until(holds, what)
        self.wait_until(lambda: not self.ask("app.hasAttribute('aria-busy')"), "the bots are done")

    def new_game(self, game: str, **answers: int) -> None:
        """Start a new game: for each question of the dialog, the place of the answer."""
        self.wait_for_turn()
        self.click(f"[data-game='{game}']")
        self.wait_for_turn(lambda: self.ask("app.dataset.game") == game, f"{game} is open")
        self.click("[data-action='new']")
        for key, place in answers.items():
            self.click(f"dialog select[name='{key}'] option", place)
        before = self.ask("app.dataset.updates")
        self.click("dialog .play-primary")
        self.wait_for_turn(lambda: self.ask("app.dataset.updates") != before, "the game begins")

    def choose_file(self, text: str) -> None:
        """Load a file with this text, and wait until the page has read it."""
        path = self.folder / "record.json"
        path.write_text(text, encoding="utf-8")
        self.wait_for_turn()
        self.ask("app.querySelector('.play-prompt').textContent = 'loading'")
        self.browser.find_element(By.CSS_SELECTOR, "input[type='file']").send_keys(str(path))
        self.wait_for_turn(lambda: self.text(".play-prompt") != "loading", "the file is read")


def board_game_record(visitor: Visitor) -> keltis.GameRecord:
    """The stored game of Keltis."""
    return from_json(GameRecord, visitor.stored("keltis"))


def play_card(visitor: Visitor) -> None:
    """Click one move of Keltis, one that advances a figure if there is one."""
    if visitor.count(".play-choices button") == 0:
        visitor.click(".play-layable" if visitor.count(".play-layable") else ".play-card")
        visitor.wait_for(".play-choices button", "the card is chosen")
    before = visitor.stored("keltis")
    advances = ".play-choices :is([data-move^='lay'], [data-move^='advance'])"
    visitor.click(advances if visitor.count(advances) else ".play-choices button")
    visitor.wait_for_turn(lambda: visitor.stored("keltis") != before, "the move is made")


def lay_tile(visitor: Visitor, number: int) -> None:
    """Click one move of CELTIC!: a cell, a tile and the button; the number varies the choice.

    Without a tile that fits, it is a pass.
    """
    before = visitor.stored("celtic")
    if visitor.count("[data-move='pass']"):
        visitor.click("[data-move='pass']")
    else:
        cells = visitor.texts(".play-board [data-cell][tabindex]", "data-cell")
        visitor.click_picture(f"[data-cell='{cells[number % len(cells)]}']")
        visitor.wait_for(".play-tile", "the cell is chosen")
        visitor.click(".play-tile", number % visitor.count(".play-tile"))
        visitor.wait_for("[data-key='lay']:not([hidden])", "a tile is tried")
        visitor.click("[data-key='lay']")
    visitor.wait_for_turn(lambda: visitor.stored("celtic") != before, "the tile is laid")
