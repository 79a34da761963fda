"""The conversation with a person who plays: questions, answers, and what the game does."""

import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final, assert_never

from rich.console import Console
from rich.text import Text

from keltis.cli.answers import Mistake, Request, Word, understood
from keltis.cli.choices import choices, menu, question
from keltis.cli.errors import CommandError
from keltis.cli.files import write_record
from keltis.cli.matches import Match

HELP: Final = """\
How to play
  Each turn you play one card, then draw one. Lay a card to your column of its
  colour, and your figure on that path moves one stone; the first card brings a
  figure on to the path: a small one, or your large one, which counts double.
  A column runs up or down: R3 R5 R5 R8 or R8 R5 R3. Or discard a card, unused.
  The first rows cost points, the last ones give many: few long paths win.
Stones
  +1 +2 +3  points at once          W  wishing stone: collect at least two
  C  clover: a step for any of your figures that is on a path
The end
  When the fifth figure of all is in the goal, or the draw pile is empty.
What to type
  7             the choice with this number
  lay R7        lay the red 7; discard R7; lay R7 large brings the large figure
  draw pile     draw face down; draw R takes the top of the red discards
  advance P     move your figure on the pink path; decline leaves the step
  hint          what the greedy bot would do
  undo          take your last move back, if nothing was revealed since
  board         draw the board again
  save FILE     keep the game; quit leaves it
  Ctrl-D or Ctrl-C save the game to a file and leave"""


class Left(Exception):
    """The person has left the game by `quit`."""


class Conversation:
    """Talks with the person until the game is over."""

    def __init__(self, console: Console, match: Match, file: Path | None) -> None:
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
        view = self.match.view
        self._console.print(question(view), style="bold")
        self._console.print(menu(view))
        answered = False
        while not answered:
            try:
                answered = self._answer(_typed(self._console))
            except Mistake as mistake:
                self._console.print(str(mistake), style="yellow")

    def _answer(self, text: str) -> bool:
        """Do what is typed. Whether a question must be put now, the next one or the same again."""
        answer = understood(text, self.match.record.final, choices(self.match.view))
        if isinstance(answer, Request):
            return self._do(answer)
        self._tell(self.match.make(answer))
        return True

    def _do(self, request: Request) -> bool:
        """Do what is asked for. Whether the question must be put again."""
        match request.word:
            case Word.HELP:
                self._console.print(HELP)
                return False
            case Word.HINT:
                self._console.print(f"The greedy bot would {self.match.hint()}. {_HINT}")
                return False
            case Word.SAVE:
                self._save(request.rest)
                return False
            case Word.BOARD:
                self._board_due = True
                return True
            case Word.UNDO:
                self._undo()
                return True
            case Word.QUIT:
                raise Left
        assert_never(request.word)  # pragma: no cover - only the type checker comes here

    def _undo(self) -> None:
        move = self.match.undo()
        if move is None:
            raise Mistake("You can take back only your own move, before a card of the pile is seen or another player moves.")
        self._console.print(f"Taken back: {move}.")
        self._board_due = True

    def _save(self, name: str) -> None:
        path = Path(name) if name else self.file
        if path is None:
            raise Mistake("Say where: save FILE, as in save game.txt")
        if path != self.file and path.exists():
            raise Mistake(f"There is a file {path} already: choose another name.")
        try:
            write_record(path, self.match.record)
        except CommandError as error:
            raise Mistake(f"Not saved: {error}") from error
        self.file = path
        self._console.print(f"Saved to {path}. Later: keltis play --load {shlex.quote(str(path))}", soft_wrap=True)


_HINT: Final = "It looks one turn ahead and knows no more than you do, so this may not be the best."


def _typed(console: Console) -> str:
    """A line from the person."""
    try:
        text = input("move> ")
    except UnicodeDecodeError:
        raise Mistake("This cannot be read: it is not in the encoding of this terminal.") from None
    if not sys.stdin.isatty():
        console.print(text)  # nobody has seen it as yet
    return text
