"""What one player has: cards, figures and points, and how much of it is public."""

from collections.abc import Iterator
from typing import Final, Protocol, final

import attrs
from typing_extensions import TypeIs

from keltis._engine.cards import ByColour, Card, Colour, Figure, sort_cards
from keltis._engine.rules import Rules
from keltis._lib.checks import is_int, plain_int, plain_ints
from keltis._lib.text import short_repr
from keltis._lib.values import Immutable, successor, trusted_constructor
from keltis.errors import InvalidState


class PublicFacts(Protocol):
    """What everyone knows of a player: a `PlayerState` and a `PublicPlayer` both have it."""

    @property
    def columns(self) -> ByColour[tuple[Card, ...]]: ...
    @property
    def rows(self) -> ByColour[int]: ...
    @property
    def large(self) -> Colour | None: ...
    @property
    def tile_points(self) -> int: ...
    @property
    def wishing_stones(self) -> int: ...
    @property
    def seen(self) -> tuple[Card, ...]: ...


@final
@attrs.frozen
class PlayerState(Immutable):
    """What one player has. Only the `GameState` checks that everything fits together."""

    hand: tuple[Card, ...]
    """The cards in hand, sorted."""
    columns: ByColour[tuple[Card, ...]]
    """The cards laid in each colour, first to last."""
    rows: ByColour[int] = attrs.field(converter=plain_ints)
    """The row of the figure on each path: 1 is the first stone, 0 means no figure."""
    large: Colour | None
    """The path that the large figure is on, or None while it is on the starting stone."""
    tile_points: int = attrs.field(converter=plain_int)
    """Points from number tiles (P1)."""
    wishing_stones: int = attrs.field(converter=plain_int)
    """How many wishing stones this player has taken (P2)."""
    seen: tuple[Card, ...] = attrs.field(eq=sort_cards)
    """Cards everyone knows to be in this hand, because they came from a discard pile.

    Their order makes no difference.
    """

    def __attrs_post_init__(self) -> None:
        InvalidState.raise_if(_faults(self))


trusted_player: Final = trusted_constructor(PlayerState)
"""The constructor for a `PlayerState` that is valid because of how it was made."""


class _WithHand(Protocol):
    def __call__(
        self, player: PlayerState, /, *, hand: tuple[Card, ...], seen: tuple[Card, ...]
    ) -> PlayerState: ...


class _WithFigure(Protocol):
    def __call__(
        self,
        player: PlayerState,
        /,
        *,
        hand: tuple[Card, ...],
        columns: ByColour[tuple[Card, ...]],
        rows: ByColour[int],
        large: Colour | None,
        seen: tuple[Card, ...],
    ) -> PlayerState: ...


class _WithReward(Protocol):
    def __call__(
        self, player: PlayerState, /, *, tile_points: int, wishing_stones: int
    ) -> PlayerState: ...


with_hand: Final[_WithHand] = successor(PlayerState, "hand", "seen")
with_figure: Final[_WithFigure] = successor(PlayerState, "hand", "columns", "rows", "large", "seen")
with_reward: Final[_WithReward] = successor(PlayerState, "tile_points", "wishing_stones")


_FIGURES: Final = {
    (True, True): (Figure.SMALL, Figure.LARGE),
    (True, False): (Figure.SMALL,),
    (False, True): (Figure.LARGE,),
    (False, False): (),
}


def figures_waiting(rules: Rules, player: PublicFacts) -> tuple[Figure, ...]:
    """The kinds of figure that the player still has on the starting stone (T2)."""
    return _FIGURES[are_waiting(rules, player)]


def are_waiting(rules: Rules, player: PublicFacts) -> tuple[bool, bool]:
    """Whether the player has small figures, and the large one, on the starting stone (T2)."""
    on_paths = len(player.rows) - player.rows.count(0)
    if player.large is None:
        return rules.small_figures > on_paths, rules.large_figures > 0
    return rules.small_figures > on_paths - 1, False


def waiting_counts(rules: Rules, player: PublicFacts) -> tuple[int, int]:
    """How many small figures, and large ones, the player has on the starting stone (T2)."""
    on_paths = len(player.rows) - player.rows.count(0)
    large_on_path = int(player.large is not None)
    return rules.small_figures - on_paths + large_on_path, rules.large_figures - large_on_path


def can_advance(rules: Rules, player: PublicFacts) -> bool:
    """Whether a clover or a finished path could move any figure of the player (P5, P6)."""
    for row in player.rows:
        if 0 < row < rules.path_length:
            return True
    return rules.advance_may_enter and 0 in player.rows and figures_waiting(rules, player) != ()


def are_cards(value: object) -> TypeIs[tuple[Card, ...]]:
    """Whether a value is a tuple of cards."""
    return isinstance(value, tuple) and all(isinstance(card, Card) for card in value)


def are_sorted_cards(value: object) -> bool:
    """Whether a value is a sorted tuple of cards."""
    return are_cards(value) and list(value) == sorted(value)


def are_piles(value: object) -> bool:
    """Whether a value is a tuple of cards for each colour, of that colour."""
    return (
        isinstance(value, tuple)
        and len(value) == len(Colour)
        and all(are_cards(pile) for pile in value)
        and all(card.colour is colour for colour in Colour for card in value[colour])
    )


def are_players(value: object, player_type: type[PublicFacts]) -> bool:
    """Whether a value is a tuple of players of this type."""
    return isinstance(value, tuple) and all(isinstance(player, player_type) for player in value)


def _faults(player: PlayerState) -> Iterator[str]:
    """The faults of single fields, under any rules."""
    if not are_sorted_cards(player.hand):
        yield f"hand must be a sorted tuple of Card, not {short_repr(player.hand)}"
    if not are_cards(player.seen):
        yield f"seen must be a tuple of Card, not {short_repr(player.seen)}"
    yield from public_faults(player)


def public_faults(player: PublicFacts) -> Iterator[str]:
    """The faults of single public fields, under any rules."""
    columns, rows, large = player.columns, player.rows, player.large
    if not are_piles(columns):
        expected = "a tuple of Card for each colour, each of its colour"
        yield f"columns must be {expected}, not {short_repr(columns)}"
    five_rows = isinstance(rows, tuple) and len(rows) == len(Colour)
    if not five_rows or not all(is_int(row, 0) for row in rows):
        yield f"rows must be a row for each colour, not {short_repr(rows)}"
    if large is not None and not isinstance(large, Colour):
        yield f"large must be a Colour or None, not {short_repr(large)}"
    for name in ("tile_points", "wishing_stones"):
        number = getattr(player, name)
        if not is_int(number, 0):
            yield f"{name} must be a whole number from 0, not {short_repr(number)}"
