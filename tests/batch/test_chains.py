"""What the next steps can give: the kernel beside lines of play of the scalar engine."""

import random
from types import ModuleType

import numpy as np
import pytest

from batch.comparisons import NO_TILES
from keltis import (
    Advance,
    Colour,
    Figure,
    GameState,
    Lay,
    Phase,
    Rules,
    Tile,
    apply_move,
    legal_moves,
    new_game,
    scores,
)
from keltis.testing import Seat, playthrough, position

CLOVERS = Rules(hand_size=3, tiles=(Tile.CLOVER,) * 7, tile_rows=((3, 4), (3, 4), (3, 4), (), (5,)))
STATES = [
    position(Seat(hand="R5 Y5", at="R2 Y2 P2", laid="R1 R2 Y1 Y2"), Seat(hand="G3"), rules=CLOVERS),
    position(
        Seat(hand="R6", at="Y5", laid="R0 R1 R2 R3 R4 R5"), Seat(at="P7 G7 B7 Y7"), rules=NO_TILES
    ),
    position(
        Seat(hand="R9", at="Y6 P1", laid="R0 R1 R2 R3 R4 R5 R6 R7 R8"), Seat(), rules=NO_TILES
    ),
    *[
        state
        for seed in range(40)
        for state, _ in [*playthrough(new_game(2, seed=seed), random.Random(seed))][40::31]
    ],
]


def best_points(state: GameState, seat: int, before: int, steps: int) -> tuple[int, int | None]:
    """The most points that a step and those after it give, and the most of those that end it."""
    points = scores(state)[seat].total - before
    if state.phase is Phase.OVER:
        return points, points
    if state.phase is not Phase.ADVANCE or not steps:
        return points, None
    after = [apply_move(state, move) for move in legal_moves(state) if isinstance(move, Advance)]
    found = [best_points(each, seat, before, steps - 1) for each in after]
    endings = [ending for _, ending in found if ending is not None]
    return max(points, *(most for most, _ in found)), max(endings, default=None)


@pytest.mark.parametrize("state", STATES)
def test_a_step_gives_what_the_best_line_of_play_does(state: GameState, plain: ModuleType) -> None:
    engine = plain._chains
    batch = plain.Batch.of([state])
    *_, rooms = plain._opened.opened_room(plain._luck.own_opened_network(), batch.shape)
    engine.find_chains(batch.games[0], batch.tables[0], rooms[0])
    seat = state.to_move
    player = state.players[seat]
    before = scores(state)[seat].total
    for move in legal_moves(state):
        if not isinstance(move, Lay) or move.figure is Figure.LARGE:
            continue
        colour = Colour(move.card.colour)
        steps = engine.MOST_STEPS - 1
        after = apply_move(state, move)
        most, ending = best_points(after, seat, before, steps)
        if player.rows[colour] == state.rules.path_length:
            steps += 1  # the bonus is the first step
            most, ending = best_points(after, seat, before, steps)
            most = max(most, 0)
        assert rooms["gain"][0, seat, colour, 0] == most
        assert rooms["ending"][0, seat, colour] == (engine.NO_END if ending is None else ending)


def test_further_steps_begin_where_the_figure_will_be(plain: ModuleType) -> None:
    state = position(Seat(hand="R6", laid="R0 R1 R2 R3 R4 R5"), Seat(), rules=NO_TILES)
    batch = plain.Batch.of([state])
    *_, rooms = plain._opened.opened_room(plain._luck.own_opened_network(), batch.shape)
    plain._chains.find_chains(batch.games[0], batch.tables[0], rooms[0])
    assert rooms["gain"][0, 0, Colour.RED].tolist() == [3, 1, 3]  # 3 6 7 10
    assert np.all(rooms["gain"][0, 1] == [-4, 1, 1])
