"""Bots: they choose legal moves, the same ones for the same chance, and the one that searches wins."""

import random

import pytest

from celtic.games import SMALL, WIDE, state_after
from keltis.celtic import CELTIC, Lay, Move, Owner, Pass, Rules, legal_moves, new_game
from keltis.celtic.bots import Bot, RandomBot, SearchBot, bot_names, make_bot, play
from keltis.errors import InvalidArgument

BOTS: list[Bot] = [RandomBot(), SearchBot(games=1), SearchBot(games=15)]


@pytest.mark.parametrize("bot", BOTS, ids=["random", "one", "search"])
@pytest.mark.parametrize("rules", [CELTIC, SMALL, WIDE], ids=["celtic", "small", "wide"])
def test_a_bot_plays_whole_games_and_repeats_them(bot: Bot, rules: Rules) -> None:
    record = play(bot, RandomBot(), seed=3, start=new_game(rules=rules), names=("Ann", "Bob"))
    assert record.outcome is not None
    assert record == play(
        bot, RandomBot(), rng=random.Random(3), start=new_game(rules=rules), names=("Ann", "Bob")
    )


def test_chance_makes_a_difference() -> None:
    assert len({play(SearchBot(games=1), RandomBot(), seed=seed).moves[0] for seed in range(8)}) > 1


def test_a_game_starts_at_the_beginning() -> None:
    assert play(RandomBot(), RandomBot(), seed=1).start == new_game()


def test_the_bot_that_searches_wins() -> None:
    winners = []
    for seed in range(4):
        bots: tuple[Bot, Bot] = (SearchBot(games=50), RandomBot())
        end = play(*(bots if seed % 2 == 0 else bots[::-1]), seed=seed).outcome
        winners.append(end is not None and end.winner == seed % 2)
    assert sum(winners) >= 3


def test_a_win_at_hand_is_taken() -> None:
    state = state_after("lay 0,-1 S neutral", "lay 1,0 W blue", "lay 0,1 N orange")
    assert SearchBot(games=120)(state, legal_moves(state), random.Random(1)) == Lay(
        -1, 0, 2, Owner.BLUE
    )


def test_a_single_move_needs_no_search() -> None:
    assert SearchBot()(new_game(), (Pass(),), random.Random(1)) == Pass()


@pytest.mark.parametrize("bot", BOTS, ids=["random", "one", "search"])
def test_a_bot_needs_a_state_and_moves(bot: Bot) -> None:
    moves: tuple[Move, ...] = ()
    with pytest.raises(InvalidArgument, match="among no moves"):
        bot(new_game(), moves, random.Random(1))
    with pytest.raises(InvalidArgument, match="GameState"):
        bot(None, (Pass(),), random.Random(1))  # type: ignore[arg-type] # that is the point


@pytest.mark.parametrize("games", [0, 1.5, True, None])
def test_a_budget_is_a_number_of_games(games: int) -> None:
    with pytest.raises(InvalidArgument, match="games must be a whole number from 1"):
        SearchBot(games=games)


def test_bots_are_made_by_their_names() -> None:
    assert bot_names() == ("random", "search")
    assert [make_bot(name) for name in bot_names()] == [RandomBot(), SearchBot()]
    assert make_bot("search:games=50") == SearchBot(50)


@pytest.mark.parametrize("name", ["greedy", "search:games=0", "search:games=many", "", "random:"])
def test_an_unknown_name_of_a_bot_is_refused(name: str) -> None:
    with pytest.raises(InvalidArgument, match="expected random, search, or search:games=N"):
        make_bot(name)


def test_the_name_of_a_bot_is_a_text() -> None:
    with pytest.raises(InvalidArgument, match="a bot's name is a text, not 7"):
        make_bot(7)  # type: ignore[arg-type]  # on purpose
