"""The evaluation of `keltis.bots` over records: the points that a player can expect at the end.

Every sum has the same terms in the same order as there, so that the floats are the same. Cards that
are not in the deck would add zeros, and are left out.
"""

from typing import Final

import numpy as np

from keltis import _weights
from keltis._rule_fields import MAX_ROWS
from keltis.batch._bits import highest_bit, lowest_bit, wide
from keltis.batch._compiler import inlined, kernel
from keltis.batch._layout import (
    CLOVER,
    COLOURS,
    DRAW,
    NO_COLOUR,
    OVER,
    STONE,
    Float64s,
    Game,
    Int64s,
    Tables,
    UInt8s,
)
from keltis.batch._turn import card_place, total_score

_UP, _DOWN, _FLAT = 1, 2, 3
"""Directions of a column, as in `Tables.direction`."""
_USE, _TOP, _HASTE, _PACE, _WIDTH, _NO_CARD_YET, _CLOVER, _UNTAKEN, _WIN = (
    _weights.USE,
    _weights.TOP,
    _weights.HASTE,
    _weights.PACE,
    _weights.WIDTH,
    _weights.NO_CARD_YET,
    _weights.CLOVER,
    _weights.UNTAKEN,
    _weights.WIN,
)
# By row, what is taken from the nearness of a figure: a table, as divisions are slow.
_NEARNESS: Final = np.arange(MAX_ROWS + 1) / _WIDTH


@inlined
def observe(game: Game, tables: Tables, viewer: int, unseen: Float64s, known: Int64s) -> int:
    """Write what a player knows of the cards. Returns the number of cards whose place is unknown.

    `unseen` gets the number of copies of each card whose place is unknown. `known` gets, by player
    and colour, the values known to be in the hand, as bits, and behind them the number of unknown
    cards in the hand.
    """
    values = wide(tables.values)
    cards = COLOURS * values
    copies = wide(tables.copies)
    held, seen = game.hand[viewer], game.seen[viewer]
    for card in range(cards):  # what the viewer holds is known, seen or not
        unseen[card] = copies - wide(held[card]) + wide(seen[card])
    for player in range(wide(tables.players)):
        laid, seen = game.laid[player], game.seen[player]
        unknown = 0
        for card in range(cards):
            unseen[card] -= wide(laid[card]) + wide(seen[card])
            unknown += wide(game.hand[player, card]) - wide(seen[card])
        for colour in range(COLOURS):
            bits = 0
            for place in range(values):
                bits |= (1 if seen[colour * values + place] else 0) << place
            known[player, colour] = bits
        known[player, COLOURS] = unknown
    known[viewer, COLOURS] = 0
    for colour in range(COLOURS):
        for depth in range(wide(game.discard_sizes[colour])):
            unseen[card_place(tables, colour, wide(game.discards[colour, depth]))] -= 1
    hidden = 0
    for card in range(cards):
        hidden += int(unseen[card])
    return hidden


@kernel
def lead(
    game: Game,
    tables: Tables,
    viewer: int,
    unseen: Float64s,
    known: Int64s,
    hidden: int,
    turns: float,
    supply: Float64s,
    steps: Float64s,
) -> float:
    """The points that a player can expect beyond those of the others; ±100 after the end.

    The first three arrays and numbers after `viewer` are those of `observe`, before the move that
    is evaluated; `turns` is that of `turns_left`; the last two arrays are room.
    """
    players = wide(tables.players)
    if game.phase == OVER:
        return _final_lead(game, tables, viewer)
    mine = 0.0
    others = 0.0
    for player in range(players):
        draws = turns
        if game.phase == DRAW and player == game.to_move:
            draws += 1.0
        chance = min(1.0, (known[player, COLOURS] + _USE * draws) / max(1, hidden))
        for card in range(COLOURS * wide(tables.values)):
            supply[card] = chance * unseen[card]
        if player == viewer:
            for colour in range(COLOURS):
                known[player, colour] = wide(game.bits[player, colour])
            _add_supply(game, tables, known, player, game.hand[player], supply)
            mine = _expected_points(game, tables, player, known, turns, supply, steps)
        else:
            _add_supply(game, tables, known, player, game.seen[player], supply)
            others += _expected_points(game, tables, player, known, turns, supply, steps)
    return mine - others / max(1, players - 1)


@kernel
def _add_supply(
    game: Game, tables: Tables, known: Int64s, player: int, counts: UInt8s, supply: Float64s
) -> None:
    """Add the known cards of a player, and the tops of the discard piles."""
    for colour in range(COLOURS):
        bits = known[player, colour]
        while bits:
            card = card_place(tables, colour, lowest_bit(bits))
            bits &= bits - 1
            for _ in range(wide(counts[card])):
                supply[card] += 1.0
    for colour in range(COLOURS):
        size = wide(game.discard_sizes[colour])
        if size:
            supply[card_place(tables, colour, wide(game.discards[colour, size - 1]))] += _TOP


@inlined
def _final_lead(game: Game, tables: Tables, viewer: int) -> float:
    mine = total_score(game, tables, viewer)
    best = mine - 1 if tables.players == 1 else -(2**31)
    for player in range(wide(tables.players)):
        if player != viewer:
            best = max(best, total_score(game, tables, player))
    margin = mine - best
    if margin == 0:
        return _WIN / 4  # F4
    return margin + _WIN if margin > 0 else margin - _WIN


