"""Pictures of positions, games and puzzles: text for the terminal, and SVG.

They need the standard library alone.
"""

from keltis._lib.exports import set_public_module
from keltis.celtic.render._svg import animated_svg, board_svg, film_svg
from keltis.celtic.render._text import board_text, moves_table
from keltis.celtic.render._tiles import Arrow

__all__ = ["Arrow", "animated_svg", "board_svg", "board_text", "film_svg", "moves_table"]

set_public_module(__name__)
