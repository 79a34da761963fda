"""The greedy bot over records: `keltis.bots.GreedyBot`, move by move and float by float."""

from typing import Final

import numpy as np

from keltis import _weights
from keltis.batch._bits import lowest_bit, wide
from keltis.batch._compiler import inlined, kernel
from keltis.batch._evaluation import lead, observe, turns_left
from keltis.batch._layout import (
    ADVANCE,
    COLOURS,
    DRAW,
    PLAY,
    Float64s,
    Game,
    Games,
    Int64s,
    Tables,
)
from keltis.batch._turn import (
    DECLINE,
    DISCARD,
    FIRST_ADVANCE,
    apply_action,
    can_draw,
    first_play,
    is_legal,
    waiting_figures,
    ways_to_lay,
)

_CHAIN: Final = _weights.CHAIN
ROOM_FOR_GAMES: Final = _CHAIN + 2
"""How many records `greedy_action` needs: the game, and one for each move of a line of play."""


@inlined
def list_actions(game: Game, tables: Tables, actions: Int64s) -> int:
    """Write the legal actions in the order of `legal_moves`. Returns how many there are."""
    count = 0
    player = wide(game.to_move)
    if game.phase == PLAY:
        waiting = waiting_figures(game, tables, player)
        for colour in range(COLOURS):
            ways = ways_to_lay(game, player, colour, waiting)
            fits = wide(tables.fits[game.column[player, colour]])
            hand = wide(game.bits[player, colour])
            while hand:
                place = lowest_bit(hand)
                hand &= hand - 1
                plays = (ways if fits >> place & 1 else 0) | 1 << DISCARD
                while plays:
                    actions[count] = first_play(tables, colour, place) + lowest_bit(plays)
                    plays &= plays - 1
                    count += 1
    elif game.phase == DRAW:
        actions[0] = 0
        count = 1
        for colour in range(COLOURS):
            if can_draw(game, colour):
                actions[count] = 1 + colour
                count += 1
    else:
        for action in range(FIRST_ADVANCE, DECLINE + 1):
            if is_legal(game, tables, action):
                actions[count] = action
                count += 1
    return count


@kernel
def make_move(games: Games, at: int, tables: Tables, action: int) -> None:
    """Make a move in one game: the code of all moves, once for the kernels that play games."""
    apply_action(games[at], tables, action)


@kernel
def _best_lead(
    room: Games,
    tables: Tables,
    viewer: int,
    unseen: Float64s,
    known: Int64s,
    hidden: int,
    supply: Float64s,
    steps: Float64s,
    tried: Int64s,
) -> float:
    """The lead in game 1 of `room`, after the best steps of a chain if one is owed.

    The lines of play are searched one by one, as Numba cannot cache a function that calls itself;
    `tried` has the next action by depth.
    """
    best = -np.inf
    depth = 1
    tried[1] = FIRST_ADVANCE
    while depth:
        game = room[depth]
        if game.phase != ADVANCE or depth > _CHAIN:
            turns = turns_left(game, tables)
            value = lead(game, tables, viewer, unseen, known, hidden, turns, supply, steps)
            best = max(best, value)
            depth -= 1
            continue
        action = tried[depth]
        tried[depth] += 1
        if action > DECLINE:
            depth -= 1
        elif is_legal(game, tables, action):
            room[depth + 1] = game
            depth += 1
            make_move(room, depth, tables, action)
            tried[depth] = FIRST_ADVANCE
    return best


@kernel
def greedy_action(
    room: Games,
    tables: Tables,
    chance: float,
    actions: Int64s,
    values: Float64s,
    unseen: Float64s,
    known: Int64s,
    supply: Float64s,
    steps: Float64s,
    tried: Int64s,
) -> int:
    """The action with the best value in the first game of `room`; among equal ones, a random one.

    All arrays are room: `actions` and `values` for every action, `unseen` and `supply` for every
    card, `known` for every player with a column more than there are paths, `steps` for every path,
    `tried` for every game of `room`.
    """
    game = room[0]
    viewer = wide(game.to_move)
    hidden = observe(game, tables, viewer, unseen, known)
    turns = turns_left(game, tables)
    count = list_actions(game, tables, actions)
    best = -np.inf
    equals = 0
    for number in range(count):
        if actions[number] == 0 and game.draw_pile > 1:  # the card is unknown
            value = lead(game, tables, viewer, unseen, known, hidden, turns, supply, steps)
        else:
            room[1] = game
            make_move(room, 1, tables, actions[number])
            value = _best_lead(room, tables, viewer, unseen, known, hidden, supply, steps, tried)
        values[number] = value
        equals = 1 if value > best else equals + (value == best)
        best = max(best, value)
    left = int(chance * equals)
    chosen = 0
    while values[chosen] != best or left:
        left -= values[chosen] == best
        chosen += 1
    return int(actions[chosen])
