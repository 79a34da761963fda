"""The page "Play now" itself: files, storage, themes and sizes."""

import pytest

from browser.driving import Handler, Visitor, board_game_record, play_card
from keltis import GameRecord, celtic
from keltis.celtic.record import format_record
from keltis.documents import from_json


def test_a_game_is_saved_as_a_record_and_loaded_again(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)
    play_card(visitor)
    saved = visitor.folder / "keltis-game.json"
    visitor.click(".play-actions button[title^='Download']")
    visitor.wait_until(saved.exists, "the record is downloaded")
    record = from_json(GameRecord, saved.read_text(encoding="utf-8"))
    assert record == board_game_record(visitor)
    play_card(visitor)
    visitor.choose_file(saved.read_text(encoding="utf-8"))
    assert board_game_record(visitor) == record


def test_a_record_of_the_other_game_opens_that_game(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)
    record = celtic.GameRecord(celtic.new_game()).append(celtic.parse_move("lay 0,-1 ES orange"))
    visitor.choose_file(format_record(record))
    assert visitor.ask("app.dataset.game") == "celtic"


def test_a_file_that_is_not_a_record_is_refused_and_the_game_goes_on(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)
    record = visitor.stored("keltis")
    visitor.choose_file("what is this?")
    assert visitor.text(".play-prompt").startswith("That is not possible:")
    assert visitor.stored("keltis") == record
    play_card(visitor)


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
    with visitor.phone():
        visitor.new_game(game)
        small = "e.offsetParent && (e.offsetWidth < 40 || e.offsetHeight < 44)"
        assert not any(visitor.values("#play-app button", small))


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
    assert len(board_game_record(visitor).start.players) == 2
