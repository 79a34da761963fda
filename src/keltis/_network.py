"""The value network of the bot `learnt`: what it reads of a position, and its weights.

The network values *afterstates*: the position after a whole turn, before a face-down card is seen,
for the player who has made it and from what that player knows. It reads each colour with the same
weights, and then what the colours share.

An engine writes the facts of a position as whole numbers, `write_colour` and `write_shared` make
features of them: indices of rows of weights, and factors. `keltis.batch` compiles these functions
and writes the facts from its records, so the features stand once.
"""

import base64
import json
import math
import struct
from array import array
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final, Protocol, TypeVar, final

import attrs

from keltis._codec.json import load
from keltis._engine.rules import Rules
from keltis._lib.files import write_file
from keltis._lib.text import short_repr
from keltis.errors import InvalidArgument, KeltisError, PlacedError
from keltis.notation import format_rules, parse_rules

T = TypeVar("T")


class Vector(Protocol[T]):
    """A list or an array."""

    def __getitem__(self, index: int, /) -> T: ...
    def __setitem__(self, index: int, item: T, /) -> None: ...
    def __iter__(self) -> Iterator[T]: ...


HIDDEN_1, HIDDEN_2 = 64, 32
"""The sizes of the two hidden layers."""
LAYER_1, LAYER_2, LAYER_3 = 96, 48, 48
"""The sizes of the hidden layers of a network of positions whose hands are known."""
OUTPUTS: Final = 2
"""The logits of the chance to win, and of the margin (see `MARGIN_POINTS`)."""
MARGIN_POINTS: Final = 24.0
"""The margin output is 0.5 + 0.5 * tanh(lead / this)."""
WIN_SHARE: Final = 0.5
"""The share of the chance to win in the utility of a turn; the rest is for the margin."""
DRAW_COST: Final = 0.01
"""What a draw from a discard pile costs of the utility, so that games end."""
HIGH_DRAW_COST: Final = 1.0
HIGH_COST_CHANCE: Final = 1 / 8
"""Now and then it costs too much: two players could draw from discard piles without end."""
BEST_PLAYS: Final = 3
"""For how many plays, the best ones, the discard piles are tried."""
MAX_CHAIN: Final = 12
"""The most decisions of a turn before the draw that are looked at."""
MAX_LINES: Final = 64
"""The most ways to continue a chain that are tried for one play."""
MAX_TURNS: Final = 512
"""The most ways to finish a turn that are tried."""
SLOTS: Final = 3
"""The viewer, the next player, and all others together."""
UP, DOWN, FLAT = 1, 2, 3
"""Directions of a column, as in `tuple(Direction)`; 0 is FREE."""
STONE, CLOVER = 4, 5
"""Tiles, as in `keltis.batch`; a number tile is its points."""

# The facts that colours share, and after them those of each player in the order of turns.
PILE, PENDING, LEFT, UNSEEN, PLAYERS, HAND_SIZE, LENGTH, GOAL = range(8)
DECLINABLE, MAY_ENTER, MAY_WASTE, OPENED = range(8, 12)
SHARED_FACTS: Final = 12
SCORE, STONES, ON_PATHS, LARGE_WAITS, IN_GOAL, NEAREST = range(6)
PLAYER_FACTS: Final = 6

CHAIN_FEATURES: Final = 11
"""Where hands are known, the features of what a player's steps on one path can give."""
TOP_FEATURES: Final = 6 * SLOTS
"""Those of what they can give on the best paths, and of ending the game."""
_AHEAD: Final = 3
"""The rows ahead of a figure whose tiles are features."""
_COLUMN_SCALARS: Final = 14
_PLAYER_SCALARS: Final = 19
_SHARED: Final = 31
PILE_LIMITS: Final = (1, 2, 3, 6, 10, 16, 24, 40)


def colour_facts(values: int, rows: int, players: int) -> int:
    """The number of facts of one colour."""
    return 2 * values + 3 + rows + players * (values + 4)


def colour_features(values: int, rows: int) -> int:
    """The number of features of one colour."""
    slot = rows + 1 + 4 * values + 1 + values + 1 + 3 * _AHEAD + _COLUMN_SCALARS
    return 8 * values + 3 * rows + 2 + SLOTS * slot


def shared_features() -> int:
    """The number of features that colours share."""
    return _SHARED + SLOTS * _PLAYER_SCALARS


def opened_features(values: int, rows: int) -> int:
    """The number of features of one colour where hands are known, without those of chains."""
    return colour_features(values, rows) + 2 * (SLOTS - 1) * values


def most_features(values: int, rows: int, players: int) -> int:
    """The most features that one colour can have; what colours share has fewer."""
    return 2 * values + rows + 4 + players * (3 * values + 27 + CHAIN_FEATURES)


