"""Tiles, moves and refusals as documents."""

from typing import Final, assert_never, get_args

from keltis._shared.documents import (
    dump,
    load,
    read_integer,
    read_name,
    read_type,
    require_equal,
)
from keltis._shared.json import JsonValue
from keltis.celtic.documents._types import (
    MoveDocument,
    OwnerName,
    PlayerName,
    RefusalDocument,
    ShapeName,
    TileDocument,
)
from keltis.celtic.learning import action_id
from keltis.celtic.legality import IllegalMove
from keltis.celtic.moves import MAX_COORDINATE, PASS, Forfeit, Lay, Move, Pass
from keltis.celtic.tiles import PLAYERS, Owner, Player, letters_of, parse_sides
from keltis.errors import InvalidArgument

PLAYER_NAMES: Final[tuple[PlayerName, ...]] = get_args(PlayerName)
OWNER_NAMES: Final[tuple[OwnerName, ...]] = get_args(OwnerName)
SHAPE_NAMES: Final[tuple[ShapeName, ...]] = get_args(ShapeName)
_MOVE_TYPES: Final = ("lay", "pass")


def tile_document(tile: Lay) -> TileDocument:
    """A tile as data for JSON."""
    return {
        "x": tile.x,
        "y": tile.y,
        "sides": letters_of(tile.mask),
        "shape": SHAPE_NAMES[tile.shape],
        "supply": OWNER_NAMES[tile.supply],
    }


def move_document(move: Move) -> MoveDocument:
    """A move as data for JSON: its type and parts, its action number, and its text.

    A lay on the start tile, or too far from it for any rules, has no number: None.

    >>> from keltis.celtic import Pass
    >>> from keltis.celtic.documents import move_document
    >>> move_document(Pass())
    {'type': 'pass', 'action': 0, 'text': 'pass'}
    """
    match move:
        case Lay():
            return {
                "type": "lay",
                "action": _action(move),
                "text": str(move),
                "tile": tile_document(move),
            }
        case Pass():
            return {"type": "pass", "action": action_id(move), "text": str(move)}
        case Forfeit():
            raise InvalidArgument("a penalty has no document: it is in records alone")
    assert_never(move)


def _action(lay: Lay) -> int | None:
    try:
        return action_id(lay)
    except InvalidArgument:
        return None


def move_to_json(move: Move, *, indent: int | None = None) -> str:
    """A move as JSON; `move_from_json` reads it back.

    >>> from keltis.celtic import Pass
    >>> from keltis.celtic.documents import move_to_json
    >>> move_to_json(Pass())
    '{"type":"pass","action":0,"text":"pass"}'
    """
    return dump(move_document(move), indent)


def move_from_json(text: str) -> Move:
    """Read a move from JSON. A `DocumentError` names the path of the first fault.

    >>> from keltis.celtic.documents import move_from_json
    >>> move_from_json('{"type": "pass", "action": 0, "text": "pass"}')
    Pass()
    """
    document = load(text)
    move: Move = PASS
    if read_type(document, _MOVE_TYPES) == "lay":
        move = read_tile(document.as_object("type", "action", "text", "tile")["tile"])
    require_equal(document, move_document(move))
    return move


def refusal_document(error: IllegalMove) -> RefusalDocument:
    """The error for an illegal move as data for JSON.

    `code` is the name of the `Illegality`, which never changes; `message` is a sentence, which may.

    >>> from keltis.celtic import IllegalMove, Pass, apply_move, new_game
    >>> from keltis.celtic.documents import refusal_document
    >>> try:
    ...     apply_move(new_game(), Pass())
    ... except IllegalMove as error:
    ...     refusal_document(error)["code"]
    ...
    'MUST_LAY'
    """
    move = error.move
    return {
        "code": error.reason.name,
        "message": str(error.reason),
        "move": move_document(move) if isinstance(move, Lay | Pass) else None,
    }


def refusal_to_json(error: IllegalMove, *, indent: int | None = None) -> str:
    """The error for an illegal move as JSON.

    >>> from keltis.celtic import Illegality, IllegalMove, Pass, new_game
    >>> from keltis.celtic.documents import refusal_to_json
    >>> error = IllegalMove(Illegality.MUST_LAY, Pass(), new_game())
    >>> refusal_to_json(error)[:19]
    '{"code":"MUST_LAY",'
    """
    return dump(refusal_document(error), indent)


def read_tile(value: JsonValue) -> Lay:
    """The tile in a document, without its shape, which follows."""
    values = value.as_object("x", "y", "sides", "shape", "supply")
    return Lay(
        read_integer(values["x"], -MAX_COORDINATE, MAX_COORDINATE),
        read_integer(values["y"], -MAX_COORDINATE, MAX_COORDINATE),
        values["sides"].parse(parse_sides),
        Owner(OWNER_NAMES.index(read_name(values["supply"], OWNER_NAMES))),
    )


def read_player(value: JsonValue) -> Player:
    """The player in a document."""
    return PLAYERS[PLAYER_NAMES.index(read_name(value, PLAYER_NAMES))]
