"""Samplers of hidden cards: how far their draws are from what they should be."""

import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import Final, TypeVar

from keltis import Colour, GameState, Rules, setup_game
from keltis.notation import parse_cards

T = TypeVar("T", bound=Hashable)

TINY: Final = Rules(
    values=(0,), copies=3, hand_size=2, cards_removed=((2, 1),), tiles=(), tile_rows=((),) * 5
)
"""Fifteen cards, three of each colour, and no tiles."""


def tiny_game(hands: str, pile: str, discards: str) -> GameState:
    """A position under `TINY` with G0 removed; a stroke divides the hands."""
    thrown = parse_cards(discards)
    return setup_game(
        rules=TINY,
        tiles={},
        hands=[parse_cards(hand) for hand in hands.split("|")],
        draw_pile=parse_cards(pile),
        removed=parse_cards("G0"),
        discards={colour: [card for card in thrown if card.colour is colour] for colour in Colour},
    )


def excess(draw: Callable[[random.Random], T], possible: Mapping[T, int], seed: int) -> float:
    """By how many standard deviations the chi-square of 5,000 draws is above its mean.

    `possible` has the weight of everything that can be drawn; nothing else may be.
    """
    rng, draws = random.Random(seed), 5_000
    found = Counter(draw(rng) for _ in range(draws))
    assert found.keys() <= possible.keys()
    total = sum(possible.values())
    expected = {value: draws * weight / total for value, weight in possible.items()}
    chi_square = sum((found[value] - often) ** 2 / often for value, often in expected.items())
    freedom = len(expected) - 1
    cube = 2 / (9 * freedom)  # by Wilson and Hilferty the cube root is nearly normal
    return (math.cbrt(chi_square / freedom) - (1 - cube)) / math.sqrt(cube)
