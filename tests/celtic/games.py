"""Positions and designs for tests."""

import re

from hypothesis import strategies as st

from keltis import celtic
from keltis.celtic import CELTIC, Filling, GameState, Lay, Move, Owner, Rules, apply_move, new_game
from keltis.celtic._engine.tiles import OPPOSITE, STEP

_OWNERS = {"O": Owner.ORANGE, "B": Owner.BLUE, "N": Owner.NEUTRAL}

EXAMPLE = """
    (0,-1,4,N) (1,0,11,N) (0,1,3,N) (2,0,10,B) (1,-1,5,O) (1,1,10,N) (1,-2,15,O) (2,-2,15,B)
    (-1,0,3,O) (2,-3,14,B) (2,1,10,O) (0,-2,2,B) (3,-2,12,O) (3,0,13,B) (3,-3,8,O) (2,-1,3,B)
    (-1,-1,4,O) (3,1,9,B) (1,-3,14,O) (0,-3,10,B) (3,-1,13,O) (-1,-3,2,B)
"""
"""A game that ends as the example of the rules does: x, y, mask, supply."""

HARD = Filling.parse("46EEC/7FF95/7FF85/57F85/113A9")
EASY_ONLY = Filling.parse("2EAE8/6FEF8/553FC/3FAFD/2BA91")

SMALL = Rules(width=3, height=3, supplies=((2, 1, 0, 1, 0), (1, 2, 0, 1, 0), (1, 1, 1, 0, 1)))
"""A small window and few tiles, with different supplies for the two players."""
WIDE = Rules(
    width=6, height=4, start=7, supplies=((3, 2, 2, 2, 0), (1, 1, 2, 3, 3), (1, 0, 2, 1, 0))
)
"""A window that is not square, and another start tile."""


def lays(text: str) -> list[Lay]:
    """Parse tiles that are written as in `EXAMPLE`."""
    found = re.findall(r"\((-?\d+),(-?\d+),(\d+),([OBN])\)", text)
    return [Lay(int(x), int(y), int(mask), _OWNERS[owner]) for x, y, mask, owner in found]


def state_after(*moves: Move | str, rules: Rules = CELTIC) -> GameState:
    """The state after these moves of a new game."""
    state = new_game(rules=rules)
    for move in moves:
        state = apply_move(state, celtic.parse_move(move) if isinstance(move, str) else move)
    return state


def row_to_the_edge(start: int) -> GameState:
    """Tiles in a row from the start tile, open to one side, to the last cell but one of a window.

    The window is the largest one, nine cells wide and high.
    """
    (dx, dy), through = STEP[start], start | OPPOSITE[start]
    row = [Lay(dx * steps, dy * steps, through, Owner.ORANGE) for steps in range(1, 8)]
    supplies = (9,) * 5
    rules = Rules(width=9, height=9, start=start, supplies=(supplies, supplies, supplies))
    return celtic.setup_game(row, rules=rules)


def states_by_picks(rules: Rules, picks: list[int]) -> list[GameState]:
    """The states of a game in which the picks choose the moves."""
    states = [new_game(rules=rules)]
    for pick in picks:
        moves = celtic.legal_moves(states[-1])
        if not moves:
            break
        states.append(apply_move(states[-1], moves[pick % len(moves)]))
    return states


rule_sets = st.sampled_from([CELTIC, CELTIC, SMALL, WIDE])
games = st.builds(states_by_picks, rule_sets, st.lists(st.integers(0, 2**16), max_size=40))
"""All states of games, some of them to the end."""
positions = games.map(lambda states: states[-1])
candidates: st.SearchStrategy[Move] = st.one_of(
    st.builds(
        Lay, st.integers(-6, 6), st.integers(-6, 6), st.integers(1, 15), st.sampled_from(Owner)
    ),
    st.just(celtic.Pass()),
)


@st.composite
def closed_designs(draw: st.DrawFn) -> dict[celtic.Cell, int]:
    """Designs without an open end, connected or not."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    masks = dict.fromkeys(((x, y) for x in range(width) for y in range(height)), 0)
    for x, y in masks:
        if x + 1 < width and draw(st.integers(0, 3)):
            masks[x, y] |= 2
            masks[x + 1, y] |= 8
        if y + 1 < height and draw(st.integers(0, 3)):
            masks[x, y] |= 4
            masks[x, y + 1] |= 1
    return {cell: mask for cell, mask in masks.items() if mask}


def plait(width: int, height: int) -> dict[celtic.Cell, int]:
    """A rectangle of tiles with all sides open but those at the rim."""
    return {
        (x, y): 15 - (y == 0) * 1 - (x == width - 1) * 2 - (y == height - 1) * 4 - (x == 0) * 8
        for x in range(width)
        for y in range(height)
    }
