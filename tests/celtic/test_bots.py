"""Bots choose legal moves, the same ones for the same seed, and the search bot wins."""

import random

import pytest

from celtic.games import SMALL, WIDE, state_after
from helpers import pickled
from keltis.celtic import CELTIC, Lay, Owner, Pass, Rules, legal_moves, new_game
from keltis.celtic.bots import (
    Bot,
    ProgramBot,
    RandomBot,
    SearchBot,
    bot_names,
    make_bot,
    play_match,
)
from keltis.errors import InvalidArgument
from profiles import by_profile

BOTS: list[Bot] = [RandomBot(), SearchBot(games=1), SearchBot(games=15)]


@pytest.mark.parametrize("bot", BOTS, ids=["random", "one", "search"])
@pytest.mark.parametrize("rules", [CELTIC, SMALL, WIDE], ids=["celtic", "small", "wide"])
def test_a_bot_plays_whole_games_and_repeats_them(bot: Bot, rules: Rules) -> None:
    record = play_match(
        [bot, RandomBot()], seed=3, start=new_game(rules=rules), names=("Ann", "Bob")
    )
    assert record.outcome is not None
    assert record == play_match(
        (bot, RandomBot()), seed=3, start=new_game(rules=rules), names=("Ann", "Bob")
    )


def test_a_generator_gives_the_seed_of_a_game() -> None:
    one, other = (play_match(["random", "random"], rng=random.Random(3)) for _ in range(2))
    assert one == other != play_match(["random", "random"], rng=random.Random(4))


def test_bots_by_name_give_their_names_to_the_record() -> None:
    record = play_match(["random", "search:games=1"], seed=3)
    assert record.names == ("random", "search:games=1")
    assert record.moves == play_match([RandomBot(), SearchBot(games=1)], seed=3).moves
    assert play_match(["random", RandomBot()], seed=3).names == ()


def test_a_game_starts_at_the_beginning() -> None:
    assert play_match([RandomBot(), RandomBot()], seed=1).start == new_game()


def test_search_beats_random() -> None:
    won, lost = 0, 0
    for seed in range(6):
        bots: tuple[Bot, Bot] = (SearchBot(games=by_profile(15, 50)), RandomBot())
        end = play_match(bots if seed % 2 == 0 else bots[::-1], seed=seed).outcome
        assert end is not None
        won += end.winner == seed % 2
        lost += end.winner == 1 - seed % 2
    assert won >= 3 > lost


def test_a_win_at_hand_is_taken() -> None:
    state = state_after("lay 0,-1 S neutral", "lay 1,0 W blue", "lay 0,1 N orange")
    assert SearchBot(games=120)(state, legal_moves(state), random.Random(1)) == Lay(
        -1, 0, 2, Owner.BLUE
    )


def test_a_single_move_needs_no_search() -> None:
    assert SearchBot()(new_game(), (Pass(),), random.Random(1)) == Pass()


@pytest.mark.parametrize("bot", BOTS, ids=["random", "one", "search"])
def test_a_bot_needs_moves(bot: Bot) -> None:
    with pytest.raises(InvalidArgument, match="moves must not be empty"):
        bot(new_game(), (), random.Random(1))


def test_a_match_needs_two_bots() -> None:
    with pytest.raises(InvalidArgument, match="unknown bot 'nobody'"):
        play_match([RandomBot(), "nobody"])
    with pytest.raises(InvalidArgument, match="expected a bot for orange and one for blue, not 1"):
        play_match([RandomBot()])


@pytest.mark.parametrize(
    ("name", "bot"),
    [
        ("random", RandomBot()),
        ("search", SearchBot()),
        ("search:games=50", SearchBot(games=50)),
    ],
)
def test_a_name_makes_a_bot(name: str, bot: Bot) -> None:
    assert make_bot(name) == bot
    assert name.partition(":")[0] in bot_names()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "greedy",
            "unknown bot 'greedy': expected random, search, module:factory or program:COMMAND",
        ),
        ("os:getcwd", "cannot make 'os:getcwd'"),
        ("search:games=many", "games must be a whole number from 1, not 'many'"),
        ("search:depth=2", "cannot make 'search:depth=2'"),
        ("search:games", "expected options like iterations=200, each once, not 'games'"),
    ],
)
def test_an_invalid_name_is_refused_with_the_reason(name: str, message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        make_bot(name)


@pytest.mark.parametrize("games", [0, 1.5, True, None])
def test_a_budget_is_a_positive_number_of_games(games: int) -> None:
    with pytest.raises(InvalidArgument, match="games must be a whole number from 1"):
        SearchBot(games=games)


def test_a_program_is_sent_by_its_command() -> None:
    bot = make_bot("program:seconds=5:sh -c true")
    assert isinstance(bot, ProgramBot)
    again = pickled(bot)
    assert (again.command, again.seconds) == (bot.command, bot.seconds) == ("sh -c true", 5.0)
