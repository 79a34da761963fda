"""Three people and a spectator at one table of the server, in a real browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from browser.driving import Page
from server.tables import run_server

pytest.importorskip("uvicorn", reason="the extra is not installed: pip install keltis[server]")
import uvicorn

import keltis
from keltis.server import create_app
from keltis.server._table import AnyTable
from keltis.server._tables import TableFolder


@contextmanager
def run_tables(folder: Path, port: int, address: str | None = None) -> Iterator[int]:
    """The server on a port; 0 means any free one. It gives the port."""
    app = create_app(folder, bot_pause=0, address=address)
    config = uvicorn.Config(app, log_config=None, log_level="error", timeout_graceful_shutdown=1)
    with run_server(uvicorn.Server(config), port) as used:
        yield used


class Window(Page):
    """The window of one person."""

    def __init__(self, browser: webdriver.Chrome, address: str) -> None:
        super().__init__(browser, address)
        browser.switch_to.new_window("window")
        self.handle = browser.current_window_handle
        browser.get(address)

    def ask(self, expression: str) -> object:
        self.browser.switch_to.window(self.handle)
        return super().ask(expression)

    def click(self, selector: str, place: int = 0) -> None:
        self.browser.switch_to.window(self.handle)
        super().click(selector, place)

    def wait_for(self, text: str, selector: str = "body") -> None:
        self.wait_until(lambda: text in self.text(selector), f"{selector} says {text}")

    def wait_for_version(self, version: int) -> None:
        self.wait_until(lambda: self.version() >= version, f"version {version} is displayed")

    def version(self) -> int:
        return int(str(self.ask("document.getElementById('table')?.dataset.version ?? -1")))

    def sit_down(self, name: str) -> None:
        self.wait_until(lambda: self.count("[name=name]"), "the form is there")
        self.browser.find_element(By.NAME, "name").send_keys(name)
        self.click("form button")

    def url(self) -> str:
        return str(self.ask("location.href"))

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
        self.link = ann.url().rstrip("/").rpartition("/")[0] + "/"
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
            window.wait_until(lambda: table_in(folder).version > table.version, "the move is made")  # noqa: B023 - at once

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
    with run_tables(tmp_path, 0) as port:
        party = Party(browser, port)
        party.play(tmp_path, 14)
        table = table_in(tmp_path)
        state = state_of(table)
        windows = [*party.players, party.spectator]
        for viewer, window in enumerate(windows):
            window.wait_for_version(table.version)
            own = state.players[viewer].hand if window is not party.spectator else ()
            hand = window.values(".play-hand button", "e.dataset.card")
            assert hand == [str(card) for card in own]
            assert "<b>Ann</b>" in window.text(".play-players")
            assert window.console() == []
        assert "You are watching" in party.spectator.text()
        party.spectator.click(".play-actions a")  # one browser has all seats, so it knows the last
        party.spectator.wait_for("8 cards", ".play-players")
        assert party.spectator.url().startswith(party.link)
        assert party.spectator.url() != party.link
        party.close(browser)


def test_pages_recover_when_the_server_comes_back(
    browser: webdriver.Chrome, tmp_path: Path
) -> None:
    with run_tables(tmp_path, 0) as port:
        party = Party(browser, port)
        party.play(tmp_path, 2)
    for window in party.players:
        window.wait_for("Connection lost")
    with run_tables(tmp_path, port):
        for window in party.players:
            window.wait_until(lambda: window.text(".alert") == "", "the page has recovered")  # noqa: B023 - at once
        party.play(tmp_path, 2)
        party.close(browser)


@pytest.mark.parametrize("address", [None, "http://192.0.2.7:8000/"])
def test_the_link_for_friends_has_the_address_that_they_can_open(
    browser: webdriver.Chrome, tmp_path: Path, address: str | None
) -> None:
    with run_tables(tmp_path, 0, address) as port:
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


def test_a_turn_is_taken_back_when_the_others_agree(
    browser: webdriver.Chrome, tmp_path: Path
) -> None:
    with run_tables(tmp_path, 0) as port:
        party = Party(browser, port)
        seat = state_of(table_in(tmp_path)).to_move
        asker, *others = party.players[seat:] + party.players[:seat]
        asker.click(".play-hand button", 0)
        asker.click(".play-choices button", 0)
        asker.click("[data-key=Undo]")
        asker.wait_for("You have asked to take back your last turn", ".play-news")
        for window in others:
            window.wait_for("asks to take back the last turn", ".play-news")
            window.click("[data-key=Agree]")
        asker.wait_for("Your turn", ".play-prompt")
        record = table_in(tmp_path).record
        assert record is not None
        assert len(record) == 0
        party.close(browser)


def test_the_first_page_knows_the_tables_of_this_browser(
    browser: webdriver.Chrome, tmp_path: Path
) -> None:
    pytest.importorskip("segno")
    with run_tables(tmp_path, 0) as port:
        first = browser.current_window_handle
        window = Window(browser, f"http://127.0.0.1:{port}/")
        assert window.count("#seats[hidden]") == 1
        window.sit_down("Ann")
        window.wait_until(lambda: window.count(".code svg"), "the link is a picture")
        seat = window.url()
        browser.get(f"http://127.0.0.1:{port}/")
        window.wait_for("Keltis, waiting for others", "#seats")
        window.click("#seats a")
        window.wait_for("Waiting for 1 more player")
        assert window.url() == seat
        browser.get(f"http://127.0.0.1:{port}/")
        window.click("#seats button")
        window.wait_until(lambda: window.count("#seats[hidden]"), "the table is forgotten")
        window.close()
        browser.switch_to.window(first)


def test_a_table_fits_on_a_phone(browser: webdriver.Chrome, tmp_path: Path) -> None:
    with run_tables(tmp_path, 0) as port:
        party = Party(browser, port)
        window = party.players[state_of(table_in(tmp_path)).to_move]
        window.wait_for("Your turn")
        with window.phone():
            heights = window.values(".play-hand button", "e.offsetHeight")
            assert min(int(str(height)) for height in heights) >= 44  # the minimum to touch
        party.close(browser)
