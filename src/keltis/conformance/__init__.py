"""Conformance games: whole games of both games as JSON lines, for ports to other languages.

`python -m keltis.conformance --out FILE` writes a set. In it every case of a ruling occurs that can
occur in a game, so a program that agrees with every line has all of them.
"""

from keltis._shared.exports import set_public_module
from keltis.conformance._files import conformance_lines, write_conformance_games

__all__ = ["conformance_lines", "write_conformance_games"]

set_public_module(__name__)
