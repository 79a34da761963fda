"""A game of one person against bots."""

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from rich.table import Table
from rich.text import Text

from keltis.arena import derived_seed
from keltis.bots import make_bot
from keltis.cli.answers import Mistake, Request, understood
from keltis.cli.choices import choices, menu, question
from keltis.cli.files import write_record
from keltis.cli.looks import look_at
from keltis.cli.opponents import Opponent, played_on
from keltis.legality import legal_moves
from keltis.moves import Draw, Move, Phase
from keltis.record import GameRecord
from keltis.view import PlayerView, observe

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


class Match:
    """The game as it stands. All that it tells is what the person may know."""

    again = "keltis play --load"
    help = HELP

    def __init__(
        self, record: GameRecord, seat: int, opponents: Mapping[int, Opponent], seed: int
    ) -> None:
        self.record: GameRecord = record
        self._seat = seat
        self._opponents = opponents
        self._seed = seed
        self._look = look_at(record, seat=seat)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.record.outcome is not None

    @property
    def is_yours(self) -> bool:
        """Whether the decision that is due is the person's."""
        return not self.is_over and self.record.final.to_move == self._seat

    @property
    def view(self) -> PlayerView:
        """What the person may know."""
        return observe(self.record.final, self._seat)

    @property
    def between_turns(self) -> bool:
        """Whether nobody is in the middle of a turn."""
        return self.record.final.phase in (Phase.PLAY, Phase.OVER)

    @property
    def mover(self) -> str:
        """Who is to move."""
        return self._look.names[self.record.final.to_move]

    def board(self) -> Text:
        """The board as the person sees it."""
        return self._look.board(self.record.final)

    def scoreboard(self) -> Table:
        """The points of all players."""
        return self._look.scoreboard(self.record.final)

    def question(self) -> str:
        """What the person has to decide."""
        return question(self.view)

    def menu(self) -> Table:
        """The choices."""
        return menu(self.view)

    def understood(self, text: str) -> Move | Request:
        """What the person says by this text."""
        return understood(text, self.record.final, choices(self.view))

    def write(self, path: Path) -> None:
        """Put the game into a file."""
        write_record(path, self.record)

    def make(self, move: Move) -> tuple[str, ...]:
        """Make the person's move, and say what it did."""
        self.record = self.record.append(move)
        return self._told()

    def replies(self) -> Iterator[tuple[str, ...]]:
        """What the bots do, move by move, until it is the person's turn again or the game is over."""
        for record in played_on(self.record, self._opponents, self._seed):
            self.record = record
            yield self._told()

    def _told(self) -> tuple[str, ...]:
        return tuple(
            addressed(sentence, self._seat) for sentence in self._look.sentences(self.record)
        )

    def hint(self) -> str:
        """What the greedy bot would do with what the person knows; the same every time it is asked."""
        view = self.view
        rng = random.Random(derived_seed(self._seed, "hint", len(self.record)))
        move = make_bot("greedy")(view, legal_moves(view), rng)
        return f"The greedy bot would {move}. It looks one turn ahead and knows no more than you do, so this may not be the best."

    def undo(self) -> Move:
        """Take back the person's last move, and say which. If something was revealed since, it stands."""
        if len(self.record):
            state, move = self.record[len(self.record) - 1]
            if state.to_move == self._seat and move != Draw(None):
                self.record = self.record.until(len(self.record) - 1)
                return move
        raise Mistake(
            "You can take back only your own move, before a card of the pile is seen or another player moves."
        )


def addressed(sentence: str, seat: int) -> str:
    """A sentence of `keltis.events.describe`, said to the person on this seat.

    >>> addressed("Seat 0 lays R7.", 0), addressed("Seat 0's small figure enters the red path.", 0)
    ('You lay R7.', 'Your small figure enters the red path.')
    >>> addressed("Seat 1 lays R7.", 0)
    'Seat 1 lays R7.'
    """
    name = f"Seat {seat}"
    if sentence.startswith(f"{name}'s "):
        return "Your" + sentence.removeprefix(f"{name}'s")
    if not sentence.startswith(f"{name} "):
        return sentence
    verb, _, rest = sentence.removeprefix(f"{name} ").partition(" ")
    return f"You {verb.removesuffix('s')} {rest}".replace(" and now has ", " and now have ")
