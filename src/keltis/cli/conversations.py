"""The conversation with a person who plays: questions, answers, and what the game does."""

import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Generic, Literal, Protocol, assert_type

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from keltis.cli.answers import M, Mistake, Request, Word
from keltis.cli.errors import CommandError
from keltis.cli.files import require_new


class Talked(Protocol[M]):
    """A game of one person against bots, as far as a conversation has to know it. All that it tells the person may know."""

    again: str
    """The command that goes on with a game from a file, as far as the file."""
    help: str

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def is_yours(self) -> bool:
        """Whether the decision that is due is the person's."""

    @property
    def between_turns(self) -> bool:
        """Whether nobody is in the middle of a turn."""

    @property
    def mover(self) -> str:
        """Who is to move."""

    def board(self) -> RenderableType:
        """The board as the person sees it."""

    def scoreboard(self) -> RenderableType:
        """How the game ended."""

    def question(self) -> str:
        """What the person has to decide."""

    def menu(self) -> RenderableType:
        """The choices."""

    def understood(self, text: str) -> M | Request | Table:
        """What the person says by this text; a table is what the person wants to see. Raises `Mistake`."""

    def make(self, move: M) -> Iterable[str]:
        """Make the person's move, and say what it did."""

    def replies(self) -> Iterable[Iterable[str]]:
        """What the bots do, move by move, until it is the person's turn again or the game is over."""

    def hint(self) -> str:
        """What a bot would do, in a sentence."""

    def undo(self) -> M:
        """Take a move of the person back, and say which. Raises `Mistake` if it stands."""

    def write(self, path: Path) -> None:
        """Put the game into a file."""


class Left(Exception):
    """The person has left the game by `quit`."""


class Conversation(Generic[M]):
    """Talks with the person until the game is over."""

    def __init__(self, console: Console, match: Talked[M], file: Path | None) -> None:
        self.match = match
        self.file = file
        """Where the game is kept, if it has a place."""
        self._console = console
        self._board_due = True

    def hold(self) -> None:
        """Play to the end. Raises `Left`, or `EOFError` or `KeyboardInterrupt` if the person leaves otherwise."""
        while not self.match.is_over:
            if self.match.is_yours:
                self._ask()
            else:
                self._listen()
        self._show_board()
        self._console.print(self.match.scoreboard())

    def _listen(self) -> None:
        """Tell what the bots do, a turn at a time."""
        told: list[str] = []
        with self._console.status(f"{self.match.mover} thinks ..."):
            for sentences in self.match.replies():
                told += sentences
                if self.match.between_turns:
                    self._tell(told)
                    told = []
        self._board_due = True

    def _tell(self, sentences: Iterable[str]) -> None:
        self._console.print(Text("> ", style="dim") + Text(" ".join(sentences)))

    def _show_board(self) -> None:
        for part in ("", self.match.board(), ""):
            self._console.print(part)
        self._board_due = False

    def _ask(self) -> None:
        """Put the question that is due, and hear answers until one of them changes it."""
        if self._board_due:
            self._show_board()
        self._console.print(self.match.question(), style="bold")
        self._console.print(self.match.menu())
        answered = False
        while not answered:
            try:
                answered = self._answer(_typed(self._console))
            except Mistake as mistake:
                self._console.print(str(mistake), style="yellow")

    def _answer(self, text: str) -> bool:
        """Do what is typed. Whether a question must be put now, the next one or the same again."""
        answer = self.match.understood(text)
        if isinstance(answer, Request):
            return self._do(answer)
        if isinstance(answer, Table):
            self._console.print(answer)
            return False
        self._tell(self.match.make(answer))
        return True

    def _do(self, request: Request) -> bool:
        """Do what is asked for. Whether the question must be put again."""
        match request.word:
            case Word.HELP:
                self._console.print(self.match.help)
                return False
            case Word.HINT:
                self._console.print(self.match.hint())
                return False
            case Word.BOARD:
                self._board_due = True
                return True
            case Word.UNDO:
                self._undo()
                return True
            case Word.QUIT:
                raise Left
        assert_type(request.word, Literal[Word.SAVE])  # nothing else is left
        self._save(request.rest)
        return False

    def _undo(self) -> None:
        self._console.print(f"Taken back: {self.match.undo()}.")
        self._board_due = True

    def _save(self, name: str) -> None:
        path = Path(name) if name else self.file
        if path is None:
            raise Mistake("Say where: save FILE, as in save game.txt")
        try:
            require_new(path, self.file)
            self.match.write(path)
        except (CommandError, OSError) as error:
            raise Mistake(f"Not saved: {error}") from error
        self.file = path
        self._console.print(
            f"Saved to {path}. Later: {self.match.again} {shlex.quote(str(path))}", soft_wrap=True
        )


def _typed(console: Console) -> str:
    """A line from the person."""
    try:
        text = input("move> ")
    except UnicodeDecodeError:
        raise Mistake("This cannot be read: it is not in the encoding of this terminal.") from None
    if not sys.stdin.isatty():
        console.print(text)  # nobody has seen it as yet
    return text
