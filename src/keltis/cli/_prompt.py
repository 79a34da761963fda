"""The prompt, which asks for moves line by line."""

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from rich.console import Console
from rich.text import Text

from keltis.cli._display import print_board, print_listing
from keltis.cli._session import FrontEnd, Message, Session
from keltis.cli._terminal import Choice, Listing, is_turn_over
from keltis.game import M, R, S, V

_REQUESTS: Final = """\
What else to type
  7             the choice with this number
  hint          what a bot would do
  board         the board again
  undo          take your last move back
  save FILE     save the game to another file; it is saved after every move
  quit          leave the game, as Ctrl-C and Ctrl-D do; it is saved"""


class Prompt(FrontEnd[S, V, M, R]):
    """Asks for moves on a console."""

    def __init__(self, console: Console, session: Session[S, V, M, R]) -> None:
        super().__init__(session)
        self._console = console
        self._board_is_old = True

    def say(self, text: str, about: Message = Message.ANSWER) -> None:
        """Print a message; one with the name of a file is not wrapped."""
        style = "yellow" if about in (Message.ERROR, Message.WARNING) else None
        is_wrapped = about in (Message.ANSWER, Message.ERROR)
        self._console.print(text, style=style, soft_wrap=not is_wrapped)

    def ask_for_move(self, choices: Sequence[Choice[M]]) -> None:
        """Ask, and take answers until one of them changes the question or the board."""
        record = self.session.record
        if self._board_is_old:
            board, *_ = self.terminal.boards(record.final, self.session.view)
            self._console.print()
            print_board(self._console, board)
            self._console.print()
            self._board_is_old = False
        self._console.print(self.terminal.question(record), style="bold")
        print_listing(self._console, self.terminal.menu(choices))
        while self.session.record is record and not self._board_is_old:
            try:
                text = input("move> ")
            except UnicodeDecodeError:
                self.say(
                    "This cannot be read: it is not in the encoding of this terminal.",
                    Message.ERROR,
                )
                continue
            if not sys.stdin.isatty():
                with suppress(OSError):  # the move is made first; what it leads to is printed next
                    self._console.print(text)  # a terminal has shown it already
            self.answer(text, choices)

    def show_bot_moves(self) -> None:
        sentences: list[str] = []
        with self._console.status(f"{self.session.thinker} thinks ..."):
            for narration in self.session.make_bot_moves():
                sentences += narration
                if is_turn_over(self.session.record):
                    self.show_moves(sentences)
                    sentences = []
        self._board_is_old = True

    def show_moves(self, sentences: Iterable[str]) -> None:
        self._console.print(Text("> ", style="dim") + Text(" ".join(sentences)))

    def show_listing(self, listing: Listing) -> None:
        print_listing(self._console, listing)

    def show_board(self) -> None:
        """Print the board with the next question."""
        self._board_is_old = True

    def show_help(self) -> None:
        texts = (self.terminal.help, _REQUESTS, self.terminal.board_help)
        self._console.print("\n".join(filter(None, texts)))
