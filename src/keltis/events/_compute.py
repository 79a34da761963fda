"""The events of a move, as one viewer may know them."""

from typing import assert_never

from keltis._shared.checks import as_seat
from keltis.board import Figure, Tile
from keltis.cards import Card, Colour
from keltis.events._kinds import (
    CardDiscarded,
    CardDrawn,
    CardLaid,
    CloverReached,
    Event,
    FigureEntered,
    FigureMoved,
    FinishedPathExtended,
    GameOver,
    PointsWon,
    StepDeclined,
    StepWasted,
    WishingStoneTaken,
)
from keltis.game import EVERYTHING, Viewer
from keltis.moves import ADVANCE, OVER, Advance, Decline, Discard, Draw, Lay, Move
from keltis.play import apply_move
from keltis.scoring import outcome
from keltis.state import GameState


def events(state: GameState, move: Move, viewer: Viewer = EVERYTHING) -> tuple[Event, ...]:
    """The events of this move in this state, in their order, as the viewer may know them.

    Raises `IllegalMove`, as `apply_move` does. One thing about a move can be hidden from a viewer:
    the card that somebody else drew from the face-down pile.

    >>> import keltis
    >>> from keltis.events import describe, events
    >>> state = keltis.new_game(2, seed=1)
    >>> for event in events(state, keltis.Lay(keltis.Card.parse("R6"), keltis.Figure.LARGE)):
    ...     print(describe(event))
    ...
    Seat 0 lays R6.
    Seat 0's large figure enters the red path.
    """
    after = apply_move(state, move)
    if viewer is not None and viewer is not EVERYTHING:
        viewer = as_seat(viewer, len(state.players), "viewer", "None (a spectator), or EVERYTHING")
    happened = _move_events(state, move, after, viewer)
    end = outcome(after)
    return happened if end is None else (*happened, GameOver(end))


def reveals(state: GameState, move: Move, seat: int) -> bool:
    """Whether the player on this seat learns something hidden by a move.

    That is a card of the face-down pile which the player draws, and a card that another player
    chooses from a hidden hand.

    >>> import keltis
    >>> from keltis.events import reveals
    >>> state = keltis.new_game(2, seed=1)
    >>> reveals(state, keltis.parse_move("discard R6"), 0)
    False
    >>> reveals(state, keltis.parse_move("discard R6"), 1)
    True
    """
    return state.to_move != seat or move == Draw(None)


def _move_events(
    state: GameState, move: Move, after: GameState, viewer: Viewer
) -> tuple[Event, ...]:
    seat = state.to_move
    match move:
        case Discard():
            return (CardDiscarded(seat, move.card),)
        case Lay():
            laid = CardLaid(seat, move.card)
            return laid, *_laid_card_events(state, move.card.colour, move.figure, after)
        case Advance():
            if state.players[seat].rows[move.colour] == state.rules.path_length:
                return (StepWasted(seat, move.colour),)
            return _step_events(state, move.colour, move.figure, after)
        case Decline():
            return (StepDeclined(seat),)
        case Draw():
            return (CardDrawn(seat, move.source, _drawn_card(state, move.source, viewer)),)
    assert_never(move)


def _laid_card_events(
    state: GameState, colour: Colour, figure: Figure | None, after: GameState
) -> tuple[Event, ...]:
    """The events that follow from a card on its column."""
    if state.players[state.to_move].rows[colour] < state.rules.path_length:
        return _step_events(state, colour, figure, after)
    return (FinishedPathExtended(state.to_move, colour, after.phase is ADVANCE),)


def _step_events(
    state: GameState, colour: Colour, figure: Figure | None, after: GameState
) -> tuple[Event, ...]:
    """The events of a figure that enters a path, as `figure`, or moves on it."""
    seat = state.to_move
    step: Event
    if figure is not None:
        step = FigureEntered(seat, colour, figure)
    else:
        player = after.players[seat]
        kind = Figure.LARGE if player.large is colour else Figure.SMALL
        step = FigureMoved(seat, colour, kind, player.rows[colour])
    return step, *_tile_events(state, colour, after)


def _tile_events(state: GameState, colour: Colour, after: GameState) -> tuple[Event, ...]:
    """The events of the tile that a figure has just reached."""
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


def _drawn_card(state: GameState, source: Colour | None, viewer: Viewer) -> Card | None:
    """The card that is drawn, if the viewer may know it."""
    if source is not None:
        return state.discards[source][-1]
    if viewer is EVERYTHING or viewer == state.to_move:
        return state.draw_pile[-1]
    return None