def write_colour(  # noqa: C901, PLR0912, PLR0915 - kernels cannot call its parts
    facts: Vector[int],
    shared: Vector[int],
    values: int,
    rows: int,
    index: Vector[int],
    factor: Vector[float],
) -> int:
    """Write the features of one colour. Returns how many there are.

    The facts are by value the cards in the viewer's hand and the unseen ones; the size of the
    discard pile and its two top values, if it has them; the tiles by row; and by player the row of
    the figure, the direction and the last value of the column, whether the figure is large, and the
    cards known to be in the hand.
    """
    players = shared[PLAYERS]
    hidden = max(1, shared[UNSEEN])
    draws = shared[PILE] / players
    length = shared[LENGTH]
    tiles = 2 * values + 3
    size = facts[2 * values]
    top = facts[2 * values + 1]
    count = 0
    held = 0
    for place in range(values):
        copies = facts[place]
        if copies:
            held += copies
            index[count] = place + (0 if copies == 1 else values)
            factor[count] = 1.0
            count += 1
        copies = facts[values + place]
        if copies:
            index[count] = place + (4 * values if copies == 1 else 5 * values)
            factor[count] = 1.0
            count += 1
    for depth in range(min(size, 2)):
        index[count] = (6 + depth) * values + facts[2 * values + 1 + depth]
        factor[count] = 1.0
        count += 1
    for row in range(rows):
        tile = facts[tiles + row]
        if tile:
            kind = 0 if tile == STONE else 1 if tile == CLOVER else 2
            index[count] = 8 * values + kind * rows + row
            factor[count] = 1.0 if kind < 2 else tile / 2
            count += 1
    base = 8 * values + 3 * rows
    index[count] = base
    factor[count] = size / 4
    index[count + 1] = base + 1
    factor[count + 1] = held / 3
    count += 2
    base += 2
    slot_size = rows + 1 + 4 * values + 1 + values + 1 + 3 * _AHEAD + _COLUMN_SCALARS
    opened = base + SLOTS * slot_size
    for player in range(players):
        start = tiles + rows + player * (values + 4)
        row = facts[start]
        way = facts[start + 1]
        last = facts[start + 2]
        slot = base + min(player, SLOTS - 1) * slot_size
        index[count] = slot + row
        factor[count] = 1.0
        index[count + 1] = slot + rows + 1 + (0 if last < 0 else 1 + way * values + last)
        factor[count + 1] = 1.0
        count += 2
        slot += rows + 2 + 4 * values
        known_up = 0
        known_down = 0
        hidden_up = 0
        hidden_down = 0
        for place in range(values):
            rises = last < 0 or (place >= last if way < DOWN else way == FLAT and place == last)
            falls = last < 0 or (
                place <= last if way in (0, DOWN) else way == FLAT and place == last
            )
            unseen = facts[values + place]
            known = facts[start + 4 + place] if player else facts[place]
            if rises:
                known_up += known
                hidden_up += unseen
            if falls:
                known_down += known
                hidden_down += unseen
            if known and player:
                index[count] = slot + place
                factor[count] = known
                count += 1
                if shared[OPENED]:
                    start_opened = opened + (min(player, SLOTS - 1) - 1) * 2 * values + place
                    if rises:
                        index[count] = start_opened
                        factor[count] = known
                        count += 1
                    if falls:
                        index[count] = start_opened + values
                        factor[count] = known
                        count += 1
            elif known:
                if rises:
                    index[count] = 2 * values + place
                    factor[count] = known
                    count += 1
                if falls:
                    index[count] = 3 * values + place
                    factor[count] = known
                    count += 1
        slot += values
        if facts[start + 3]:
            index[count] = slot
            factor[count] = 1.0
            count += 1
        slot += 1
        numbers = 0
        stones = 0
        clovers = 0
        for ahead in range(length - row):
            tile = facts[tiles + row + ahead]
            if tile:
                kind = 0 if tile == STONE else 1 if tile == CLOVER else 2
                stones += kind == 0
                clovers += kind == 1
                numbers += tile if kind == 2 else 0
                if ahead < _AHEAD:
                    index[count] = slot + _AHEAD * kind + ahead
                    factor[count] = 1.0 if kind < 2 else tile / 2
                    count += 1
        slot += 3 * _AHEAD
        share = draws / hidden if player == 0 else min(1.0, (draws + shared[HAND_SIZE]) / hidden)
        up = known_up + share * hidden_up
        down = known_down + share * hidden_down
        steps = min(length - row, max(up, down))
        fits = 0.0
        if size and (
            last < 0
            or way == 0
            or (way == UP and top >= last)
            or (way == DOWN and top <= last)
            or (way == FLAT and top == last)
        ):
            fits = 1.0 if last < 0 else 2 / (1 + abs(top - last))
        for number, scalar in enumerate(
            (
                known_up / 3,
                known_down / 3,
                hidden_up / 6,
                hidden_down / 6,
                steps / 4,
                up / 4,
                down / 4,
                numbers / 4,
                stones / 2,
                clovers / 2,
                fits,
                max(known_up, known_down) / 3,
                max(0.0, row + steps - shared[GOAL] + 3.5) / 3,
                max(0.0, row + steps - shared[GOAL] + 0.5),
            )
        ):
            if scalar != 0:
                index[count] = slot + number
                factor[count] = scalar
                count += 1
    return count


