"""Which games a tournament consists of."""

import math
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar, final

import attrs

from keltis._shared.chance import derived_seed
from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.errors import InvalidArgument
from keltis.rules import KELTIS, Rules, require_rules

T = TypeVar("T")

MAX_NAME: Final = 100
"""The most characters that the name of an entrant can have."""
MAX_GAMES: Final = 10_000_000
"""The most games that a tournament can have."""
DEFAULT_MAX_TURNS: Final = 1_000
"""After how many turns of all players together a game is truncated (E3), unless told otherwise."""
MAX_TURNS: Final = 1_000_000
"""The largest limit of turns."""
_MAX_SEED: Final = 2**256


@final
@attrs.frozen
class Fixture(Immutable):
    """One game of a tournament, before it is played."""

    number: int
    """Its place in the tournament, from 0."""
    deal: int
    """Which of the deals it is played with, from 0."""
    seed: int
    """What `keltis.new_game` deals it from."""
    seating: tuple[str, ...]
    """The names of the entrants by seat. Seat 0 begins."""


@final
@attrs.frozen(kw_only=True)
class Plan(Immutable):
    """What is played: every deal with every seating, so that no entrant has better cards or better seats than another.

    The games are numbered deal by deal, and within a deal by the seatings in the order of
    `itertools.permutations`. `len` is the number of games.

    >>> plan = Plan(names=("ann", "bob", "eve"), players=2, deals=10, seed=7)
    >>> len(plan)
    60
    >>> plan.fixture(8)
    Fixture(number=8, deal=1, seed=2262157860636851368, seating=('bob', 'ann'))
    """

    names: tuple[str, ...]
    """The entrants' names, all different."""
    bots: tuple[str, ...] = attrs.field(
        default=attrs.Factory(lambda self: self.names, takes_self=True)
    )
    """For each entrant what plays for it: the name of a bot, or where it is defined."""
    players: int = 2
    """How many play in a game. Of more entrants, each choice of so many meets."""
    deals: int = 10
    seed: int = 0
    """What all chance of the tournament is derived from, see `derived_seed`."""
    rules: Rules = KELTIS
    max_turns: int = DEFAULT_MAX_TURNS
    """After so many turns of all players together a game that is not over is truncated (E3)."""

    def __attrs_post_init__(self) -> None:
        require_rules(self.rules)
        self.rules.removed_with(self.players)  # refuses a number that cannot play
        _require_entrants(self.names, self.bots, self.players)
        for name, least in (("deals", 1), ("seed", 0), ("max_turns", 1)):
            number = getattr(self, name)
            if type(number) is not int or number < least:
                raise InvalidArgument(
                    f"{name} must be a whole number from {least}, not {short_repr(number)}"
                )
        if self.seed >= _MAX_SEED:
            raise InvalidArgument("the seed of a tournament must be below 2**256")
        if self.max_turns > MAX_TURNS:
            raise InvalidArgument(
                f"max_turns must be at most {MAX_TURNS}, not {short_repr(self.max_turns)}"
            )
        games = self.deals * self.seatings
        if games > MAX_GAMES:
            raise InvalidArgument(
                f"a tournament has at most {MAX_GAMES} games, and these would be {short_repr(games)}"
            )

    @property
    def seatings(self) -> int:
        """With how many seatings each deal is played."""
        return math.perm(len(self.names), self.players)

    def __len__(self) -> int:
        return self.deals * self.seatings

    def fixture(self, number: int) -> Fixture:
        """The game with this number."""
        if type(number) is not int or not 0 <= number < len(self):
            raise InvalidArgument(
                f"the games are numbered from 0 to {len(self) - 1}, there is no {short_repr(number)}"
            )
        deal, rank = divmod(number, self.seatings)
        seating = tuple(_permutation(self.names, self.players, rank))
        return Fixture(number, deal, derived_seed(self.seed, "deal", deal), seating)

    def bot_seed(self, fixture: Fixture, seat: int) -> int:
        """What the `random.Random` of the bot on this seat is made from.

        It depends on who plays, not on the game's number: more deals, or more entrants, leave the
        games there were as they are.
        """
        return derived_seed(self.seed, "bot", fixture.deal, *fixture.seating, seat)


def _permutation(items: Sequence[T], size: int, rank: int) -> Iterator[T]:
    """Item number `rank` of `itertools.permutations(items, size)`, without those before it."""
    left = list(items)
    for taken in range(size):
        place, rank = divmod(rank, math.perm(len(left) - 1, size - taken - 1))
        yield left.pop(place)


def _require_entrants(names: tuple[str, ...], bots: tuple[str, ...], players: int) -> None:
    if type(names) is not tuple or not all(map(_is_name, names)):
        raise InvalidArgument(
            f"names must be a tuple of 1 to {MAX_NAME} printable characters each, no space around them"
        )
    if type(bots) is not tuple or len(bots) != len(names) or not all(map(_is_line, bots)):
        raise InvalidArgument(
            "bots must be a tuple with a text of printable characters for each entrant"
        )
    if len(set(names)) != len(names):
        raise InvalidArgument(f"the entrants must have different names, unlike {', '.join(names)}")
    if players < 2:
        raise InvalidArgument(f"a game of a tournament is between 2 or more players, not {players}")
    if len(names) < players:
        few = f"games of {players} players need at least as many entrants, not {len(names)}"
        raise InvalidArgument(f"{few}; a bot can enter twice, under another name")


def _is_name(name: str) -> bool:
    return _is_line(name) and 0 < len(name) <= MAX_NAME and name.strip() == name


def _is_line(text: str) -> bool:
    return type(text) is str and text.isprintable()
