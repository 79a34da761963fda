"""The program itself: from the arguments to the exit code. It imports no extra before it knows that it is there."""

import io
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Sequence
from importlib import metadata
from importlib.util import find_spec
from typing import Final

from keltis.cli.commands import INTERRUPTED, Command, ExitCode, add_commands
from keltis.errors import KeltisError

_DESCRIPTION: Final = "The board game Keltis in the terminal."
_FIRST_STEPS: Final = """\
first steps:
  keltis watch                      two bots play a whole game
  keltis play                       you against a bot
  keltis celtic play                the same for CELTIC!, a game of tiles
  keltis COMMAND --help             all about a command
"""


def main(arguments: Sequence[str] | None = None) -> ExitCode:
    """Run the command that the arguments say, by default those of the process, and return the exit code.

    Wrong usage raises `SystemExit`, as argparse does.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="replace"
            )  # a terminal that cannot show a letter is no reason to stop
    if find_spec("rich") is None:
        return _failed('the command line needs rich: pip install "keltis[cli]"')
    from keltis.cli.registry import COMMANDS  # noqa: PLC0415 - it needs rich

    typed = tuple(sys.argv[1:] if arguments is None else arguments)
    parser = _parser(COMMANDS)
    said = parser.parse_args(typed, Namespace(typed=typed, command=None))
    command: Command | None = said.command
    if command is None:
        parser.print_help(sys.stderr)
        return 2
    return _run(command, said)


def _parser(commands: Iterable[Command]) -> ArgumentParser:
    parser = ArgumentParser(
        "keltis",
        description=_DESCRIPTION,
        epilog=_FIRST_STEPS,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "-V", "--version", action="version", version=f"keltis {metadata.version('keltis')}"
    )
    add_commands(parser, commands)
    return parser


def _run(command: Command, said: Namespace) -> ExitCode:
    try:
        code = command.run(said)
        sys.stdout.flush()  # so that a broken pipe is met here
    except KeltisError as error:
        return _failed(str(error))
    except BrokenPipeError:
        # Whoever read the output has enough. What is left goes nowhere, or Python would complain
        # about it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _failed(
            f"{error.filename}: {error.strerror}"
            if error.filename
            else error.strerror or str(error)
        )
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    return code


def _failed(message: str) -> ExitCode:
    sys.stderr.write(f"keltis: {message}\n")
    return 1
