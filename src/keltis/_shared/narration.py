"""Players as the subjects of sentences: by seat, by name, or as "you"."""

from collections.abc import Callable, Sequence
from typing import final

import attrs

from keltis._shared.checks import as_int
from keltis._shared.values import Immutable
from keltis.errors import InvalidArgument


def _as_reader(you: int | None) -> int | None:
    return None if you is None else as_int(you, "you", 0)


@final
@attrs.frozen
class Narrator(Immutable):
    """Calls players by their names or seats, and one of them perhaps "you".

    >>> narrator = Narrator("player {}".format, names=("Ann", "Bob"), you=1)
    >>> narrator.clause(0, "lay"), narrator.clause(1, "lay"), narrator.possessive(1)
    ('Ann lays', 'You lay', 'Your')
    """

    seat_label: Callable[[int], str]
    """What a player without a name is called, in the middle of a sentence."""
    names: Sequence[str] = ()
    """The names by seat, or none."""
    you: int | None = attrs.field(default=None, converter=_as_reader)
    """The seat of the person who reads the sentence."""

    def name(self, seat: int) -> str:
        """What a player is called in the middle of a sentence."""
        if seat == self.you:
            return "you"
        return self._given_name(seat) if self.names else self.seat_label(seat)

    def subject(self, seat: int) -> str:
        """What a player is called at the beginning of a sentence."""
        name = self.name(seat)
        return name if self.names and seat != self.you else name[0].upper() + name[1:]

    def clause(self, seat: int, verb: str) -> str:
        """A player as the subject of this verb, at the beginning of a sentence."""
        return f"{self.subject(seat)} {self.verb(seat, verb)}"

    def verb(self, seat: int, verb: str, third: str = "") -> str:
        """The verb as it follows this player: `third`, or with an s, unless it is "you"."""
        return verb if seat == self.you else third or f"{verb}s"

    def possessive(self, seat: int) -> str:
        """Whose something is, at the beginning of a sentence."""
        return "Your" if seat == self.you else f"{self.subject(seat)}'s"

    def _given_name(self, seat: int) -> str:
        if isinstance(self.names, str) or seat not in range(len(self.names)):
            raise InvalidArgument(f"names must have a name for seat {seat}, not {self.names!r}")
        return self.names[seat]


def count_noun(count: int, noun: str) -> str:
    """A count with its noun.

    >>> count_noun(1, "point"), count_noun(-1, "point"), count_noun(0, "point")
    ('1 point', '-1 point', '0 points')
    """
    return f"{count} {noun}" if abs(count) == 1 else f"{count} {noun}s"
