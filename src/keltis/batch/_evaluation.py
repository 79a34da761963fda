"""The evaluation of `keltis.bots` over records: the points that a player can expect at the end.

Every sum has the same terms in the same order as there, so that the floats are the same. Cards that
are not in the deck would add zeros, and are left out.
"""

from keltis import _weights
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


@inlined
def count_unseen(game: Game, tables: Tables, viewer: int, unseen: Float64s) -> int:
    """Count the copies of each card whose place a player does not know. Returns their sum."""
    cards = COLOURS * wide(tables.values)
    copies = wide(tables.copies)
    held, seen = game.hand[viewer], game.seen[viewer]
    for card in range(cards):  # what the viewer holds is known, seen or not
        unseen[card] = copies - wide(held[card]) + wide(seen[card])
    for player in range(wide(tables.players)):
        laid, seen = game.laid[player], game.seen[player]
        for card in range(cards):
            unseen[card] -= wide(laid[card]) + wide(seen[card])
    for colour in range(COLOURS):
        for depth in range(wide(game.discard_sizes[colour])):
            unseen[card_place(tables, colour, wide(game.discards[colour, depth]))] -= 1
    total = 0
    for card in range(cards):
        total += int(unseen[card])
    return total


@kernel
def lead(
    game: Game, tables: Tables, viewer: int, unseen: Float64s, hidden: int, steps: Float64s
) -> float:
    """The points that a player can expect beyond those of the others; ±100 after the end."""
    players = wide(tables.players)
    if game.phase == OVER:
        return _final_lead(game, tables, viewer)
    turns = _turns_left(game, tables)
    mine = 0.0
    others = 0.0
    for player in range(players):
        points = _expected_points(game, tables, viewer, player, unseen, hidden, turns, steps)
        if player == viewer:
            mine = points
        else:
            others += points
    return mine - others / max(1, players - 1)


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
def _turns_left(game: Game, tables: Tables) -> float:
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


@inlined
def _expected_points(
    game: Game,
    tables: Tables,
    viewer: int,
    player: int,
    unseen: Float64s,
    hidden: int,
    turns: float,
    steps: Float64s,
) -> float:
    """The points that one player can expect in these turns; `steps` is room."""
    known = game.hand[player] if player == viewer else game.seen[player]
    draws = turns
    if game.phase == DRAW and player == game.to_move:
        draws += 1.0
    unknown = 0
    if player != viewer:
        for card in range(COLOURS * wide(tables.values)):
            unknown += wide(game.hand[player, card]) - wide(known[card])
    chance = min(1.0, (unknown + _USE * draws) / max(1, hidden))
    stones = min(wide(game.wishing_stones[player]), wide(tables.stone_counts) - 1)
    stone = _stone_value(tables, stones)
    points = float(wide(game.tile_points[player]) + wide(tables.stone_points[stones]))
    wanted = 0.0
    for colour in range(COLOURS):
        row = wide(game.rows[player, colour])
        supply = _column_steps(game, tables, player, colour, known, unseen, chance)
        steps[colour] = min(supply, float(wide(tables.path_length) - row))
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
    game: Game,
    tables: Tables,
    player: int,
    colour: int,
    known: UInt8s,
    unseen: Float64s,
    chance: float,
) -> float:
    """The expected cards in a column, in the better direction that is open.

    A column that has not begun will start with the lowest or the highest card in hand. The ranges
    of cards that count are `low` to `top` upwards, and from the lowest to `high` downwards.
    """
    values = wide(tables.values)
    first = colour * values
    low, top, high = 0, values - 1, -1
    factor = 1.0
    if game.rows[player, colour]:
        column = game.column[player, colour]
        last = wide(tables.last[column])
        way = tables.direction[column]
        if last >= 0:
            low = values if way == _DOWN else last
            top = last if way == _FLAT else top
            high = -1 if way in (_UP, _FLAT) else last
    else:
        held = 0
        for place in range(values):
            held |= (1 if known[first + place] else 0) << place
        if held:
            low, high = lowest_bit(held), highest_bit(held)
        else:
            factor = _NO_CARD_YET
    pile = wide(game.discard_sizes[colour])
    visible = wide(game.discards[colour, pile - 1]) if pile else -1
    up = 0.0
    down = 0.0
    for place in range(values):
        supply = chance * unseen[first + place]
        for _ in range(wide(known[first + place])):
            supply += 1.0
        if place == visible:
            supply += _TOP
        up += supply if low <= place <= top else 0.0
        down += supply if place <= high else 0.0
    return factor * max(up, down)


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
        chance = nearness - ahead / _WIDTH
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
