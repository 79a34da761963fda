"""Scores, winners and draws (K9 to K11)."""

import pytest

from celtic.games import EXAMPLE, lays, state_after
from keltis.celtic import Outcome, Owner, Player, Rules, new_game, outcome, score, scores
from keltis.celtic.scoring import score_text
from keltis.errors import InvalidArgument

RING = "lay 0,-1 S orange", "lay 1,0 W blue", "lay 0,1 N orange"
"""All but one of the ends around the start tile."""


def test_k10_the_example_game_scores_7_3_2_to_9_3_2() -> None:
    state = state_after(*lays(EXAMPLE))
    assert score(state, Owner.ORANGE) == (7, 3, 2)
    assert score(state, Owner.BLUE) == (9, 3, 2)


def test_k11_the_higher_best_knot_wins() -> None:
    assert outcome(state_after(*lays(EXAMPLE))) == Outcome(((7, 3, 2), (9, 3, 2)), Owner.BLUE)


def test_k11_equal_scores_are_a_draw() -> None:
    assert outcome(state_after(*RING, "lay -1,0 E blue")) == Outcome(((2,), (2,)), None)


def test_k11_orange_can_win() -> None:
    assert outcome(state_after(*RING, "lay -1,0 E neutral")) == Outcome(((2,), (1,)), Owner.ORANGE)


def test_k11_no_knot_is_a_draw() -> None:
    assert outcome(
        new_game(rules=Rules(supplies=((0,) * 5, (0,) * 5, (0, 0, 0, 0, 1))))
    ) == Outcome(((), ()), None)


def test_k11_the_next_knots_are_compared_when_the_best_are_equal() -> None:
    state = state_after(*lays("(0,1,1,N) (0,-1,6,B) (1,-1,12,O) (-1,0,2,B) (1,0,9,O)"))
    assert outcome(state) == Outcome(((2, 2), (2, 1)), Owner.ORANGE)


def test_k11_the_best_knot_decides_and_not_the_sum() -> None:
    state = state_after(*lays("(0,1,1,O) (1,0,9,B) (0,-1,6,O) (1,-1,12,B) (-1,0,2,O)"))
    assert outcome(state) == Outcome(((3, 1), (2, 2)), Owner.ORANGE)


def test_k10_a_score_is_written_best_knot_first() -> None:
    assert score_text((7, 3, 2)) == "7 3 2"
    assert score_text(()) == "no knot"


def test_k9_open_paths_score_nothing() -> None:
    state = state_after(*RING)
    assert scores(state) == ((), ())
    assert outcome(state) is None


def test_k9_there_is_no_outcome_while_the_game_goes_on() -> None:
    assert outcome(new_game()) is None


@pytest.mark.parametrize("player", [Owner.NEUTRAL, 0, None])
def test_only_players_have_a_score(player: Player) -> None:
    with pytest.raises(InvalidArgument, match=r"Owner\.ORANGE or Owner\.BLUE"):
        score(new_game(), player)
