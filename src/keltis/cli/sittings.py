"""A person at the terminal with a game, from the first question until the game is over or left."""

import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from keltis.cli.answers import M
from keltis.cli.commands import INTERRUPTED, ExitCode
from keltis.cli.conversations import Conversation, Left
from keltis.cli.errors import CommandError
from keltis.cli.files import free_name
from keltis.cli.screens import screen
from keltis.errors import KeltisError


def require_open(load: Path, is_open: bool, command: str) -> None:
    """Refuse a game that is over, and say by which command it can be looked at."""
    if not is_open:
        raise CommandError(f"{load}: this game is over; look at it by: {command} {shlex.quote(str(load))}")


def held(conversation: Conversation[M], console: Console, *, stem: str, ended: Callable[[], None]) -> ExitCode:
    """Hold the conversation; however it ends, the game is not lost, unless the person says so.

    A game that has no file is kept in one whose name begins with `stem`. `ended` says what is to be said when it is over.
    """
    _edit_lines()
    try:
        conversation.hold()
    except Left:
        return _left(conversation, console, stem)
    except EOFError:
        _keep(conversation, stem)
        return 0
    except KeyboardInterrupt:
        _keep(conversation, stem)
        return INTERRUPTED
    except KeltisError:  # a bot has failed, or the game is too long for a record
        _keep(conversation, stem)
        raise
    if conversation.file is not None:
        _write(conversation, stem)
    ended()
    return 0


def _left(conversation: Conversation[M], console: Console, stem: str) -> ExitCode:
    if conversation.file is None:
        console.print("You leave the game, and it is not kept.")
    else:
        _keep(conversation, stem)
    return 0


def _keep(conversation: Conversation[M], stem: str) -> None:
    """Save the game, and say how to go on."""
    path = _write(conversation, stem)
    again = f"{conversation.match.again} {shlex.quote(str(path))}"
    screen(stderr=True).print(f"\nSaved to {path}. Go on with: {again}", soft_wrap=True)


def _write(conversation: Conversation[M], stem: str) -> Path:
    """Put the game into its file, or into a new one if it has none or if that cannot be written any more."""
    if conversation.file is not None:
        try:
            conversation.match.write(conversation.file)
        except CommandError as error:
            screen(stderr=True).print(f"\nNot saved: {error}", soft_wrap=True)
        else:
            return conversation.file
    conversation.file = free_name(stem, ".txt")
    conversation.match.write(conversation.file)
    return conversation.file


def _edit_lines() -> None:
    """On a terminal, let the person edit what is typed and fetch earlier lines back, where Python can."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - importing it is enough
