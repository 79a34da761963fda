"""The kernels that Python calls: loops over all games of a batch. No rule is here.

Two-dimensional arrays are indexed inside the kernels, row by row: to pass a row as an array of its
own takes twice as long.
"""

import numpy as np

from keltis.batch._bits import wide
from keltis.batch._compiler import kernel
from keltis.batch._dealing import deal_game, deal_game_of_seed
from keltis.batch._encoder import encode_game
from keltis.batch._layout import (
    Bools,
    Games,
    Int8s,
    Int32s,
    Int64s,
    TableArray,
    UInt8s,
    UInt32s,
    UInt64s,
)
from keltis.batch._turn import apply_action, is_legal, total_score, write_mask
from keltis.batch._twister import WORDS, seed_twister, write_randoms


@kernel
def deal_games(
    games: Games, rules: TableArray, blank: Games, words: UInt32s, lengths: Int64s
) -> None:
    """Deal all games, each with the generator of `random.Random` for the words of its seed."""
    tables = rules[0]
    chances = np.empty(wide(tables.tile_count) + wide(tables.cards), np.float64)
    tiles = np.empty(wide(tables.tile_count), np.uint8)
    deck = np.empty(wide(tables.cards), np.uint8)
    twister = np.empty(WORDS, np.uint32)
    for at in range(len(games)):
        seed_twister(twister, words, at, lengths[at])
        write_randoms(twister, chances)
        games[at] = blank[0]
        deal_game(games[at], tables, chances, tiles, deck)


@kernel
def deal_games_of_seed(
    games: Games, rules: TableArray, blank: Games, seeds: UInt64s, numbers: UInt64s
) -> None:
    """Deal all games, each with the stream of its number and its seed."""
    tables = rules[0]
    chances = np.empty(wide(tables.tile_count) + wide(tables.cards), np.float64)
    tiles = np.empty(wide(tables.tile_count), np.uint8)
    deck = np.empty(wide(tables.cards), np.uint8)
    for at in range(len(games)):
        games[at] = blank[0]
        deal_game_of_seed(games[at], tables, seeds[at], numbers[at], chances, tiles, deck)


@kernel
def find_illegal(
    games: Games, rules: TableArray, actions: Int64s, acting: Bools, illegal: Bools
) -> int:
    """Write for each game whether it acts and its action is illegal. Returns how many are."""
    count = 0
    for at in range(len(games)):
        illegal[at] = acting[at] and not is_legal(games[at], rules[0], actions[at])
        count += illegal[at]
    return count


@kernel
def apply_actions(games: Games, rules: TableArray, actions: Int64s, acting: Bools) -> None:
    """Make the moves, which must be legal, in the games that act."""
    for at in range(len(games)):
        if acting[at]:
            apply_action(games[at], rules[0], actions[at])


@kernel
def write_masks(games: Games, rules: TableArray, masks: Int8s) -> None:
    """Write the mask of every game."""
    for at in range(len(games)):
        write_mask(games[at], rules[0], masks, at)


@kernel
def write_scores(games: Games, rules: TableArray, scores: Int32s) -> None:
    """Write the total score of every player of every game."""
    for at in range(len(games)):
        for player in range(scores.shape[1]):
            scores[at, player] = total_score(games[at], rules[0], player)


@kernel
def encode_games(games: Games, rules: TableArray, viewers: UInt8s, codes: UInt8s) -> None:
    """Encode every game as its viewer sees it."""
    for at in range(len(games)):
        encode_game(games[at], rules[0], wide(viewers[at]), codes, at)
