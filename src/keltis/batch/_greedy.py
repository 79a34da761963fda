"""The greedy bot over records: `keltis.bots.GreedyBot`, move by move and float by float."""

from typing import Final

import numpy as np

from keltis import _weights
from keltis.batch._bits import lowest_bit, wide
from keltis.batch._compiler import inlined, kernel
from keltis.batch._evaluation import ALL_COLOURS, lead, turns_left
from keltis.batch._layout import ADVANCE, COLOURS, Game, Games, Tables, Workspace
from keltis.batch._turn import (
    DISCARD,
    FIRST_ADVANCE,
    FIRST_PLAY,
    WAYS_TO_PLAY,
    apply_action,
    card_place,
    list_actions,
    other_moves,
)

_QUIET, _OTHER = 0, 1
"""Layers of a workspace."""
ROOM_FOR_GAMES: Final = _weights.CHAIN + 2
"""How many records `greedy_action` needs: the game, and one for each move of a line of play."""


@kernel
def _observe(game: Game, tables: Tables, viewer: int, work: Workspace) -> None:
    """Write what a player knows of the cards."""
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
def _best_lead(room: Games, tables: Tables, viewer: int, work: Workspace) -> float:
    """The lead in game 1 of `room`, after the best steps of a chain if a step is due.

    The lines of play are searched one by one, as Numba cannot cache a function that calls itself.
    """
    best = -np.inf
    depth = 1
    work.untried[1] = other_moves(room[1], tables)
    while depth:
        game = room[depth]
        if game.phase != ADVANCE or depth > _weights.CHAIN:
            turns = turns_left(game, tables)
            best = max(best, lead(game, tables, viewer, turns, work, _OTHER, ALL_COLOURS))
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
    viewer = wide(game.to_move)
    count = list_actions(game, tables, work.actions)
    if count == 1:
        return int(work.actions[0])
    _observe(game, tables, viewer, work)
    turns = turns_left(game, tables)
    best = -np.inf
    equals = 0
    changed = ALL_COLOURS
    for number in range(count):
        action = work.actions[number]
        colour = _moved_colour(action)
        if action == 0 and game.draw_pile > 1:  # the card is unknown
            value = lead(game, tables, viewer, turns, work, _OTHER, ALL_COLOURS)
        else:
            room[1] = game
            make_move(room, 1, tables, action)
            if colour >= 0:
                changed |= 1 << colour
                value = lead(room[1], tables, viewer, turns, work, _QUIET, changed)
                changed = 1 << colour
            else:
                value = _best_lead(room, tables, viewer, work)
        work.values[number] = value
        equals = 1 if value > best else equals + (value == best)
        best = max(best, value)
    left = int(chance * equals)
    chosen = 0
    while work.values[chosen] != best or left:
        left -= work.values[chosen] == best
        chosen += 1
    return int(work.actions[chosen])
