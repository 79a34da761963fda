"""One step of a vector environment, in one kernel.

Each game has a slot: a record of what the environment keeps and returns for it. A kernel with one
array of slots is called in half the time of one with an array for each field.
"""

from typing import Protocol

import numpy as np

from keltis.batch._bits import wide
from keltis.batch._compiler import inlined, kernel
from keltis.batch._dealing import deal_game_of_seed
from keltis.batch._encoder import encode_game
from keltis.batch._layout import (
    OVER,
    Float64s,
    Game,
    Games,
    Int8s,
    Int32s,
    TableArray,
    Tables,
    UInt8s,
)
from keltis.batch._turn import apply_action, is_legal, total_score, write_mask


def slot_type(players: int) -> "np.dtype[np.void]":
    """The data type of a slot. `Slot` explains the fields."""
    return np.dtype(
        [
            ("action", np.int64),
            ("seed", np.uint64),
            ("number", np.uint64),
            ("decisions", np.int64),
            ("rewards", np.float64, (players,)),
            ("scores", np.int32, (players,)),
            ("acting", np.bool_),
            ("terminated", np.bool_),
            ("truncated", np.bool_),
            ("to_move", np.uint8),
            ("final_to_move", np.uint8),
        ],
        align=True,
    )


SETTINGS_TYPE = np.dtype(
    [
        ("stride", np.uint64),
        ("max_decisions", np.int64),
        ("autoreset", np.bool_),
        ("margins", np.bool_),
    ],
    align=True,
)
"""The data type of the settings. `Settings` explains the fields."""


class Slot(Protocol):
    """What the environment keeps and returns for one game."""

    action: int
    """The action of the next step."""
    seed: np.uint64
    """The seed of its games."""
    number: np.uint64
    """The number of its next game."""
    decisions: int
    """How many decisions were made in the game."""
    rewards: Float64s
    """By seat."""
    scores: Int32s
    """By seat, of the last game that ended."""
    acting: bool
    """Whether the game takes part in the step."""
    terminated: bool
    truncated: bool
    to_move: int
    final_to_move: int
    """Who was to move when the last game ended: the viewer of its final observation."""


class Slots(Protocol):
    """An array of slots."""

    def __getitem__(self, index: int, /) -> Slot: ...


class Settings(Protocol):
    """What is the same for all slots."""

    stride: np.uint64
    """The difference between the numbers of successive games of a slot."""
    max_decisions: int
    """The number of decisions after which a game is truncated (E3)."""
    autoreset: bool
    """Whether a game that is over is dealt anew."""
    margins: bool
    """Whether the rewards are `score_margins`, not `win_shares`."""


class SettingsArray(Protocol):
    """An array whose first element is the settings."""

    def __getitem__(self, index: int, /) -> Settings: ...


@inlined
def _write_returns(slot: Slot, players: int, margins: bool) -> None:
    """What the game is worth to each player: `keltis.score_margins` or `keltis.win_shares`."""
    total = 0
    best = wide(slot.scores[0])
    winners = 0
    for player in range(players):
        total += wide(slot.scores[player])
        best = max(best, wide(slot.scores[player]))
    for player in range(players):
        winners += slot.scores[player] == best
    for player in range(players):
        if margins:
            slot.rewards[player] = slot.scores[player] - total / players
        elif slot.scores[player] == best:
            slot.rewards[player] = players / winners - 1
        else:
            slot.rewards[player] = -1


@inlined
def _write_view(
    game: Game, tables: Tables, slot: Slot, masks: Int8s, codes: UInt8s, at: int
) -> None:
    """Write what the player to move needs; without columns for codes, none are written."""
    write_mask(game, tables, masks, at)
    slot.to_move = game.to_move
    if codes.shape[1]:
        encode_game(game, tables, wide(game.to_move), codes, at)


@kernel
def view_games(games: Games, rules: TableArray, slots: Slots, masks: Int8s, codes: UInt8s) -> None:
    """Write the masks, the codes and the seats to move."""
    for at in range(len(games)):
        _write_view(games[at], rules[0], slots[at], masks, codes, at)


@kernel
def step_games(
    games: Games,
    rules: TableArray,
    blank: Games,
    slots: Slots,
    settings: SettingsArray,
    masks: Int8s,
    codes: UInt8s,
    final_codes: UInt8s,
) -> int:
    """Make a move in each game that acts, and write all arrays. Returns how many games end.

    If a move is illegal, it returns -1 and changes nothing. With `autoreset` a game that is over is
    dealt anew, as game `number` of its seed.
    """
    tables = rules[0]
    for at in range(len(games)):
        if slots[at].acting and not is_legal(games[at], tables, slots[at].action):
            return -1
    ended = 0
    players = wide(tables.players)
    chances = np.empty(wide(tables.tile_count) + wide(tables.cards), np.float64)
    tiles = np.empty(wide(tables.tile_count), np.uint8)
    deck = np.empty(wide(tables.cards), np.uint8)
    for at in range(len(games)):
        slot = slots[at]
        for player in range(players):
            slot.rewards[player] = 0
        if not slot.acting:
            continue
        game = games[at]
        apply_action(game, tables, slot.action)
        slot.decisions += 1
        slot.terminated = game.phase == OVER
        slot.truncated = game.phase != OVER and slot.decisions >= settings[0].max_decisions
        if slot.terminated or slot.truncated:
            ended += 1
            for player in range(players):
                slot.scores[player] = total_score(game, tables, player)
            if slot.terminated:
                _write_returns(slot, players, settings[0].margins)
            if settings[0].autoreset:
                slot.final_to_move = game.to_move
                if codes.shape[1]:
                    encode_game(game, tables, wide(game.to_move), final_codes, at)
                games[at] = blank[0]
                deal_game_of_seed(games[at], tables, slot.seed, slot.number, chances, tiles, deck)
                slot.number += settings[0].stride
                slot.decisions = 0
        _write_view(games[at], tables, slot, masks, codes, at)
    return ended
