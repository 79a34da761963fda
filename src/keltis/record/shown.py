"""A game as one player, or a spectator, may know it."""

from typing import final

import attrs

from keltis._shared.values import Immutable
from keltis.cards import Card
from keltis.events import CardDrawn, Event
from keltis.moves import Move
from keltis.scoring import Outcome
from keltis.view import PlayerView


@final
@attrs.frozen
class ShownMove(Immutable):
    """A move and what it did, as the viewer may know it."""

    seat: int
    """Who made it."""
    move: Move
    events: tuple[Event, ...]

    @property
    def drawn(self) -> Card | None:
        """The card that was drawn by this move, if one was and the viewer may know it."""
        for event in self.events:
            if type(event) is CardDrawn:
                return event.card
        return None


@final
@attrs.frozen
class RecordView(Immutable):
    """A game as one player, or a spectator, may know it, with no hidden card and no seed in it.

    Make one with `GameRecord.shown_to`. It cannot be replayed: only what happened is in it.
    """

    start: PlayerView
    names: tuple[str, ...]
    moves: tuple[ShownMove, ...]
    outcome: Outcome | None

    @property
    def viewer(self) -> int | None:
        """The seat of the player whose view this is, or None for a spectator."""
        return self.start.viewer
