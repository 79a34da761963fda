"""What a command is."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import TypeAlias, final

import attrs

from keltis.immutable import Immutable

ExitCode: TypeAlias = int
"""0: all is well; 1: an error; 2: wrong usage; 130: Ctrl-C."""

INTERRUPTED: ExitCode = 130
"""The exit code after Ctrl-C, as shells have it: 128 and the number of the signal."""


@final
@attrs.frozen(kw_only=True)
class Command(Immutable):
    """One of the words that can follow `keltis`."""

    name: str
    help: str
    """One line for the list of commands."""
    describe: Callable[[ArgumentParser], None]
    """Adds the arguments, or further commands of its own, to the parser of this command."""
    run: Callable[[Namespace], ExitCode]
    """Does what the arguments say. `KeltisError` and `OSError` become messages, and Ctrl-C may pass through."""
