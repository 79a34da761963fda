"""What a move did: typed events for logs and screens, and every word about moves.

`events` gives the events of a move. `describe` is a sentence about one of them, and `summarise` a
shorter one about all events of a turn. `meaning` and `preview` are about moves before they are
made.
"""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias, assert_never, final

import attrs

from keltis._engine.cards import Card, Colour, Figure, Tile
from keltis._engine.ending import EndReason
from keltis._engine.moves import ADVANCE, OVER, Advance, Decline, Discard, Draw, Lay, Move
from keltis._engine.play import apply_move
from keltis._engine.rules import Rules
from keltis._engine.scoring import Outcome, outcome
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView
from keltis._lib.checks import as_seat
from keltis._lib.text import Narrator, count_noun
from keltis._lib.values import Immutable
from keltis.game import EVERYTHING, Everything, Viewer

__all__ = [
    "EVERYTHING",
    "CardDiscarded",
    "CardDrawn",
    "CardLaid",
    "CloverReached",
    "Event",
    "Everything",
    "FigureEntered",
    "FigureMoved",
    "FinishedPathExtended",
    "GameOver",
    "PointsWon",
    "StepDeclined",
    "StepWasted",
    "Viewer",
    "WishingStoneTaken",
    "describe",
    "events",
    "meaning",
    "narrate",
    "preview",
    "reveals",
    "summarise",
]


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
    """A figure came from the starting stone onto the first stone of a path (T2, P5)."""

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
    """A figure came to a clover. It gives a step (P3), or lapses if no figure can move (P6)."""

    seat: int
    colour: Colour
    row: int
    gives_step: bool


@final
@attrs.frozen
class FinishedPathExtended(Immutable):
    """A card was laid on a finished path. It gives a step if another figure can move (T5)."""

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
class StepWasted(Immutable):
    """A step was spent on a figure on its end stone, without effect (P6)."""

    seat: int
    colour: Colour


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
    | StepWasted
    | CardDrawn
    | GameOver
)
"""One thing that happened."""


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


def _move_events(  # noqa: PLR0911 - a case for each kind of move
    state: GameState, move: Move, after: GameState, viewer: Viewer
) -> tuple[Event, ...]:
    seat = state.to_move
    rows, end_row = state.players[seat].rows, state.rules.path_length
    match move:
        case Discard(card):
            return (CardDiscarded(seat, card),)
        case Lay(card, figure) if rows[card.colour] == end_row:
            extended = FinishedPathExtended(seat, card.colour, after.phase is ADVANCE)
            return CardLaid(seat, card), extended
        case Lay(card, figure):
            return CardLaid(seat, card), *_step_events(state, card.colour, figure, after)
        case Advance(colour) if rows[colour] == end_row:
            return (StepWasted(seat, colour),)
        case Advance(colour, figure):
            return _step_events(state, colour, figure, after)
        case Decline():
            return (StepDeclined(seat),)
        case Draw(source):
            pile = state.draw_pile if source is None else state.discards[source]
            is_hidden = source is None and viewer not in (seat, EVERYTHING)
            return (CardDrawn(seat, source, None if is_hidden else pile[-1]),)
    assert_never(move)


def _step_events(
    state: GameState, colour: Colour, figure: Figure | None, after: GameState
) -> tuple[Event, ...]:
    """The events of a figure that enters a path, as `figure`, or moves on it, and of its tile."""
    seat = state.to_move
    player = after.players[seat]
    row = player.rows[colour]
    step: Event
    if figure is not None:
        step = FigureEntered(seat, colour, figure)
    else:
        kind = Figure.LARGE if player.large is colour else Figure.SMALL
        step = FigureMoved(seat, colour, kind, row)
    tile = state.tiles[colour][row]
    if tile is None or after.phase is OVER:  # E1
        return (step,)
    if tile is Tile.CLOVER:
        return step, CloverReached(seat, colour, row, after.phase is ADVANCE)
    if tile is Tile.WISHING_STONE:
        return step, WishingStoneTaken(seat, colour, row, player.wishing_stones)
    won = player.tile_points - state.players[seat].tile_points
    return step, PointsWon(seat, colour, row, won)


