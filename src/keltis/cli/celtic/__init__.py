"""`keltis celtic`: the commands for the tile game CELTIC!, in the manner of those for Keltis."""

from keltis.cli.celtic.registry import CELTIC

__all__ = ["CELTIC"]
