"""The policy of the search bot over records, and rollouts: games that it plays to their ends.

`score_actions` gives the scores of `keltis.bots` in plain Python, as the tests check.
"""

from typing import Final

import numpy as np

from keltis import _weights
from keltis.batch._compiler import inlined
from keltis.batch._engine import (
    DECLINE,
    DISCARD,
    FIRST_ADVANCE,
    LARGE,
    WAYS_TO_ADVANCE,
    apply_action,
    card_place,
    first_play,
    other_moves,
    plays,
    total_score,
    waiting_figures,
)
from keltis.batch._layout import (
    CLOVER,
    COLOURS,
    DRAW,
    OVER,
    PLAY,
    STONE,
    Float64s,
    Game,
    Int64s,
    Tables,
)
from keltis.batch._numbers import GROWTH, lowest_bit, unit_number, wide

PATIENT_DECISIONS: Final = 1000
"""The length of a rollout after which players draw from the face-down pile, so that it ends."""


@inlined
def score_actions(game: Game, tables: Tables, actions: Int64s, scores: Float64s) -> int:
    """List the legal actions, in the order of `legal_moves`, each with its policy score.

    Returns how many they are.
    """
    count = 0
    player = wide(game.to_move)
    if game.phase == PLAY:
        for colour in range(COLOURS):
            if game.bits[player, colour]:
                count = _score_colour(game, tables, player, colour, actions, scores, count)
        return count
    others = other_moves(game, tables)
    while others:
        actions[count] = lowest_bit(others)
        scores[count] = _other_score(game, tables, player, actions[count])
        others &= others - 1
        count += 1
    return count


@inlined
def _score_colour(
    game: Game,
    tables: Tables,
    player: int,
    colour: int,
    actions: Int64s,
    scores: Float64s,
    count: int,
) -> int:
    """List the lays and discards of the cards of one colour, after `count` other actions."""
    waiting = waiting_figures(game, tables, player)
    hand, fitting, ways = plays(game, tables, player, colour, waiting)
    turns = wide(game.draw_pile) / wide(tables.players)
    last = wide(tables.last[game.column[player, colour]])
    entering = game.rows[player, colour] == 0
    held = _hand_count(game, tables, player, colour) if entering else 0
    step = 0.0
    if fitting and not entering:
        step = _step_score(game, tables, player, colour)
    above = held
    below = 0
    while hand:
        place = lowest_bit(hand)
        hand &= hand - 1
        first = first_play(tables, colour, place)
        fits = fitting >> place & 1
        skipped = _distance(tables, place, last) if fits and last >= 0 else 0
        if entering:
            copies = wide(game.hand[player, card_place(tables, colour, place)])
            below += copies
            for figure in range(1, DISCARD):
                if ways >> figure & 1:
                    actions[count] = first + figure
                    scores[count] = _entry_score(tables, place, figure, above, below, turns)
                    count += 1
            above -= copies
            late = turns < _weights.LATE
            score = _weights.USELESS if late else _weights.HELD - _weights.HELD * held
        elif fits:
            actions[count] = first
            patience = min(1.0, turns / _weights.PATIENCE)
            scores[count] = (
                _weights.LAY + _weights.LAY_STEP * step - _weights.GAP * skipped * patience
            )
            count += 1
            score = _weights.USEFUL_GAP * skipped + _weights.USEFUL
        else:
            score = _weights.USELESS
        actions[count] = first + DISCARD
        scores[count] = score - _use_for_next(game, tables, player, colour, place)
        count += 1
    return count


@inlined
def _hand_count(game: Game, tables: Tables, player: int, colour: int) -> int:
    """How many cards of a colour are in a hand."""
    held = 0
    bits = wide(game.bits[player, colour])
    while bits:
        held += wide(game.hand[player, card_place(tables, colour, lowest_bit(bits))])
        bits &= bits - 1
    return held


@inlined
def _entry_score(
    tables: Tables, place: int, figure: int, above: int, below: int, turns: float
) -> float:
    """A new path pays off with a card near an end of the values, and more of its colour in hand.

    `above` and `below` are the numbers of these cards on either side, with the card itself.
    """
    if turns < _weights.LATE:
        return _weights.LATE_ENTRY
    end = wide(tables.values) - 1 if above >= below else 0
    following = max(above, below)
    value = following + _weights.ROOM * _distance(tables, place, end) + _weights.ENTRY
    return value + _weights.LARGE_ENTRY * (following - 2) if figure == LARGE else value


@inlined
def _use_for_next(game: Game, tables: Tables, player: int, colour: int, place: int) -> float:
    """The use of a discarded card for the next player."""
    following = player + 1 if player + 1 < tables.players else 0
    column = wide(game.column[following, colour])
    last = wide(tables.last[column])
    if last < 0 or not wide(tables.fits[column]) >> place & 1:
        return 0.0
    return max(0.0, _weights.GIFT - _weights.GIFT_GAP * _distance(tables, place, last))


@inlined
def _distance(tables: Tables, place: int, other: int) -> int:
    """The difference of two values, given by their places."""
    return abs(wide(tables.value[place]) - wide(tables.value[other]))


@inlined
def _step_score(game: Game, tables: Tables, player: int, colour: int) -> float:
    """The gain of the next stone of a path for the player to move."""
    row = wide(game.rows[player, colour])
    if row == tables.path_length:
        return _weights.FINISHED_STEP
    kind = 1 if game.large[player] == colour else 0
    gain = wide(tables.row_points[kind, row + 1]) - wide(tables.row_points[kind, row])
    if row + 1 == tables.goal_row and game.in_goal + 1 == tables.goal_figures:  # E1
        mine = total_score(game, tables, player) + gain
        for other in range(wide(tables.players)):
            if other != player and total_score(game, tables, other) >= mine:
                return -_weights.SURE
        return _weights.SURE
    tile = wide(game.tiles[colour, row + 1])
    if tile == CLOVER:
        return gain + _weights.CLOVER_STEP
    if tile == STONE:
        return gain + _weights.STONE_STEP
    return gain + 1.0 * tile


@inlined
def _other_score(game: Game, tables: Tables, player: int, action: int) -> float:
    """The policy score of a draw or a step."""
    if action in (0, DECLINE):
        return 0.0
    if action >= FIRST_ADVANCE:
        colour = (action - FIRST_ADVANCE) // WAYS_TO_ADVANCE
        wasted = game.rows[player, colour] == tables.path_length  # P6
        return 0.0 if wasted else _step_score(game, tables, player, colour)
    colour = action - 1
    column = wide(game.column[player, colour])
    last = wide(tables.last[column])
    place = wide(game.discards[colour, wide(game.discard_sizes[colour]) - 1])
    if last < 0 or not wide(tables.fits[column]) >> place & 1:
        return -_weights.DRAW
    return _weights.DRAW - _weights.DRAW_GAP * _distance(tables, place, last)


@inlined
def roll_out(
    game: Game, tables: Tables, state: np.uint64, actions: Int64s, scores: Float64s
) -> None:
    """Play a game to its end, each time with the best policy score after noise.

    The noise comes from the stream that has this state.
    """
    made = 0
    while game.phase != OVER:
        count = score_actions(game, tables, actions, scores)
        if game.phase == DRAW and made > PATIENT_DECISIONS:
            count = 1
        best = 0
        best_score = -np.inf
        for place in range(count):
            state += GROWTH
            score = scores[place] + _weights.NOISE * unit_number(state)
            if score > best_score:
                best_score = score
                best = place
        apply_action(game, tables, actions[best])
        made += 1
