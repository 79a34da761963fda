"""The prompt: it asks the person for moves line by line, and prints what happens between them."""

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final, Generic, assert_never

from rich.console import Console
from rich.text import Text

from keltis.cli._display import print_board, print_listing
from keltis.cli._games import Choice, Listing, M, R
from keltis.cli._input import Action, InputError, Request, parse_answer, parse_request
from keltis.cli._session import Session

_REQUESTS: Final = """\
What else to type
  7             the choice with this number
  hint          what a bot would do
  board         the board again
  undo          take your last move back
  save FILE     save the game to another file; it is saved after every move
  quit          leave the game, as Ctrl-C and Ctrl-D do; it is saved"""


class Quit(Exception):
    """The person wants to leave."""


class Prompt(Generic[R, M]):
    """Asks for moves on a console until the game of a session is over."""

    def __init__(self, console: Console, session: Session[R, M]) -> None:
        self._console = console
        self._session = session
        self._game = session.game
        self._board_is_old = True
        self._file = session.file

    def play_to_end(self) -> None:
        """Play to the end. Raises `Quit`; `EOFError` or `KeyboardInterrupt` may pass through."""
        session = self._session
        while not session.is_over:
            if session.is_your_turn:
                self._ask_for_move()
            else:
                self._show_bot_moves()
            self._print_file()

    def _show_bot_moves(self) -> None:
        """Let the bots move, and print what they do, a turn at a time."""
        session = self._session
        sentences: list[str] = []
        with self._console.status(f"{session.mover} thinks ..."):
            for narration in session.make_bot_moves():
                sentences += narration
                if self._game.is_turn_over(session.record):
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
        board, *_ = self._game.boards(self._session.record, self._session.view)
        self._console.print()
        print_board(self._console, board)
        self._console.print()
        self._board_is_old = False

    def _ask_for_move(self) -> None:
        """Ask, and take answers until one of them changes the question or the board.

        The only choice is not asked for.
        """
        choices = self._session.list_choices()
        if len(choices) == 1:
            self._print_narration(self._session.make_move(choices[0].move))
            return
        if self._board_is_old:
            self._show_board()
        self._console.print(self._game.question(self._session.record), style="bold")
        print_listing(self._console, self._game.menu(choices))
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
        move = parse_answer(text, self._game, self._session.record, choices)
        if isinstance(move, Listing):
            print_listing(self._console, move)
            return False
        self._print_narration(self._session.make_move(move))
        return True

    def _do(self, request: Request) -> bool:
        """Do what is requested. Return whether to ask again from the start."""
        match request.action:
            case Action.HELP:
                for text in (self._game.help, _REQUESTS, self._game.board_help):
                    self._console.print(text)
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
