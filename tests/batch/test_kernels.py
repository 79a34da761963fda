"""The kernels as plain Python in small games, compared with the scalar engine and its bots.

Coverage and mutation testing see plain kernels only, so every line of a kernel is reached here.
"""

import random
from types import ModuleType
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keltis
import keltis.batch
from batch.comparisons import (
    SPECIAL,
    TINY,
    compare_choice,
    compare_matches,
    follow,
    random_actions,
)
from batch.lockstep import ANY_SHAPE, NAMES, compare_games, compare_playouts, deal
from helpers import play, table, texts
from keltis import (
    GameRandom,
    GameState,
    Rules,
    legal_moves,
    new_game,
    observe,
)
from keltis.batch import Policy
from keltis.bots import make_bot, play_match
from keltis.learning import encode
from keltis.testing import Seat, custom_rules, playthrough, position, states
from leaning import ALL_RULES, BIG, SHORT

DUEL: Final[tuple[Policy, Policy]] = ("greedy", "random")


# The rules.


@pytest.mark.parametrize("rules", ALL_RULES, ids=NAMES)
def test_kernels_are_equal(rules: Rules, plain: ModuleType) -> None:
    compare_games(deal(rules, 1, 5), 5, 0.9, patience=150, whole_every=50, engine=plain)
    compare_games(deal(rules, 1, 6), 6, 0.0, patience=10, whole_every=50, engine=plain)


@pytest.mark.parametrize("pile_size", [1, 2])
def test_the_end_of_the_draw_pile_is_equal(pile_size: int, plain: ModuleType) -> None:
    start = position(Seat(hand="R9"), Seat(), pile_size=pile_size)
    assert compare_games([start], 1, 0.5, engine=plain)["OVER"] == 1


def test_kernels_refuse_the_same_actions(plain: ModuleType) -> None:
    """In every phase, and for cards that are not in the deck."""
    rules = Rules(values=(0, 2, 4, 6), copies=4, cards_removed=((2, 20),))
    draw = position(Seat(), Seat(), discards="R2 Y2 P2 G2 B2", phase=keltis.Phase.DRAW, rules=rules)
    game = playthrough(new_game(2, seed=1, rules=rules), random.Random(1), lean=0.9)
    for state in (draw, *(state for state, _ in game)):
        actions = np.arange(-9, keltis.action_count(rules) + 9)
        every = plain.Batch.of([state])[np.zeros(len(actions), np.int64)]
        illegal, acting = np.zeros(len(actions), np.bool_), np.ones(len(actions), np.bool_)
        found = plain._engine.find_illegal(every.games, every.tables, actions, acting, illegal)
        assert found == illegal.sum()
        legal = set(actions[~illegal].tolist())
        assert legal == set(keltis.legal_action_ids(state))


def test_a_step_may_be_wasted_where_the_rules_say_so(plain: ModuleType) -> None:
    """P6."""
    laid, rules = "R0 R0 R1 R2 R3 R4 R5 R6 R7", Rules(step_may_be_wasted=True)
    owed = play(table("Y10", laid, at="Y6", tiles="Y7:C", rules=rules), "lay Y10")
    assert texts(owed) == ["advance R", "advance Y", "decline"]
    for engine in (plain, keltis.batch):
        batch = engine.Batch.of([owed], shape=ANY_SHAPE)
        batch.apply([6])
        after = batch.state(0)
        assert after.phase is keltis.Phase.DRAW
        assert after.players == owed.players


def test_numbers_above_255_are_encoded(plain: ModuleType) -> None:
    paths = ["R0 " * 9 + "R1 " * 9 + "R2 " * 9 + "R3 " * 9 + "R4 " * 4]
    paths += [path.replace("R", letter) for path in paths for letter in "YP"]
    state = position(Seat(laid="".join(paths)), rules=BIG)
    for engine in (plain, keltis.batch):
        assert engine.Batch.of([state]).encode().tobytes() == encode(keltis.observe(state, 0))


def test_stones_beyond_the_table_are_worth_no_more(plain: ModuleType) -> None:
    rules = Rules(wishing_stone_points=(-4, 3))
    state = position(Seat(at="R4 Y5", taken="R3 Y2 Y4"), Seat(), rules=rules)
    assert plain.Batch.of([state]).itemised_scores()[0, :, 2].tolist() == [3, -4]


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**63 - 1, 10**30])
def test_a_generator_goes_on_as_that_of_python(seed: int, plain: ModuleType) -> None:
    """A deal of the largest deck takes more numbers than a generator makes at once."""
    expected = new_game(1, seed=seed, rules=BIG)
    assert plain.new_games(1, 1, seed=[seed], rules=BIG).state(0) == expected


@pytest.mark.parametrize("rules", [SHORT, keltis.KELTIS_LITERAL])
def test_playouts_are_those_of_the_scalar_engine(rules: Rules, plain: ModuleType) -> None:
    compare_playouts(plain.Batch.of([new_game(2, seed=seed, rules=rules) for seed in (5, 6)]))


