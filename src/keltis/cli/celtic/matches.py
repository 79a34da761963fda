"""A game of CELTIC! of one person against a bot."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rich.table import Table
from rich.text import Text

from keltis.arena import derived_seed
from keltis.celtic import Lay, Move, Player, legal_moves, opponent
from keltis.celtic.moves import PASS
from keltis.celtic.record import GameRecord
from keltis.cli.answers import Mistake, Request
from keltis.cli.celtic.answers import understood
from keltis.cli.celtic.choices import choices, menu, question
from keltis.cli.celtic.files import write_record
from keltis.cli.celtic.looks import look_at
from keltis.cli.celtic.opponents import DEFAULT_BOT, Opponent, make_bot, played_on

HELP: Final = """\
How to play
  Each turn you lay one tile, yours or a neutral one, next to an open side of
  the design, so that open sides meet open sides, and closed sides closed ones.
  The design, with the cells it opens on to, must fit a window: 5 by 5 cells.
  If no tile of yours or a neutral one fits, you pass; that is done for you.
The end
  When nobody can lay a tile. Paths that are closed are knots. For each player
  a knot scores as many points as it visits tiles of that player. The best knot
  decides; if it is the same for both, the next best does, and so on.
The board
  Heavy lines are knots, light ones open paths. O and B are the players' tiles,
  N the neutral ones; a + is where a tile can go. Cells are x,y as on the rim:
  the start tile is on 0,0. N, E, S and W are the open sides of a tile.
What to type
  0,-1              show which tiles fit on this cell, with their numbers
  7                 lay the tile with this number
  0,-1 ES           lay your corner that is open to the east and the south
  0,-1 ES neutral   lay the neutral one instead
  hint              what the search bot would do
  undo              go back to your last decision, as often as you like
  board             draw the board again
  save FILE         keep the game; quit leaves it
  Ctrl-D or Ctrl-C save the game to a file and leave"""


class Match:
    """The game as it stands."""

    again = "keltis celtic play --load"
    help = HELP
    between_turns = True

    def __init__(self, record: GameRecord, seat: Player, bot: Opponent, seed: int) -> None:
        self.record: GameRecord = record
        self._seat = seat
        self._bots = {opponent(seat): bot}
        self._seed = seed
        self._look = look_at(record, seat=seat)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.record.outcome is not None

    @property
    def is_yours(self) -> bool:
        """Whether the person has to decide: not where the only move is to pass."""
        state = self.record.final
        return state.to_move is self._seat and legal_moves(state) not in ((), (PASS,))

    @property
    def mover(self) -> str:
        """Who is to move."""
        return self._look.names[self.record.final.to_move]

    def board(self) -> Text:
        """The board."""
        return self._look.board(self.record.final)

    def scoreboard(self) -> Table:
        """What the knots score."""
        return self._look.scoreboard(self.record.final)

    def question(self) -> str:
        """What the person has to decide."""
        return question(choices(self.record.final))

    def menu(self) -> Table:
        """The choices, or the cells if there are many."""
        return menu(choices(self.record.final))

    def understood(self, text: str) -> Move | Request | Table:
        """What the person says by this text; the tiles that fit, if it is a cell."""
        return understood(text, self.record.final, choices(self.record.final))

    def write(self, path: Path) -> None:
        """Put the game into a file."""
        write_record(path, self.record)

    def make(self, move: Move) -> tuple[str, ...]:
        """Make the person's move, and say what it did, with the pass to which it may force the bot."""
        return self._went_on(self.record.append(move))

    def replies(self) -> Iterator[tuple[str, ...]]:
        """What the bot does, and what is forced, until the person has to decide again or the game is over."""
        for record in played_on(self.record, self._bots, self._seed):
            yield self._went_on(record)

    def _went_on(self, record: GameRecord) -> tuple[str, ...]:
        """Take the longer record, and say what happened in it."""
        told = len(self.record)
        self.record = record
        return tuple(
            said for move in range(told, len(record)) for said in self._look.sentences(record, move)
        )

    def hint(self) -> str:
        """What the usual bot would do; the same every time it is asked."""
        state = self.record.final
        rng = random.Random(derived_seed(self._seed, "hint", len(self.record)))
        return (
            f"The {DEFAULT_BOT} bot would {make_bot(DEFAULT_BOT)(state, legal_moves(state), rng)}."
        )

    def undo(self) -> Move:
        """Go back to the person's last decision, and say what was decided. Nothing is hidden, so it is always allowed."""
        for place in reversed(range(len(self.record))):
            state, move = self.record[place]
            if state.to_move is self._seat and isinstance(move, Lay):
                self.record = self.record.until(place)
                return move
        raise Mistake("You have laid no tile as yet, so there is nothing to take back.")
