"""What one player has: cards, figures and points."""

from typing import Final, final

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import Immutable, unchecked
from keltis.board import ByColour, Figure
from keltis.cards import Card, Colour, sorted_cards
from keltis.errors import InvalidState
from keltis.options import Options, card_options
from keltis.rules import Rules


@final
@attrs.frozen
class PlayerState(Immutable):
    """What one player has. It is a whole only within a `GameState`, which checks that everything fits together."""

    hand: tuple[Card, ...]
    """The cards in hand, sorted."""
    columns: ByColour[tuple[Card, ...]]
    """The cards laid in each colour, first to last."""
    rows: ByColour[int]
    """The row of the figure on each path: 1 is the first stone, 0 means that there is no figure."""
    large: Colour | None
    """The path that the large figure is on, or None while it is on the starting stone."""
    tile_points: int
    """Points from number tiles (P1)."""
    wishing_stones: int
    """How many wishing stones this player has taken (P2)."""
    seen: tuple[Card, ...] = attrs.field(eq=sorted_cards)
    """Cards everyone knows to be in this hand, because they came from a discard pile. In which order makes no difference."""

    def __attrs_post_init__(self) -> None:
        InvalidState.raise_if(_shape_faults(self))


trusted_player: Final = unchecked(PlayerState)
"""The constructor for a `PlayerState` that is right because of how it was made: quicker, and without the checks."""


_WAITING: Final = {
    (True, True): (Figure.SMALL, Figure.LARGE),
    (True, False): (Figure.SMALL,),
    (False, True): (Figure.LARGE,),
    (False, False): (),
}


def figures_waiting(rules: Rules, player: PlayerState) -> tuple[Figure, ...]:
    """The kinds of figure that the player still has on the starting stone (T2)."""
    on_paths = len(player.rows) - player.rows.count(0)
    if player.large is None:
        return _WAITING[rules.small_figures > on_paths, rules.large_figures > 0]
    return _WAITING[rules.small_figures > on_paths - 1, False]


def options_of(rules: Rules, player: PlayerState) -> Options:
    """What the player could do with each card there is (T1 to T4)."""
    return card_options(rules, player.columns, player.rows, figures_waiting(rules, player))


def can_advance(rules: Rules, player: PlayerState) -> bool:
    """Whether a clover or a finished path could move any figure of the player (P5, P6)."""
    for row in player.rows:
        if 0 < row < rules.path_length:
            return True
    return rules.advance_may_enter and 0 in player.rows and figures_waiting(rules, player) != ()


def are_cards(value: object) -> bool:
    """Whether this is a tuple of cards."""
    return type(value) is tuple and all(type(card) is Card for card in value)


def are_piles(value: object) -> bool:
    """Whether this is a tuple of cards for each colour, of that colour."""
    return (
        type(value) is tuple
        and len(value) == len(Colour)
        and all(are_cards(pile) for pile in value)
        and all(card.colour is colour for colour in Colour for card in value[colour])
    )


def is_count(value: object) -> bool:
    """Whether this is a whole number from 0."""
    return type(value) is int and value >= 0


def _shape_faults(player: PlayerState) -> list[str]:
    """What is wrong with the single fields, whatever the rules."""
    faults = []
    if not are_cards(player.hand) or list(player.hand) != sorted(player.hand):
        faults.append(f"hand must be a sorted tuple of Card, not {short_repr(player.hand)}")
    if not are_cards(player.seen):
        faults.append(f"seen must be a tuple of Card, not {short_repr(player.seen)}")
    if not are_piles(player.columns):
        faults.append(
            f"columns must be a tuple of Card for each colour, each of its colour, not {short_repr(player.columns)}"
        )
    rows = player.rows
    if type(rows) is not tuple or len(rows) != len(Colour) or not all(map(is_count, rows)):
        faults.append(f"rows must be a row for each colour, not {short_repr(rows)}")
    if player.large is not None and type(player.large) is not Colour:
        faults.append(f"large must be a Colour or None, not {short_repr(player.large)}")
    for name in ("tile_points", "wishing_stones"):
        number = getattr(player, name)
        if not is_count(number):
            faults.append(f"{name} must be a whole number from 0, not {short_repr(number)}")
    return faults
