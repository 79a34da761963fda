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
    Tables,
    Workspace,
)
from keltis.batch._turn import total_score

_UP, _DOWN, _FLAT = 1, 2, 3
"""Directions of a column, as in `Tables.direction`."""
ALL_COLOURS: Final = 2**COLOURS - 1
"""All colours as bits."""
# By row, what is taken from the nearness of a figure: a table, as divisions are slow.
_NEARNESS: Final = np.arange(MAX_ROWS + 1) / _weights.WIDTH


@kernel
def lead(
    game: Game,
    tables: Tables,
    viewer: int,
    turns: float,
    work: Workspace,
    layer: int,
    colours: int,
) -> float:
    """The points that a player can expect beyond those of the others; ±100 after the end.

    `turns` is what `turns_left` returns. Only these colours, as bits, differ from the game that was
    evaluated in this layer before.
    """
    if game.phase == OVER:
        return _final_lead(game, tables, viewer)
    players = wide(tables.players)
    mine = 0.0
    others = 0.0
    for player in range(players):
        _find_steps(game, tables, viewer, player, turns, work, layer, colours)
        points = _expected_points(game, tables, player, turns, work, layer, colours)
        if player == viewer:
            mine = points
        else:
            others += points
    return mine - others / max(1, players - 1)


@inlined
def _find_steps(
    game: Game,
    tables: Tables,
    viewer: int,
    player: int,
    turns: float,
    work: Workspace,
    layer: int,
    colours: int,
) -> None:
    """Write the most steps that a player can expect on the paths of these colours."""
    values = wide(tables.values)
    draws = turns
    if game.phase == DRAW and player == game.to_move:
        draws += 1.0
    chance = min(1.0, (work.unknown[player] + _weights.USE * draws) / max(1, work.hidden))
    while colours:
        colour = lowest_bit(colours)
        colours &= colours - 1
        for place in range(values):
            work.supply[place] = chance * work.unseen[colour * values + place]
        counts = game.hand[player] if player == viewer else game.seen[player]
        held = wide(game.bits[player, colour]) if player == viewer else work.known[player, colour]
        bits = held
        while bits:
            place = lowest_bit(bits)
            bits &= bits - 1
            for _ in range(wide(counts[colour * values + place])):
                work.supply[place] += 1.0
        size = wide(game.discard_sizes[colour])
        if size:
            work.supply[wide(game.discards[colour, size - 1])] += _weights.TOP
        cards = _column_steps(game, tables, player, colour, held, work)
        left = wide(tables.path_length) - wide(game.rows[player, colour])
        work.steps[layer, player, colour] = min(cards, float(left))


@inlined
def _final_lead(game: Game, tables: Tables, viewer: int) -> float:
    mine = total_score(game, tables, viewer)
    best = mine - 1 if tables.players == 1 else -(2**31)
    for player in range(wide(tables.players)):
        if player != viewer:
            best = max(best, total_score(game, tables, player))
    margin = mine - best
    if margin == 0:
        return _weights.WIN / 4  # F4
    return margin + _weights.WIN if margin > 0 else margin - _weights.WIN


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
    return min(float(wide(game.draw_pile)), steps / _weights.PACE) / players


@inlined
def _expected_points(
    game: Game,
    tables: Tables,
    player: int,
    turns: float,
    work: Workspace,
    layer: int,
    colours: int,
) -> float:
    """The points that one player can expect with these steps in these turns."""
    stones = min(wide(game.wishing_stones[player]), wide(tables.stone_counts) - 1)
    stone = _stone_value(tables, stones)
    points = float(wide(game.tile_points[player]) + wide(tables.stone_points[stones]))
    wanted = 0.0
    started = 0
    for colour in range(COLOURS):
        row = wide(game.rows[player, colour])
        if row:
            large = 1 if game.large[player] == colour else 0
            points += wide(tables.row_points[large, row])
            wanted += work.steps[layer, player, colour]
            started |= 1 << colour
    # There may not be time for all steps. Figures on a path share it evenly; the rest of the time
    # goes to the best other paths.
    share = _weights.HASTE if wanted * _weights.HASTE <= turns else turns / wanted
    large = game.large[player] == NO_COLOUR and tables.large_figures != 0
    entering = wide(tables.large_factor) if large else 1
    paths = (1 << COLOURS) - 1
    while paths:
        colour = _next_path(work, layer, player, paths, started)
        paths ^= 1 << colour
        most = work.steps[layer, player, colour]
        if started >> colour & 1:
            steps = most * share
            factor = wide(tables.large_factor) if game.large[player] == colour else 1
            if paths & started == 0:  # the last of them
                turns -= wanted * share
        else:
            steps = min(most * _weights.HASTE, turns)
            factor = entering
        if (
            colours == ALL_COLOURS
            or work.gain_steps[layer, player, colour] != steps
            or work.gain_factor[layer, player, colour] != factor
        ):
            gain = _gain(game, tables, player, colour, steps, factor, stone)
            work.gain_steps[layer, player, colour] = steps
            work.gain_factor[layer, player, colour] = factor
            work.gain[layer, player, colour] = gain
        gain = work.gain[layer, player, colour]
        if started >> colour & 1:
            points += gain
        elif gain > 0:
            points += gain
            turns -= steps
            entering = 1
    return points


@inlined
def _next_path(work: Workspace, layer: int, player: int, paths: int, started: int) -> int:
    """Of some paths, the first with a figure, or else the last of those with the most steps."""
    if paths & started:
        return lowest_bit(paths & started)
    best = lowest_bit(paths)
    for colour in range(best + 1, COLOURS):
        most = work.steps[layer, player, colour]
        if paths >> colour & 1 and most >= work.steps[layer, player, best]:
            best = colour
    return best


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
    game: Game, tables: Tables, player: int, colour: int, held: int, work: Workspace
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
            return _sum(work.supply, max(0, last), values)
        if way == _DOWN:
            return _sum(work.supply, 0, last + 1)
        if way == _FLAT:
            return float(work.supply[last])
        low, high = last, last
    elif held:
        low, high = lowest_bit(held), highest_bit(held)
    else:
        return _weights.NO_CARD_YET * _sum(work.supply, 0, values)
    return max(_sum(work.supply, low, values), _sum(work.supply, 0, high + 1))


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
    nearness = 0.5 + (row + steps + 0.5) / _weights.WIDTH
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
            value += _weights.CLOVER
        elif tile == STONE:
            value += stone * _weights.UNTAKEN
        else:
            value += tile
        gain += chance * value
    return gain
