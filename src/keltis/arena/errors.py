"""What can go wrong with a tournament as a whole. What goes wrong in one game is a part of its result."""

from keltis.errors import KeltisError, PlacedError


class ArenaError(PlacedError):
    """A file of results is refused: `place` says where (a line, or a path in JSON), and `reason` why."""


class PlotExtraMissing(KeltisError):
    """Plots need matplotlib, which is not installed."""
