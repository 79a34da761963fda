"""What a command is."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from typing import TypeAlias, final

import attrs

from keltis._shared.values import Immutable

ExitCode: TypeAlias = int
"""0: all is well; 1: an error; 2: wrong usage; 128 and the number of a signal, so 130: Ctrl-C."""

INTERRUPTED: ExitCode = 130
"""The exit code after Ctrl-C, as shells have it."""


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


def add_commands(parser: ArgumentParser, commands: Iterable[Command]) -> None:
    """Let one of these commands follow; the one that is given becomes `command` of what is said."""
    words = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in commands:
        described = words.add_parser(command.name, help=command.help, description=command.help)
        described.set_defaults(command=command)
        command.describe(described)
