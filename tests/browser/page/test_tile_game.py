"""CELTIC! and its puzzles on the page "Play now"."""

import json

from selenium.webdriver.common.keys import Keys

from browser.driving import MOST_CLICKS, Visitor, lay_tile
from keltis import celtic
from keltis.celtic import GameRecord
from keltis.documents import from_json


def open_puzzle(visitor: Visitor, filling: str, *, hard: bool) -> None:
    """Open a stored puzzle."""
    visitor.new_game("keltis", players=0, level=0)
    stored = json.dumps({"filling": filling, "hard": hard})
    visitor.ask(f"localStorage.setItem('keltis-play-puzzle', {stored!r})")
    visitor.click("[data-game='puzzle']")
    visitor.wait_for_turn(lambda: visitor.count(".play-board .keltis-tile") == 25, "it is open")


def click_tile(visitor: Visitor, cell: str) -> None:
    visitor.click_picture(f"[data-cell='{cell}']")
    visitor.wait_for(".play-frame", "the tile is chosen")


def test_a_whole_game_of_celtic_is_clicked_through(visitor: Visitor) -> None:
    visitor.new_game("celtic", visitor=0, level=0)
    for number in range(MOST_CLICKS):
        if visitor.count(".play-result"):
            break
        lay_tile(visitor, number)
    record = from_json(GameRecord, visitor.stored("celtic"))
    assert record.outcome is not None
    assert visitor.text(".play-prompt").startswith("The game is over: ")
    assert visitor.count(".keltis-tile") == len(record.final.lays)


def test_arrow_keys_go_from_cell_to_cell(visitor: Visitor) -> None:
    visitor.new_game("celtic", visitor=0, level=0)
    visitor.ask("app.querySelector('[data-cell=\"0,-1\"]').focus()")
    visitor.press(Keys.ARROW_DOWN)
    assert visitor.ask("document.activeElement.dataset.cell") in {"-1,0", "1,0", "0,1"}
    visitor.press(Keys.ENTER)
    visitor.wait_for(".play-tile", "Enter chooses a cell")


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