def write_shared(
    shared: Vector[int], turns: float, index: Vector[int], factor: Vector[float]
) -> int:
    """Write the features that colours share. Returns how many there are.

    `shared` has the facts up to `SHARED_FACTS`, then those of each player; `turns` is an estimate
    of the turns that each player has left.
    """
    players = shared[PLAYERS]
    pile = shared[PILE] - shared[PENDING]
    left = shared[LEFT]
    mine = shared[SHARED_FACTS + SCORE]
    best = -(2**31)
    for player in range(1, players):
        best = max(best, shared[SHARED_FACTS + PLAYER_FACTS * player + SCORE])
    lead = mine - best if players > 1 else mine
    count = 0
    for number, limit in enumerate(PILE_LIMITS):
        if pile <= limit:
            index[count] = number
            factor[count] = 1.0
            count += 1
    base = len(PILE_LIMITS)
    index[count] = base + min(max(left, 1), 5) - 1
    factor[count] = 1.0
    index[count + 1] = base + 4 + min(players, 4)
    factor[count + 1] = 1.0
    count += 2
    base += 9
    for number, scalar in enumerate(
        (
            1.0,
            pile / 32,
            float(shared[PENDING]),
            lead / 16,
            1.0 if lead > 0 else 0.0,
            1.0 if lead == 0 else 0.0,
            turns / 16,
            lead / (4 + turns),
            lead / 8 if left == 1 else 0.0,
            lead / 8 if pile <= 6 else 0.0,
            shared[UNSEEN] / 50,
            float(shared[DECLINABLE]),
            float(shared[MAY_ENTER]),
            float(shared[MAY_WASTE]),
        )
    ):
        if scalar != 0:
            index[count] = base + number
            factor[count] = scalar
            count += 1
    for player in range(players):
        start = SHARED_FACTS + PLAYER_FACTS * player
        slot = _SHARED + min(player, SLOTS - 1) * _PLAYER_SCALARS
        nearest = shared[start + NEAREST]
        index[count] = slot + min(shared[start + STONES], 5)
        factor[count] = 1.0
        index[count + 1] = slot + 6 + shared[start + ON_PATHS]
        factor[count + 1] = 1.0
        index[count + 2] = slot + 12
        factor[count + 2] = shared[start + SCORE] / 24
        index[count + 3] = slot + 13
        factor[count + 3] = shared[start + IN_GOAL] / 2
        count += 4
        if shared[start + LARGE_WAITS]:
            index[count] = slot + 14
            factor[count] = 1.0
            count += 1
        if nearest <= 3:
            index[count] = slot + 14 + nearest
            factor[count] = 1.0
            count += 1
        if nearest == 1 and left == 1:
            index[count] = slot + 18
            factor[count] = 1.0
            count += 1
    return count


_FORMATS: Final = ("keltis value network 1", "keltis opened network 1")


@final
@attrs.frozen(eq=False)
class ValueNetwork:
    """The weights of a value network, and what it was trained for."""

    values: int
    """The number of card values that it can read."""
    rows: int
    """The number of stones of a path that it can read."""
    trained: tuple[tuple[Rules, int], ...]
    """The rules and numbers of players that it was trained for."""
    weights: "array[float]" = attrs.field(repr=False)
    """All weights, as 32-bit floats: of a colour, of what colours share, of the second layer, of
    what colours share there, of the outputs, and their biases."""
    minutes: float = 0.0
    """The minutes of training."""
    games: int = 0
    """The games of self-play."""
    opened: bool = False
    """Whether it values positions whose hands are known: those of `keltis.batch.drawn_luck`."""

    def save(self, path: Path) -> None:
        """Write the network to a file, with weights as 16-bit floats."""
        packed = struct.pack(f"<{len(self.weights)}e", *self.weights)
        document = {
            "format": _FORMATS[self.opened],
            "values": self.values,
            "rows": self.rows,
            "trained": [[format_rules(rules), players] for rules, players in self.trained],
            "training": {"minutes": self.minutes, "games": self.games},
            "weights": base64.b64encode(packed).decode(),
        }
        write_file(path, json.dumps(document) + "\n")

    def is_trained(self, rules: Rules, players: int) -> bool:
        """Whether the network was trained for these rules, with any tiles, and players."""
        # It sees where the tiles lie.
        known = [(_without_tiles(learnt), count) for learnt, count in self.trained]
        return (_without_tiles(rules), players) in known

    def require_trained(self, rules: Rules, players: int) -> None:
        """Raise `InvalidArgument` if the network was not trained for these rules and players."""
        if not self.is_trained(rules, players):
            text = format_rules(rules)
            raise InvalidArgument(
                f"the network has not learnt {text} with {players} players: train one with "
                f'`keltis train --rules "{text}" --players {players} --out FILE`, '
                f"then play with learnt:weights=FILE"
            )

    @classmethod
    def load(cls, path: Path) -> "ValueNetwork":
        """Read a file that `save` wrote."""
        try:
            return _read_network(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, OverflowError, KeltisError) as error:
            raise InvalidArgument(
                f"cannot read the weights in {short_repr(str(path))}: {error}"
            ) from error


