"""The compiled greedy policy chooses what the greedy bot chooses."""

import random
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings

import keltis
from batch.lockstep import ANY_SHAPE, LEANS, NAMES, compare_playouts, deal
from helpers import FixedRandom, play
from keltis import PRESETS, GameState, Rules, action_id, legal_moves, new_game, observe
from keltis.batch import new_games
from keltis.bots import GreedyBot
from keltis.testing import Seat, custom_rules, playthrough, position, states
from leaning import ALL_RULES, SHORT

pytestmark = pytest.mark.slow  # it compiles the evaluation

NO_TILES = Rules(tiles=(), tile_rows=((),) * 5)


def compare_choice(state: GameState, chance: float, engine: ModuleType = keltis.batch) -> None:
    """Fail if kernel and bot differ in the value of a move or in the move that they choose."""
    moves = legal_moves(state)
    view = observe(state, state.to_move)
    batch = engine.Batch.of([state], shape=ANY_SHAPE)
    room, works = engine._greedy.greedy_room(batch.shape)
    room[0], work = batch.games[0], works[0]
    chosen = engine._greedy.greedy_action(room, batch.tables[0], work, chance)
    actions, values = work["actions"], work["values"]
    assert actions[: len(moves)].tolist() == [action_id(move) for move in moves]
    expected = GreedyBot().analyse(view, moves, random.Random(1))
    if len(moves) > 1:  # a single move is not evaluated
        assert values[: len(moves)].tolist() == [candidate.value for candidate in expected]
    assert chosen == action_id(GreedyBot()(view, moves, FixedRandom(chance)))


@pytest.mark.parametrize("lean", LEANS)
@pytest.mark.parametrize("rules", ALL_RULES, ids=NAMES)
def test_choices_in_leaning_games_are_those_of_the_bot(rules: Rules, lean: float) -> None:
    rng = random.Random(1)
    for start in deal(rules, 2, 3):
        for state, _ in playthrough(start, random.Random(7), lean=lean, patience=200):
            if rng.random() < 0.1:
                compare_choice(state, rng.random())


@settings(max_examples=40)
@given(states(rules=custom_rules(), over=False))
def test_choices_in_any_position_are_those_of_the_bot(state: GameState) -> None:
    for chance in (0.0, 0.5, 0.999):
        compare_choice(state, chance)


def test_a_single_player_has_no_opponent() -> None:
    rules = Rules(cards_removed=((1, 0),))
    for state, _ in playthrough(new_game(1, seed=2, rules=rules), random.Random(1), lean=0.9):
        compare_choice(state, 0.5)


def last_figure(mine: str, theirs: str) -> GameState:
    """A position in which a lay can end the game."""
    seats = Seat(hand="R6", laid="R0 R1 R2 R3 R4 R5", at=mine), Seat(at=theirs)
    return position(*seats, rules=NO_TILES)


SPECIAL = {
    "an end that wins": last_figure("Y7 P7", "Y7 P7"),
    "an end that shares the win": last_figure("B7 Y5", "Y7 P7 G7 B1"),
    "an end that loses": last_figure("", "Y7 P7 G7 B7"),
    "a flat column": position(
        Seat(hand="R6", laid="R5 R5"), Seat(), rules=Rules(equal_pair_fixes_flat=True)
    ),
    "stones beyond the table": position(
        Seat(hand="R9", at="R4", taken="R3"), Seat(), rules=Rules(wishing_stone_points=(-4, 3))
    ),
    "the last card": play(position(Seat(hand="R9"), Seat(), pile_size=1), "discard R9"),
}


@pytest.mark.parametrize("state", SPECIAL.values(), ids=SPECIAL)
def test_choices_in_special_positions_are_those_of_the_bot(
    state: GameState, plain: ModuleType
) -> None:
    for engine in (plain, keltis.batch):
        compare_choice(state, 0.5, engine)


@pytest.mark.parametrize("rules", [SHORT, keltis.KELTIS_LITERAL], ids=["SHORT", "KELTIS_LITERAL"])
def test_plain_kernels_choose_what_the_bot_chooses(rules: Rules, plain: ModuleType) -> None:
    rng = random.Random(2)
    for lean in (0.5, 0.97):
        start = new_game(2, seed=3, rules=rules)
        for state, _ in playthrough(start, random.Random(7), lean=lean, patience=100):
            if rng.random() < 0.3:
                compare_choice(state, rng.random(), plain)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_greedy_playouts_are_those_of_the_bot(rules: Rules, players: int) -> None:
    batch = new_games(2, players, seed=7, rules=rules, shape=ANY_SHAPE)
    compare_playouts(batch, "greedy")


def test_plain_greedy_playouts_are_those_of_the_compiled_ones(plain: ModuleType) -> None:
    start = new_game(2, seed=5, rules=SHORT)
    ends = [
        engine.Batch.of([start], shape=ANY_SHAPE).play_out(policy="greedy", seed=3, max_moves=9)
        for engine in (plain, keltis.batch)
    ]
    assert ends[0].scores.tolist() == ends[1].scores.tolist()
    assert ends[0].decisions.tolist() == [9]


def test_e3_greedy_playouts_that_would_go_on_for_ever_are_truncated() -> None:
    ends = new_games(15, 2, seed=1, shape=ANY_SHAPE).play_out(policy="greedy", seed=1)
    assert ends.decisions.argmax() == 14
    assert np.flatnonzero(ends.truncated).tolist() == [14]
    assert ends.decisions[14] == keltis.MAX_MOVES
    assert ends.decisions[:14].max() < 1_000


def test_threads_do_not_change_greedy_playouts() -> None:
    batch = new_games(5, 2, seed=7, shape=ANY_SHAPE)
    one, many = (batch.play_out(policy="greedy", seed=3, threads=threads) for threads in (1, 3))
    assert one.scores.tolist() == many.scores.tolist()
    assert one.decisions.tolist() == many.decisions.tolist()