def describe(event: Event, *, names: Sequence[str] = (), you: int | None = None) -> str:
    """One sentence about an event.

    The players are called by their seats, or by their names if you give them. The player on seat
    `you` is addressed as the reader.

    >>> from keltis.events import CardDrawn, describe
    >>> drawn = CardDrawn(seat=1, source=None, card=None)
    >>> describe(drawn)
    'Seat 1 draws a card from the pile.'
    >>> describe(drawn, names=("Ann", "Bob"))
    'Bob draws a card from the pile.'
    >>> describe(drawn, you=1)
    'You draw a card from the pile.'
    """
    sentence, _ = _words(event, Narrator("seat {}".format, names, you))
    return sentence


def narrate(
    state: GameState,
    move: Move,
    viewer: Viewer = EVERYTHING,
    *,
    names: Sequence[str] = (),
    you: int | None = None,
) -> tuple[str, ...]:
    """A sentence for each event of a move, as the viewer may know it.

    >>> import keltis
    >>> from keltis.events import narrate
    >>> narrate(keltis.new_game(2, seed=1), keltis.parse_move("discard R6"), names=("Ann", "Bob"))
    ('Ann discards R6.',)
    """
    return tuple(
        _with_figures(describe(event, names=names, you=you), state.rules)
        for event in events(state, move, viewer)
    )


def summarise(
    turn: Iterable[tuple[GameState, Move]],
    viewer: Viewer = EVERYTHING,
    *,
    names: Sequence[str] = (),
    you: int | None = None,
) -> str:
    """One short sentence about the moves of a turn, and one about the end of the game.

    The moves come with the state before each, as in `GameRecord.turns`.

    >>> import keltis
    >>> from keltis.events import summarise
    >>> record = keltis.GameRecord.seeded(2, seed=1)
    >>> for text in ("lay R6 small", "draw pile"):
    ...     record = record.append(keltis.parse_move(text))
    ...
    >>> summarise(record.turns[0], None, names=("Ann", "Bob"))
    'Ann lays R6, enters red.'
    """
    moves = tuple(turn)
    narrator = Narrator("seat {}".format, names, you)
    happened = [event for state, move in moves for event in events(state, move, viewer)]
    phrases = (_words(event, narrator)[1] for event in happened)
    ends = (_words(event, narrator)[0] for event in happened if isinstance(event, GameOver))
    mover = narrator.subject(moves[0][0].to_move)
    sentences = [f"{mover} {', '.join(filter(None, phrases))}.", *ends]
    return _with_figures(" ".join(sentences), moves[0][0].rules)


def _words(  # noqa: C901, PLR0911, PLR0912 - a case for each kind of event
    event: Event, narrator: Narrator
) -> tuple[str, str]:
    """A sentence about an event, and a phrase that follows the player's name.

    The phrase is for a sentence about a turn. It is empty for what needs no words there.
    """
    clause, possessive, verb = narrator.clause, narrator.possessive, narrator.verb
    match event:
        case CardDiscarded(seat, card):
            return f"{clause(seat, 'discard')} {card}.", f"{verb(seat, 'discard')} {card}"
        case CardLaid(seat, card):
            return f"{clause(seat, 'lay')} {card}.", f"{verb(seat, 'lay')} {card}"
        case FigureEntered(seat, colour, figure):
            large = " (large)" if figure is Figure.LARGE else ""
            sentence = f"{possessive(seat)} {figure.value} figure enters the {colour} path."
            return sentence, f"{verb(seat, 'enter')} {colour}{large}"
        case FigureMoved(seat, colour, figure, row):
            place = f"row {row} of the {colour} path"
            sentence = f"{possessive(seat)} {figure.value} figure moves to {place}."
            return sentence, f"{colour} to row {row}"
        case PointsWon(seat, colour, row, points):
            won = f"{clause(seat, 'get')} {count_noun(points, 'point')}"
            return f"{won} on row {row} of the {colour} path.", f"+{points}"
        case WishingStoneTaken(seat, colour, row, held):
            stone = f"{clause(seat, 'take')} the wishing stone from row {row} of the {colour} path"
            have = verb(seat, "have", "has")
            return f"{stone} and now {have} {held}.", f"wishing stone {held}"
        case CloverReached(seat, colour, row, gives_step):
            clover = f"{possessive(seat)} clover on row {row} of the {colour} path"
            if gives_step:
                return f"{clover} gives a step.", "clover"
            return f"{clover} lapses, as no figure can move.", "clover, but no figure can move"
        case FinishedPathExtended(seat, colour, gives_step):
            card_laid = f"{possessive(seat)} card on the finished {colour} path"
            if gives_step:
                return f"{card_laid} gives a step.", f"{colour} is finished, a step"
            sentence = f"{card_laid} gives no step, as no figure can move."
            return sentence, f"{colour} is finished, no step"
        case StepDeclined(seat):
            return f"{clause(seat, 'decline')} the step.", f"{verb(seat, 'decline')} the step"
        case StepWasted(seat, colour):
            spent = f"{clause(seat, 'spend')} the step on the figure on the end stone"
            return f"{spent} of the {colour} path: nothing moves.", "nothing moves"
        case CardDrawn(seat, source, card):
            drawn = "a card" if card is None else str(card)
            pile = "pile" if source is None else f"{source} discard pile"
            takes = verb(seat, "draw" if source is None else "take")
            sentence = f"{clause(seat, 'draw')} {drawn} from the {pile}."
            return sentence, "" if card is None else f"{takes} {card}"
        case GameOver(end):
            return _describe_end(end, narrator), ""
    assert_never(event)


