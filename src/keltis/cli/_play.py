"""`play`: one person against bots. The game is in a file from its first move on."""

import importlib
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Generic

from rich.console import Console
from rich.text import Text

from keltis.cli._commands import (
    CommandError,
    ExitCode,
    exit_code,
    ignore_stop_signals,
    raise_on_stop_signals,
)
from keltis.cli._display import has_application, make_console, print_board, print_listing
from keltis.cli._files import read_record, require_new
from keltis.cli._session import (
    GUEST,
    REQUESTS,
    Request,
    Session,
    parse_answer,
    parse_request,
    resume_session,
    start_session,
)
from keltis.cli._terminal import Choice, Group, InputError, Terminal, is_turn_over
from keltis.errors import KeltisError
from keltis.game import M, R, S, V, require_names

_HELP: Final = f"""\
What else to type
  7             the choice with this number
{REQUESTS}"""


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
    is_whole = not plain and has_application(make_console())
    while (code := _run_session(session, is_whole=is_whole)) is None:
        session.start_again()
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


def _run_session(session: Session[S, V, M, R], *, is_whole: bool) -> ExitCode | None:
    """Play a game; return the exit code, or None if the person wants another game.

    The application has its own question about another game.
    """
    console, stop = make_console(), None
    with raise_on_stop_signals():
        try:
            if is_whole:
                from keltis.cli._app import run_screen  # noqa: PLC0415 - an extra
                from keltis.cli._play_screen import PlayScreen  # noqa: PLC0415

                run_screen(PlayScreen(session))
            else:
                console.print(session.terminal.greeting)
                Prompt(console, session).play_to_end()
        except (EOFError, KeyboardInterrupt, KeltisError, OSError) as error:
            stop = error
        ignore_stop_signals()  # while the game is saved
        is_left = session.match.outcome is None
        if stop is None and is_left and session.file is None and not len(session.record):
            console.print("You leave before the first move, so there is nothing to save.")
            return 0
        path = session.save_somewhere()
        for warning in session.warnings:
            _print_error(warning)
        session.warnings.clear()
        if stop is not None or is_left:
            _print_error(f"Saved to {path}. Continue with: {session.load_command(path)}")
    if isinstance(stop, (KeltisError, OSError)):
        raise stop  # a bot has failed, the game is too long for a record, or the terminal is gone
    if stop is not None or is_left:
        return exit_code(stop) if isinstance(stop, KeyboardInterrupt) else 0
    console.print()
    print_board(console, session.terminal, session.record.final, session.view)
    console.print()
    console.print(session.explain_end(), soft_wrap=True)
    console.print()
    for line in _next_steps(session):
        console.print(line, soft_wrap=True)
    return None if not is_whole and sys.stdin.isatty() and _confirm_another() else 0


def _next_steps(session: Session[S, V, M, R]) -> Iterator[str]:
    """Where the game is, and what can be done with it."""
    command, file = session.terminal.command, session.file
    yield f"The game is in {file}: {command} replay {shlex.quote(str(file))}"
    if session.terminal.luck() is not None:
        yield f"Play or luck? {command} review {shlex.quote(str(file))}"
    if session.record.seed is not None:  # no secret any more
        yield f"With --seed {session.record.seed} the same cards are dealt again."


def _confirm_another() -> bool:
    try:
        answer = input("Another game? Type y, or just Enter to leave: ")
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes")


def _print_error(text: str) -> None:
    with suppress(OSError):  # the terminal may be gone
        make_console(stderr=True).print(f"\n{text}", soft_wrap=True)


class Prompt(Generic[S, V, M, R]):
    """Plays the game of a session to its end, and asks for moves line by line."""

    def __init__(self, console: Console, session: Session[S, V, M, R]) -> None:
        self.session = session
        self._console = console
        self._board_is_old = True
        self._has_quit = False

    def play_to_end(self) -> None:
        """Play until the game ends, or the person quits."""
        session = self.session
        while session.match.outcome is None and not self._has_quit:
            if session.is_waiting:
                self._ask_for_move(session.terminal.choices(session.match.state))
            else:
                self._let_bots_move()
            for news in session.take_news():
                self._say(news, "yellow")

    def _say(self, text: str, style: str | None = None) -> None:
        self._console.print(text, style=style, soft_wrap=True)

    def _ask_for_move(self, choices: Sequence[Choice[M]]) -> None:
        """Ask, and take answers until one of them changes the question or the board."""
        session, terminal = self.session, self.session.terminal
        record = session.record
        if self._board_is_old:
            self._console.print()
            print_board(self._console, terminal, record.final, session.view)
            self._console.print()
            self._board_is_old = False
        self._console.print(terminal.question(record), style="bold")
        print_listing(self._console, terminal.menu(record.final, choices))
        while session.record is record and not (self._board_is_old or self._has_quit):
            try:
                text = input("move> ")
            except UnicodeDecodeError:
                self._say("This cannot be read: it is not in the encoding of this terminal.")
                continue
            if not sys.stdin.isatty():
                with suppress(OSError):  # the move is made first; what it leads to is printed next
                    self._console.print(text)  # a terminal has shown it already
            try:
                self._answer(text, choices)
            except InputError as error:
                self._console.print(str(error), style="yellow")

    def _answer(self, text: str, choices: Sequence[Choice[M]]) -> None:
        """Do what the person typed. Raises `InputError` if that is not possible."""
        session, terminal = self.session, self.session.terminal
        match parse_request(text):
            case Request.HELP, _:
                rules = terminal.rules_of(session.record.final)
                texts = (terminal.help(rules), _HELP, terminal.board_help)
                self._console.print("\n".join(filter(None, texts)))
            case Request.HINT, _:
                self._console.print(session.hint())
            case Request.BOARD, _:
                self._board_is_old = True
            case Request.UNDO, _:
                self._say(session.undo())
                self._board_is_old = True
            case Request.SAVE, name:
                self._say(session.save_as(name))
            case Request.QUIT, _:
                self._has_quit = True
            case _:
                answer = parse_answer(text, terminal, session.record.final, choices)
                if isinstance(answer, Group):
                    print_listing(self._console, terminal.rows(answer))
                else:
                    self._show_moves(session.choose(answer))

    def _let_bots_move(self) -> None:
        """Make the moves of bots, and those without a choice; show each turn."""
        session = self.session
        sentences: list[str] = []
        thinks = f"{session.thinker} thinks …" if session.thinker else ""
        with self._console.status(thinks):
            while session.match.outcome is None and not session.is_waiting:
                self._board_is_old = self._board_is_old or bool(session.thinker)
                sentences += session.accept(session.next_match())
                if is_turn_over(session.record):
                    self._show_moves(sentences)
                    sentences = []
        if sentences:
            self._show_moves(sentences)

    def _show_moves(self, sentences: Iterable[str]) -> None:
        self._console.print(Text("> ", style="dim") + Text(" ".join(sentences)))
