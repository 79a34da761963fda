"""The deal over records (S1 to S6): what the scalar engine does in `new_game`."""

import numpy as np

from keltis.batch._bits import wide
from keltis.batch._chance import GROWTH, stream_state, unit_number
from keltis.batch._compiler import inlined, kernel
from keltis.batch._layout import (
    CARD_STRIDE,
    Float64s,
    Game,
    Tables,
    UInt8s,
)
from keltis.batch._turn import put_in_hand


@kernel
def deal_game(game: Game, tables: Tables, chances: Float64s, tiles: UInt8s, deck: UInt8s) -> None:
    """Begin a game as `new_game` does, with `chances` for `rng.random()`.

    The game must be blank; `tiles` and `deck` are scratch space.
    """
    used = 0
    for place in range(wide(tables.tile_count)):
        tiles[place] = tables.tiles[place]
    for last in range(wide(tables.tile_count) - 1, 0, -1):
        chosen = int(chances[used] * (last + 1))
        used += 1
        tiles[last], tiles[chosen] = tiles[chosen], tiles[last]
    for place in range(wide(tables.tile_count)):  # S4
        game.tiles[tables.stones[place, 0], tables.stones[place, 1]] = tiles[place]
    for place in range(wide(tables.cards)):
        deck[place] = tables.deck[place]
    for last in range(wide(tables.cards) - 1, 0, -1):
        chosen = int(chances[used] * (last + 1))
        used += 1
        deck[last], deck[chosen] = deck[chosen], deck[last]
    cards = wide(tables.cards)
    left = cards - wide(tables.removed)  # S2
    for place in range(left, cards):
        _insert(game.deck, left, place, deck[place])
    for player in range(wide(tables.players)):  # S3
        for _ in range(wide(tables.hand_size)):
            left -= 1
            card = wide(deck[left])
            put_in_hand(game, tables, player, card // CARD_STRIDE, card % CARD_STRIDE)
    for place in range(left):
        game.deck[place] = deck[place]
    game.draw_pile = left


@inlined
def _insert(cards: UInt8s, start: int, stop: int, card: int) -> None:
    """Put one more card among the sorted cards from `start` to `stop`."""
    place = stop
    while place > start and cards[place - 1] > card:
        cards[place] = cards[place - 1]
        place -= 1
    cards[place] = card


@inlined
def deal_game_of_seed(
    game: Game,
    tables: Tables,
    seed: np.uint64,
    number: np.uint64,
    chances: Float64s,
    tiles: UInt8s,
    deck: UInt8s,
) -> None:
    """Begin a game as `new_game` does with `GameRandom(seed, number)`; the arrays are buffers."""
    state = stream_state(seed, number)
    for used in range(len(chances)):
        state += GROWTH
        chances[used] = unit_number(state)
    deal_game(game, tables, chances, tiles, deck)
