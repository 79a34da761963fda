"""The whole position of a game."""

from typing import Final, final

import attrs

from keltis import validation
from keltis._shared.values import Immutable, unchecked
from keltis.board import ByColour, Tiles
from keltis.cards import Card, Colour
from keltis.ending import EndReason, end_reason
from keltis.errors import InvalidArgument, InvalidState
from keltis.moves import Phase
from keltis.options import Options
from keltis.players import PlayerState, options_of
from keltis.rules import Rules


@final
@attrs.frozen
class GameState(Immutable):
    """A position: everything that matters for the rest of the game, with all hidden cards, and nothing else.

    Make one with `new_game` or `setup_game`. A `GameState` that exists is a possible one: the
    constructor, and with it `attrs.evolve` and unpickling, refuses any other with `InvalidState`
    and all its faults.
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
    to_move: int
    """The seat whose decision is due; after the end, who made the last one."""
    phase: Phase
    """Which decision is due."""
    may_decline: bool = False
    """Whether `Decline` is allowed, in phase ADVANCE."""
    barred: Colour | None = None
    """The pile of the card just discarded, in phase DRAW, under rules that forbid taking it back (T7)."""

    options: tuple[Options, ...] = attrs.field(default=(), eq=False, repr=False)
    """By seat, what the player could do with each card there is. It follows from the rest, whatever is passed, and is kept only
    because it seldom changes."""

    def __attrs_post_init__(self) -> None:
        fields = (getattr(self, field.name) for field in attrs.fields(GameState) if field.eq)
        InvalidState.raise_if(list(validation.shape_faults(*fields)))
        InvalidState.raise_if(_faults(self))
        object.__setattr__(
            self, "options", tuple(options_of(self.rules, player) for player in self.players)
        )

    def _repr_svg_(self) -> str:
        """What a notebook shows: the board, without hidden cards."""
        from keltis.render import board_svg  # noqa: PLC0415 - pictures stand below the rules, and only who looks needs them

        return board_svg(self)


def _faults(state: GameState) -> list[str]:
    rules, players, tiles, phase = state.rules, state.players, state.tiles, state.phase
    mover = players[state.to_move]
    step_owed = phase is Phase.ADVANCE
    mid_turn = (
        phase in (Phase.ADVANCE, Phase.DRAW)
        or end_reason(rules, players, state.draw_pile) is EndReason.FIFTH_FIGURE
    )
    one_short = state.to_move if mid_turn else None
    faults = list(
        validation.card_faults(
            rules, players, state.draw_pile, state.discards, state.removed, one_short
        )
    )
    for seat, player in enumerate(players):
        faults += validation.figure_faults(
            rules, seat, player, tiles, step_owed and player is mover
        )
    faults += validation.tile_faults(rules, players, tiles, mover, phase)
    faults += validation.turn_faults(
        rules,
        players,
        tiles,
        state.draw_pile,
        state.discards,
        mover,
        phase,
        state.may_decline,
        state.barred,
    )
    return faults


trusted_state: Final = unchecked(GameState)
"""The constructor for a `GameState` that is right because of how it was made: quicker, and without the checks."""


def require_state(state: GameState) -> None:
    """Refuse what is not a `GameState`."""
    if type(state) is not GameState:
        raise InvalidArgument(f"expected a GameState, not {type(state).__name__}")
