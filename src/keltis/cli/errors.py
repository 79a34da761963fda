"""What the command line says when something cannot be done."""

from keltis.errors import KeltisError


class CommandError(KeltisError):
    """A command cannot do what it was asked for. The message is for the person who asked."""