@lru_cache(maxsize=64)
def _without_tiles(rules: Rules) -> tuple[object, ...]:
    return attrs.astuple(
        rules, recurse=False, filter=attrs.filters.exclude("tiles", "tile_rows", "deck")
    )


def _read_network(text: str) -> ValueNetwork:
    match load(text, PlacedError):
        case {
            "format": str(form),
            "values": int(values),
            "rows": int(rows),
            "trained": list(trained),
            "training": {"minutes": float(minutes), "games": int(games)},
            "weights": str(encoded),
        } if form in _FORMATS and 0 <= minutes < math.inf and games >= 0:
            opened = form == _FORMATS[True]
        case _:
            raise ValueError("expected what `keltis train` of this version writes")
    packed = base64.b64decode(encoded, validate=True)
    shapes = opened_shapes(values, rows) if opened else weight_shapes(values, rows)
    count = sum([height * width for height, width in shapes])
    if len(packed) != 2 * count:
        raise ValueError(f"expected {count} weights")
    weights = array("f", struct.unpack(f"<{count}e", packed))
    for place, weight in enumerate(weights):
        if not math.isfinite(weight):
            raise ValueError(f"weight {place} is not a finite number")
    settings = []
    for setting in trained:
        match setting:
            case [str(name), int(players)]:
                rules = parse_rules(name)
                rules.removed_with(players)  # raises for a number that cannot play
                if len(rules.values) > values or rules.path_length > rows:
                    raise ValueError(f"{values} values and {rows} rows are too few for {name}")
                settings.append((rules, players))
            case _:
                raise ValueError("expected rules and a number of players for all that was trained")
    return ValueNetwork(values, rows, tuple(settings), weights, float(minutes), games, opened)


@lru_cache
def own_network() -> ValueNetwork:
    """The network of this package."""
    with resources.as_file(resources.files("keltis.bots") / "learnt.json") as path:
        return ValueNetwork.load(path)


@lru_cache
def own_opened_network() -> ValueNetwork:
    """The network of this package for positions whose hands are known."""
    with resources.as_file(resources.files("keltis.batch") / "opened.json") as path:
        return ValueNetwork.load(path)


def load_network(weights: str | None) -> ValueNetwork:
    """The network in a file, or our own."""
    if weights is None:
        return own_network()
    network = ValueNetwork.load(Path(weights))
    if network.opened:
        raise InvalidArgument(f"{short_repr(weights)} is a network that measures luck, not a bot")
    return network


def weight_shapes(values: int, rows: int) -> tuple[tuple[int, int], ...]:
    """The rows and columns of the parts of the weights, in their order."""
    shared = shared_features()
    return (
        (colour_features(values, rows), HIDDEN_1),
        (shared, HIDDEN_1),
        (HIDDEN_1, HIDDEN_2),
        (shared, HIDDEN_2),
        (OUTPUTS, HIDDEN_2),
        (1, OUTPUTS),
    )


def opened_shapes(values: int, rows: int) -> tuple[tuple[int, int], ...]:
    """The same for a network of positions whose hands are known, see `keltis.batch._opened`."""
    colour = opened_features(values, rows) + SLOTS * CHAIN_FEATURES
    shared = shared_features() + 3
    return (
        (colour, LAYER_1),
        (shared, LAYER_1),
        (LAYER_1, LAYER_2),
        (shared, LAYER_2),
        (LAYER_2, LAYER_3),
        (shared, LAYER_3),
        (TOP_FEATURES, LAYER_3),
        (OUTPUTS, LAYER_3),
        (1, OUTPUTS),
    )
