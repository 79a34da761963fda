"""The plan of a tournament: which games are played, with which seeds and seatings."""

import math
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar, final

import attrs

from keltis._shared.chance import derived_seed
from keltis._shared.checks import as_int, plain_int
from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.errors import InvalidArgument
from keltis.rules import KELTIS, Rules

T = TypeVar("T")

MAX_NAME: Final = 100
"""The maximal length of the name of an entrant."""
MAX_GAMES: Final = 10_000_000
"""The maximal number of games of a tournament."""
DEFAULT_DEALS: Final = 10
"""The number of deals of a tournament if no number is given."""
DEFAULT_MAX_TURNS: Final = 1_000
"""The default number of turns of all players together after which a game is truncated (E3)."""
MAX_TURNS: Final = 1_000_000
"""The highest limit of turns."""
_MAX_SEED: Final = 2**256


@final
@attrs.frozen
class Fixture(Immutable):
    """One game of a tournament, before it is played."""

    number: int
    """The number in the plan, from 0."""
    deal: int
    """The number of the deal, from 0."""
    seed: int
    """The seed for `keltis.new_game`."""
    seating: tuple[str, ...]
    """The names of the entrants by seat. Seat 0 begins."""


@final
@attrs.frozen(kw_only=True)
class Plan(Immutable):
    """Every deal with every seating, so that all entrants have the same cards and seats.

    The games are numbered deal by deal, and within a deal by the seatings in the order of
    `itertools.permutations`. `len` is the number of games.

    >>> from keltis.arena import Plan
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
    """The label of each entrant's bot: its name, or the function or class that defines it."""
    players: int = attrs.field(default=2, converter=plain_int)
    """The number of players in a game; each group of entrants of this size meets."""
    deals: int = attrs.field(default=DEFAULT_DEALS, converter=plain_int)
    seed: int = attrs.field(default=0, converter=plain_int)
    """The seed of the tournament; `derived_seed` derives all other seeds from it."""
    rules: Rules = KELTIS
    max_turns: int = attrs.field(default=DEFAULT_MAX_TURNS, converter=plain_int)
    """The number of turns of all players together after which a game is truncated (E3)."""

    def __attrs_post_init__(self) -> None:
        self.rules.removed_with(self.players)  # refuses a number that cannot play
        _require_entrants(self.names, self.bots, self.players)
        as_int(self.deals, "deals", 1)
        as_int(self.seed, "seed", 0)
        as_int(self.max_turns, "max_turns", 1, MAX_TURNS)
        if self.seed >= _MAX_SEED:
            raise InvalidArgument("seed must be below 2**256")
        games = self.deals * self.seatings
        if games > MAX_GAMES:
            raise InvalidArgument(
                f"a tournament has at most {MAX_GAMES} games, not {short_repr(games)}"
            )

    @property
    def seatings(self) -> int:
        """The number of seatings, with each of which every deal is played."""
        return math.perm(len(self.names), self.players)

    def __len__(self) -> int:
        return self.deals * self.seatings

    def fixture(self, number: int) -> Fixture:
        """Return the game with this number."""
        number = as_int(number, "the number of a game", 0, len(self) - 1)
        deal, rank = divmod(number, self.seatings)
        seating = tuple(_permutation(self.names, self.players, rank))
        return Fixture(number, deal, derived_seed(self.seed, "deal", deal), seating)

    def bot_seed(self, fixture: Fixture) -> int:
        """Return the seed from which `keltis.bots.bot_random` makes the chance of all bots.

        It depends on the seating, not on the number of the game: more deals or more entrants do not
        change the games that were there before.
        """
        return derived_seed(self.seed, "bots", fixture.deal, *fixture.seating)


def count_deals(deals: int | None, games: int | None, seatings: int) -> int:
    """Return the number of deals, each of which is played with every seating."""
    if deals is not None and games is not None:
        raise InvalidArgument("pass deals or games, not both")
    if games is not None and seatings:  # without a seating the plan reports what is wrong
        return math.ceil(games / seatings)
    return DEFAULT_DEALS if deals is None else deals


def _permutation(items: Sequence[T], size: int, rank: int) -> Iterator[T]:
    """Yield item number `rank` of `itertools.permutations(items, size)`."""
    left = list(items)
    for taken in range(size):
        place, rank = divmod(rank, math.perm(len(left) - 1, size - taken - 1))
        yield left.pop(place)


def _require_entrants(names: tuple[str, ...], bots: tuple[str, ...], players: int) -> None:
    if not all(map(_is_name, names)):
        raise InvalidArgument(
            f"names must be texts of 1 to {MAX_NAME} printable characters, "
            "without spaces around them"
        )
    if len(bots) != len(names) or not all(map(str.isprintable, bots)):
        raise InvalidArgument("bots must have a printable text for each entrant")
    if len(set(names)) != len(names):
        raise InvalidArgument(f"entrants must have different names, not {short_repr(names)}")
    if players < 2:
        raise InvalidArgument(f"a game of a tournament needs 2 or more players, not {players}")
    if len(names) < players:
        raise InvalidArgument(
            f"games of {players} players need {players} or more entrants, not {len(names)}; "
            "a bot can enter twice, under another name"
        )


def _is_name(name: object) -> bool:
    if not isinstance(name, str):
        return False
    return name.isprintable() and 0 < len(name) <= MAX_NAME and name.strip() == name
