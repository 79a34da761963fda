"""`play`: one person against bots. The game is in a file from its first move on."""

import importlib
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from keltis.cli._commands import (
    CommandError,
    ExitCode,
    exit_code,
    ignore_stop_signals,
    raise_on_stop_signals,
)
from keltis.cli._display import make_console, make_screen_console, print_board
from keltis.cli._files import read_record, require_new
from keltis.cli._play_screen import PlayScreen, ask_for_another, needed_size
from keltis.cli._prompt import Prompt
from keltis.cli._screen import Size, has_screen, open_screen
from keltis.cli._session import GUEST, FrontEnd, Quit, Session, resume_session, start_session
from keltis.cli._terminal import Terminal
from keltis.errors import KeltisError
from keltis.game import M, R, S, V, require_names


def play(
    terminal: Terminal[S, V, M, R],
    *,
    name: str | None = None,
    seat: int | None = None,
    against: Sequence[str] = (),
    players: int | None = None,
    seed: int | None = None,
    rules: str | None = None,
    load: Path | None = None,
    save: Path | None = None,
    plain: bool = False,
) -> ExitCode:
    """Play games in the terminal, the first one new or from a file."""
    require_new(save, load)
    if sys.stdin.isatty():
        with suppress(ImportError):  # not every Python has it
            importlib.import_module("readline")  # importing it lets the person edit lines
    session: Session[S, V, M, R] | None
    if load is None:
        session = start_session(
            terminal,
            name=GUEST if name is None else name,
            seat=seat or 0,
            against=against,
            players=players,
            seed=seed,
            rules=rules,
            file=save,
        )
        if name is None and sys.stdin.isatty():
            session.rename_person(_ask_for_name())
    else:
        if players is not None:
            raise CommandError("a loaded game has its own players: leave --players out")
        record = read_record(terminal, load)
        if record.outcome is not None:
            command = f"{terminal.command} replay {shlex.quote(str(load))}"
            raise CommandError(f"{load}: this game is over; look at it with: {command}")
        if rules is not None or (seed is not None and record.seed is not None):
            raise CommandError(
                "a loaded game has its own seed and rules: leave --seed and --rules out"
            )
        session = resume_session(
            terminal, record, name=name, seat=seat, against=against, seed=seed, file=save or load
        )
    code = 0
    while session is not None:
        code, session = _run_session(session, plain=plain)
    return code


def _ask_for_name() -> str:
    """The name that the person types, or the usual one."""
    while True:
        name = input("Your name (or just Enter): ").strip()
        if not name:
            return GUEST
        try:
            require_names((name,), 1)
        except KeltisError:
            sys.stdout.write("A name is 1 to 100 printable characters, without #.\n")
        else:
            return name


def _run_session(
    session: Session[S, V, M, R], *, plain: bool
) -> tuple[ExitCode, Session[S, V, M, R] | None]:
    """Play a game; return the exit code, and another game if the person wants one."""
    console, whole = make_console(), make_screen_console()
    needed = needed_size(session)
    has_whole = not plain and has_screen(whole, needed)
    with raise_on_stop_signals():
        try:
            if has_whole:
                with open_screen(whole) as screen:
                    _play_to_end(PlayScreen(screen, session))
            else:
                console.print(session.terminal.greeting)
                if not plain and has_screen(whole, Size(1, 1)):
                    console.print(f"A window of {needed} or larger shows the board in its place.")
                _play_to_end(Prompt(console, session))
        except Quit:
            if session.file is None and not len(session.record):
                console.print("You leave before the first move, so there is nothing to save.")
            else:
                _save_and_say_how_to_go_on(session)
            return 0, None
        except (EOFError, KeyboardInterrupt, KeltisError, OSError) as stop:
            _save_and_say_how_to_go_on(session)
            if isinstance(stop, (KeltisError, OSError)):
                # A bot has failed, the game is too long for a record, or the terminal is gone.
                raise
            return 0 if isinstance(stop, EOFError) else exit_code(stop), None
        session.save_somewhere()
        _print_warnings(session)
    board, *_ = session.terminal.boards(session.record.final, session.view)
    console.print()
    print_board(console, board)
    lines = _explain(session)
    console.print()
    for line in lines:
        print_board(console, line)
    if has_whole:
        with open_screen(whole) as screen:
            is_wanted = ask_for_another(screen, session, lines)
    else:
        is_wanted = sys.stdin.isatty() and _confirm_another()
    return 0, session.new_session() if is_wanted else None


def _play_to_end(front_end: FrontEnd[S, V, M, R]) -> None:
    try:
        front_end.play_to_end()
    finally:
        ignore_stop_signals()  # while the game is saved


def _explain(session: Session[S, V, M, R]) -> list[str]:
    """How the game ended, how the points come about, and where the game is."""
    terminal, record, file = session.terminal, session.record, session.file
    end = terminal.narrate([record[len(record) - 1]], session.view)[-1]
    points = terminal.explanation(record.final, session.view)
    lines = [
        f"\x1b[1m{end}\x1b[0m",
        "",
        *([*points.split("\n"), ""] if points else []),
        f"The game is in {file}: {terminal.command} replay {shlex.quote(str(file))}",
    ]
    if record.seed is not None:  # no secret any more
        lines.append(f"With --seed {record.seed} the same cards are dealt again.")
    return lines


def _confirm_another() -> bool:
    try:
        answer = input("Another game? Type y, or just Enter to leave: ")
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes")


def _save_and_say_how_to_go_on(session: Session[S, V, M, R]) -> None:
    path = session.save_somewhere()
    _print_warnings(session)
    _print_error(f"Saved to {path}. Go on with: {session.load_command(path)}")


def _print_warnings(session: Session[S, V, M, R]) -> None:
    for warning in session.warnings:
        _print_error(warning)
    session.warnings.clear()


def _print_error(text: str) -> None:
    with suppress(OSError):  # the terminal may be gone
        make_console(stderr=True).print(f"\n{text}", soft_wrap=True)