def test_perft_counts_what_the_scalar_engine_counts(
    plain: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain._batch, "_PERFT_GAMES", 5)
    start = new_game(2, seed=1, rules=TINY)
    assert [plain.perft(start, depth) for depth in range(4)] == [
        keltis.testing.perft(start, depth) for depth in range(4)
    ]
    with pytest.raises(keltis.InvalidArgument, match="depth must be"):
        plain.perft(start, -1)


# The greedy policy.


@pytest.mark.parametrize("state", SPECIAL.values(), ids=SPECIAL)
def test_choices_in_special_positions_are_those_of_the_bot(
    state: GameState, plain: ModuleType
) -> None:
    compare_choice(state, 0.5, plain)


@pytest.mark.parametrize("players", [0, 1, 2, 3])
@pytest.mark.parametrize("rules", ALL_RULES, ids=NAMES)
def test_kernels_choose_what_the_bot_chooses(rules: Rules, players: int, plain: ModuleType) -> None:
    rng, lean = random.Random(players), 0.97 if players % 2 else 0.5
    start = new_game(rules.player_counts[players % len(rules.player_counts)], seed=3, rules=rules)
    for state, _ in playthrough(start, random.Random(7), lean=lean, patience=100):
        if rng.random() < 0.12:
            compare_choice(state, rng.random(), plain)


@settings(max_examples=20)
@given(states(rules=custom_rules(), over=False), st.sampled_from([0.0, 0.5, 0.999]))
def test_choices_under_any_rules_are_those_of_the_bot(
    plain: ModuleType, state: GameState, chance: float
) -> None:
    compare_choice(state, chance, plain)


def test_greedy_playouts_are_those_of_the_bot(plain: ModuleType) -> None:
    start = new_game(2, seed=5, rules=SHORT)
    compare_playouts(plain.Batch.of([start]), "greedy")
    compare_playouts(plain.new_games(4, 2, seed=1, rules=TINY), "greedy")
    limited = plain.Batch.of([start]).play_out(policy="greedy", seed=3, max_moves=9)
    assert limited.decisions.tolist() == [9]


# Matches.


def test_matches_are_those_of_the_bots(plain: ModuleType) -> None:
    compare_matches([DUEL, DUEL[::-1]], [3, 4], SHORT, plain)


def test_there_may_be_no_matches(plain: ModuleType) -> None:
    batch = plain.play_matches([], seeds=[], max_turns=10**30).batch
    assert (len(batch), batch.players) == (0, 2)


def test_matches_end_after_the_last_turn(plain: ModuleType) -> None:
    matches = plain.play_matches([DUEL, DUEL[::-1]], seeds=[3, 4], rules=SHORT, max_turns=3)
    assert matches.turns.tolist() == [3, 3]
    assert matches.truncated.all()


@pytest.mark.parametrize("moves", [0, 7])
def test_e3_matches_are_truncated_after_the_last_move(moves: int, plain: ModuleType) -> None:
    matches = plain.play_matches([DUEL], seeds=[3], rules=SHORT, max_moves=moves)
    record = play_match(DUEL, seed=3, rules=SHORT, max_moves=moves)
    assert record.outcome is None
    assert matches.batch.state(0) == record.final
    assert (matches.decisions[0], matches.turns[0]) == (moves, len(record.turns))
    assert matches.truncated.tolist() == [True]


# The vector environment.


def test_steps_are_those_of_the_scalar_engine(plain: ModuleType) -> None:
    env = plain.VectorEnv(2, rules=SHORT, returns="score_margins")
    assert follow(env, SHORT, 5, 80, keltis.score_margins) > 0
    env = plain.VectorEnv(2, rules=TINY, observations=False, max_moves=5)
    _, infos = env.reset(seed=1)
    truncated = 0
    for _ in range(12):
        actions = random_actions(infos["action_mask"], random.Random(1))
        observations, _, _, truncations, infos = env.step(actions)
        truncated += truncations.sum()
    assert observations.shape == (2, 0)
    assert truncated == 4


def test_only_the_games_of_a_mask_act(plain: ModuleType) -> None:
    env = plain.VectorEnv(2, rules=TINY, max_moves=1)
    _, infos = env.reset(seed=1)
    actions = random_actions(infos["action_mask"], random.Random(1))
    _, _, _, truncations, infos = env.step([actions[0], 999], where=[True, False])
    assert truncations.tolist() == infos["_final_obs"].tolist() == [True, False]
    actions = random_actions(infos["action_mask"], random.Random(1))
    _, _, _, truncations, _ = env.step(actions, where=[False, True])
    assert truncations.tolist() == [False, True]
    assert env.state(0) == new_game(2, rng=GameRandom(1, 2), rules=TINY)
    for _ in range(2):
        actions = random_actions(infos["action_mask"], random.Random(1))
        _, _, _, truncations, _ = env.step(actions)
        assert truncations.all()


# The search.


