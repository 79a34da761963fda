"""Whole games by a policy or by bots."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keltis
from keltis import MAX_MOVES, GameState, InvalidArgument, Move, new_game, play_out
from keltis.bots import RandomBot, play_match
from keltis.game import names_of_bots
from keltis.testing import states


def first(_state: GameState, moves: tuple[Move, ...], _rng: random.Random) -> Move:
    return moves[0]


@given(states(), st.integers(0, 30))
def test_a_play_out_makes_the_moves_of_the_policy(state: GameState, limit: int) -> None:
    record = play_out(state, first, max_moves=limit)
    assert record.start == state
    assert len(record) == limit or record.outcome is not None
    assert all(move == keltis.legal_moves(before)[0] for before, move in record)


def test_e3_a_game_that_goes_on_for_ever_is_truncated() -> None:
    def forever(state: GameState, moves: tuple[Move, ...], _rng: random.Random) -> Move:
        if state.phase is keltis.Phase.DRAW:
            return moves[-1]
        return keltis.Discard(state.players[state.to_move].hand[0])

    record = play_out(new_game(2, seed=7), forever)
    assert len(record) == MAX_MOVES
    assert record.outcome is None


def test_an_illegal_move_of_a_policy_or_a_bot_is_refused() -> None:
    def nothing(*_: object) -> Move:
        return None  # type: ignore[return-value]  # on purpose

    with pytest.raises(keltis.IllegalMove, match="a card must be played first"):
        play_out(new_game(2, seed=7), lambda *_: keltis.Draw())
    with pytest.raises(keltis.IllegalMove, match="None: this is not a move"):
        play_out(new_game(2, seed=7), nothing)
    with pytest.raises(keltis.IllegalMove, match="None: this is not a move"):
        play_match(["random", nothing], seed=7)


@pytest.mark.parametrize("limit", [-1, MAX_MOVES + 1, 1.5])
def test_the_limit_is_within_that_of_records(limit: int) -> None:
    with pytest.raises(InvalidArgument, match="max_moves must be a whole number from 0 to 10000"):
        play_out(new_game(2, seed=7), first, max_moves=limit)


def test_a_match_is_the_same_for_a_seed_or_a_generator() -> None:
    match = play_match(["greedy", RandomBot(), "random"], seed=7, names=("Ann", "Bob", "Eve"))
    assert match == play_match(["greedy", "random", "random"], seed=7, names=("Ann", "Bob", "Eve"))
    assert match.start == new_game(3, seed=7)
    assert match.outcome is not None
    assert match.names == ("Ann", "Bob", "Eve")
    one, other = (play_match(["random", "random"], rng=random.Random(7)) for _ in range(2))
    assert one == other
    assert one.start == new_game(2, seed=7)


def test_the_record_of_a_match_has_the_names_of_the_bots_and_the_seed_of_the_deal() -> None:
    record = play_match(["random", "random"], seed=7, max_moves=3)
    assert (record.names, record.seed) == (("random", "random"), 7)
    other = play_match(["random", RandomBot()], seed=7, start=record.final, max_moves=3)
    assert (other.names, other.seed) == ((), None)
    assert (other.start, len(other)) == (record.final, 3)


def test_a_bot_whose_name_no_player_can_have_gives_none_to_the_record() -> None:
    unusable = "program:" + "x" * 100
    with pytest.raises(InvalidArgument):
        keltis.GameRecord(new_game(2, seed=1), names=("random", unusable))
    assert names_of_bots(["random", unusable]) == ()


def test_impossible_names_are_refused_before_the_game_is_played() -> None:
    with pytest.raises(InvalidArgument, match="the name of seat 1 must not contain a #"):
        play_match(["random", never], seed=7, names=("Ann", "#"))


def never(*_: object) -> Move:
    raise AssertionError


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ("greedy", "unknown bot 'g'"),
        (["random", "nobody"], "unknown bot 'nobody'"),
        (["random"] * 3, "expected 2 bots, not 3"),
    ],
)
def test_wrong_bots_are_refused(bots: list[str], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        play_match(bots, seed=1, start=new_game(2, seed=1))
