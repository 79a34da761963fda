"""Conformance games: whole games of both games as JSON lines, for ports to other languages.

`keltis conformance --out FILE` writes a set; so does `python -m keltis.conformance`. Every case of
a ruling that can occur in a game occurs in it.
"""

from keltis._shared.exports import set_public_module
from keltis.conformance._files import conformance_lines, describe_cases, write_conformance_games

__all__ = ["conformance_lines", "describe_cases", "write_conformance_games"]

set_public_module(__name__)
