"""Observations as arrays and spaces, and pictures as arrays of pixels."""

import io
from typing import Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from keltis._shared.text import short_repr
from keltis.adapters._games import Game
from keltis.errors import InvalidArgument

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
"""The render modes: text on the standard output, text, and an array of pixels."""
_WIDTH: Final = 640


def observation_space(game: Game) -> spaces.Box:
    """The space of what a player sees. The highest value of each byte is exact."""
    highest = np.frombuffer(game.highest, np.uint8)
    return spaces.Box(np.zeros_like(highest), highest, dtype=np.uint8)


def observation(game: Game, seat: int) -> NDArray[np.uint8]:
    """What the player at a seat sees, as a new array."""
    return np.frombuffer(game.observation(seat), np.uint8).copy()


def require_render_mode(mode: str | None) -> None:
    """Refuse anything but a render mode or None."""
    if mode is not None and mode not in RENDER_MODES:
        raise InvalidArgument(
            f"render_mode must be one of {RENDER_MODES} or None, not {short_repr(mode)}"
        )


def render(game: Game, mode: str, seat: int | None = None) -> str | NDArray[np.uint8] | None:
    """Draw what the player at a seat sees, or all cards, as the render mode says."""
    if mode == "rgb_array":
        return pixels(game.svg(seat))
    text = game.text(seat)
    if mode == "ansi":
        return text
    print(text)  # noqa: T201 - the render mode "human" prints
    return None


def pixels(svg: str) -> NDArray[np.uint8]:
    """A picture as an array of rows, columns, and red, green and blue. It is 640 columns wide."""
    try:
        import resvg_py  # noqa: PLC0415 - an extra
        from PIL import Image  # noqa: PLC0415 - the same
    except ImportError as error:
        raise ImportError(
            'render_mode="rgb_array" needs resvg_py and Pillow: pip install "keltis[pixels]"'
        ) from error
    png = resvg_py.svg_to_bytes(svg_string=svg, width=_WIDTH)
    with Image.open(io.BytesIO(png)) as image:
        return np.array(image.convert("RGB"))
