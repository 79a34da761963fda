"""Keltis on the page "Play now"."""

from selenium.webdriver.common.keys import Keys

import keltis
from browser.driving import MOST_CLICKS, Visitor, board_game_record, play_card
from keltis import GameRecord, play_match
from keltis.documents import from_json, to_json
from keltis.notation import parse_move


def test_a_whole_game_of_keltis_is_clicked_through(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=1)
    for _ in range(MOST_CLICKS):
        if visitor.count(".play-result"):
            break
        play_card(visitor)
    record = board_game_record(visitor)
    assert record.outcome is not None
    totals = [str(score.total) for score in record.outcome.scores]
    shown = visitor.values(".play-result tbody tr", "e.lastChild.innerText")
    assert [str(total).replace("\N{MINUS SIGN}", "-") for total in shown] == totals
    assert visitor.text(".play-prompt").startswith("The game is over (")


def test_a_card_is_laid_and_drawn_by_clicks_on_the_board(visitor: Visitor) -> None:
    record = keltis.GameRecord.seeded(2, 7, names=("You", "Fionn"))
    visitor.choose_file(to_json(record))
    visitor.click(".play-card[data-card='P7']")
    visitor.wait_for(".play-choices button", "the card is chosen")
    visitor.click_picture("[data-pile='P']")
    visitor.wait_for_turn(lambda: len(board_game_record(visitor)) == 1, "the card is discarded")
    assert str(board_game_record(visitor).moves[0]) == "discard P7"
    visitor.click_picture("[data-pile='pile']")
    visitor.wait_for_turn(lambda: len(board_game_record(visitor)) >= 2, "a card is drawn")
    assert str(board_game_record(visitor).moves[1]) == "draw pile"


def test_a_figure_is_moved_by_a_click_on_its_path(visitor: Visitor) -> None:
    record = keltis.GameRecord.seeded(2, 7, names=("You", "Fionn"))
    for text in ("lay B0 small", "draw pile", "discard Y4", "draw pile"):
        record = record.append(parse_move(text))
    visitor.choose_file(to_json(record))
    visitor.click(".play-card[data-card='B2']")
    visitor.wait_for(".keltis-highlight", "the target is marked")
    visitor.click_picture("[data-path='B'][data-row='2']")
    visitor.wait_for_turn(lambda: len(board_game_record(visitor)) > 4, "the card is laid")
    assert str(board_game_record(visitor).moves[4]) == "lay B2"


def test_a_reload_in_mid_game_loses_nothing(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=1, level=0)
    for _ in range(5):
        play_card(visitor)
    record = visitor.stored("keltis")
    hand = visitor.texts(".play-card", "data-card")
    visitor.open()
    assert "Continue your game" in visitor.text(".play-start")
    visitor.start()
    assert visitor.stored("keltis") == record
    assert visitor.texts(".play-card", "data-card") == hand
    play_card(visitor)
    assert len(board_game_record(visitor)) > len(from_json(GameRecord, record))


def test_a_game_is_played_with_the_keys(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)
    visitor.press("1")
    visitor.wait_for(".play-card[aria-pressed='true']", "1 chooses a card")
    visitor.press(Keys.ESCAPE)
    visitor.wait_until(
        lambda: visitor.count(".play-card[aria-pressed='true']") == 0, "Escape chooses nothing"
    )
    visitor.press("2")
    visitor.wait_for(".play-choices button", "2 chooses a card")
    before = len(board_game_record(visitor))
    visitor.press("d")
    visitor.wait_for_turn(lambda: len(board_game_record(visitor)) == before + 1, "d discards")
    visitor.press("f")
    visitor.wait_for_turn(lambda: len(board_game_record(visitor)) > before + 1, "f draws")
    visitor.press("u")
    visitor.wait_for_turn(
        lambda: len(board_game_record(visitor)) == before, "u takes the turn back"
    )


def test_the_focus_goes_from_card_to_card_and_to_the_choices(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)
    visitor.ask("app.querySelector('.play-card').focus()")
    visitor.press(Keys.ARROW_RIGHT, Keys.ENTER)
    visitor.wait_for(".play-choices button", "Enter chooses a card")
    assert visitor.ask("document.activeElement.dataset.key") == "card-1"
    before = len(board_game_record(visitor))
    visitor.ask("app.querySelector('.play-choices [data-move^=discard]').focus()")
    visitor.press(Keys.ENTER)
    visitor.wait_for_turn(lambda: len(board_game_record(visitor)) > before, "Enter discards")
    assert str(visitor.ask("document.activeElement.dataset.move")).startswith("draw")


def test_a_game_that_is_over_can_be_looked_at_and_linked_to(visitor: Visitor) -> None:
    record = play_match(["greedy", "greedy"], seed=7, names=("You", "Fionn"))
    visitor.choose_file(to_json(record))
    visitor.click("[data-key='replay-First']")
    visitor.wait_until(
        lambda: visitor.count(".play-board .keltis-figure") == 0, "the start is displayed"
    )
    for _ in range(2):
        visitor.click("[data-key='replay-Next']")
    after = f"Move 2 of {len(record)}."
    visitor.wait_until(lambda: after in visitor.text(".play-replay"), "the second move is told")
    assert str(visitor.ask("location.search")) == "?move=2"
    visitor.browser.get(f"{visitor.address}?move=2")
    visitor.start()
    visitor.wait_until(lambda: after in visitor.text(".play-replay"), "the link leads to a move")
    visitor.new_game("keltis", players=0, level=0)
    assert visitor.ask("location.search") == ""


def test_a_hint_says_what_a_bot_would_do_and_why(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)
    visitor.press("h")
    visitor.wait_until(lambda: visitor.text(".play-prompt").startswith("A bot would "), "h hints")
    assert "The chance to win is" in visitor.text(".play-prompt")


def test_figures_move_unless_the_visitor_wants_none_of_it(visitor: Visitor) -> None:
    start = keltis.GameRecord.seeded(2, 7, names=("You", "Fionn"))
    laid = start.append(parse_move("lay B0 small"))
    visitor.ask("(Element.prototype.animate = () => { window.moved += 1 }, 0)")
    for switched_on in (True, False):
        visitor.choose_file(to_json(start))
        visitor.ask("(window.moved = 0)")
        visitor.choose_file(to_json(laid))
        assert (visitor.ask("window.moved") == 1) is switched_on
        visitor.click("[data-key=animation]")
    visitor.open()  # with the browser's own function again
    visitor.start()


def test_what_happened_is_announced(visitor: Visitor) -> None:
    visitor.new_game("keltis", players=0, level=0)
    play_card(visitor)
    live = "[role='status'][aria-live='polite']"
    assert visitor.text(f"{live} .play-prompt")
    assert visitor.text(f"{live} .play-news").startswith(("Fionn", "You"))
