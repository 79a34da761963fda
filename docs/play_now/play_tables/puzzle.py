"""The puzzles of CELTIC! (K13, K14): all tiles in one square, to be swapped and turned."""

import random
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias, TypedDict

from keltis import celtic
from keltis.celtic.render import board_svg

Side: TypeAlias = Literal["N", "E", "S", "W"]
SIDES: Final[tuple[tuple[Side, int, int], ...]] = (
    ("N", 0, -1),
    ("E", 1, 0),
    ("S", 0, 1),
    ("W", -1, 0),
)
"""The sides of a tile in the order of the bits of a mask, and where the neighbour is."""
TILES: Final = 25


class Fault(TypedDict):
    """An open side that is cut off."""

    x: int
    y: int
    side: Side


class PuzzleScene(TypedDict):
    """The state of a puzzle."""

    filling: str
    """The tiles, as `str` of a `celtic.Filling`."""
    hard: bool
    knots: int
    faults: list[Fault]
    is_solved: bool


class PuzzleDocument(TypedDict):
    """What the page displays, with the keys of the document of a table."""

    scene: PuzzleScene
    picture: str
    can_undo: bool
    moves: None


class PuzzleTable:
    """A puzzle in progress."""

    def __init__(self, filling: celtic.Filling, *, hard: bool) -> None:
        self.filling = filling
        self.hard = hard
        self._before: list[celtic.Filling] = []

    @classmethod
    def set_up(cls, displaced: int, *, hard: bool, day: str | None = None) -> "PuzzleTable":
        """A puzzle made of a solution, in which this number of tiles are mixed up.

        With a day, such as `2026-01-31`, it is the same for everybody.
        """
        rng = random.Random(day)
        return cls(mix_up(_solution(rng, hard=hard), displaced, rng), hard=hard)

    @classmethod
    def load(cls, filling: str, *, hard: bool) -> "PuzzleTable":
        """The puzzle with these tiles."""
        return cls(celtic.Filling.parse(filling), hard=hard)

    def scene(self) -> PuzzleScene:
        """The tiles, and what is wrong with them."""
        solved = celtic.is_hard(self.filling) if self.hard else celtic.is_easy(self.filling)
        return {
            "filling": str(self.filling),
            "hard": self.hard,
            "knots": self.filling.knots,
            "faults": list(faults(self.filling)),
            "is_solved": solved,
        }

    def document(self, theme: str) -> PuzzleDocument:
        """What the page displays."""
        return {
            "scene": self.scene(),
            "picture": board_svg(self.filling, panels=False, theme=theme),
            "can_undo": bool(self._before),
            "moves": None,
        }

    def turn(self, cell: tuple[int, int]) -> None:
        """Turn a tile clockwise by a quarter."""
        self._change({cell: _turned(self.filling.masks[cell], 1)})

    def swap(self, cell: tuple[int, int], other: tuple[int, int]) -> None:
        """Exchange two tiles."""
        masks = self.filling.masks
        self._change({cell: masks[other], other: masks[cell]})

    def undo(self) -> None:
        """Take the last change back."""
        if self._before:
            self.filling = self._before.pop()

    def reveal(self) -> None:
        """Replace the tiles by a solution."""
        self._change(_solution(random.Random(), hard=self.hard).masks)

    def _change(self, masks: dict[tuple[int, int], int]) -> None:
        self._before.append(self.filling)
        self.filling = _replaced(self.filling, masks)


def _solution(rng: random.Random, *, hard: bool) -> celtic.Filling:
    solution = celtic.solve(hard=hard, seed=rng.getrandbits(32))
    assert solution is not None  # the usual tiles have solutions of both kinds
    return solution


def mix_up(solution: celtic.Filling, displaced: int, rng: random.Random) -> celtic.Filling:
    """Move and turn this number of tiles; the result is never a solution."""
    masks = solution.masks
    while True:
        cells = rng.sample(list(masks), displaced)
        tiles = [masks[cell] for cell in (*cells[1:], cells[0])]
        moved = {
            cell: _turned(mask, rng.randrange(4)) for cell, mask in zip(cells, tiles, strict=True)
        }
        mixed = _replaced(solution, moved)
        if not celtic.is_easy(mixed):
            return mixed


def faults(filling: celtic.Filling) -> Iterator[Fault]:
    """The open sides that face the rim or a closed side (K6, K13)."""
    masks = filling.masks
    for (x, y), mask in masks.items():
        for bit, (side, right, down) in enumerate(SIDES):
            facing = masks.get((x + right, y + down), 0)
            opposite = (bit + 2) % len(SIDES)
            if mask >> bit & 1 and not facing >> opposite & 1:
                yield {"x": x, "y": y, "side": side}


def _turned(mask: int, quarters: int) -> int:
    """The mask after this number of quarters clockwise: north becomes east."""
    return (mask << quarters | mask >> (len(SIDES) - quarters)) & 0b1111


def _replaced(filling: celtic.Filling, masks: dict[tuple[int, int], int]) -> celtic.Filling:
    rows = enumerate(filling.rows)
    return celtic.Filling(
        tuple(tuple(masks.get((x, y), mask) for x, mask in enumerate(row)) for y, row in rows)
    )
