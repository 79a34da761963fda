"""One step of a vector environment, in one kernel."""

import numpy as np

from keltis.batch._bits import wide
from keltis.batch._compiler import inlined, kernel
from keltis.batch._dealing import deal_game_of_seed
from keltis.batch._encoder import encode_game
from keltis.batch._layout import (
    OVER,
    Bools,
    Float64s,
    Game,
    Games,
    Int8s,
    Int32s,
    Int64s,
    TableArray,
    Tables,
    UInt8s,
    UInt64s,
)
from keltis.batch._turn import apply_action, is_legal, total_score, write_mask


@inlined
def _write_returns(scores: Int32s, rewards: Float64s, at: int, margins: bool) -> None:
    """What the game is worth to each player: `keltis.score_margins` or `keltis.win_shares`."""
    players = scores.shape[1]
    total = 0
    best = scores[at, 0]
    winners = 0
    for player in range(players):
        total += scores[at, player]
        best = max(best, scores[at, player])
    for player in range(players):
        winners += scores[at, player] == best
    for player in range(players):
        if margins:
            rewards[at, player] = scores[at, player] - total / players
        elif scores[at, player] == best:
            rewards[at, player] = players / winners - 1
        else:
            rewards[at, player] = -1


@inlined
def _write_view(
    game: Game, tables: Tables, masks: Int8s, codes: UInt8s, to_move: UInt8s, at: int
) -> None:
    """What the player to move needs; no codes if their rows are empty."""
    write_mask(game, tables, masks, at)
    to_move[at] = game.to_move
    if codes.shape[1]:
        encode_game(game, tables, wide(game.to_move), codes, at)


@kernel
def view_games(
    games: Games, rules: TableArray, masks: Int8s, codes: UInt8s, to_move: UInt8s
) -> None:
    """Write masks, codes and who is to move."""
    for at in range(len(games)):
        _write_view(games[at], rules[0], masks, codes, to_move, at)


@kernel
def step_games(
    games: Games,
    rules: TableArray,
    blank: Games,
    actions: Int64s,
    acting: Bools,
    seeds: UInt64s,
    numbers: UInt64s,
    stride: int,
    decisions: Int64s,
    most: int,
    autoreset: bool,
    margins: bool,
    masks: Int8s,
    codes: UInt8s,
    final_codes: UInt8s,
    to_move: UInt8s,
    rewards: Float64s,
    scores: Int32s,
    terminations: Bools,
    truncations: Bools,
) -> int:
    """Make a move in each game that acts, and write all arrays. Returns how many games end.

    If a move is illegal, it returns -1 and changes nothing. With `autoreset` a game that is over is
    dealt anew, as game `numbers[at]` of its seed, and the number grows by `stride`.
    """
    tables = rules[0]
    for at in range(len(games)):
        if acting[at] and not is_legal(games[at], tables, actions[at]):
            return -1
    ended = 0
    chances = np.empty(wide(tables.tile_count) + wide(tables.cards), np.float64)
    tiles = np.empty(wide(tables.tile_count), np.uint8)
    deck = np.empty(wide(tables.cards), np.uint8)
    for at in range(len(games)):
        for player in range(scores.shape[1]):
            rewards[at, player] = 0
        if not acting[at]:
            continue
        game = games[at]
        apply_action(game, tables, actions[at])
        decisions[at] += 1
        terminations[at] = game.phase == OVER
        truncations[at] = game.phase != OVER and decisions[at] >= most
        if terminations[at] or truncations[at]:
            ended += 1
            for player in range(scores.shape[1]):
                scores[at, player] = total_score(game, tables, player)
            if terminations[at]:
                _write_returns(scores, rewards, at, margins)
            if autoreset:
                if codes.shape[1]:
                    encode_game(game, tables, wide(game.to_move), final_codes, at)
                games[at] = blank[0]
                deal_game_of_seed(games[at], tables, seeds[at], numbers[at], chances, tiles, deck)
                numbers[at] += np.uint64(stride)
                decisions[at] = 0
        _write_view(games[at], tables, masks, codes, to_move, at)
    return ended
