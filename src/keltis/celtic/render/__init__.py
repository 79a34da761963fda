"""Pictures of positions, games and puzzles: text for the terminal, and SVG.

They need the standard library alone.
"""

from keltis._shared.exports import set_public_module
from keltis.celtic.render._animation import animated_svg
from keltis.celtic.render._film import film_svg
from keltis.celtic.render._marks import Arrow
from keltis.celtic.render._svg import board_svg
from keltis.celtic.render._tables import moves_table
from keltis.celtic.render._text import board_text

__all__ = ["Arrow", "animated_svg", "board_svg", "board_text", "film_svg", "moves_table"]

set_public_module(__name__)
