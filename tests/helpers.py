"""Small helpers that several tests use."""

import math
import pickle
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Final, TypedDict, TypeVar

import attrs
import pytest
from typing_extensions import Unpack

import keltis
from keltis import KELTIS, PRESETS, Colour, GameState, Move, Phase, Rules, apply_move, parse_move
from keltis.testing import Seat, playthrough, position

T = TypeVar("T")
TIMEOUT: Final = 600.0
"""Seconds after which something hangs. No test depends on how long anything takes."""
every_preset = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
_TILES = dict(zip("WC123", keltis.Tile, strict=True))


class Options(TypedDict, total=False):
    """The arguments of `position` that `table` passes on."""

    discards: str
    pile: str
    pile_size: int
    to_move: int
    phase: Phase
    may_decline: bool
    may_waste: bool
    barred: Colour | None
    rules: Rules


def table(
    hand: str = "",
    laid: str = "",
    *others: Seat,
    at: str = "",
    bare: str = "",
    large: str = "",
    taken: str = "",
    tiles: str = "",
    **options: Unpack[Options],
) -> GameState:
    """A position from what the mover has, as in `Seat`; one other player has nothing by default.

    Tiles are written by their stones: `R3:C Y9:1` is a clover and a one.
    """
    mover = Seat(hand=hand, laid=laid, at=at, bare=bare, large=large, taken=taken)
    placed = {stone: _TILES[tile] for stone, _, tile in (t.partition(":") for t in tiles.split())}
    return position(mover, *others or (Seat(),), tiles=placed, **options)


def texts(state: GameState, start: str = "") -> list[str]:
    """The legal moves in notation that start like this."""
    return [str(move) for move in keltis.legal_moves(state) if str(move).startswith(start)]


def why(state: GameState, text: str) -> str | None:
    """The name of the reason why a move is illegal, or None."""
    reason = keltis.illegality(state, parse_move(text))
    return reason and reason.name


def move(state: GameState, text: str) -> Move:
    """The legal move with this notation."""
    assert text in texts(state)
    return parse_move(text)


def play(state: GameState, *moves: str) -> GameState:
    """The state after these moves, all of which must be legal and give valid states."""
    for text in moves:
        state = apply_move(state, move(state, text))
        rebuilt = attrs.evolve(state)  # the engine skips the checks that the constructor makes
        assert rebuilt == state
        assert rebuilt.options == state.options
    return state


def whole_game(rules: Rules = KELTIS, players: int = 2, seed: int = 0) -> list[GameState]:
    """The states of a whole game that leans towards progress."""
    states = [keltis.new_game(players, seed=seed, rules=rules)]
    for state, move_made in playthrough(states[0], random.Random(seed), lean=0.8):
        states.append(apply_move(state, move_made))
    return states


def pickled(value: T) -> T:
    """The value that loading the pickle of this value gives."""
    again: T = pickle.loads(pickle.dumps(value))  # noqa: S301 - the bytes are our own
    return again


def tiny_game(*hands: str, pile: str, seen: str = "") -> GameState:
    """A position with three cards of each colour, all of value 0.

    G0 is removed, seat 0 has drawn the seen cards from discard piles, and the rest is discarded.
    """
    rules = Rules(
        values=(0,), copies=3, hand_size=2, cards_removed=((2, 1),), tiles=(), tile_rows=((),) * 5
    )
    elsewhere = Counter(map(keltis.Card.parse, f"{' '.join(hands)} {pile} G0".split()))
    discards = Counter(rules.deck) - elsewhere
    return keltis.setup_game(
        rules=rules,
        tiles={},
        hands=hands,
        seen=[seen, ""],
        draw_pile=pile,
        removed="G0",
        discards=list(discards.elements()),
    )


def excess(found: Counter[T], weights: Counter[T]) -> float:
    """By how many standard deviations the chi-square of a sample is above its mean."""
    assert found.keys() <= weights.keys()
    scale = found.total() / weights.total()
    chi_square = sum((found[key] - scale * n) ** 2 / (scale * n) for key, n in weights.items())
    freedom = len(weights) - 1
    cube = 2 / (9 * freedom)  # by Wilson and Hilferty the cube root is nearly normal
    return (math.cbrt(chi_square / freedom) - (1 - cube)) / math.sqrt(cube)


def run_python(code: str, *arguments: str) -> str:
    """What a new process prints that runs this code."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603 - ours


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for another process."""
    deadline = time.monotonic() + TIMEOUT
    while not is_so():
        assert time.monotonic() < deadline, "nothing happens any more"
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    status = subprocess.run(["ps", "-o", "stat=", str(pid)], capture_output=True, check=False)  # noqa: S603, S607 - of the system
    return status.stdout.strip()[:1] not in (b"", b"Z")


class FixedRandom(random.Random):
    """A generator that returns the same number every time."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self._number = number

    def random(self) -> float:
        """The number."""
        return self._number
