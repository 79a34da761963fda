"""The greedy bot over records: `keltis.bots.GreedyBot`, move by move and float by float.

The evaluation is that of `keltis.bots`: the points that a player can expect at the end. Every sum
has the same terms in the same order as there, so that the floats are the same. Cards that are not
in the deck would add zeros, and are left out.
"""

from typing import Final

import numpy as np

from keltis import _weights
from keltis._engine.rules import MAX_ROWS
from keltis.batch._compiler import inlined, kernel
from keltis.batch._engine import (
    DISCARD,
    FIRST_ADVANCE,
    FIRST_PLAY,
    WAYS_TO_PLAY,
    apply_action,
    card_place,
    list_actions,
    other_moves,
    total_score,
)
from keltis.batch._layout import (
    ADVANCE,
    CLOVER,
    COLOURS,
    DRAW,
    NO_COLOUR,
    OVER,
    STONE,
    Float64s,
    GameData,
    Games,
    Shape,
    Tables,
    Workspace,
    WorkspaceArray,
)
from keltis.batch._numbers import highest_bit, lowest_bit, wide
from keltis.batch._records import make_records

_UP, _DOWN, _FLAT = 1, 2, 3
"""Directions of a column, as in `Tables.direction`."""
ALL_COLOURS: Final = 2**COLOURS - 1
"""All colours as bits."""
# By row, what is taken from the nearness of a figure: a table, as divisions are slow.
_NEARNESS: Final = np.arange(MAX_ROWS + 1) / _weights.WIDTH
_QUIET, _OTHER = 0, 1
"""Layers of a workspace."""


def greedy_room(shape: Shape) -> tuple[Games, WorkspaceArray]:
    """The room that `greedy_action` needs: the game, one for each move of a line, a workspace."""
    games = make_records(_weights.CHAIN + 2, shape.game)
    return games, make_records(1, shape.workspace)


@kernel
def _observe(game: GameData, tables: Tables, work: Workspace) -> None:
    """Write what the player to move knows of the cards."""
    viewer = wide(game.to_move)
    work.viewer = viewer
    values = wide(tables.values)
    cards = COLOURS * values
    copies = wide(tables.copies)
    held, seen = game.hand[viewer], game.seen[viewer]
    for card in range(cards):  # what the viewer holds is known, seen or not
        work.unseen[card] = copies - wide(held[card]) + wide(seen[card])
    for player in range(wide(tables.players)):
        laid, seen = game.laid[player], game.seen[player]
        unknown = 0
        for card in range(cards):
            work.unseen[card] -= wide(laid[card]) + wide(seen[card])
            unknown += wide(game.hand[player, card]) - wide(seen[card])
        for colour in range(COLOURS):
            bits = 0
            for place in range(values):
                bits |= (1 if seen[colour * values + place] else 0) << place
            work.known[player, colour] = bits
        work.unknown[player] = unknown
    work.unknown[viewer] = 0
    for colour in range(COLOURS):
        for depth in range(wide(game.discard_sizes[colour])):
            card = card_place(tables, colour, wide(game.discards[colour, depth]))
            work.unseen[card] -= 1
    hidden = 0.0
    for card in range(cards):
        hidden += work.unseen[card]
    work.hidden = int(hidden)


@kernel
def make_move(games: Games, at: int, tables: Tables, action: int) -> None:
    """Make a move in one game. All kernels that play games share this compiled code."""
    apply_action(games[at], tables, action)


@kernel
def _best_lead(room: Games, tables: Tables, work: Workspace) -> float:
    """The lead in game 1 of `room`, after the best steps of a chain if a step is due.

    The lines of play are searched one by one, as Numba cannot cache a function that calls itself.
    """
    best = -np.inf
    depth = 1
    work.untried[1] = other_moves(room[1], tables)
    while depth:
        game = room[depth]
        if game.phase != ADVANCE or depth > _weights.CHAIN:
            work.turns = turns_left(game, tables)
            best = max(best, lead(game, tables, work, _OTHER, ALL_COLOURS))
            depth -= 1
        elif work.untried[depth]:
            action = lowest_bit(work.untried[depth])
            work.untried[depth] &= work.untried[depth] - 1
            room[depth + 1] = game
            depth += 1
            make_move(room, depth, tables, action)
            work.untried[depth] = other_moves(room[depth], tables)
        else:
            depth -= 1
    return best


