"""What environments of all frameworks have in common: a match by action numbers, and pictures."""

import io
import random
from importlib.util import find_spec
from typing import Final, Generic, SupportsIndex, TypeAlias, final

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray

from keltis._lib.checks import as_int
from keltis._lib.text import short_repr
from keltis.errors import InvalidArgument
from keltis.game import MAX_MOVES, Bot, Game, M, Match, R, Returns, S, V, action_mask

_WIDTH: Final = 640
Picture: TypeAlias = str | NDArray[np.uint8] | None
"""Text, an array of pixels, or None for what was printed."""


def render_modes() -> list[str]:
    """Text on the standard output, text, and an array of pixels where the extra `pixels` is."""
    return ["human", "ansi", *(["rgb_array"] if find_spec("resvg_py") and find_spec("PIL") else [])]


@final
class LearnerMatch(Generic[S, V, M, R]):
    """A match whose learners decide by action numbers and see bytes."""

    def __init__(
        self,
        game: Game[S, V, M, R],
        players: int,
        rules: R | str | None,
        returns: Returns,
        max_moves: int,
        render_mode: str | None,
    ) -> None:
        """Describe the match; `deal` and `start` begin it. Rules can be in their notation."""
        read = game.notation.parse_rules(rules) if isinstance(rules, str) else rules
        self.rules = game.rules if read is None else read
        counts = self.rules.player_counts
        if players not in counts:
            names = " or ".join(map(str, counts))
            raise InvalidArgument(f"players must be {names}, not {short_repr(players)}")
        _require_render_mode(render_mode)
        self.game = game
        self.players = players
        self.action_count = game.learning.action_count(self.rules)
        self.least_return, _ = game.learning.return_bounds(self.rules, players, returns)
        self._returns = returns
        self._max_moves = as_int(max_moves, "max_moves", 1, MAX_MOVES)
        self._render_mode = render_mode
        self.rng = random.Random()
        self._match: Match[S, V, M, R] | None = None

    @property
    def match(self) -> Match[S, V, M, R]:
        """The match that is under way."""
        if self._match is None:
            raise InvalidArgument("there is no game yet: call reset first")
        return self._match

    @property
    def state(self) -> S:
        """The position, with all cards."""
        return self.match.state

    def observation_space(self, players: int = 1) -> spaces.Box:
        """The space of what a player sees, or several. The highest value of each byte is exact."""
        highest = self.game.learning.highest_values(self.rules, self.players)
        high = np.frombuffer(highest * players, np.uint8)
        return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)

    def deal(self, seed: int | None) -> S:
        """Deal the game of a seed, or the next one. No player has a seat yet: `start` follows."""
        if seed is not None:
            self.rng = random.Random(as_int(seed, "seed", 0))
        return self.game.engine.new_game(self.players, rng=self.rng, rules=self.rules)

    def start(self, state: S, bots: tuple[Bot[V, M] | None, ...], seed: int) -> None:
        """Begin a match; the bots play until a learner, at a seat without a bot, has to decide."""
        self._match = Match(
            game=self.game,
            record=self.game.record.GameRecord(state),
            bots=bots,
            seed=seed,
            max_moves=self._max_moves,
            skip_forced=False,
        ).advance()

    def read(self, action: SupportsIndex | None) -> M:
        """The move that an action is for the learner who has to decide."""
        number = as_int(action, "action", 0, self.action_count - 1)
        learning = self.game.learning
        return learning.move_of(learning.seat_action(number, self.state.to_move))

    def is_legal(self, move: M) -> bool:
        """Whether the learner who has to decide can make this move."""
        return self.game.engine.illegality(self.state, move) is None

    def play(self, move: M) -> None:
        """Make the move of the learner who has to decide, and let the bots play."""
        match = self.match
        self._match = match.play(move).advance()

    def mask(self, seat: int) -> bytes:
        """For each action number, 1 if it is a legal move of this seat now, and 0 if not."""
        state, learning = self.state, self.game.learning
        actions = learning.legal_action_ids(state) if state.to_move == seat else ()
        return action_mask([learning.seat_action(n, seat) for n in actions], self.action_count)

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """What the player at a seat sees, as a new array."""
        return np.frombuffer(self.game.learning.observation(self.state, seat), np.uint8).copy()

    def returns(self) -> tuple[float, ...] | None:
        """By seat, what the finished game is worth; None before the end."""
        return self.game.learning.returns(self.state, self._returns)

    def show(self, seat: int | None = None) -> None:
        """Print the position in the render mode `human`."""
        if self._render_mode == "human":
            self.render(seat)

    def render(self, seat: int | None = None) -> Picture:
        """Draw what the player at a seat sees, or all cards, as the render mode says."""
        if self._render_mode is None:
            logger.warn("render() does nothing without a render_mode: name one to make()")
            return None
        if self._render_mode == "rgb_array":
            draw = self.game.render.board_svg
            return _pixels(draw(self.state, seat=seat, reveal=seat is None))
        text = self.game.render.board_text(self.state, seat=seat, reveal=seat is None)
        if self._render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - the render mode "human" prints
        return None


def _require_render_mode(mode: str | None) -> None:
    modes = render_modes()
    if mode is None or mode in modes:
        return
    if mode == "rgb_array":
        raise ImportError(
            'render_mode="rgb_array" needs resvg_py and Pillow: pip install "keltis[pixels]"'
        )
    names = ", ".join(modes)
    raise InvalidArgument(f"render_mode must be one of {names} or None, not {short_repr(mode)}")


def _pixels(svg: str) -> NDArray[np.uint8]:
    """A picture as an array of rows, columns, and red, green and blue.

    It has 640 columns and an even number of rows, as encoders of films need.
    """
    import resvg_py  # noqa: PLC0415 - an extra
    from PIL import Image  # noqa: PLC0415 - the same

    png = resvg_py.svg_to_bytes(svg_string=svg, width=_WIDTH)
    with Image.open(io.BytesIO(png)) as image:
        pixels = np.array(image.convert("RGB"))
    return pixels[: len(pixels) // 2 * 2]