def _describe_end(end: Outcome, narrator: Narrator) -> str:
    seats = end.winners
    if len(seats) == 1:
        winners = f"{narrator.name(seats[0])} {narrator.verb(seats[0], 'win')}"
    elif narrator.names or narrator.you in seats:
        winners = f"{' and '.join(map(narrator.name, seats))} win together"
    else:
        winners = f"seats {' and '.join(map(str, seats))} win together"
    points = count_noun(end.scores[seats[0]].total, "point")
    return f"The game is over ({end.reason.value}): {winners} with {points}."


def _with_figures(text: str, rules: Rules) -> str:
    """The text with as many figures as end the game by these rules (E1)."""
    reason = EndReason.FIFTH_FIGURE
    return text.replace(f"({reason.value})", f"({reason.describe(rules)})")


_FIGURES: Final = {Figure.SMALL: "a small figure", Figure.LARGE: "the large figure"}


def meaning(move: Move) -> str:
    """A move in words.

    >>> import keltis
    >>> from keltis.events import meaning
    >>> meaning(keltis.parse_move("lay R6 small"))
    'lay the red 6 with a small figure'
    """
    match move:
        case Discard(card):
            return f"discard the {card.colour} {card.value}"
        case Lay(card, figure):
            with_figure = "" if figure is None else f" with {_FIGURES[figure]}"
            return f"lay the {card.colour} {card.value}{with_figure}"
        case Advance(colour, figure):
            if figure is None:
                return f"move the figure on the {colour} path"
            return f"bring {_FIGURES[figure]} onto the {colour} path"
        case Decline():
            return "leave the step unused"
        case Draw(source):
            top = "pile" if source is None else f"{source} discard pile"
            return f"take the top card of the {top}"
    assert_never(move)


def preview(view: PlayerView, move: Move) -> str:
    """What a legal move of the player to move leads to, in a few words; often none.

    >>> import keltis
    >>> from keltis.events import preview
    >>> preview(keltis.observe(keltis.new_game(2, seed=1), 0), keltis.parse_move("draw pile"))
    '64 cards left'
    """
    match move:
        case Lay(card, None):
            return _preview_step(view, card.colour) or "a step for another figure"
        case Advance():
            return _preview_step(view, move.colour) or "nothing moves"
        case Draw(None):
            size = view.draw_pile_size
            return f"{size} cards left" if size > 1 else "the last card, which ends the game"
        case Draw(Colour() as source):
            return f"takes {view.discards[source][-1]}"
        case _:
            return ""


def _preview_step(view: PlayerView, colour: Colour) -> str:
    """The stone of the mover's next step on a path; nothing if the path is finished."""
    row = view.players[view.to_move].rows[colour] + 1
    if row > view.rules.path_length:
        return ""
    words = [f"row {row}"]
    tile = view.tiles[colour][row]
    if tile is not None:
        words.append(_TILES[tile])
    if row == view.rules.goal_row:
        words.append("goal")
    return ", ".join(words)


_TILES: Final = {tile: f"+{tile.points}" if tile.points else tile.value for tile in Tile}
