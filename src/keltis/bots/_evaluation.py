"""The evaluation of a position: the points that each player can expect at the end.

The estimate goes path by path. The expected number of cards that will still be laid in a column
gives the expected steps of its figure; from the steps follow the points of the rows and the value
of the tiles there. Hidden cards count only as far as the caller passes them as known. The
weights are in `keltis._weights`. The kernels of `keltis.batch` do the same, float by float.
"""

import operator
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final

from keltis import _weights
from keltis._engine.cards import (
    ALL_CARDS,
    CLOVER,
    COLOURS,
    MAX_VALUE,
    WISHING_STONE,
    ByColour,
    Card,
    Colour,
    Tile,
)
from keltis._engine.columns import Direction, direction
from keltis._engine.moves import DRAW
from keltis._engine.players import PlayerState
from keltis._engine.rules import Rules
from keltis._engine.state import GameState

_VALUES: Final = MAX_VALUE + 1


def expected_points(
    state: GameState, hands: Sequence[Sequence[Card]], unseen: Sequence[int]
) -> list[float]:
    """Return the points that each player can expect, by seat.

    `hands` are the cards known to be in each hand. `unseen` is the number of copies of each card,
    by its index, whose place is unknown. A caller who passes only what one player knows gets an
    estimate from that knowledge.
    """
    hidden = max(1, sum(unseen))
    turns = turns_left(state)
    points = []
    for seat, (player, hand) in enumerate(zip(state.players, hands, strict=True)):
        draws = turns + (state.phase is DRAW and seat == state.to_move)
        chance = (len(player.hand) - len(hand) + _weights.USE * draws) / hidden
        supply = _supply(hand, unseen, min(1.0, chance), state.discards)
        points.append(_player_points(state, player, hand, supply, turns))
    return points


def add_in_order(numbers: Iterable[float]) -> float:
    """Return the sum by plain additions from left to right.

    `sum` compensates rounding errors since Python 3.12, and a bot that used it would play other
    games there than in 3.11.
    """
    return reduce(operator.add, numbers, 0.0)


def count_cards(*piles: Sequence[Card]) -> list[int]:
    """Return the number of copies of each card, by its index."""
    counts = [0] * len(ALL_CARDS)
    for pile in piles:
        for card in pile:
            counts[card.index] += 1
    return counts


def turns_left(state: GameState) -> float:
    """Estimate the turns that each player has left, until the pile or the fifth figure (E1, E2)."""
    rules, players = state.rules, state.players
    distances = sorted([rules.goal_row - row for player in players for row in player.rows])
    steps = sum([distance for distance in distances[: rules.goal_figures] if distance > 0])
    return min(len(state.draw_pile), steps / _weights.PACE) / len(players)


def _supply(
    hand: Sequence[Card], unseen: Sequence[int], chance: float, discards: ByColour[tuple[Card, ...]]
) -> Sequence[float]:
    """Return the expected number of copies of each card that a player gets, by its index."""
    supply = [chance * count for count in unseen]
    for card in hand:
        supply[card.index] += 1.0
    for pile in discards:
        if pile:
            supply[pile[-1].index] += _weights.TOP
    return supply


def _player_points(
    state: GameState,
    player: PlayerState,
    hand: Sequence[Card],
    supply: Sequence[float],
    turns: float,
) -> float:
    """Return the points that one player can expect with this supply of cards in these turns."""
    rules, rows, large, length = state.rules, player.rows, player.large, state.rules.path_length
    table = rules.wishing_stone_points
    stones = min(player.wishing_stones, len(table) - 1)
    stone = _stone_value(table, stones)
    points = float(player.tile_points + table[stones])
    started: list[tuple[Colour, float]] = []
    others: list[tuple[float, Colour]] = []
    wanted = 0.0
    for colour in COLOURS:
        row = rows[colour]
        if not row:
            others.append((min(_new_column_steps(supply, hand, colour), length), colour))
            continue
        points += rules.row_points[row - 1] * (rules.large_factor if colour is large else 1)
        steps = min(_column_steps(rules, player.columns[colour], supply, colour), length - row)
        started.append((colour, steps))
        wanted += steps
    # There may not be time for all steps. Figures on a path share it evenly; the rest of the time
    # goes to the best other paths.
    share = _weights.HASTE if wanted * _weights.HASTE <= turns else turns / wanted
    for colour, steps in started:
        factor = rules.large_factor if colour is large else 1
        points += _gain(rules, state.tiles[colour], rows[colour], steps * share, factor, stone)
    turns -= wanted * share
    others.sort(reverse=True)
    factor = rules.large_factor if large is None and rules.large_figures else 1
    for most, colour in others:
        steps = min(most * _weights.HASTE, turns)
        gain = _gain(rules, state.tiles[colour], 0, steps, factor, stone)
        if gain > 0:
            points += gain
            turns -= steps
            factor = 1
    return points


def _stone_value(table: Sequence[int], stones: int) -> float:
    """Return the value of one more wishing stone: the mean gain of the next two (F2)."""
    ahead = min(2, len(table) - 1 - stones)
    return (table[stones + ahead] - table[stones]) / ahead if ahead else 0.0


def _column_steps(
    rules: Rules, column: Sequence[Card], supply: Sequence[float], colour: Colour
) -> float:
    """Return the expected cards in a column with a figure, in the better direction that is open."""
    start = colour * _VALUES
    end = start + _VALUES
    if not column:
        return add_in_order(supply[start:end])  # P5
    last = column[-1].index
    way = direction(rules, column)
    if way is Direction.UP:
        return add_in_order(supply[last:end])
    if way is Direction.DOWN:
        return add_in_order(supply[start : last + 1])
    if way is Direction.FLAT:
        return supply[last]
    return max(add_in_order(supply[last:end]), add_in_order(supply[start : last + 1]))


def _new_column_steps(supply: Sequence[float], hand: Sequence[Card], colour: Colour) -> float:
    """Return the expected cards in a column that starts with the lowest or highest card in hand."""
    start = colour * _VALUES
    end = start + _VALUES
    held = [card.index for card in hand if card.colour is colour]
    if not held:
        return _weights.NO_CARD_YET * add_in_order(supply[start:end])
    return max(add_in_order(supply[held[0] : end]), add_in_order(supply[start : held[-1] + 1]))


def _gain(
    rules: Rules, path: Sequence[Tile | None], row: int, steps: float, factor: int, stone: float
) -> float:
    """Return the expected gain of a figure on this row from this number of steps."""
    points = rules.row_points
    before = points[row - 1] if row else 0
    nearness = 0.5 + (row + steps + 0.5) / _weights.WIDTH
    gain = 0.0
    for ahead in range(row + 1, len(points) + 1):
        chance = nearness - ahead / _weights.WIDTH
        if ahead == 1 or chance > 1:
            chance = 1.0  # a path that is counted at all is started
        elif chance <= 0:
            break
        value = float(factor * (points[ahead - 1] - before))
        before = points[ahead - 1]
        tile = path[ahead]
        if tile is CLOVER:
            value += _weights.CLOVER
        elif tile is WISHING_STONE:
            value += stone * _weights.UNTAKEN
        elif tile is not None:
            value += tile.points
        gain += chance * value
    return gain