def test_the_policy_learnt_makes_the_moves_of_its_bot(plain: ModuleType) -> None:
    state = position(
        Seat(laid="R2 R3 R4"), Seat(), discards="R6", phase=keltis.Phase.DRAW, pile_size=1
    )
    batch = plain.Batch.of([state])
    ends = batch.play_out(policy="learnt", seed=3)
    bot, rng = make_bot("learnt"), GameRandom(3, 0)
    while moves := legal_moves(state):
        state = keltis.apply_move(state, bot(observe(state, state.to_move), moves, rng))
    assert ends.scores[0].tolist() == [score.total for score in keltis.scores(state)]
    matches = plain.play_matches([("learnt", "random")], seeds=[1], max_moves=1)
    assert matches.decisions.tolist() == [1]


@pytest.mark.parametrize("policy", ["random", "greedy", "learnt"])
def test_a_policy_chooses_what_its_bot_chooses(policy: Policy, plain: ModuleType) -> None:
    late = [position(Seat(laid="R2 R3", hand="R4"), Seat(), pile_size=size) for size in (1, 2)]
    over = play(late[0], "lay R4", "draw pile")
    states = [*late, over, *late]
    acting = [False, True, True, True, True]
    actions = plain.Batch.of(states).choose(policy, where=acting, seed=3).tolist()
    for at, (state, acts, action) in enumerate(zip(states, acting, actions, strict=True)):
        moves = legal_moves(state)
        if acts and moves:
            view = observe(state, state.to_move)
            move = make_bot(policy)(view, moves, GameRandom(3, at))
            assert action == keltis.action_id(move)
        else:
            assert action == 0
    assert plain.Batch.of(states).choose(policy, seed=3).tolist()[1:] == actions[1:]


def test_an_unknown_policy_chooses_nothing(plain: ModuleType) -> None:
    with pytest.raises(keltis.InvalidArgument, match="policy must be 'random' or"):
        plain.new_games(1, 2, seed=1).choose("clever")


def test_the_policy_learnt_says_what_it_cannot_play(plain: ModuleType) -> None:
    wide = plain.new_games(1, 2, seed=1, shape=ANY_SHAPE)
    with pytest.raises(keltis.InvalidArgument, match="the network reads 11 values and 9 rows"):
        wide.play_out(policy="learnt")
    with pytest.raises(keltis.InvalidArgument, match="the network has not learnt"):
        plain.new_games(1, 2, rules=TINY).play_out(policy="learnt")


def test_a_determinization_is_the_shuffle_of_its_stream(plain: ModuleType) -> None:
    """Fisher and Yates: pile first, then the removed cards, then the hands by seat."""
    batch, rng = plain.new_games(1, 2, seed=1), GameRandom(7, 2)
    hidden, missing = np.arange(40, dtype=np.uint8), np.array([1, 2])
    batch._games["draw_pile"] = 7
    game, tables = batch._games[0], batch.tables[0]
    cards, hand = list(range(40)), game["hand"].copy()
    for last in range(39, 0, -1):
        chosen = int(rng.random() * (last + 1))
        cards[last], cards[chosen] = cards[chosen], cards[last]
    removed = keltis.KELTIS.removed_with(2)
    with np.errstate(over="ignore"):
        state = plain._numbers.stream_state(np.uint64(7), np.uint64(2))
        room = np.empty(40, np.uint8)
        after = plain._engine.determinize(game, tables, hidden, missing, state, room)
        assert plain._numbers.unit_number(after + plain._numbers.GROWTH) == rng.random()
    assert game["deck"][:7].tolist() == cards[:7]
    assert game["deck"][110 - removed : 110].tolist() == cards[7 : 7 + removed]
    dealt = np.zeros_like(hand)
    for seat, card in zip((0, 1, 1), cards[7 + removed :], strict=False):
        dealt[seat, card // 32 * 11 + card % 32] += 1
    assert np.array_equal(game["hand"], hand + dealt)


def test_every_determinization_is_one_of_the_view(
    plain: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = Seat(hand="R1 Y2"), Seat(hand="R8 G5", seen="G5")
    state = position(*seats, discards="B3", pile_size=2, phase=keltis.Phase.DRAW)
    view = observe(state, 0)
    sampled: list[GameState] = []
    determinize = plain._search.determinize
    codec = plain._records.codec(state.rules, 2, plain.Shape(4, 11, 9, 110))

    def determinize_and_note(game: np.void, *arguments: object) -> np.uint64:
        after: np.uint64 = determinize(game, *arguments)
        removed = slice(110 - view.removed_size, 110)
        game["deck"][removed] = np.sort(game["deck"][removed])
        sampled.append(codec.read(game))
        return after

    monkeypatch.setattr(plain._search, "determinize", determinize_and_note)
    monkeypatch.setattr(plain._search, "_BEHIND", 1.0)
    plain.search_moves(view, legal_moves(view)[:2], iterations=6, seed=1)
    assert len({state.draw_pile for state in sampled}) == len(sampled) == 3
    assert all(observe(state, 0) == view for state in sampled)
