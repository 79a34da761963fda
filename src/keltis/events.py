"""What a move did, as typed events for logs and screens, with one sentence for each."""

import enum
from collections.abc import Sequence
from functools import partial
from typing import Final, Never, TypeAlias, final

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.board import Figure, Tile
from keltis.cards import Card, Colour
from keltis.errors import InvalidArgument
from keltis.moves import ADVANCE, OVER, Advance, Decline, Discard, Lay, Move
from keltis.play import apply_move
from keltis.scoring import Outcome, outcome
from keltis.state import GameState


@final
@attrs.frozen
class CardDiscarded(Immutable):
    """A card was put on its colour's discard pile (T1)."""

    seat: int
    card: Card


@final
@attrs.frozen
class CardLaid(Immutable):
    """A card was laid to the player's column of its colour (T2, T3)."""

    seat: int
    card: Card


@final
@attrs.frozen
class FigureEntered(Immutable):
    """A figure came from the starting stone on to the first stone of a path (T2, P5)."""

    seat: int
    colour: Colour
    figure: Figure


@final
@attrs.frozen
class FigureMoved(Immutable):
    """A figure on a path moved one stone, to `row` (T3, P3)."""

    seat: int
    colour: Colour
    figure: Figure
    row: int


@final
@attrs.frozen
class PointsWon(Immutable):
    """A number tile gave points (P1)."""

    seat: int
    colour: Colour
    row: int
    points: int


@final
@attrs.frozen
class WishingStoneTaken(Immutable):
    """A wishing stone left the board; the player now holds `held` of them (P2)."""

    seat: int
    colour: Colour
    row: int
    held: int


@final
@attrs.frozen
class CloverReached(Immutable):
    """A figure came to a clover, which gives a step (P3), or lapses because no figure can take it (P6)."""

    seat: int
    colour: Colour
    row: int
    gives_step: bool


@final
@attrs.frozen
class FinishedPathExtended(Immutable):
    """A card was laid on a finished path, which gives a step if another figure can take it (T5)."""

    seat: int
    colour: Colour
    gives_step: bool


@final
@attrs.frozen
class StepDeclined(Immutable):
    """A step was left unused (P4, T5)."""

    seat: int


@final
@attrs.frozen
class CardDrawn(Immutable):
    """A card was taken from a discard pile, or with `source` None from the face-down pile (T7)."""

    seat: int
    source: Colour | None
    card: Card | None
    """None if the viewer may not know it."""


@final
@attrs.frozen
class GameOver(Immutable):
    """The game came to its end (E1, E2)."""

    outcome: Outcome


Event: TypeAlias = (
    CardDiscarded
    | CardLaid
    | FigureEntered
    | FigureMoved
    | PointsWon
    | WishingStoneTaken
    | CloverReached
    | FinishedPathExtended
    | StepDeclined
    | CardDrawn
    | GameOver
)
"""One thing that happened."""


class Everything(enum.Enum):
    """The type of `EVERYTHING`."""

    EVERYTHING = "everything"

    def __repr__(self) -> str:
        return self.name


EVERYTHING: Final = Everything.EVERYTHING
"""The viewer who sees all cards, hidden ones too."""

Viewer: TypeAlias = int | Everything | None
"""Who looks on: a seat, a spectator (None), or `EVERYTHING`."""


def events(state: GameState, move: Move, viewer: Viewer = EVERYTHING) -> tuple[Event, ...]:
    """What this move does in this state, in the order in which it happens, as the viewer may know it.

    Raises `IllegalMove`, as `apply_move` does. All a viewer cannot know of a move is which card
    somebody else drew from the face-down pile.

    >>> import keltis
    >>> state = keltis.new_game(2, seed=1)
    >>> for event in events(state, keltis.Lay(keltis.Card.parse("R6"), keltis.Figure.LARGE)):
    ...     print(describe(event))
    ...
    Seat 0 lays R6.
    Seat 0's large figure enters the red path.
    """
    after = apply_move(state, move)
    _require_viewer(viewer, len(state.players))
    happened = _of_move(state, move, after, viewer)
    end = outcome(after)
    return happened if end is None else (*happened, GameOver(end))


def _require_viewer(viewer: Viewer, seats: int) -> None:
    if viewer is None or viewer is EVERYTHING:
        return
    if type(viewer) is not int or not 0 <= viewer < seats:
        raise InvalidArgument(
            f"viewer must be a seat from 0 to {seats - 1}, None (a spectator) or EVERYTHING, not {short_repr(viewer)}"
        )


def _of_move(state: GameState, move: Move, after: GameState, viewer: Viewer) -> tuple[Event, ...]:
    seat = state.to_move
    match move:
        case Discard():
            return (CardDiscarded(seat, move.card),)
        case Lay():
            return CardLaid(seat, move.card), *_of_lay(state, move.card.colour, move.figure, after)
        case Advance():
            return _of_step(state, move.colour, move.figure, after)
        case Decline():
            return (StepDeclined(seat),)
    return (CardDrawn(seat, move.source, _card_drawn(state, move.source, viewer)),)


