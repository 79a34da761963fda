"""What an environment needs of a game: numbers in, numbers and pictures out."""

import random
from typing import Final, Literal, Protocol, TypeAlias, TypeVar, final, get_args

from keltis import celtic
from keltis._shared.checks import is_int
from keltis._shared.text import short_repr
from keltis.board import Tile
from keltis.errors import InvalidArgument
from keltis.learning import (
    action_count,
    encode,
    layout,
    legal_action_mask,
    move_of,
    score_bounds,
    score_margins,
    win_shares,
)
from keltis.moves import Move
from keltis.play import apply_move
from keltis.render import board_svg, board_text
from keltis.rules import Rules
from keltis.scoring import outcome
from keltis.setup import new_game
from keltis.state import GameState
from keltis.view import observe

Returns: TypeAlias = Literal["win_shares", "score_margins"]
"""The names of the rewards for a finished game."""

_RETURNS: Final[tuple[Returns, ...]] = get_args(Returns)


class Game(Protocol):
    """A game that is played by action numbers, and what each player sees of it as bytes."""

    name: str
    players: int
    action_count: int
    highest: bytes
    """The highest value of each byte of an observation."""

    @property
    def state(self) -> GameState | celtic.GameState:
        """The position, with all cards."""

    def start(self, rng: random.Random) -> None:
        """Begin a new game."""

    @property
    def to_move(self) -> int:
        """The seat whose decision is due."""

    def apply(self, action: int) -> None:
        """Make the move with this number, which must be legal."""

    def mask(self, seat: int) -> bytes:
        """For each action number, 1 if it is a legal move of this seat now, and 0 if not."""

    def observation(self, seat: int) -> bytes:
        """What the player at a seat sees."""

    def returns(self) -> tuple[float, ...] | None:
        """By seat, what the finished game is worth; None before the end."""

    @property
    def least_return(self) -> float:
        """A lower bound of the returns."""

    def text(self, seat: int | None = None) -> str:
        """The position as text: what the player at a seat sees, or all cards."""

    def svg(self, seat: int | None = None) -> str:
        """The same as an SVG picture."""


@final
class BoardGame:
    """The board game, with a number of players."""

    name = "keltis"

    def __init__(self, rules: Rules, players: int, returns: Returns) -> None:
        """Describe the game; `start` deals it."""
        _require_returns(returns)
        self.rules = rules
        self._has_margins = returns == "score_margins"
        self.players = players
        self.highest = _highest_values(rules, players)
        self.action_count = action_count(rules)
        self._state: GameState | None = None

    @property
    def state(self) -> GameState:
        return _require_started(self._state)

    def start(self, rng: random.Random) -> None:
        self._state = new_game(self.players, rng=rng, rules=self.rules)

    @property
    def to_move(self) -> int:
        return self.state.to_move

    def apply(self, action: int) -> None:
        self.play(move_of(action))

    def play(self, move: Move) -> None:
        """Make a move."""
        self._state = apply_move(self.state, move)

    def mask(self, seat: int) -> bytes:
        if self.state.to_move != seat:
            return bytes(self.action_count)
        return legal_action_mask(self.state)[: self.action_count]

    def observation(self, seat: int) -> bytes:
        return encode(observe(self.state, seat))

    def returns(self) -> tuple[float, ...] | None:
        end = outcome(self.state)
        if end is None:
            return None
        return score_margins(end) if self._has_margins else win_shares(end)

    @property
    def least_return(self) -> float:
        if not self._has_margins:
            return -1.0
        lowest, highest = score_bounds(self.rules)
        return (lowest - highest) * (self.players - 1) / self.players

    def text(self, seat: int | None = None) -> str:
        return board_text(self.state, seat=seat, reveal=seat is None)

    def svg(self, seat: int | None = None) -> str:
        return board_svg(self.state, seat=seat, reveal=seat is None)


