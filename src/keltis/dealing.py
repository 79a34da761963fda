"""Starting a game (S1 to S6)."""

import random
from typing import Final

from keltis.board import ByColour
from keltis.cards import Card, Colour, sorted_cards
from keltis.chance import generator, shuffled
from keltis.errors import InvalidArgument, shown
from keltis.moves import Phase
from keltis.players import options_of, trusted_player
from keltis.rules import KELTIS, Rules, require_rules
from keltis.state import GameState, trusted_state

_NO_CARDS: Final[ByColour[tuple[Card, ...]]] = ((),) * len(Colour)


def new_game(
    players: int,
    *,
    seed: int | None = None,
    rng: random.Random | None = None,
    rules: Rules = KELTIS,
    first_player: int = 0,
) -> GameState:
    """A new game with shuffled tiles and cards.

    The chance comes from `seed`, or from your own `rng`, or else from the operating system. The
    same seed gives the same game on every machine and Python version. How:
    `random.Random(seed).random()` is promised to stay the same, and `shuffled` uses nothing else.
    First the tiles, in the order of `rules.tiles`, are shuffled and laid path by path, row by row.
    Then the deck, in order, is shuffled; from its top (its end) come the cards that leave the game,
    then the hand of seat 0, of seat 1, and so on.

    >>> state = new_game(players=2, seed=7)
    >>> len(state.draw_pile), len(state.removed), [len(player.hand) for player in state.players]
    (64, 30, [8, 8])
    """
    require_rules(rules)
    rules.removed_with(players)  # refuses a number that cannot play
    if type(first_player) is not int or not 0 <= first_player < players:
        raise InvalidArgument(
            f"first_player must be a seat from 0 to {players - 1}, not {shown(first_player)}"
        )
    rng = generator(seed, rng)
    stones = iter(shuffled(rules.tiles, rng))
    tiles = tuple(
        tuple(next(stones) if row in tile_rows else None for row in range(rules.path_length + 1))
        for tile_rows in rules.tile_rows
    )
    deck = shuffled(rules.deck, rng)
    removed = _taken(deck, rules.removed_with(players))
    seats = [
        trusted_player(_taken(deck, rules.hand_size), _NO_CARDS, (0,) * len(Colour), None, 0, 0, ())
        for _ in range(players)
    ]
    options = (options_of(rules, seats[0]),) * players
    return trusted_state(
        rules,
        tuple(seats),
        tiles,
        tuple(deck),
        _NO_CARDS,
        removed,
        first_player,
        Phase.PLAY,
        False,
        None,
        options,
    )


def _taken(deck: list[Card], count: int) -> tuple[Card, ...]:
    """Take so many cards off the top of the deck, and sort them."""
    top = len(deck) - count
    taken = sorted_cards(deck[top:])
    del deck[top:]
    return taken
