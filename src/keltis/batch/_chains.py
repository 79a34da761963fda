"""The most points that a step can give at once, with the steps on other paths that clovers add."""

from typing import Annotated, Final, Protocol

from keltis.batch._compiler import kernel
from keltis.batch._layout import CLOVER, COLOURS, STONE, GameData, Int64s, Tables
from keltis.batch._numbers import wide

AHEAD: Final = 3
"""How many steps of a figure are looked at, each as if only this figure had moved."""
MOST_STEPS: Final = 5
"""The most steps of a chain that are looked at."""
NO_END: Final = -99
"""The points of a chain that ends the game, if none does."""


class Chains(Protocol):
    """What the next steps of all players can give, and room to find it."""

    gain: Annotated[Int64s, "players", COLOURS, AHEAD]
    """By seat, path and step ahead, the most points."""
    ending: Annotated[Int64s, "players", COLOURS]
    """By seat and path, the most points if the next step can end the game (E1), or `NO_END`."""
    rows: Annotated[Int64s, COLOURS]
    """The rows of one player's figures."""
    most: int
    most_ending: int
    # By step of a chain: its path, the paths that have been tried, and what the steps before gave.
    colour: Annotated[Int64s, MOST_STEPS]
    tried: Annotated[Int64s, MOST_STEPS]
    points: Annotated[Int64s, MOST_STEPS]
    stones: Annotated[Int64s, MOST_STEPS]
    entered: Annotated[Int64s, MOST_STEPS]


@kernel
def find_chains(game: GameData, tables: Tables, chains: Chains) -> None:
    """Find what the next steps of all players can give."""
    length = wide(tables.path_length)
    for player in range(wide(tables.players)):
        bonus, bonus_ending = 0, NO_END  # of a card on a finished path (T5)
        for colour in range(COLOURS):
            chains.rows[colour] = game.rows[player, colour]
        for colour in range(COLOURS):
            row = wide(game.rows[player, colour])
            chains.ending[player, colour] = NO_END
            for ahead in range(AHEAD):
                chains.gain[player, colour, ahead] = 0
                if row + ahead < length:
                    chains.rows[colour] = row + ahead
                    _find_chain(game, tables, player, colour, chains)
                    chains.gain[player, colour, ahead] = chains.most
                    if ahead == 0:
                        chains.ending[player, colour] = chains.most_ending
            chains.rows[colour] = row
            if 0 < row < length:
                bonus = max(bonus, wide(chains.gain[player, colour, 0]))
                bonus_ending = max(bonus_ending, wide(chains.ending[player, colour]))
        for colour in range(COLOURS):
            if game.rows[player, colour] == length:
                chains.gain[player, colour, 0] = bonus
                chains.ending[player, colour] = bonus_ending


@kernel
def _find_chain(game: GameData, tables: Tables, player: int, first: int, chains: Chains) -> None:
    """Find the most points of a chain that begins on one path. Rows are changed and restored.

    The chains are searched one by one, as Numba cannot cache a function that calls itself.
    """
    rows = chains.rows
    left = wide(tables.goal_figures) - wide(game.in_goal)
    chains.most = chains.most_ending = NO_END
    chains.points[0] = chains.stones[0] = chains.entered[0] = 0
    chains.tried[0] = first
    step = 0
    while step >= 0:
        colour = wide(chains.tried[step])
        if colour == COLOURS or (step == 0 and colour > first):
            step -= 1
            if step >= 0:
                rows[chains.colour[step]] -= 1
            continue
        chains.tried[step] = colour + 1
        row = wide(rows[colour]) + 1
        if step and not 1 < row <= tables.path_length:
            continue
        large = 1 if game.large[player] == colour else 0
        points = wide(chains.points[step]) + wide(tables.row_points[large, row])
        points -= wide(tables.row_points[large, row - 1])
        entered = wide(chains.entered[step]) + (row == tables.goal_row)
        if row == tables.goal_row and entered >= left:  # E1
            chains.most = max(chains.most, points)
            chains.most_ending = max(chains.most_ending, points)
            continue
        tile, stones = wide(game.tiles[colour, row]), wide(chains.stones[step])
        if tile == STONE:
            held = wide(game.wishing_stones[player]) + stones
            limit = wide(tables.stone_counts) - 1
            points += wide(tables.stone_points[min(held + 1, limit)])
            points -= wide(tables.stone_points[min(held, limit)])
            stones += 1
        elif tile != CLOVER:
            points += tile
        chains.most = max(chains.most, points)
        if tile == CLOVER and step + 1 < MOST_STEPS:
            chains.colour[step] = colour
            rows[colour] = row
            step += 1
            chains.points[step], chains.stones[step] = points, stones
            chains.entered[step] = entered
            chains.tried[step] = 0
