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
from keltis.cli.signals import Stopped, stoppable, undisturbed
from keltis.errors import KeltisError


def require_open(load: Path, is_open: bool, command: str) -> None:
    """Refuse a game that is over, and say by which command it can be looked at."""
    if not is_open:
        raise CommandError(
            f"{load}: this game is over; look at it by: {command} {shlex.quote(str(load))}"
        )


def held(
    conversation: Conversation[M], console: Console, *, stem: str, ended: Callable[[], None]
) -> ExitCode:
    """Hold the conversation; however it ends, the game is not lost, unless the person says so.

    A game that has no file is kept in one whose name begins with `stem`. `ended` says what is to be
    said when it is over.
    """
    _edit_lines()
    with stoppable():
        try:
            _hold(conversation)
        except Left:
            return _left(conversation, console, stem)
        except EOFError:
            _keep(conversation, stem)
            return 0
        except Stopped as stopped:
            _keep(conversation, stem)
            return stopped.code
        except KeyboardInterrupt:
            _keep(conversation, stem)
            return INTERRUPTED
        except (
            KeltisError,
            OSError,
        ):  # a bot has failed, the game is too long for a record, or the terminal is gone
            _keep(conversation, stem)
            raise
    if conversation.file is not None:
        _write(conversation, stem)
    ended()
    return 0


def _hold(conversation: Conversation[M]) -> None:
    try:
        conversation.hold()
    finally:
        undisturbed()  # whatever has ended it, now the game must be saved


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
    _say(f"Saved to {path}. Go on with: {again}")


def _say(text: str) -> None:
    """Say something to the person, who may be gone."""
    with suppress(OSError):
        screen(stderr=True).print(f"\n{text}", soft_wrap=True)


def _write(conversation: Conversation[M], stem: str) -> Path:
    """Put the game into its file, or into a new one if it has none or if that cannot be written any more."""
    if conversation.file is not None:
        try:
            conversation.match.write(conversation.file)
        except CommandError as error:
            _say(f"Not saved: {error}")
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
