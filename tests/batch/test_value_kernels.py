"""The kernels of the value network as plain Python: turns, self-play and gradients."""

import math
import random
from types import ModuleType
from typing import Final

import numpy as np
import pytest

import keltis.batch
from batch.comparisons import NO_TILES, SPECIAL, TINY, Rooms, compare_gradients, compare_turns
from batch.lockstep import NAMES
from helpers import FixedRandom
from keltis import (
    GameRandom,
    GameState,
    Phase,
    Rules,
    _network,
    apply_move,
    legal_moves,
    move_of,
    new_game,
    observe,
    outcome,
)
from keltis._network import DRAW_COST, HIGH_COST_CHANCE, HIGH_DRAW_COST, own_network
from keltis.bots import GreedyBot, play_match
from keltis.bots._learnt import find_turns
from keltis.testing import Seat, playthrough, position
from leaning import ALL_RULES


def last_positions(players: int, seed: int) -> list[GameState]:
    """Two positions shortly before the end of a game."""
    game = playthrough(new_game(players, seed=seed), random.Random(players))
    return [state for state, _ in list(game)[-7:-1:3]]


DUELS: Final = [*last_positions(2, 5), *last_positions(2, 6)][1:]
LAST: Final = [*DUELS, *last_positions(3, 5), *last_positions(4, 5)]
CHAIN: Final = position(
    Seat(hand="R5 Y5", at="R2 Y2 P2", laid="R1 R2 Y1 Y2 P9 P8"),
    Seat(hand="G3", seen="B1", at="G2 B3", laid="B10 B9 B7"),
    discards="R6 R7 Y3 B0",
    rules=Rules(
        hand_size=3, tiles=(keltis.Tile.CLOVER,) * 7, tile_rows=((3, 4), (3, 4), (3, 4), (), (5,))
    ),
)
"""A lay can be followed by several steps."""
LAST_LAY: Final = position(Seat(hand="R9 R10", at="R6 P7 B9"), Seat(at="Y7 G7"), rules=NO_TILES)
"""Two lays win, with as many points."""
OWED_DRAW: Final = position(
    Seat(hand="R5 Y5", at="R2", laid="R1 R2"),
    Seat(),
    Seat(at="B3"),
    discards="R6 R7 Y3 B0",
    phase=Phase.DRAW,
)


def limit(monkeypatch: pytest.MonkeyPatch, plain: ModuleType, **numbers: int) -> None:
    """Limit the search for turns of the bot and of the kernels."""
    for name, number in numbers.items():
        monkeypatch.setattr(_network, name, number)
        monkeypatch.setattr(plain._value, name, number)


@pytest.mark.parametrize("state", [*LAST, *SPECIAL.values(), LAST_LAY, OWED_DRAW])
def test_the_turns_are_those_of_the_bot(state: GameState, plain: ModuleType) -> None:
    compare_turns(state, plain)


