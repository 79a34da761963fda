"""Events as documents."""

from typing import Final, assert_never

from keltis._rule_fields import MAX_PLAYERS, MAX_POINTS, MAX_ROWS
from keltis._shared.documents import (
    dump,
    load,
    read_boolean,
    read_integer,
    read_type,
    require_equal,
)
from keltis._shared.json import JsonValue
from keltis.documents._event_types import EventDocument
from keltis.documents._moves import (
    FIGURE_NAMES,
    LETTERS,
    letter,
    read_card,
    read_colour,
    read_figure,
    read_optional_colour,
)
from keltis.documents._scores import outcome_document, read_outcome
from keltis.events import (
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

_KEYS: Final = {
    "card_discarded": ("seat", "card"),
    "card_laid": ("seat", "card"),
    "figure_entered": ("seat", "colour", "figure"),
    "figure_moved": ("seat", "colour", "figure", "row"),
    "points_won": ("seat", "colour", "row", "points"),
    "wishing_stone_taken": ("seat", "colour", "row", "held"),
    "clover_reached": ("seat", "colour", "row", "gives_step"),
    "finished_path_extended": ("seat", "colour", "gives_step"),
    "step_declined": ("seat",),
    "step_wasted": ("seat", "colour"),
    "card_drawn": ("seat", "source", "card"),
    "game_over": ("outcome",),
}
"""The keys of each type of event, besides `type`."""


def event_document(event: Event) -> EventDocument:
    """An event as data for JSON: its type and its fields.

    What the viewer of the event may not know, it does not have: see `keltis.events.events`.

    >>> import keltis
    >>> from keltis.documents import event_document
    >>> from keltis.events import events
    >>> state = keltis.new_game(2, seed=1)
    >>> for event in events(state, keltis.Lay(keltis.Card.parse("R6"), keltis.Figure.LARGE)):
    ...     print(event_document(event))
    ...
    {'type': 'card_laid', 'seat': 0, 'card': 'R6'}
    {'type': 'figure_entered', 'seat': 0, 'colour': 'R', 'figure': 'large'}
    """
    match event:
        case CardDiscarded():
            return {"type": "card_discarded", "seat": event.seat, "card": str(event.card)}
        case CardLaid():
            return {"type": "card_laid", "seat": event.seat, "card": str(event.card)}
        case FigureEntered():
            return {
                "type": "figure_entered",
                "seat": event.seat,
                "colour": LETTERS[event.colour],
                "figure": FIGURE_NAMES[event.figure],
            }
        case FigureMoved():
            return {
                "type": "figure_moved",
                "seat": event.seat,
                "colour": LETTERS[event.colour],
                "figure": FIGURE_NAMES[event.figure],
                "row": event.row,
            }
        case PointsWon():
            return {
                "type": "points_won",
                "seat": event.seat,
                "colour": LETTERS[event.colour],
                "row": event.row,
                "points": event.points,
            }
        case WishingStoneTaken():
            return {
                "type": "wishing_stone_taken",
                "seat": event.seat,
                "colour": LETTERS[event.colour],
                "row": event.row,
                "held": event.held,
            }
        case CloverReached():
            return {
                "type": "clover_reached",
                "seat": event.seat,
                "colour": LETTERS[event.colour],
                "row": event.row,
                "gives_step": event.gives_step,
            }
        case FinishedPathExtended():
            return {
                "type": "finished_path_extended",
                "seat": event.seat,
                "colour": LETTERS[event.colour],
                "gives_step": event.gives_step,
            }
        case StepDeclined():
            return {"type": "step_declined", "seat": event.seat}
        case StepWasted():
            colour = LETTERS[event.colour]
            return {"type": "step_wasted", "seat": event.seat, "colour": colour}
        case CardDrawn():
            return {
                "type": "card_drawn",
                "seat": event.seat,
                "source": letter(event.source),
                "card": None if event.card is None else str(event.card),
            }
        case GameOver():
            return {"type": "game_over", "outcome": outcome_document(event.outcome)}
    assert_never(event)


def event_to_json(event: Event, *, indent: int | None = None) -> str:
    """An event as JSON; `event_from_json` reads it back.

    >>> from keltis.documents import event_to_json
    >>> from keltis.events import CardDrawn
    >>> event_to_json(CardDrawn(seat=1, source=None, card=None))
    '{"type":"card_drawn","seat":1,"source":null,"card":null}'
    """
    return dump(event_document(event), indent)


def event_from_json(text: str) -> Event:
    """Read an event from JSON. A `DocumentError` names the path of the first fault.

    >>> from keltis.documents import event_from_json
    >>> event_from_json('{"type": "step_declined", "seat": 1}')
    StepDeclined(seat=1)
    >>> event_from_json('{"type": "step_declined", "seat": 9}')
    Traceback (most recent call last):
    ...
    keltis.documents.DocumentError: $.seat: expected a whole number from 0 to 5, not 9
    """
    document = load(text)
    event = _read_event(document)
    require_equal(document, event_document(event))
    return event


def _read_event(document: JsonValue) -> Event:
    kind = read_type(document, tuple(_KEYS))
    values = document.as_object("type", *_KEYS[kind])
    if kind == "game_over":
        return GameOver(read_outcome(values["outcome"]))
    seat = read_integer(values["seat"], 0, MAX_PLAYERS - 1)
    match kind:
        case "card_discarded":
            return CardDiscarded(seat, read_card(values["card"]))
        case "card_laid":
            return CardLaid(seat, read_card(values["card"]))
        case "step_declined":
            return StepDeclined(seat)
        case "card_drawn":
            card = None if values["card"].is_null else read_card(values["card"])
            return CardDrawn(seat, read_optional_colour(values["source"]), card)
    return _read_path_event(kind, seat, values)


def _read_path_event(kind: str, seat: int, values: dict[str, JsonValue]) -> Event:
    """The event of a figure, a tile or a card on a path."""
    colour = read_colour(values["colour"])
    match kind:
        case "figure_entered":
            return FigureEntered(seat, colour, read_figure(values["figure"]))
        case "step_wasted":
            return StepWasted(seat, colour)
        case "finished_path_extended":
            return FinishedPathExtended(seat, colour, read_boolean(values["gives_step"]))
    row = read_integer(values["row"], 1, MAX_ROWS)
    match kind:
        case "figure_moved":
            return FigureMoved(seat, colour, read_figure(values["figure"]), row)
        case "points_won":
            return PointsWon(seat, colour, row, read_integer(values["points"], 0, MAX_POINTS))
        case "wishing_stone_taken":
            held = read_integer(values["held"], 1, MAX_ROWS * len(LETTERS))
            return WishingStoneTaken(seat, colour, row, held)
    return CloverReached(seat, colour, row, read_boolean(values["gives_step"]))
