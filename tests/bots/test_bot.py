"""Every bot returns a legal move, chosen from what its player may know."""

import pickle
import random
from collections.abc import Sequence
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keltis
from keltis import GameState, InvalidArgument, Move, apply_move, legal_moves, new_game, outcome
from keltis._engine.view import PlayerView, determinize, observe
from keltis.bots import Bot, GreedyBot, LearntBot, RandomBot, SearchBot
from keltis.testing import rules, states
from profiles import by_profile

BOTS: Final[dict[str, Bot]] = {
    "random": RandomBot(),
    "greedy": GreedyBot(),
    "learnt": LearntBot(),
}
SEARCH: Final = pytest.param(SearchBot(iterations=30), id="search", marks=pytest.mark.slow)
SEEDS: Final = st.integers(0, 2**32)
every_bot = pytest.mark.parametrize(
    "bot", [*(pytest.param(bot, id=name) for name, bot in BOTS.items()), SEARCH]
)
every_bot_that_looks = pytest.mark.parametrize(
    "bot", [bot for name, bot in BOTS.items() if name != "random"]
)


def answer(bot: Bot, state: GameState, seed: int) -> Move:
    return bot(observe(state, state.to_move), legal_moves(state), random.Random(seed))


def played(bots: Sequence[Bot], seed: int) -> GameState:
    """The end of a game, or where it was after 1,000 decisions."""
    rng = random.Random(seed)
    state = new_game(len(bots), seed=seed)
    for _ in range(1_000):
        moves = legal_moves(state)
        if not moves:
            break
        state = apply_move(state, bots[state.to_move](observe(state, state.to_move), moves, rng))
    return state


def states_for(bot: Bot) -> st.SearchStrategy[GameState]:
    """States under any rules that the bot can play by."""
    presets_only = type(bot) in (LearntBot, SearchBot)
    return states(over=False) if presets_only else states(rules=rules(), over=False)


@every_bot
@settings(max_examples=by_profile(8, 30))
@given(seed=SEEDS, data=st.data())
def test_the_answer_is_one_of_the_moves_that_are_offered(
    bot: Bot, seed: int, data: st.DataObject
) -> None:
    state = data.draw(states_for(bot))
    assert answer(bot, state, seed) in legal_moves(state)
    some = st.lists(st.sampled_from(legal_moves(state)), min_size=1, unique=True)
    offered = tuple(data.draw(some))
    assert bot(observe(state, state.to_move), offered, random.Random(seed)) in offered


@every_bot
@settings(max_examples=by_profile(8, 30))
@given(seed=SEEDS, other=SEEDS, data=st.data())
def test_hidden_cards_make_no_difference(
    bot: Bot, seed: int, other: int, data: st.DataObject
) -> None:
    """In two states that differ only in hidden cards, the bot makes the same move."""
    state = data.draw(states_for(bot))
    different = determinize(observe(state, state.to_move), random.Random(other))
    assert answer(bot, state, seed) == answer(bot, different, seed)


@every_bot
@settings(max_examples=by_profile(4, 12))
@given(state=states(over=False), seed=SEEDS)
def test_a_view_from_elsewhere_does_as_well(bot: Bot, state: GameState, seed: int) -> None:
    view = pickle.loads(pickle.dumps(observe(state, state.to_move)))  # noqa: S301 - our own
    assert bot(view, legal_moves(view), random.Random(seed)) == answer(bot, state, seed)


@every_bot
def test_a_bot_survives_pickling(bot: Bot) -> None:
    assert pickle.loads(pickle.dumps(bot)) == bot  # noqa: S301 - our own


@every_bot
def test_the_global_generator_is_left_alone(bot: Bot) -> None:
    before = random.getstate()
    answer(bot, new_game(2, seed=1), 1)
    assert random.getstate() == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bots_play_whole_games(players: int) -> None:
    bots: list[Bot] = [*BOTS.values()][::-1]
    assert outcome(played(bots[:players], seed=players)) is not None


@every_bot_that_looks
@pytest.mark.parametrize(
    ("viewer", "reason"),
    [(None, "a spectator has no decision"), (1, "seat 0 is to move, but the view is of seat 1")],
)
def test_only_the_view_of_the_player_to_move_will_do(
    bot: Bot, viewer: int | None, reason: str
) -> None:
    state = new_game(2, seed=1)
    with pytest.raises(InvalidArgument, match=reason):
        bot(observe(state, viewer), legal_moves(state), random.Random(1))


@every_bot
def test_no_moves_are_refused(bot: Bot) -> None:
    with pytest.raises(InvalidArgument, match="moves must not be empty"):
        bot(observe(new_game(2, seed=1), 0), (), random.Random(1))


def test_chance_alone_decides_for_the_random_bot() -> None:
    state = new_game(2, seed=1)
    answers = {answer(RandomBot(), state, seed) for seed in range(400)}
    assert answers == set(legal_moves(state))


def test_a_function_is_a_bot() -> None:
    def first(_view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
        return moves[0]

    assert played([first, first], seed=7).phase is keltis.Phase.OVER


def test_greedy_beats_random() -> None:
    greedy: Bot = GreedyBot()
    uniform: Bot = RandomBot()
    wins = 0
    for seed in range(by_profile(2, 10)):
        for seat, bots in enumerate([(greedy, uniform), (uniform, greedy)]):
            end = outcome(played(bots, seed))
            wins += end is not None and end.winners == (seat,)
    assert wins >= by_profile(3, 17)