@inlined
def turns_left(game: Game, tables: Tables) -> float:
    """The turns that each player has left, until the pile or the fifth figure (E1, E2)."""
    players, goal = wide(tables.players), wide(tables.goal_row)
    left = wide(tables.goal_figures) - wide(game.in_goal)
    steps = 0
    for distance in range(1, goal + 1):
        count = 0
        for player in range(players):
            for colour in range(COLOURS):
                count += game.rows[player, colour] == goal - distance
        steps += min(count, left) * distance
        left -= min(count, left)
    return min(float(wide(game.draw_pile)), steps / _PACE) / players


@kernel
def _expected_points(
    game: Game,
    tables: Tables,
    player: int,
    known: Int64s,
    turns: float,
    supply: Float64s,
    steps: Float64s,
) -> float:
    """The points that one player can expect with this supply of cards in these turns."""
    stones = min(wide(game.wishing_stones[player]), wide(tables.stone_counts) - 1)
    stone = _stone_value(tables, stones)
    points = float(wide(game.tile_points[player]) + wide(tables.stone_points[stones]))
    wanted = 0.0
    for colour in range(COLOURS):
        row = wide(game.rows[player, colour])
        cards = _column_steps(game, tables, player, colour, known, supply)
        steps[colour] = min(cards, float(wide(tables.path_length) - row))
        if row:
            large = 1 if game.large[player] == colour else 0
            points += wide(tables.row_points[large, row])
            wanted += steps[colour]
    share = _HASTE if wanted * _HASTE <= turns else turns / wanted
    others = 0
    for colour in range(COLOURS):
        if game.rows[player, colour]:
            factor = wide(tables.large_factor) if game.large[player] == colour else 1
            points += _gain(game, tables, player, colour, steps[colour] * share, factor, stone)
        else:
            others |= 1 << colour
    left = turns - wanted * share
    return _with_entries(game, tables, player, points, others, left, steps, stone)


@inlined
def _with_entries(
    game: Game,
    tables: Tables,
    player: int,
    points: float,
    paths: int,
    turns: float,
    steps: Float64s,
    stone: float,
) -> float:
    """The points, with those from new paths, as bits, for which there is time: the best first."""
    large = game.large[player] == NO_COLOUR and tables.large_figures != 0
    factor = wide(tables.large_factor) if large else 1
    while paths:
        best = lowest_bit(paths)
        for colour in range(best + 1, COLOURS):
            if paths >> colour & 1 and steps[colour] >= steps[best]:
                best = colour
        paths ^= 1 << best
        made = min(steps[best] * _HASTE, turns)
        gain = _gain(game, tables, player, best, made, factor, stone)
        if gain > 0:
            points += gain
            turns -= made
            factor = 1
    return points


@inlined
def _stone_value(tables: Tables, stones: int) -> float:
    """The value of one more wishing stone: the mean gain of the next two (F2)."""
    ahead = min(2, wide(tables.stone_counts) - 1 - stones)
    if ahead == 0:
        return 0.0
    gain = wide(tables.stone_points[stones + ahead]) - wide(tables.stone_points[stones])
    return gain / ahead


@inlined
def _column_steps(
    game: Game, tables: Tables, player: int, colour: int, known: Int64s, supply: Float64s
) -> float:
    """The expected cards in a column, in the better direction that is open.

    A column that has not begun will start with the lowest or the highest card in hand.
    """
    values = wide(tables.values)
    if game.rows[player, colour]:
        column = game.column[player, colour]
        last = wide(tables.last[column])
        way = tables.direction[column]
        if last < 0 or way == _UP:  # P5
            return _sum(supply, colour * values + max(0, last), (colour + 1) * values)
        if way == _DOWN:
            return _sum(supply, colour * values, colour * values + last + 1)
        if way == _FLAT:
            return supply[colour * values + last]
        low, high = last, last
    else:
        held = known[player, colour]
        if held == 0:
            return _NO_CARD_YET * _sum(supply, colour * values, (colour + 1) * values)
        low, high = lowest_bit(held), highest_bit(held)
    up = _sum(supply, colour * values + low, (colour + 1) * values)
    return max(up, _sum(supply, colour * values, colour * values + high + 1))


@inlined
def _sum(numbers: Float64s, start: int, stop: int) -> float:
    """The sum by plain additions from left to right."""
    total = 0.0
    for place in range(start, stop):
        total += numbers[place]
    return total


@inlined
def _gain(
    game: Game, tables: Tables, player: int, colour: int, steps: float, factor: int, stone: float
) -> float:
    """The expected gain of a player's figure on a path from this number of steps."""
    row = wide(game.rows[player, colour])
    before = wide(tables.row_points[0, row])
    nearness = 0.5 + (row + steps + 0.5) / _WIDTH
    gain = 0.0
    for ahead in range(row + 1, wide(tables.path_length) + 1):
        chance = nearness - _NEARNESS[ahead]
        if ahead == 1 or chance > 1:
            chance = 1.0  # a path that is counted at all is started
        elif chance <= 0:
            break
        points = wide(tables.row_points[0, ahead])
        value = float(factor * (points - before))
        before = points
        tile = wide(game.tiles[colour, ahead])
        if tile == CLOVER:
            value += _CLOVER
        elif tile == STONE:
            value += stone * _UNTAKEN
        else:
            value += tile
        gain += chance * value
    return gain
