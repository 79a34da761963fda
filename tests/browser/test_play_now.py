"""The page "Play now" in a real browser that can reach no other host.

`nox --sessions browser` builds the site and runs this. It needs npm, and Debian's packages chromium
and chromium-driver (or a Chrome and its driver on the path).
"""

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import keltis
from keltis import celtic
from keltis.celtic.record import record_from_json as tile_record_from_json
from keltis.record import record_from_json, record_to_json

pytest.importorskip("selenium", reason="selenium is not installed: pip install selenium")
from selenium.webdriver.common.keys import Keys

from browser.driving import PAGE, Handler, Visitor, run_browser, run_site

SITE: Final = Path(os.environ.get("KELTIS_SITE", "no site"))
CHROMIUM: Final = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
DRIVER: Final = shutil.which("chromedriver")
MOST_CLICKS: Final = 600
LAYS: Final = (".play-choices [data-move^='lay']", ".play-choices [data-move^='advance']")

pytestmark = [
    pytest.mark.skipif(
        "KELTIS_SITE" not in os.environ, reason="no site is built: nox --sessions browser"
    ),
    pytest.mark.skipif(
        "KELTIS_SITE" in os.environ and not (SITE / PAGE).exists(),
        reason="the site was built without npm, and so without the page",
    ),
    pytest.mark.skipif(
        CHROMIUM is None or DRIVER is None,
        reason="no browser: apt-get install chromium chromium-driver",
    ),
]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A visitor for whom the game is loaded; it takes long, so all tests share it."""
    folder = tmp_path_factory.mktemp("browser")
    with (
        run_site(SITE) as address,
        run_browser(CHROMIUM or "", DRIVER or "", folder) as browser,
    ):
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


def play_one_move(visitor: Visitor) -> None:
    """Click one move of Keltis, one that advances a figure if there is one."""
    if visitor.count(".play-choices button") == 0:
        layable = visitor.count(".play-layable") > 0
        visitor.click(".play-layable" if layable else ".play-card")
        visitor.wait_until(lambda: visitor.count(".play-choices button"), "the card is chosen")
    before = visitor.stored("keltis")
    (advance, *_) = (*(each for each in LAYS if visitor.count(each)), ".play-choices button")
    visitor.click(advance)
    visitor.wait_until(lambda: visitor.stored("keltis") != before, "the move is made")
    visitor.wait_for_turn()


def lay_one_tile(visitor: Visitor, number: int) -> None:
    """Click one move of CELTIC!: a cell, a tile and the button."""
    cells = visitor.texts(".play-board [data-cell][tabindex]", "data-cell")
    visitor.click_picture(f"[data-cell='{cells[number % len(cells)]}']")
    visitor.wait_until(lambda: visitor.count(".play-tile"), "the cell is chosen")
    visitor.click(".play-tile", number % visitor.count(".play-tile"))
    visitor.wait_until(lambda: visitor.count("[data-key='lay']:not([hidden])"), "a tile is tried")
    before = visitor.stored("celtic")
    visitor.click("[data-key='lay']")
    visitor.wait_until(lambda: visitor.stored("celtic") != before, "the tile is laid")
    visitor.wait_for_turn()


def keltis_record(visitor: Visitor) -> keltis.GameRecord:
    return record_from_json(visitor.stored("keltis"))


@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_of_keltis_is_clicked_through(visitor: Visitor, players: int) -> None:
    visitor.new_game("keltis", players=players - 2, level=1)
    assert len(keltis_record(visitor).start.players) == players
    for _ in range(MOST_CLICKS):
        if visitor.count(".play-result"):
            break
        play_one_move(visitor)
    record = keltis_record(visitor)
    assert record.outcome is not None
    totals = [str(score.total) for score in record.outcome.scores]
    shown = visitor.ask(
        "[...app.querySelectorAll('.play-result tbody tr')].map(row => row.lastChild.innerText)"
    )
    assert isinstance(shown, list)
    assert [str(total).replace("\N{MINUS SIGN}", "-") for total in shown] == totals
    assert visitor.text(".play-prompt").startswith("The game is over (")


def test_a_card_is_laid_and_drawn_by_clicks_on_the_board(visitor: Visitor) -> None:
    record = keltis.GameRecord.seeded(2, 7, names=("You", "Fionn"))
    visitor.choose_file(record_to_json(record))
    visitor.click(".play-card[data-card='P7']")
    visitor.wait_until(lambda: visitor.count(".play-choices button"), "the card is chosen")
    visitor.click_picture("[data-pile='P']")
    visitor.wait_until(lambda: len(keltis_record(visitor)) == 1, "the card is discarded")
    visitor.wait_for_turn()
    assert str(keltis_record(visitor).moves[0]) == "discard P7"
    visitor.click_picture("[data-pile='pile']")
    visitor.wait_until(lambda: len(keltis_record(visitor)) >= 2, "a card is drawn")
    visitor.wait_for_turn()
    assert str(keltis_record(visitor).moves[1]) == "draw pile"


def test_a_figure_is_moved_by_a_click_on_its_path(visitor: Visitor) -> None:
    record = keltis.GameRecord.seeded(2, 7, names=("You", "Fionn"))
    for text in ("lay B0 small", "draw pile", "discard Y4", "draw pile"):
        record = record.append(keltis.notation.parse_move(text))
    visitor.choose_file(record_to_json(record))
    visitor.click(".play-card[data-card='B2']")
    visitor.wait_until(lambda: visitor.count(".keltis-highlight"), "the target is marked")
    visitor.click_picture("[data-path='B'][data-row='2']")
    visitor.wait_until(lambda: len(keltis_record(visitor)) > 4, "the card is laid")
    visitor.wait_for_turn()
    assert str(keltis_record(visitor).moves[4]) == "lay B2"


def test_a_reload_in_mid_game_loses_nothing(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=1, level=0)
    for _ in range(5):
        play_one_move(visitor)
    record = visitor.stored("keltis")
    hand = visitor.texts(".play-card", "data-card")
    visitor.open()
    assert "Continue your game" in visitor.text(".play-start")
    visitor.start()
    assert visitor.stored("keltis") == record
    assert visitor.texts(".play-card", "data-card") == hand
    play_one_move(visitor)
    assert len(keltis_record(visitor)) > len(record_from_json(record))


def test_a_game_is_played_with_the_keys(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)
    visitor.press("1")
    visitor.wait_until(lambda: visitor.count(".play-card[aria-pressed='true']"), "1 chooses a card")
    visitor.press(Keys.ESCAPE)
    visitor.wait_until(
        lambda: visitor.count(".play-card[aria-pressed='true']") == 0, "Escape chooses nothing"
    )
    visitor.press("2")
    visitor.wait_until(lambda: visitor.count(".play-choices button"), "2 chooses a card")
    before = len(keltis_record(visitor))
    visitor.press("d")
    visitor.wait_until(lambda: len(keltis_record(visitor)) == before + 1, "d discards")
    visitor.wait_for_turn()
    visitor.press("d")
    visitor.wait_until(lambda: len(keltis_record(visitor)) > before + 1, "d draws")
    visitor.wait_for_turn()
    visitor.press("u")
    visitor.wait_until(lambda: len(keltis_record(visitor)) == before, "u takes the turn back")
    visitor.wait_for_turn()


def test_the_focus_goes_from_card_to_card_and_to_the_choices(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)
    visitor.ask("app.querySelector('.play-card').focus()")
    visitor.press(Keys.ARROW_RIGHT, Keys.ENTER)
    visitor.wait_until(lambda: visitor.count(".play-choices button"), "Enter chooses a card")
    assert visitor.ask("document.activeElement.dataset.key") == "card-1"
    before = len(keltis_record(visitor))
    visitor.ask("app.querySelector('.play-choices [data-move^=discard]').focus()")
    visitor.press(Keys.ENTER)
    visitor.wait_until(lambda: len(keltis_record(visitor)) > before, "Enter discards")
    visitor.wait_for_turn()
    assert str(visitor.ask("document.activeElement.dataset.move")).startswith("draw")


def test_what_happened_is_announced(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)
    play_one_move(visitor)
    live = "[role='status'][aria-live='polite']"
    assert visitor.text(f"{live} .play-prompt")
    assert visitor.text(f"{live} .play-news").startswith(("Fionn", "You"))


@pytest.mark.parametrize("colour", [0, 1])
def test_a_whole_game_of_celtic_is_clicked_through(visitor: Visitor, colour: int) -> None:
    visitor.new_game("celtic", visitor=colour, level=0)
    for number in range(MOST_CLICKS):
        if visitor.count(".play-result"):
            break
        lay_one_tile(visitor, number)
    record = tile_record_from_json(visitor.stored("celtic"))
    assert record.outcome is not None
    assert visitor.text(".play-prompt").startswith("The game is over: ")
    assert visitor.count(".keltis-tile") == len(record.final.lays)


def test_a_reload_in_mid_game_of_celtic_loses_nothing(visitor: Visitor) -> None:
    visitor.new_game("celtic", visitor=1, level=1)
    for number in range(2):
        lay_one_tile(visitor, number)
    record = visitor.stored("celtic")
    visitor.open()
    visitor.start()
    assert visitor.stored("celtic") == record
    assert visitor.count(".keltis-tile") == len(tile_record_from_json(record).final.lays)
    lay_one_tile(visitor, 0)


def test_arrow_keys_go_from_cell_to_cell(visitor: Visitor) -> None:
    visitor.new_game("celtic", visitor=0, level=0)
    visitor.ask("app.querySelector('[data-cell=\"0,-1\"]').focus()")
    visitor.press(Keys.ARROW_DOWN)
    assert visitor.ask("document.activeElement.dataset.cell") in {"-1,0", "1,0", "0,1"}
    visitor.press(Keys.ENTER)
    visitor.wait_until(lambda: visitor.count(".play-tile"), "Enter chooses a cell")


def test_a_puzzle_is_solved_by_exchanging_and_turning_tiles(visitor: Visitor) -> None:
    solution = "46EEC/7FF95/7FF85/57F85/113A9"
    open_puzzle(visitor, solution.replace("46EEC", "46EE6"), hard=True)
    assert visitor.text(".play-prompt") != "Solved!"
    assert visitor.count(".play-fault") > 0
    click_tile(visitor, "4,0")
    visitor.click("[data-key='turn']")
    visitor.wait_until(lambda: visitor.text(".play-prompt") == "Solved!", "the puzzle is solved")
    assert visitor.count(".play-fault") == 0
    open_puzzle(visitor, solution.replace("46EEC", "C6EE4"), hard=True)
    click_tile(visitor, "0,0")
    visitor.click_picture("[data-cell='4,0']")
    visitor.wait_until(lambda: visitor.text(".play-prompt") == "Solved!", "the puzzle is solved")
    assert json.loads(visitor.stored("puzzle"))["filling"] == solution


def test_a_new_puzzle_has_a_solution_to_show(visitor: Visitor) -> None:
    visitor.new_game("puzzle", hard=1, displaced=0)
    assert visitor.count(".play-fault") > 0
    visitor.click("[data-key='reveal']")
    visitor.wait_until(
        lambda: visitor.text(".play-prompt") == "This is a solution.", "a solution is on the board"
    )
    visitor.wait_for_turn()
    assert celtic.is_hard(celtic.Filling.parse(json.loads(visitor.stored("puzzle"))["filling"]))


def test_a_game_is_saved_as_a_record_and_loaded_again(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)
    play_one_move(visitor)
    saved = visitor.folder / "keltis-game.json"
    visitor.click(".play-actions button[title^='Download']")
    visitor.wait_until(saved.exists, "the record is downloaded")
    record = record_from_json(saved.read_text(encoding="utf-8"))
    assert record == keltis_record(visitor)
    play_one_move(visitor)
    visitor.choose_file(saved.read_text(encoding="utf-8"))
    assert keltis_record(visitor) == record


def test_a_record_of_the_other_game_opens_that_game(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)
    record = celtic.GameRecord(celtic.new_game()).append(celtic.parse_move("lay 0,-1 ES orange"))
    visitor.choose_file(celtic.record.format_record(record))
    assert visitor.ask("app.dataset.game") == "celtic"


def test_a_file_that_is_not_a_record_is_refused_and_the_game_goes_on(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)
    record = visitor.stored("keltis")
    visitor.choose_file("what is this?")
    assert visitor.text(".play-prompt").startswith("That is not possible:")
    assert visitor.stored("keltis") == record
    play_one_move(visitor)


def test_the_picture_follows_the_theme_of_the_page(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)

    def background() -> str:
        return visitor.texts(".play-board svg > rect", "fill")[0]

    visitor.ask("document.body.dataset.theme = 'dark'")
    visitor.wait_until(lambda: background() == "#15181b", "the picture is dark")
    visitor.ask("document.body.dataset.theme = 'light'")
    visitor.wait_until(lambda: background() == "#faf6ec", "the picture is light")


@pytest.mark.parametrize("game", ["keltis", "celtic", "puzzle"])
def test_it_fits_on_a_phone(visitor: Visitor, game: str) -> None:
    with visitor.screen(390, 844):
        visitor.new_game(game)
        assert visitor.ask("document.documentElement.scrollWidth") == 390
        sizes = visitor.ask(
            "[...app.querySelectorAll('button')].filter(e => e.offsetParent)"
            ".map(e => [e.offsetWidth, e.offsetHeight])"
        )
        assert isinstance(sizes, list)
        assert min(width for width, _ in sizes) >= 40
        assert min(height for _, height in sizes) >= 44


def test_a_failed_download_is_explained_and_can_be_repeated(visitor: Visitor) -> None:
    visitor.browser.execute_cdp_cmd("Network.clearBrowserCache", {})
    Handler.missing.add("pyodide.asm.wasm")
    try:
        visitor.open()
        visitor.click(".play-start")
        visitor.wait_until(
            lambda: visitor.text(".play-welcome p").startswith("Loading failed:"), "it failed"
        )
    finally:
        Handler.missing.clear()
    visitor.console()  # The browser reports the missing file there.
    visitor.start()


def test_damaged_storage_gives_a_new_game(visitor: Visitor) -> None:
    for key in ("keltis", "settings"):
        visitor.ask(f"localStorage.setItem('keltis-play-{key}', '{{damaged')")
    visitor.open()
    visitor.start()
    assert len(keltis_record(visitor).start.players) == 2


def open_puzzle(visitor: Visitor, filling: str, *, hard: bool) -> None:
    """Open a stored puzzle."""
    visitor.new_game("keltis", players=0, level=0)
    stored = json.dumps({"filling": filling, "hard": hard})
    visitor.ask(f"localStorage.setItem('keltis-play-puzzle', {stored!r})")
    visitor.click("[data-game='puzzle']")
    visitor.wait_until(lambda: visitor.count(".play-board .keltis-tile") == 25, "it is open")
    visitor.wait_for_turn()


def click_tile(visitor: Visitor, cell: str) -> None:
    visitor.click_picture(f"[data-cell='{cell}']")
    visitor.wait_until(lambda: visitor.count(".play-frame"), "the tile is chosen")
