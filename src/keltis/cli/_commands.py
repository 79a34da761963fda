"""A command of the program, its exit codes and its errors."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias, final

import attrs

from keltis._lib.values import Immutable
from keltis.errors import KeltisError

ExitCode: TypeAlias = int
"""0: success; 1: an error; 2: wrong usage; 128 and the number of a signal, so 130 for Ctrl-C."""

INTERRUPTED: Final[ExitCode] = 130
"""The exit code after Ctrl-C, as in shells."""


class Stopped(KeyboardInterrupt):
    """A signal other than that of Ctrl-C asks the program to stop."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code: ExitCode = 128 + number
        """The exit code, as in shells."""


class CommandError(KeltisError):
    """A command cannot do its work. The message is for the person who typed the command."""


@final
@attrs.frozen
class Command(Immutable):
    """One of the words that can follow `keltis`."""

    name: str
    help: str
    """One line for the list of commands."""
    add_arguments: Callable[[ArgumentParser], None]
    """Adds the arguments, or further commands, to the parser of this command.

    It runs for every call of the program, so it must not import what only this command needs.
    """
    run: Callable[[Namespace], ExitCode]
    """Runs the command with its parsed arguments, and imports what it needs.

    `KeltisError` and `OSError` become messages, and Ctrl-C may pass through.
    """


def add_commands(parser: ArgumentParser, commands: Iterable[Command]) -> None:
    """Let one of these commands follow; the parser then sets `command` to it."""
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in commands:
        subparser = subparsers.add_parser(command.name, help=command.help, description=command.help)
        subparser.set_defaults(command=command)
        command.add_arguments(subparser)
