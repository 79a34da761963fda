"""The plan of a tournament: who plays which games, with which seeds and seatings."""

import enum
import math
from collections import Counter
from collections.abc import Sequence
from types import FunctionType
from typing import Final, Generic, Protocol, TypeAlias, final

import attrs
from typing_extensions import TypeVar

from keltis._engine.moves import Move
from keltis._engine.rules import Rules
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView
from keltis._game import GAME
from keltis._lib.chance import derived_seed
from keltis._lib.checks import as_int, plain_int
from keltis._lib.text import short_repr
from keltis._lib.values import Immutable, public_module
from keltis.errors import InvalidArgument
from keltis.game import Bot, Game, Score
from keltis.game import Rules as GameRules

V_contra = TypeVar("V_contra", contravariant=True, default=PlayerView)
M_co = TypeVar("M_co", covariant=True, default=Move)

MAX_NAME: Final = 100
"""The maximal length of the name of an entrant."""
MAX_GAMES: Final = 10**12
"""The maximal number of games of a tournament."""
DEFAULT_DEALS: Final = 10
"""The number of deals of a tournament if no number is given."""
DEFAULT_MAX_TURNS: Final = 1_000
"""The default number of turns of all players together after which a game is truncated (E3)."""
MAX_TURNS: Final = 1_000_000
"""The highest limit of turns."""
_MAX_SEED: Final = 2**256


class _Ends(Protocol):
    @property
    def EndReason(self) -> type[enum.Enum]: ...  # noqa: N802 - a class
    def read_score(self, numbers: Sequence[int], /) -> Score: ...


class _RulesParser(Protocol):
    def parse_rules(self, text: str, /) -> GameRules: ...


class PlayedGame(Protocol):
    """A `Game`, as far as plans and results look inside."""

    @property
    def title(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def milestone(self) -> str: ...
    @property
    def rules(self) -> GameRules: ...
    @property
    def engine(self) -> _Ends: ...
    @property
    def notation(self) -> _RulesParser: ...
    def require_rules(self, rules: GameRules) -> GameRules: ...
    def format_rules(self, rules: GameRules) -> str: ...


KeltisGame: TypeAlias = Game[GameState, PlayerView, Move, Rules]
G_co = TypeVar("G_co", bound=PlayedGame, covariant=True, default=KeltisGame)
"""The game of a plan."""


@final
@attrs.frozen
class Entrant(Immutable, Generic[V_contra, M_co]):
    """A name, and a bot or the name of one for `make_bot` of the game.

    When the games are played in other processes, pickle must be able to send the bot: a function or
    class at the top of a module will do, a lambda will not. The name of a bot always will.

    >>> from keltis.arena import Entrant
    >>> Entrant("deep thought", "search:iterations=50").label
    'search:iterations=50'
    """

    name: str
    bot: Bot[V_contra, M_co] | str

    @property
    def label(self) -> str:
        """The name of the bot, or else of the module and function or class that define it."""
        if isinstance(self.bot, str):
            return self.bot
        definition = self.bot if isinstance(self.bot, (FunctionType, type)) else type(self.bot)
        return f"{public_module(definition)}.{definition.__qualname__}"


def as_entrants(
    entrants: Sequence[Entrant[V_contra, M_co] | Bot[V_contra, M_co] | str],
) -> tuple[Entrant[V_contra, M_co], ...]:
    """Return entrants; a bot or its name becomes an entrant, a repeated one `random 2` and so on.

    >>> from keltis.arena import Entrant, as_entrants
    >>> from keltis.bots import GreedyBot
    >>> entered = as_entrants(["random", "random", Entrant("ann", "random"), GreedyBot()])
    >>> [entrant.name for entrant in entered]
    ['random', 'random 2', 'ann', 'GreedyBot']
    """
    counts: Counter[str] = Counter()
    entered: list[Entrant[V_contra, M_co]] = []
    for entrant in entrants:
        if isinstance(entrant, Entrant):
            entered.append(entrant)
            continue
        name = entrant if isinstance(entrant, str) else Entrant("", entrant).label.split(".")[-1]
        counts[name] += 1
        number = counts[name]
        entered.append(Entrant(name if number == 1 else f"{name} {number}", entrant))
    return tuple(entered)


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
class Plan(Immutable, Generic[G_co]):
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
    game: G_co = GAME  # type: ignore[assignment]  # a default of G_co, which mypy cannot see here
    """What is played."""
    rules: GameRules = attrs.field(
        default=attrs.Factory(lambda self: self.game.rules, takes_self=True)
    )
    """The rules of that game."""
    max_turns: int = attrs.field(default=DEFAULT_MAX_TURNS, converter=plain_int)
    """The number of turns of all players together after which a game is truncated (E3)."""

    def __attrs_post_init__(self) -> None:
        counts = self.game.require_rules(self.rules).player_counts
        if self.players not in counts:
            expected = " or ".join(map(str, counts))
            raise InvalidArgument(
                f"players must be {expected} under these rules, not {short_repr(self.players)}"
            )
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
        """Seatings per deal."""
        return math.perm(len(self.names), self.players)

    def __len__(self) -> int:
        return self.deals * self.seatings

    def count(self, games: int) -> str:
        """Return how many games these are, such as `5 of 6 games`.

        A plan with the most games that there can be is one that a sequential test ends.
        """
        is_open = len(self) + self.seatings > MAX_GAMES
        of_all = "" if is_open or games == len(self) else f"of {len(self)} "
        return f"{games} {of_all}games"

    def place(self, name: str) -> int:
        """Return the place of an entrant in `names`."""
        if name not in self.names:
            raise InvalidArgument(
                f"unknown entrant {short_repr(name)}: expected one of {', '.join(self.names)}"
            )
        return self.names.index(name)

    def fixture(self, number: int) -> Fixture:
        """Return the game with this number."""
        number = as_int(number, "the number of a game", 0, len(self) - 1)
        deal, rank = divmod(number, self.seatings)
        seating, left = [], list(self.names)
        for seats_after in reversed(range(self.players)):
            place, rank = divmod(rank, math.perm(len(left) - 1, seats_after))
            seating.append(left.pop(place))
        return Fixture(number, deal, derived_seed(self.seed, "deal", deal), tuple(seating))

    def bot_seed(self, fixture: Fixture) -> int:
        """Return the seed from which `keltis.bots.bot_random` makes the chance of all bots.

        It depends on the seating, not on the number of the game: more deals or more entrants do not
        change the games that were there before.
        """
        return derived_seed(self.seed, "bots", fixture.deal, *fixture.seating)


def _require_entrants(names: tuple[str, ...], bots: tuple[str, ...], players: int) -> None:
    if not all(
        isinstance(name, str)  # not a bot, which belongs into an `Entrant`
        and (0 < len(name) <= MAX_NAME and name.isprintable() and name.strip() == name)
        for name in names
    ):
        raise InvalidArgument(
            f"names must be texts of 1 to {MAX_NAME} printable characters, without spaces around"
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
