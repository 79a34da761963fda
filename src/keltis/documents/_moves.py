"""Moves, cards and refusals as documents."""

import functools
from collections.abc import Iterable
from typing import Final, assert_never, get_args

from keltis._shared.documents import dump, load, read_name, read_type, require_equal
from keltis._shared.json import JsonValue
from keltis.board import Figure
from keltis.cards import ALL_CARDS, Card, Colour
from keltis.documents._types import FigureName, Letter, MoveDocument, RefusalDocument
from keltis.learning import action_id, move_of
from keltis.legality import IllegalMove
from keltis.moves import Advance, Decline, Discard, Draw, Lay, Move

LETTERS: Final[tuple[Letter, ...]] = get_args(Letter)
"""The letters of the colours, by `Colour`."""
FIGURE_NAMES: Final[dict[Figure, FigureName]] = {Figure.SMALL: "small", Figure.LARGE: "large"}
_CARD_TEXTS: Final = tuple(map(str, ALL_CARDS))
_MOVE_TYPES: Final = ("discard", "lay", "advance", "decline", "draw")


def move_document(move: Move) -> MoveDocument:
    """A move as data for JSON: its type and parts, its action number, and its text.

    >>> import keltis
    >>> from keltis.documents import move_document
    >>> move_document(keltis.Lay(keltis.Card.parse("R7"), keltis.Figure.LARGE))
    {'type': 'lay', 'action': 164, 'text': 'lay R7 large', 'card': 'R7', 'figure': 'large'}
    """
    return _move_document(action_id(move)).copy()


@functools.cache
def _move_document(action: int) -> MoveDocument:
    move = move_of(action)
    text = str(move)
    match move:
        case Discard():
            return {"type": "discard", "action": action, "text": text, "card": str(move.card)}
        case Lay():
            return {
                "type": "lay",
                "action": action,
                "text": text,
                "card": str(move.card),
                "figure": _figure_name(move.figure),
            }
        case Advance():
            return {
                "type": "advance",
                "action": action,
                "text": text,
                "colour": LETTERS[move.colour],
                "figure": _figure_name(move.figure),
            }
        case Decline():
            return {"type": "decline", "action": action, "text": text}
        case Draw():
            return {"type": "draw", "action": action, "text": text, "source": letter(move.source)}
    assert_never(move)


def move_to_json(move: Move, *, indent: int | None = None) -> str:
    """A move as JSON; `move_from_json` reads it back.

    >>> import keltis
    >>> from keltis.documents import move_to_json
    >>> move_to_json(keltis.Draw(None))
    '{"type":"draw","action":0,"text":"draw pile","source":null}'
    """
    return dump(move_document(move), indent)


def move_from_json(text: str) -> Move:
    """Read a move from JSON. A `DocumentError` names the path of the first fault.

    >>> from keltis.documents import move_from_json
    >>> move_from_json('{"type": "draw", "action": 0, "text": "draw pile", "source": null}')
    Draw(source=None)
    >>> move_from_json('{"type": "draw", "action": 1, "text": "draw pile", "source": null}')
    Traceback (most recent call last):
    ...
    keltis.documents.DocumentError: $.action: expected 0, which follows from the rest, not 1
    """
    document = load(text)
    move = _read_parts(document)
    require_equal(document, move_document(move))
    return move


def refusal_document(error: IllegalMove) -> RefusalDocument:
    """The error for an illegal move as data for JSON. It has nothing of the state.

    `code` is the name of the `Illegality`, which never changes; `message` is a sentence, which may.

    >>> import keltis
    >>> from keltis.documents import refusal_document
    >>> try:
    ...     keltis.apply_move(keltis.new_game(2, seed=1), keltis.Draw(None))
    ... except keltis.IllegalMove as error:
    ...     refusal_document(error)["code"]
    ...
    'PLAY_DUE'
    """
    move = error.move
    known = isinstance(move, Discard | Lay | Advance | Decline | Draw)
    return {
        "code": error.reason.name,
        "message": str(error.reason),
        "move": move_document(move) if known else None,
    }


def refusal_to_json(error: IllegalMove, *, indent: int | None = None) -> str:
    """The error for an illegal move as JSON.

    >>> import keltis
    >>> from keltis.documents import refusal_to_json
    >>> try:
    ...     keltis.apply_move(keltis.new_game(2, seed=1), keltis.Decline())
    ... except keltis.IllegalMove as error:
    ...     print(refusal_to_json(error, indent=1))
    ...
    {
     "code": "PLAY_DUE",
     "message": "a card must be played first: Discard or Lay",
     "move": {
      "type": "decline",
      "action": 21,
      "text": "decline"
     }
    }
    """
    return dump(refusal_document(error), indent)


def card_texts(cards: Iterable[Card]) -> list[str]:
    """The cards as text."""
    return [_CARD_TEXTS[card.index] for card in cards]


def letter(colour: Colour | None) -> Letter | None:
    """The letter of a colour, or None."""
    return None if colour is None else LETTERS[colour]


def _figure_name(figure: Figure | None) -> FigureName | None:
    """The name of a figure, or None."""
    return None if figure is None else FIGURE_NAMES[figure]


def read_card(value: JsonValue) -> Card:
    """The card in a document."""
    return value.parse(Card.parse)


def read_colour(value: JsonValue) -> Colour:
    """The colour in a document."""
    return value.parse(Colour.parse)


def read_optional_colour(value: JsonValue) -> Colour | None:
    """The colour in a document, or None for null."""
    return None if value.is_null else read_colour(value)


def read_figure(value: JsonValue) -> Figure:
    """The figure in a document."""
    names: tuple[FigureName, ...] = get_args(FigureName)
    return Figure(read_name(value, names))


def _read_optional_figure(value: JsonValue) -> Figure | None:
    return None if value.is_null else read_figure(value)


def _read_parts(document: JsonValue) -> Move:
    """The move in a document, by its parts; its number and text are not checked."""
    match read_type(document, _MOVE_TYPES):
        case "discard":
            return Discard(read_card(document.as_object("type", "action", "text", "card")["card"]))
        case "lay":
            values = document.as_object("type", "action", "text", "card", "figure")
            return Lay(read_card(values["card"]), _read_optional_figure(values["figure"]))
        case "advance":
            values = document.as_object("type", "action", "text", "colour", "figure")
            return Advance(read_colour(values["colour"]), _read_optional_figure(values["figure"]))
        case "decline":
            return Decline()
        case _:
            values = document.as_object("type", "action", "text", "source")
            return Draw(read_optional_colour(values["source"]))
