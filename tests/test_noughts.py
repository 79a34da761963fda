"""A game of one's own: noughts and crosses in the tools that play any game.

`test_learning`, `adapters` and `cli/test_any_game` have it beside the other games.
"""

import re

import pytest

import keltis
import noughts
from noughts import GAME

TEXT = """\
noughts record 1
result: unfinished
name 0: Ann
name 1: Bob
start: ......... X

0: b2
1: a1
end
"""


def a_record(*moves: str) -> noughts.GameRecord:
    return noughts.GameRecord(noughts.State(), moves, ("Ann", "Bob"))


WON = a_record("b2", "a1", "c3", "a2", "a3", "b1", "c1")
"""A game that X wins in a column."""


def test_the_game_is_short() -> None:
    with open(noughts.__file__, encoding="utf-8") as source:  # noqa: PTH123 - a file
        assert len(source.readlines()) < 150


def test_a_record_is_written_and_read() -> None:
    record = a_record("b2", "a1")
    assert GAME.record.format_record(record) == TEXT
    assert GAME.record.parse_record(TEXT) == record
    assert GAME.record.parse_record(GAME.record.format_record(WON)).outcome == WON.outcome
    assert noughts.parse_state(noughts.format_state(WON.final)) == WON.final
    assert noughts.parse_rules(noughts.format_rules(GAME.rules)) == GAME.rules


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("noughts record", "chess record", "line 1: expected 'noughts record 1', not"),
        ("1: a1", "1: b2", "line 8, move 2: b2: the square is taken, or the game is over"),
        ("1: a1", "0: a1", "line 8: expected '1: ...' (the player to move) or 'end', not '0: a1'"),
        ("1: a1", "1: d4", "line 8, move 2: expected a square from a1 to c3, not 'd4'"),
        ("......... X", "X", "line 5, expected nine of X, O and dots, then who began, not 'X'"),
        ("name 1: Bob\n", "", "line 4: the game cannot start like this: names must have a name"),
    ],
)
def test_a_record_with_a_fault_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(keltis.KeltisError, match=re.escape(message)):
        GAME.record.parse_record(TEXT.replace(old, new))


def test_a_new_record_can_have_its_own_rules_and_first_player() -> None:
    record = GAME.record.new_record(2, seed=1, rules=GAME.rules, first_player=1)
    assert record.final.to_move == 1
    assert GAME.record.new_record(2, seed=1).start == noughts.State()


def test_a_position_and_a_game_are_drawn() -> None:
    assert GAME.render.board_text(WON.final) == "X . X\nO X .\nO O X"
    assert "<tspan" in GAME.render.board_svg(WON.final, theme="dark")
    for frames, shown in ((1, 1), (3, 3), (20, 8)):
        assert GAME.render.film_svg(WON, frames=frames).count("<text") == shown
    assert GAME.render.film_svg(WON, frames=1).count(">X . X<") == 1
    with pytest.raises(keltis.InvalidArgument, match=r"^theme must be one of light, dark"):
        GAME.render.board_svg(WON.final, theme="red")


def test_a_game_is_animated_at_its_pace() -> None:
    drawn = GAME.render.animated_svg(a_record("b2", "a1"), pace=2)
    assert re.findall(r'(?:begin|dur)="([^"]+)"', drawn) == ["2s", "0s", "2s", "4s", "0s", "4s"]


def test_the_game_has_only_shares_of_wins_for_learners() -> None:
    with pytest.raises(keltis.InvalidArgument, match=r"^returns must be win_shares"):
        GAME.learning.returns(WON.final, "score_margins")


def test_bots_have_names() -> None:
    assert GAME.bots.bot_names() == ("random", "first")
    with pytest.raises(keltis.InvalidArgument, match=r"^unknown bot 'best': expected random"):
        GAME.bots.make_bot("best")


def test_moves_are_told() -> None:
    sentences = [sentence for step in WON for sentence in GAME.events.narrate(*step)]
    assert sentences[-2:] == ["X takes c1.", "The game is over."]
