"""The program: from the arguments to the exit code. It imports only the command that runs."""

import io
import os
import sys
from argparse import SUPPRESS, Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from keltis.cli import _registry
from keltis.cli._commands import Command, ExitCode, Parser, exit_code
from keltis.errors import KeltisError
from keltis.game import Game, M, R, S, V

_DESCRIPTION: Final = "The board game Keltis in the terminal."
_FIRST_STEPS: Final = """\
first steps:
  keltis watch                      two bots play a whole game
  keltis play                       you against a bot
  keltis celtic play                the same for CELTIC!, a game of tiles
  keltis COMMAND --help             all about a command
"""


def main(
    arguments: Sequence[str] | None = None, *, game: Game[S, V, M, R] | None = None
) -> ExitCode:
    """Run the command in the arguments, by default those of the process; return the exit code.

    With a game of your own, the commands are `watch`, `play`, `show` and `replay`, for this game.
    Wrong usage raises `SystemExit`, as argparse does.
    """
    try:
        return _run_words(tuple(sys.argv[1:] if arguments is None else arguments), game)
    except KeyboardInterrupt as error:
        _print_error("\n")
        _discard_unwritten()
        return exit_code(error)


def _run_words(words: tuple[str, ...], game: Game[S, V, M, R] | None) -> ExitCode:
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal without some letter in its encoding is no reason to stop.
            stream.reconfigure(errors="replace")
    if find_spec("rich") is None and not all(word.startswith("-") for word in words):
        return _report_error('the command line needs rich: pip install "keltis[cli]"')
    parser = _make_parser(words) if game is None else _make_parser_of(game, words)
    try:
        parsed = parser.parse_args(words, Namespace(words=words, command=None))
    except SystemExit:
        _discard_unwritten()
        raise
    command: Command | None = parsed.command
    if command is None:
        parser.print_help(sys.stderr)
        return 2
    return _run(command, parsed)


def make_parser() -> ArgumentParser:
    """The parser of the program `keltis`, for tools that complete its words in a shell.

    >>> from keltis.cli import make_parser
    >>> make_parser().parse_args(["watch", "--seed", "7"]).seed
    7
    """
    return _make_parser(None)


def _make_parser(words: Sequence[str] | None) -> ArgumentParser:
    parser = Parser(
        "keltis",
        description=_DESCRIPTION,
        epilog=_FIRST_STEPS,
        formatter_class=RawDescriptionHelpFormatter,
    )
    meaning = "print the version and exit"
    parser.add_argument(
        "-V", "--version", action=_PrintVersion, nargs=0, default=SUPPRESS, help=meaning
    )
    _registry.add_commands(parser, _registry.COMMANDS, words)
    return parser


def _make_parser_of(game: Game[S, V, M, R], words: Sequence[str]) -> ArgumentParser:
    from keltis.cli._terminal import Terminal  # noqa: PLC0415 - rich is an extra

    parser = Parser(game.name, description=f"{game.title} in the terminal.")
    names = ("watch", "play", "show", "replay")
    commands = _registry.commands_of(lambda: Terminal(game), names)
    _registry.add_commands(parser, commands, words)
    return parser


class _PrintVersion(Action):
    """Prints the version. Unlike argparse's own action it looks it up only when asked."""

    def __call__(self, parser: ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 - slow, and needed only here

        with suppress(OSError):  # its reader may be gone
            sys.stdout.write(f"keltis {version('keltis')}\n")
        parser.exit()


def _open_closed_streams() -> None:
    """Let standard streams that are closed, as by `>&-`, be the null device.

    Otherwise the next file that is opened, such as that of a game, would get the number of such a
    stream, and whatever another process prints.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - for the whole run
            os.set_inheritable(null.fileno(), True)  # its number is the lowest one that is free
            setattr(sys, name, null)


def _run(command: Command, arguments: Namespace) -> ExitCode:
    try:
        code = command.run(arguments)
        sys.stdout.flush()  # so that a broken pipe is met here
    except KeltisError as error:
        code = _report_error(str(error))
    except BrokenPipeError:
        code = 1  # the reader of the output has closed it, and needs no message
    except OSError as error:
        reason = error.strerror or str(error)
        code = _report_error(f"{error.filename}: {reason}" if error.filename else reason)
    _discard_unwritten()
    return code


def _report_error(message: str) -> ExitCode:
    _print_error(f"keltis: {message}\n")
    return 1


def _print_error(text: str) -> None:
    with suppress(OSError):  # its reader may be gone
        sys.stderr.write(text)
        sys.stderr.flush()


def _discard_unwritten() -> None:
    """Send to the null device what a stream cannot write, or Python would fail at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)
            stream.flush()
