"""Pictures of positions and games: text for the terminal, and SVG from the standard library alone.

A picture never shows more than one may know, unless it is asked for: a state looks as a spectator
sees it.
"""

from keltis._shared.exports import set_public_module
from keltis.render.animation import animated_svg
from keltis.render.film import film_svg
from keltis.render.svg import board_svg
from keltis.render.text import board_text

__all__ = ["animated_svg", "board_svg", "board_text", "film_svg"]

set_public_module(__name__)
