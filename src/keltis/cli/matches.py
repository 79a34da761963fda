"""A game of one person against bots."""

import random
from collections.abc import Iterator, Mapping

from rich.table import Table
from rich.text import Text

from keltis.arena import derived_seed
from keltis.bots import make_bot
from keltis.cli.looks import look_at
from keltis.cli.opponents import Opponent, played_on
from keltis.moves import Draw, Move, Phase
from keltis.record import GameRecord
from keltis.view import PlayerView, observe


class Match:
    """The game as it stands. All that it tells is what the person may know."""

    def __init__(self, record: GameRecord, seat: int, opponents: Mapping[int, Opponent], seed: int) -> None:
        self.record = record
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
        return tuple(addressed(sentence, self._seat) for sentence in self._look.sentences(self.record))

    def hint(self) -> Move:
        """What the greedy bot would do with what the person knows; the same every time it is asked."""
        view = self.view
        rng = random.Random(derived_seed(self._seed, "hint", len(self.record)))
        return make_bot("greedy")(view, view.legal_moves(), rng)

    def undo(self) -> Move | None:
        """Take back the person's last move, and say which; None if something was revealed since: then it stands."""
        if not len(self.record):
            return None
        state, move = self.record[len(self.record) - 1]
        if state.to_move != self._seat or move == Draw(None):
            return None
        self.record = self.record.until(len(self.record) - 1)
        return move


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