def _of_lay(
    state: GameState, colour: Colour, figure: Figure | None, after: GameState
) -> tuple[Event, ...]:
    """What a card does that has just been laid."""
    if state.players[state.to_move].rows[colour] < state.rules.path_length:
        return _of_step(state, colour, figure, after)
    return (FinishedPathExtended(state.to_move, colour, after.phase is ADVANCE),)


def _of_step(
    state: GameState, colour: Colour, figure: Figure | None, after: GameState
) -> tuple[Event, ...]:
    """What a figure does that enters a path, as `figure`, or moves on it."""
    seat = state.to_move
    step: Event
    if figure is not None:
        step = FigureEntered(seat, colour, figure)
    else:
        player = after.players[seat]
        kind = Figure.LARGE if player.large is colour else Figure.SMALL
        step = FigureMoved(seat, colour, kind, player.rows[colour])
    return step, *_of_tile(state, colour, after)


def _of_tile(state: GameState, colour: Colour, after: GameState) -> tuple[Event, ...]:
    """What the tile does that a figure has just come to."""
    seat = state.to_move
    before, player = state.players[seat], after.players[seat]
    row = player.rows[colour]
    tile = state.tiles[colour][row]
    if tile is None or after.phase is OVER:  # E1
        return ()
    if tile is Tile.CLOVER:
        return (CloverReached(seat, colour, row, after.phase is ADVANCE),)
    if tile is Tile.WISHING_STONE:
        return (WishingStoneTaken(seat, colour, row, player.wishing_stones),)
    return (PointsWon(seat, colour, row, player.tile_points - before.tile_points),)


def _card_drawn(state: GameState, source: Colour | None, viewer: Viewer) -> Card | None:
    """The card that is drawn, if the viewer may know it."""
    if source is not None:
        return state.discards[source][-1]
    if viewer is EVERYTHING or viewer == state.to_move:
        return state.draw_pile[-1]
    return None


def describe(event: Event, *, names: Sequence[str] = ()) -> str:
    """One sentence that says what happened. The players are called by their seats, or by their names, if you give them.

    >>> describe(CardDrawn(seat=1, source=None, card=None))
    'Seat 1 draws a card from the pile.'
    >>> describe(CardDrawn(seat=1, source=None, card=None), names=("Ann", "Bob"))
    'Bob draws a card from the pile.'
    """
    who = partial(_name, names)
    match event:
        case CardDiscarded():
            return f"{who(event.seat)} discards {event.card}."
        case CardLaid():
            return f"{who(event.seat)} lays {event.card}."
        case FigureEntered():
            return (
                f"{who(event.seat)}'s {event.figure.value} figure enters the {event.colour} path."
            )
        case FigureMoved():
            return f"{who(event.seat)}'s {event.figure.value} figure moves to row {event.row} of the {event.colour} path."
        case PointsWon():
            return f"{who(event.seat)} gets {_points(event.points)} on row {event.row} of the {event.colour} path."
        case WishingStoneTaken():
            return (
                f"{who(event.seat)} takes the wishing stone from row {event.row} of the {event.colour} path and now has "
                f"{event.held}."
            )
        case CloverReached():
            gift = "gives a step" if event.gives_step else "lapses, as no figure can move"
            return (
                f"{who(event.seat)}'s clover on row {event.row} of the {event.colour} path {gift}."
            )
        case FinishedPathExtended():
            gift = "gives a step" if event.gives_step else "gives no step, as no figure can move"
            return f"{who(event.seat)}'s card on the finished {event.colour} path {gift}."
        case StepDeclined():
            return f"{who(event.seat)} declines the step."
        case CardDrawn():
            card = "a card" if event.card is None else str(event.card)
            source = "pile" if event.source is None else f"{event.source} discard pile"
            return f"{who(event.seat)} draws {card} from the {source}."
        case GameOver():
            return _end(event.outcome, names)
    unknown: Never = event  # the type checker sees that no event is left out
    raise InvalidArgument(f"expected an event, not {short_repr(unknown)}")


def _points(points: int) -> str:
    return f"{points} point" if abs(points) == 1 else f"{points} points"


def _name(names: Sequence[str], seat: int) -> str:
    """What the player on a seat is called at the beginning of a sentence."""
    if not names:
        return f"Seat {seat}"
    known = isinstance(names, Sequence) and not isinstance(names, str) and seat in range(len(names))
    if not known or type(names[seat]) is not str:
        raise InvalidArgument(
            f"names must be a sequence of texts by seat, with one for seat {seat}, unlike {short_repr(names)}"
        )
    return names[seat]


def _end(end: Outcome, names: Sequence[str]) -> str:
    alone = len(end.winners) == 1
    if names:
        winners = " and ".join(_name(names, seat) for seat in end.winners)
    else:
        winners = ("seat " if alone else "seats ") + " and ".join(map(str, end.winners))
    points = _points(end.scores[end.winners[0]].total)
    return f"The game is over ({end.reason.value}): {winners} {'wins' if alone else 'win together'} with {points}."
