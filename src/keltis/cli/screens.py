"""Where the output goes."""

from typing import Final

from rich.console import Console

WIDTH: Final = 80
"""How wide the output is at most."""


def screen(*, stderr: bool = False) -> Console:
    """The standard output, or standard error, without any guessing at what brackets and numbers in a text might mean.

    Colours are for terminals, and not where `NO_COLOR` is set: rich sees to that.
    """
    width = min(WIDTH, Console(stderr=stderr).width)
    return Console(stderr=stderr, width=width, markup=False, emoji=False, highlight=False)


def redraws(console: Console) -> bool:
    """Whether what is on this screen can be drawn anew in its place."""
    return console.is_terminal and not console.is_dumb_terminal
