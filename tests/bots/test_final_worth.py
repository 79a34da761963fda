"""What an ended game is worth to the greedy bot."""

from keltis.bots.greedy import _final_worth


def test_a_shared_win_is_between_losing_and_winning() -> None:
    assert _final_worth([2, 3], 0) < _final_worth([3, 3], 0) < _final_worth([4, 3], 0)
