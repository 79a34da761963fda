"""A command of the program, its exit codes, its errors, and the signals that stop it."""

import re
import signal
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Final, NoReturn, TypeAlias, final

import attrs

from keltis._lib.text import did_you_mean
from keltis._lib.values import Immutable
from keltis.errors import KeltisError

ExitCode: TypeAlias = int
"""0: success; 1: an error; 2: wrong usage; 128 and the number of a signal, so 130 for Ctrl-C."""

_INTERRUPTED: Final[ExitCode] = 130
"""The exit code after Ctrl-C, as in shells."""


_INVALID_CHOICE: Final = re.compile(r"invalid choice: '?(.*?)'? \(choose from (.*)\)$")


class Parser(ArgumentParser):
    """A parser that knows what a misspelt command may mean."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and stop."""
        if found := _INVALID_CHOICE.search(message):
            message += did_you_mean(found[1], re.findall(r"[a-z]+", found[2]))
        super().error(message)


class CommandError(KeltisError):
    """A command cannot do its work. The message is for the person who typed the command."""


@final
@attrs.frozen
class Command(Immutable):
    """One of the words that can follow `keltis`."""

    name: str
    help: str
    """One line for the list of commands."""
    add_arguments: Callable[[ArgumentParser, Sequence[str] | None], None]
    """Adds the arguments and the end of the help, or further commands, to the parser of this one.

    It gets the words that the program was called with, or None if all commands are of interest.
    """
    run: Callable[[Namespace], ExitCode]
    """Runs the command with its parsed arguments, and imports what it needs.

    `KeltisError` and `OSError` become messages, and Ctrl-C may pass through.
    """


class Stopped(KeyboardInterrupt):
    """A signal other than that of Ctrl-C asks the program to stop."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code: ExitCode = 128 + number
        """The exit code, as in shells."""


def exit_code(stop: BaseException | None) -> ExitCode:
    """The exit code after Ctrl-C or a signal to stop."""
    return stop.code if isinstance(stop, Stopped) else _INTERRUPTED


# Not every system has both.
_STOP_SIGNALS: Final = tuple(
    number for number in signal.Signals if number.name in ("SIGHUP", "SIGTERM")
)


@contextmanager
def call_on_stop_signals(handle: Callable[[int], None]) -> Iterator[None]:
    """Call this with the number of a signal to stop in this block; ignored signals stay so."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread can handle signals
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *_STOP_SIGNALS)}
    for number in _STOP_SIGNALS:
        if before[number] is not signal.SIG_IGN:
            signal.signal(number, lambda number, _: handle(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def raise_on_stop_signals() -> AbstractContextManager[None]:
    """Let a signal to stop raise `Stopped` in this block; signals that are ignored stay so."""
    return call_on_stop_signals(_raise_stopped)


def ignore_stop_signals() -> None:
    """Ignore Ctrl-C and signals to stop while something is saved.

    The end of `raise_on_stop_signals` restores them.
    """
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, *_STOP_SIGNALS):
            signal.signal(number, signal.SIG_IGN)


def _raise_stopped(number: int) -> None:
    raise Stopped(number)
