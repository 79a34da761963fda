"""`play`: one person against bots. However it ends, the game is saved unless the person quits."""

import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from keltis.cli._commands import INTERRUPTED, CommandError, ExitCode, Stopped
from keltis.cli._display import make_console
from keltis.cli._files import read_record, require_new
from keltis.cli._games import Game, M, R
from keltis.cli._prompt import Prompt, Quit
from keltis.cli._session import Session, resume_session, start_session
from keltis.cli._signals import ignore_stop_signals, raise_on_stop_signals
from keltis.errors import KeltisError


def play(
    game: Game[R, M],
    *,
    seat: int | None,
    against: Sequence[str],
    seed: int | None,
    rules: str | None,
    load: Path | None,
    save: Path | None,
) -> ExitCode:
    """Play a game in the terminal, a new one or one from a file."""
    require_new(save, load)
    if load is None:
        session = start_session(
            game, seat=seat or 0, against=against, seed=seed, rules=rules, file=save
        )
    else:
        record = read_record(game, load)
        _require_unfinished(game, record, load)
        session = resume_session(
            game, record, seat=seat, against=against, seed=seed, rules=rules, file=save or load
        )
    return _run_session(session, make_console())


def _require_unfinished(game: Game[R, M], record: R, path: Path) -> None:
    if record.outcome is not None:
        command = f"{game.command} replay {shlex.quote(str(path))}"
        raise CommandError(f"{path}: this game is over; look at it with: {command}")


def _run_session(session: Session[R, M], console: Console) -> ExitCode:
    _enable_line_editing()
    with raise_on_stop_signals():
        try:
            console.print(session.game.greeting)
            _play_to_end(session, console)
        except Quit:
            _save_after_quit(session, console)
            return 0
        except EOFError:
            _save_and_say_how_to_go_on(session)
            return 0
        except Stopped as stopped:
            _save_and_say_how_to_go_on(session)
            return stopped.code
        except KeyboardInterrupt:
            _save_and_say_how_to_go_on(session)
            return INTERRUPTED
        except (KeltisError, OSError):
            # A bot has failed, the game is too long for a record, or the terminal is gone.
            _save_and_say_how_to_go_on(session)
            raise
        if session.file is not None:
            _save(session, session.file)
    _say_how_to_look_at_it(session, console)
    return 0


def _play_to_end(session: Session[R, M], console: Console) -> None:
    try:
        Prompt(console, session).play_to_end()
    finally:
        ignore_stop_signals()  # while the game is saved


def _save_after_quit(session: Session[R, M], console: Console) -> None:
    if session.file is None:
        console.print("You leave the game, and it is not kept.")
    else:
        _save_and_say_how_to_go_on(session)


def _save_and_say_how_to_go_on(session: Session[R, M]) -> None:
    path = _save(session, session.file)
    _print_error(f"Saved to {path}. Go on with: {session.load_command(path)}")


def _save(session: Session[R, M], path: Path | None) -> Path:
    """Save the game to this file, or to a new one if there is none or it cannot be written."""
    if path is not None:
        try:
            session.save(path)
        except CommandError as error:
            _print_error(f"Not saved: {error}")
        else:
            return path
    return session.save_to_new_file()


def _print_error(text: str) -> None:
    with suppress(OSError):  # the terminal may be gone
        make_console(stderr=True).print(f"\n{text}", soft_wrap=True)


def _say_how_to_look_at_it(session: Session[R, M], console: Console) -> None:
    if session.file is not None:
        command = f"{session.game.command} replay {shlex.quote(str(session.file))}"
        console.print(f"The game is in {session.file}: {command}", soft_wrap=True)
        return
    seed = session.game.seed(session.record)
    if seed is not None:  # no secret any more
        console.print(f"With --seed {seed} the same cards are dealt again.")


def _enable_line_editing() -> None:
    """Let the person edit a line, and fetch earlier ones, where Python has readline."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - importing it is enough
