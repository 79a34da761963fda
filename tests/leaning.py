"""Games that lean towards laying cards, so that tests reach late and rare positions."""

import random
from itertools import islice
from typing import Final

from hypothesis import strategies as st

from keltis import KELTIS, PRESETS, GameState, Move, Rules, Tile, new_game
from keltis.testing import playthrough
from keltis.testing._keltis_cases import SHORT_PATHS

SHORT: Final = SHORT_PATHS
"""Short paths: figures reach their ends, and the game goes on."""

CLOVERS: Final = Rules(
    row_points=(-2, 1, 4, 5),
    goal_row=4,
    tiles=(Tile.CLOVER,) * 20,
    tile_rows=((1, 2, 3, 4),) * 5,
    small_figures=2,
    goal_figures=6,
    wishing_stone_points=(0,),
    advance_may_enter=True,
    clover_may_be_declined=False,
)
"""Clovers everywhere, which may bring figures on to paths, and fewer figures than paths."""

BARE: Final = Rules(
    tiles=(), tile_rows=((),) * 5, large_figures=0, cards_removed=((1, 0), (2, 80)), hand_size=3
)
"""No tiles, no large figures, and a game for one."""

BIG: Final = Rules(
    values=tuple(range(21)),
    copies=9,
    row_points=(1,) * 40,
    tiles=(Tile.THREE,) * 200,
    tile_rows=(tuple(range(1, 41)),) * 5,
    cards_removed=((1, 0), (6, 300)),
    goal_row=40,
)
"""Rules with more than 255 cards and points."""

ALL_RULES: Final = (*PRESETS.values(), SHORT, CLOVERS, BARE)


def leaning_game(start: GameState, seed: int, most: int = 2_000) -> list[tuple[GameState, Move]]:
    """The states of a game, each with the move made there: all of them, or the first `most`."""
    return list(islice(playthrough(start, random.Random(seed), lean=0.8), most))


def start_of(rules: Rules, seed: int) -> GameState:
    """A new game with a number of players and a first player that depend on the seed."""
    players = rules.player_counts[seed % len(rules.player_counts)]
    return new_game(players, seed=seed, rules=rules, first_player=seed % players)


@st.composite
def games(draw: st.DrawFn, most: int = 2_000) -> list[tuple[GameState, Move]]:
    """Games under all rules; a small seed is a simple example."""
    rules = draw(st.sampled_from(ALL_RULES))
    seed = draw(st.integers(0, 10_000))
    return leaning_game(start_of(rules, seed), seed, most)


KELTIS_GAME: Final = leaning_game(new_game(2, seed=3, rules=KELTIS), 3)
"""A whole game under the usual rules."""