@final
class CelticGame:
    """CELTIC!, always with two players. An action of Blue is numbered as if Orange took it.

    So the numbers go with the observations, in which the colours count from the viewer.
    """

    name = "celtic"
    players = 2

    def __init__(self, rules: celtic.Rules) -> None:
        """Describe the game; `start` sets it up."""
        self.rules = rules
        self.highest = _highest_celtic_values(rules)
        self.action_count = celtic.action_count(rules)
        self._state: celtic.GameState | None = None

    @property
    def state(self) -> celtic.GameState:
        return _require_started(self._state)

    def start(self, rng: random.Random) -> None:  # noqa: ARG002 - nothing is left to chance
        self._state = celtic.new_game(rules=self.rules)

    @property
    def to_move(self) -> int:
        return self.state.to_move

    def apply(self, action: int) -> None:
        number = celtic.opponent_action(action) if self.to_move else action
        self._state = celtic.apply_move(self.state, celtic.move_of(number))

    def mask(self, seat: int) -> bytes:
        mask = bytearray(self.action_count)
        if self.to_move == seat:
            for action in celtic.legal_action_ids(self.state):
                mask[celtic.opponent_action(action) if seat else action] = 1
        return bytes(mask)

    def observation(self, seat: int) -> bytes:
        return celtic.learning.encode(
            self.state, celtic.Owner.BLUE if seat else celtic.Owner.ORANGE
        )

    def returns(self) -> tuple[float, ...] | None:
        end = celtic.outcome(self.state)
        if end is None:
            return None
        if end.winner is None:
            return 0.0, 0.0
        return (1.0, -1.0) if end.winner is celtic.Owner.ORANGE else (-1.0, 1.0)

    @property
    def least_return(self) -> float:
        return -1.0

    def text(self, seat: int | None = None) -> str:  # noqa: ARG002 - both see everything
        return celtic.render.board_text(self.state)

    def svg(self, seat: int | None = None) -> str:  # noqa: ARG002 - the same
        return celtic.render.board_svg(self.state)


State = TypeVar("State")


def _require_started(state: State | None) -> State:
    if state is None:
        raise InvalidArgument("there is no game yet: call reset first")
    return state


def make_game(rules: Rules | celtic.Rules, players: int, returns: Returns) -> Game:
    """The game that these rules belong to."""
    if not isinstance(rules, celtic.Rules):
        return BoardGame(rules, players, returns)
    if not is_int(players, 2, 2):
        raise InvalidArgument(f"players must be 2 in CELTIC!, not {short_repr(players)}")
    if returns != "win_shares":
        raise InvalidArgument(
            'returns must be "win_shares" in CELTIC!, which has no score margins (K11)'
        )
    return CelticGame(rules)


def _highest_values(rules: Rules, players: int) -> bytes:
    """The highest value of each byte of `keltis.learning.encode`, at least 1.

    A byte that is always 0 under rules of your own gets 1 too, as Gymnasium warns of a space whose
    lowest and highest values are equal.
    """
    fields = layout(rules, players)
    pile = len(rules.deck) - rules.removed_with(players) - players * rules.hand_size
    points = [tile.points for tile in rules.tiles]
    numbers = {
        "draw_pile": pile,
        "discard_order": len(rules.values),
        "number_tiles": max(points, default=0),
        "rows": rules.path_length,
        "tile_points": sum(points),
        "wishing_stones": rules.tiles.count(Tile.WISHING_STONE),
        **dict.fromkeys(("hand", "hidden", "discard_counts", "laid", "seen"), rules.copies),
    }
    highest = bytearray(b"\1" * fields.size)
    for name, number in numbers.items():
        part = fields.slices[name]
        width = fields.shapes[name][-1] if name in ("draw_pile", "tile_points") else 1
        low_first = (max(1, min(number, 255)), max(1, number >> 8))[:width]
        highest[part] = bytes(low_first) * ((part.stop - part.start) // width)
    return bytes(highest)


def _highest_celtic_values(rules: celtic.Rules) -> bytes:
    """The same for `keltis.celtic.learning.encode`, in which each player can be the viewer."""
    fields = celtic.learning.layout(rules)
    *players, neutral = rules.supplies
    either = tuple(map(max, *players))
    highest = bytearray(b"\1" * fields.size)
    highest[fields.slices["supplies"]] = bytes(max(1, n) for n in (*either, *either, *neutral))
    return bytes(highest)


def _require_returns(name: str) -> None:
    """Refuse anything but a name of returns."""
    if name not in _RETURNS:
        raise InvalidArgument(f"returns must be one of {_RETURNS}, not {short_repr(name)}")
