"""What bots advise, and how they value the other moves."""

import random

import pytest
from hypothesis import given

from keltis import (
    GameRecord,
    GameState,
    InvalidArgument,
    Rules,
    apply_move,
    legal_moves,
    new_game,
    observe,
)
from keltis.bots import ADVISERS, GreedyBot, advise, make_bot, review
from keltis.render._kit.svg import percent
from keltis.testing import states

VIEW = observe(new_game(2, seed=7), 0)


@given(states(over=False))
def test_greedy_advises_the_move_with_the_highest_value(state: GameState) -> None:
    view = observe(state, state.to_move)
    (advice,) = advise(view, bots=["greedy"], seed=1)
    values = [candidate.value for candidate in advice.candidates]
    assert values == sorted(values, reverse=True)
    assert {candidate.move for candidate in advice.candidates} == set(legal_moves(state))
    assert advice.move == advice.candidates[0].move
    chosen = GreedyBot()(view, legal_moves(view), random.Random(1))
    best = [candidate.move for candidate in advice.candidates if candidate.value == values[0]]
    assert chosen in best


def test_learnt_advises_the_move_that_it_would_make() -> None:
    (advice,) = advise(VIEW, bots=["learnt"], seed=1)
    assert advice.move == make_bot("learnt")(VIEW, legal_moves(VIEW), random.Random(1))
    assert len(advice.candidates) == len(legal_moves(VIEW))


def test_a_bot_that_values_no_moves_gives_its_move_alone() -> None:
    (advice,) = advise(VIEW, bots=["random"], rng=random.Random(1))
    assert advice.move in legal_moves(VIEW)
    assert advice.candidates == ()


def test_advice_is_explained() -> None:
    (advice,) = advise(VIEW, bots=["greedy"])
    chance, other_chance = map(percent, advice.chances[:2])
    assert advice.explain(VIEW) == (
        "The greedy bot would lay the blue 0 with the large figure. "
        f"The chance to win is {chance}; "
        f"if you lay the blue 10 with the large figure, it is {other_chance}."
    )
    view = observe(apply_move(new_game(2, seed=7), legal_moves(VIEW)[2]), 0)
    greedy, other = advise(view, bots=["greedy", "random"], seed=1)
    takes = "would take the top card of the pile (64 cards left)."
    chance, other_chance = map(percent, greedy.chances[:2])
    assert greedy.explain(view, who="A bot") == (
        f"A bot {takes} The chance to win is {chance}; if you take the top card of the red "
        f"discard pile, it is {other_chance}, with 0.8 points less."
    )
    assert other.explain(view) == f"The random bot {takes} The chance to win is {chance}."


def test_the_chances_are_those_by_which_a_review_judges() -> None:
    for state in (new_game(3, seed=7), new_game(2, seed=7, rules=Rules(hand_size=6))):
        (told,) = review(GameRecord(state, (legal_moves(state)[1],))).moves
        (advice,) = advise(observe(state, 0), bots=["greedy"])
        chances = {
            each.move: one for each, one in zip(advice.candidates, advice.chances, strict=True)
        }
        assert told.lost == max(chances.values()) - chances[told.move]


def test_the_same_seed_gives_the_same_advice() -> None:
    bots = ["greedy", "learnt"]
    assert advise(VIEW, bots=bots, seed=3) == advise(VIEW, bots=bots, rng=random.Random(3))
    assert [advice.bot for advice in advise(VIEW, bots=bots, seed=3)] == bots
    assert ADVISERS == ("greedy", "learnt")


@pytest.mark.parametrize("viewer", [1, None])
def test_only_the_player_to_move_is_advised(viewer: int | None) -> None:
    with pytest.raises(InvalidArgument):
        advise(observe(new_game(2, seed=7), viewer), bots=["greedy"])