@inlined
def _moved_colour(action: int) -> int:
    """The colour of a discard, or of a draw from a discard pile; -1 for other actions."""
    if action >= FIRST_PLAY:
        play = action - FIRST_PLAY
        return play // WAYS_TO_PLAY % COLOURS if play % WAYS_TO_PLAY == DISCARD else -1
    return action - 1 if action < FIRST_ADVANCE else -1


@kernel
def greedy_action(room: Games, tables: Tables, work: Workspace, chance: float) -> int:
    """The action with the best value in the first game of `room`; among equal ones, a random one.

    Moves that leave all figures where they are change two colours at most from one to the next; the
    evaluation of all others stays. The rest of `room` and `work` are written to.
    """
    game = room[0]
    count = list_actions(game, tables, work.actions)
    if count == 1:
        return int(work.actions[0])
    _observe(game, tables, work)
    turns = turns_left(game, tables)
    best = -np.inf
    equals = 0
    changed = ALL_COLOURS
    for number in range(count):
        action = work.actions[number]
        colour = _moved_colour(action)
        work.turns = turns
        if action == 0 and game.draw_pile > 1:  # the card is unknown
            value = lead(game, tables, work, _OTHER, ALL_COLOURS)
        else:
            room[1] = game
            make_move(room, 1, tables, action)
            if colour >= 0:
                changed |= 1 << colour
                value = lead(room[1], tables, work, _QUIET, changed)
                changed = 1 << colour
            else:
                value = _best_lead(room, tables, work)
        work.values[number] = value
        equals = 1 if value > best else equals + (value == best)
        best = max(best, value)
    left = int(chance * equals)
    chosen = 0
    while work.values[chosen] != best or left:
        left -= work.values[chosen] == best
        chosen += 1
    return int(work.actions[chosen])


# The evaluation.


@kernel
def lead(game: GameData, tables: Tables, work: Workspace, layer: int, colours: int) -> float:
    """The points that the viewer can expect beyond those of the others; ±100 after the end.

    Only these colours, as bits, differ from the game that was evaluated in this layer before.
    """
    if game.phase == OVER:
        return _final_lead(game, tables, work.viewer)
    players = wide(tables.players)
    mine = 0.0
    others = 0.0
    for player in range(players):
        _find_steps(game, tables, player, work, layer, colours)
        points = _expected_points(game, tables, player, work, layer, colours)
        if player == work.viewer:
            mine = points
        else:
            others += points
    return mine - others / max(1, players - 1)


@inlined
def _find_steps(
    game: GameData, tables: Tables, player: int, work: Workspace, layer: int, colours: int
) -> None:
    """Write the most steps that a player can expect on the paths of these colours."""
    values = wide(tables.values)
    draws = work.turns
    if game.phase == DRAW and player == game.to_move:
        draws += 1.0
    chance = min(1.0, (work.unknown[player] + _weights.USE * draws) / work.hidden)
    while colours:
        colour = lowest_bit(colours)
        colours &= colours - 1
        for place in range(values):
            work.supply[place] = chance * work.unseen[colour * values + place]
        mine = player == work.viewer
        counts = game.hand[player] if mine else game.seen[player]
        held = wide(game.bits[player, colour]) if mine else work.known[player, colour]
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
def _final_lead(game: GameData, tables: Tables, viewer: int) -> float:
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
def turns_left(game: GameData, tables: Tables) -> float:
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
    game: GameData, tables: Tables, player: int, work: Workspace, layer: int, colours: int
) -> float:
    """The points that one player can expect with these steps in the turns left."""
    turns = work.turns
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
    for colour in range(best, COLOURS):
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
    game: GameData, tables: Tables, player: int, colour: int, held: int, work: Workspace
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
    game: GameData,
    tables: Tables,
    player: int,
    colour: int,
    steps: float,
    factor: int,
    stone: float,
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