@pytest.mark.parametrize("rules", ALL_RULES, ids=NAMES)
def test_the_turns_under_all_rules_are_those_of_the_bot(
    rules: Rules, plain: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(monkeypatch, plain, MAX_LINES=4)
    start = new_game(min(4, rules.player_counts[-1]), seed=1, rules=rules)
    game = list(playthrough(start, random.Random(1), lean=0.9))
    for state, _ in (game[len(game) // 4], *game[-9::4]):
        compare_turns(state, plain, HIGH_DRAW_COST)


def test_a_long_search_is_cut(plain: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, plain, MAX_CHAIN=2, MAX_LINES=3, BEST_PLAYS=2)
    compare_turns(CHAIN, plain)
    utilities, turns, _ = Rooms(CHAIN, plain).find_turns(DRAW_COST)
    for most in (3, len(turns) - 1):
        monkeypatch.setattr(plain._value, "MAX_TURNS", most)
        fewer, first, best = Rooms(CHAIN, plain).find_turns(DRAW_COST)
        assert first == turns[:most]
        assert fewer.tolist() == utilities[:most].tolist()
        assert best == fewer.argmax()


def test_the_draws_after_every_play_are_those_of_the_bot(
    plain: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(monkeypatch, plain, BEST_PLAYS=99)
    compare_turns(CHAIN, plain)


def test_it_makes_no_difference_which_rules_used_the_room_before(plain: ModuleType) -> None:
    game = playthrough(new_game(2, seed=3, rules=keltis.REFERENCE_MANUAL), random.Random(1))
    state = [state for state, _ in game][-7]
    first, second = Rooms(LAST[-1], plain), Rooms(state, plain)
    utilities, turns, _ = second.find_turns(DRAW_COST)
    first.find_turns(DRAW_COST)
    second.rooms = first.rooms
    again, same, _ = second.find_turns(DRAW_COST)
    assert (again.tolist(), same) == (utilities.tolist(), turns)


def test_turns_without_discard_piles_end_with_a_face_down_card(plain: ModuleType) -> None:
    _, turns, _ = Rooms(CHAIN, plain).find_turns(DRAW_COST, from_piles=False)
    assert {turn[-1] for turn in turns} == {0}


@pytest.mark.parametrize("explore", [0.0, 0.7])
def test_self_play_keeps_what_each_turn_leads_to(
    explore: float, plain: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the second turn of a player on, nothing is drawn from discard piles."""
    monkeypatch.setattr(plain._training, "_LONG", 1)
    room, make = Rooms(DUELS[0], plain), plain._records.make_records
    batch, codec = plain.Batch.of(DUELS, shape=room.batch.shape), room.batch.codec
    kept, owners = make(50, batch.shape.game), np.empty(50, np.int64)
    values, starts = np.empty((50, 2), np.float32), np.empty(len(DUELS) + 1, np.int64)
    _, games = batch.__getstate__()
    chances, rooms = (np.uint64(7), explore, 0.3), (room.lines, room.rooms, room.nets)
    results = kept, owners, values, starts
    found = plain._training.self_play(games, room.rules, *chances, *rooms, *results)
    count = 0
    for at, start in enumerate(DUELS):
        assert starts[at] == count
        state, rng, made = start, GameRandom(7, at), 0
        while state.phase is not Phase.OVER:
            here, viewer = Rooms(state, plain), state.to_move
            utilities, turns, chosen = here.find_turns(DRAW_COST, from_piles=made < 2)
            if rng.random() < explore:
                noise = [-math.log(-math.log(rng.random())) for _ in turns]
                chosen = int((utilities + 0.3 * np.array(noise)).argmax())
            for action in turns[chosen]:
                before, state = state, apply_move(state, move_of(action))
                if before.phase is Phase.DRAW and state.phase is Phase.PLAY:
                    assert codec.read(kept[count]) == (state if action else before)
                    assert owners[count] == viewer
                    assert values[count].tolist() == here.rooms[0]["values"][chosen].tolist()
                    count += 1
            made += 1
        assert codec.read(games[at]) == state
    assert starts[-1] == found == count


def test_targets_come_from_the_later_values_of_a_player(plain: ModuleType) -> None:
    """In the first game the players are one point apart, in the second they have as many."""
    ends = [play_match(("random", "random"), seed=seed, rules=TINY).final for seed in (16, 2)]
    batch = plain.Batch.of(ends)
    owners, starts = np.array([0, 1, 1, 0, 1]), np.array([0, 3, 5])
    values = np.linspace(0.1, 0.9, 10).reshape(5, 2).astype(np.float32)
    expected = values.copy()
    for at, end in enumerate(map(outcome, ends)):
        assert end is not None
        totals = [score.total for score in end.scores]
        lead = totals[0] - totals[1]
        for player, margin in enumerate((lead, -lead)):
            won = 1 / len(end.winners) if player in end.winners else 0.0
            target = np.array([won, 0.5 + 0.5 * math.tanh(margin / 24)])
            for place in reversed(range(*starts[at : at + 2])):
                if owners[place] == player:
                    expected[place] = target
                    target = 0.8 * target + 0.2 * values[place]
    plain._training.write_targets(batch.games, batch.tables, owners, values, starts, 0.8)
    np.testing.assert_allclose(values, expected, atol=1e-6)


def test_gradients_are_those_of_the_cross_entropy(plain: ModuleType) -> None:
    for state in (LAST[0], LAST[-1]):
        compare_gradients(state, plain)


@pytest.mark.parametrize("most", [0, 3, 1000])
def test_a_measured_game_is_that_of_the_bots(most: int, plain: ModuleType) -> None:
    """A game that is truncated counts as lost."""
    room, wins = Rooms(DUELS[0], plain), np.full(len(DUELS), 9.0)
    _, games = plain.Batch.of(DUELS, shape=room.batch.shape).__getstate__()
    rooms = room.lines, room.rooms, room.nets, *plain._greedy.greedy_room(room.batch.shape)
    plain._training.play_against_greedy(games, room.rules, 1, np.uint64(5), most, *rooms, wins)
    for at, start in enumerate(DUELS):
        state, rng, made = start, GameRandom(5, at), 0
        while (moves := legal_moves(state)) and made < most:
            view, chance = observe(state, state.to_move), rng.random()
            if state.to_move == 1:
                cost = HIGH_DRAW_COST if chance < HIGH_COST_CHANCE else DRAW_COST
                turns = find_turns(view, own_network(), cost)
                move = max(turns, key=lambda turn: turn.utility).move
            else:
                move = GreedyBot()(view, moves, FixedRandom(chance))
            state, made = apply_move(state, move), made + 1
        end = outcome(state)
        assert wins[at] == (1 / len(end.winners) if end and 1 in end.winners else 0.0)
