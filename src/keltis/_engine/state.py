"""The whole position of a game."""

from collections.abc import Iterator
from typing import Final, Protocol, final

import attrs

from keltis._engine import validation
from keltis._engine.cards import ByColour, Card, Colour, Tiles
from keltis._engine.moves import Phase
from keltis._engine.options import Options, player_options
from keltis._engine.players import PlayerState, are_cards, are_sorted_cards
from keltis._engine.rules import Rules
from keltis._lib.checks import plain_int
from keltis._lib.text import short_repr
from keltis._lib.values import Drawn, FunctionHints, Immutable, successor, trusted_constructor
from keltis.errors import InvalidState


@final
@attrs.frozen(cache_hash=True)
class GameState(Immutable, FunctionHints, Drawn):
    """A position: everything that matters for the rest of the game, hidden cards included.

    Make one with `new_game` or `setup_game`. The constructor, and with it `attrs.evolve` and
    unpickling, rejects an impossible position with `InvalidState` and all its faults: cards,
    columns, figures, steps, tiles, points and the decision that is due must fit together. The page
    "Why immutable" lists the conditions.
    """

    rules: Rules
    players: tuple[PlayerState, ...]
    """By seat."""
    tiles: Tiles
    """The tiles on the board: `tiles[colour][row]`, a `Tile` or None."""
    draw_pile: tuple[Card, ...]
    """The face-down pile, its top last."""
    discards: ByColour[tuple[Card, ...]]
    """The discard pile of each colour, its top last."""
    removed: tuple[Card, ...]
    """The cards that left the deck unseen, sorted."""
    to_move: int = attrs.field(converter=plain_int)
    """The seat whose decision is due; after the end, who made the last one."""
    phase: Phase
    """Which decision is due."""
    may_decline: bool = False
    """Whether `Decline` is allowed, in phase ADVANCE."""
    barred: Colour | None = None
    """The pile of the card just discarded, in phase DRAW, if it may not be taken back (T7)."""
    may_waste: bool = False
    """Whether the step may be spent on a figure on its end stone (P6), in phase ADVANCE."""

    options: tuple[Options, ...] = attrs.field(init=False, eq=False, repr=False)
    """By seat, what the player can do with each card: derived from the rest, and seldom changed."""

    def __attrs_post_init__(self) -> None:
        InvalidState.raise_if(_shape_faults(self))
        InvalidState.raise_if(state_faults(self))
        object.__setattr__(self, "options", _options(self))

    def __repr__(self) -> str:
        return (
            f"<GameState {len(self.players)} players, {due_text(self)}, pile {len(self.draw_pile)}>"
        )


class _Due(Protocol):
    @property
    def to_move(self) -> int: ...
    @property
    def phase(self) -> Phase: ...


def due_text(position: _Due) -> str:
    """Who has to do what, in a position or a view, for its repr."""
    if position.phase is Phase.OVER:
        return "over"
    return f"seat {position.to_move} to {position.phase.value}"


def _options(state: GameState) -> tuple[Options, ...]:
    return tuple([player_options(state.rules, player) for player in state.players])


def _shape_faults(state: GameState) -> Iterator[str]:
    yield from validation.shape_faults(state, PlayerState)
    if not are_cards(state.draw_pile):
        yield f"draw_pile must be a tuple of Card, not {short_repr(state.draw_pile)}"
    if not are_sorted_cards(state.removed):
        yield f"removed must be a sorted tuple of Card, not {short_repr(state.removed)}"


def state_faults(state: GameState) -> Iterator[str]:
    """Why the parts of a state, each of its type, do not fit together."""
    rules, players = state.rules, state.players
    one_short = validation.seat_one_short(rules, players, state.phase, state.to_move)
    piles = (state.draw_pile, *state.discards)
    yield from validation.card_faults(rules, players, piles, state.removed, one_short)
    yield from validation.figure_faults(state)
    yield from validation.tile_faults(state)
    yield from validation.turn_faults(state, len(state.draw_pile))


trusted_state: Final = trusted_constructor(GameState, options=_options)
"""The constructor for a `GameState` that is valid because of how it was made."""


class _AfterCard(Protocol):
    def __call__(
        self,
        state: GameState,
        /,
        *,
        players: tuple[PlayerState, ...],
        draw_pile: tuple[Card, ...],
        discards: ByColour[tuple[Card, ...]],
        to_move: int,
        phase: Phase,
        barred: Colour | None,
    ) -> GameState: ...


class _AfterStep(Protocol):
    def __call__(
        self,
        state: GameState,
        /,
        *,
        players: tuple[PlayerState, ...],
        tiles: Tiles,
        phase: Phase,
        may_decline: bool,
        may_waste: bool,
        options: tuple[Options, ...],
    ) -> GameState: ...


after_card: Final[_AfterCard] = successor(
    GameState, "players", "draw_pile", "discards", "to_move", "phase", "barred"
)
after_step: Final[_AfterStep] = successor(
    GameState, "players", "tiles", "phase", "may_decline", "may_waste", "options"
)
