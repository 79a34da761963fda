"""Pictures of positions and games: text for the terminal, and SVG from the standard library alone.

A picture of a state shows what a spectator may know, unless you ask for more.
"""

from keltis._lib.exports import set_public_module
from keltis.render._scene import Arrow, Stone
from keltis.render._svg import animated_svg, board_svg, film_svg
from keltis.render._text import board_text, moves_table

__all__ = ["Arrow", "Stone", "animated_svg", "board_svg", "board_text", "film_svg", "moves_table"]

set_public_module(__name__)
