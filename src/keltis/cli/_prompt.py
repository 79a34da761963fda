"""What a person types, and the prompt, which asks for moves line by line."""

import enum
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final, Generic, NamedTuple, assert_never

from rich.console import Console
from rich.text import Text

from keltis._lib.text import quoted
from keltis.cli._display import print_board, print_listing
from keltis.cli._session import Session
from keltis.cli._terminal import Choice, InputError, Listing, M, R, S, Terminal, V, is_turn_over

_REQUESTS: Final = """\
What else to type
  7             the choice with this number
  hint          what a bot would do
  board         the board again
  undo          take your last move back
  save FILE     save the game to another file; it is saved after every move
  quit          leave the game, as Ctrl-C and Ctrl-D do; it is saved"""


class Action(enum.Enum):
    """What a person can ask for instead of a move."""

    HELP = "help"
    HINT = "hint"
    BOARD = "board"
    UNDO = "undo"
    SAVE = "save"
    QUIT = "quit"


class Request(NamedTuple):
    """An action, and what was typed after it."""

    action: Action
    argument: str = ""


_ALIASES: Final = {
    "?": Action.HELP,
    "h": Action.HINT,
    "u": Action.UNDO,
    "q": Action.QUIT,
    "exit": Action.QUIT,
}
_ACTIONS: Final = {**{action.value: action for action in Action}, **_ALIASES}


def parse_request(text: str) -> Request | None:
    """The request in a text, or None if it is something else."""
    first, _, rest = text.strip().partition(" ")
    action = _ACTIONS.get(first.lower())
    return None if action is None else Request(action, rest.strip())


def parse_answer(
    text: str, terminal: Terminal[S, V, M, R], state: S, choices: Sequence[Choice[M]]
) -> M | Listing:
    """The move that is typed, by its number or as the game writes it; or the listing it asks for.

    An empty line is the default move, if there is one. Raises `InputError`.
    """
    if not text.strip():
        default = terminal.default(choices)
        if default is None:
            raise InputError("Type the number of a choice, or ? for help.")
        return default
    move = parse_number(text, choices)
    return terminal.parse_move(text, state, choices) if move is None else move


def parse_number(text: str, choices: Sequence[Choice[M]]) -> M | None:
    """The move of the choice with this number, or None if the text is not a number."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal()):
        return None
    number = int(digits[:9])
    if not 1 <= number <= len(choices):
        raise InputError(
            f"There is no choice {quoted(digits)[1:-1]}: they go from 1 to {len(choices)}."
        )
    return choices[number - 1].move


class Quit(Exception):
    """The person wants to leave."""


class Prompt(Generic[S, V, M, R]):
    """Asks for moves on a console until the game of a session is over."""

    def __init__(self, console: Console, session: Session[S, V, M, R]) -> None:
        self._console = console
        self._session = session
        self._terminal = session.terminal
        self._board_is_old = True
        self._file = session.file

    def play_to_end(self) -> None:
        """Play to the end. Raises `Quit`; `EOFError` or `KeyboardInterrupt` may pass through."""
        session = self._session
        while not session.is_over:
            if session.is_your_turn:
                self._ask_for_move()
            elif session.thinker:
                self._show_bot_moves()
            else:
                self._print_narration(session.make_move(session.forced_move))
            self._print_file()

    def _show_bot_moves(self) -> None:
        """Let the bots move, and print what they do, a turn at a time."""
        session = self._session
        sentences: list[str] = []
        with self._console.status(f"{session.thinker} thinks ..."):
            for narration in session.make_bot_moves():
                sentences += narration
                if is_turn_over(session.record):
                    self._print_narration(sentences)
                    sentences = []
        self._board_is_old = True

    def _print_narration(self, sentences: Iterable[str]) -> None:
        self._console.print(Text("> ", style="dim") + Text(" ".join(sentences)))

    def _print_file(self) -> None:
        """Print where the game is kept, if that is news."""
        session = self._session
        for warning in session.warnings:
            self._console.print(warning, style="yellow", soft_wrap=True)
        session.warnings.clear()
        if session.file != self._file:
            self._file = session.file
            self._console.print(f"The game is kept in {self._file}.", soft_wrap=True)

    def _show_board(self) -> None:
        board, *_ = self._terminal.boards(self._session.record.final, self._session.view)
        self._console.print()
        print_board(self._console, board)
        self._console.print()
        self._board_is_old = False

    def _ask_for_move(self) -> None:
        """Ask, and take answers until one of them changes the question or the board."""
        choices = self._session.list_choices()
        if self._board_is_old:
            self._show_board()
        self._console.print(self._terminal.question(self._session.record), style="bold")
        print_listing(self._console, self._terminal.menu(choices))
        is_answered = False
        while not is_answered:
            try:
                is_answered = self._take_answer(_read_line(self._console), choices)
            except InputError as error:
                self._console.print(str(error), style="yellow")

    def _take_answer(self, text: str, choices: Sequence[Choice[M]]) -> bool:
        """Do what is typed. Return whether to ask again from the start."""
        request = parse_request(text)
        if request is not None:
            return self._do(request)
        move = parse_answer(text, self._terminal, self._session.record.final, choices)
        if isinstance(move, Listing):
            print_listing(self._console, move)
            return False
        self._print_narration(self._session.make_move(move))
        return True

    def _do(self, request: Request) -> bool:
        """Do what is requested. Return whether to ask again from the start."""
        match request.action:
            case Action.HELP:
                texts = (self._terminal.help, _REQUESTS, self._terminal.board_help)
                self._console.print("\n".join(filter(None, texts)))
                return False
            case Action.HINT:
                self._console.print(self._session.hint())
                return False
            case Action.BOARD:
                self._board_is_old = True
                return True
            case Action.UNDO:
                self._console.print(f"Taken back: {self._session.undo()}.")
                self._board_is_old = True
                return True
            case Action.SAVE:
                message = self._session.save_as(request.argument)
                self._file = self._session.file
                self._console.print(message, soft_wrap=True)
                return False
            case Action.QUIT:
                raise Quit
        assert_never(request.action)


def _read_line(console: Console) -> str:
    """A line from the person."""
    try:
        text = input("move> ")
    except UnicodeDecodeError:
        raise InputError(
            "This cannot be read: it is not in the encoding of this terminal."
        ) from None
    if not sys.stdin.isatty():
        with suppress(OSError):  # the move is made first; what it leads to is printed next
            console.print(text)  # a terminal has shown it already
    return text
