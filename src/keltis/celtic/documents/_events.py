"""Events as documents."""

from typing import Final, Literal, assert_never

from keltis._shared.documents import (
    dump,
    load,
    read_integer,
    read_name,
    read_type,
    require_equal,
)
from keltis._shared.json import JsonValue
from keltis.celtic.documents._moves import PLAYER_NAMES, read_player, read_tile, tile_document
from keltis.celtic.documents._state import by_player, outcome_document
from keltis.celtic.documents._types import EventDocument, KnotDocument
from keltis.celtic.events import (
    Event,
    GameOver,
    KnotClosed,
    TileLaid,
    TurnForfeited,
    TurnPassed,
)
from keltis.celtic.moves import MAX_COORDINATE
from keltis.celtic.scoring import Outcome, Path
from keltis.celtic.strands import Arc
from keltis.celtic.tiles import PLAYERS, SIDES

_SIDE_NAMES: Final[tuple[Literal["N", "E", "S", "W"], ...]] = ("N", "E", "S", "W")
_KEYS: Final = {
    "tile_laid": ("player", "tile"),
    "turn_passed": ("player",),
    "turn_forfeited": ("player", "tile"),
    "knot_closed": ("knot",),
    "game_over": ("outcome",),
}
"""The keys of each type of event, besides `type`."""


def event_document(event: Event) -> EventDocument:
    """An event as data for JSON: its type and its fields.

    >>> from keltis.celtic import Owner
    >>> from keltis.celtic.documents import event_document
    >>> from keltis.celtic.events import TurnPassed
    >>> event_document(TurnPassed(Owner.BLUE))
    {'type': 'turn_passed', 'player': 'blue'}
    """
    match event:
        case TileLaid():
            player = PLAYER_NAMES[event.player]
            return {"type": "tile_laid", "player": player, "tile": tile_document(event.tile)}
        case TurnPassed():
            return {"type": "turn_passed", "player": PLAYER_NAMES[event.player]}
        case TurnForfeited():
            player = PLAYER_NAMES[event.player]
            return {"type": "turn_forfeited", "player": player, "tile": tile_document(event.tile)}
        case KnotClosed():
            return {"type": "knot_closed", "knot": _knot_document(event.knot)}
        case GameOver():
            return {"type": "game_over", "outcome": outcome_document(event.outcome)}
    assert_never(event)


def event_to_json(event: Event, *, indent: int | None = None) -> str:
    """An event as JSON; `event_from_json` reads it back.

    >>> from keltis.celtic import Owner
    >>> from keltis.celtic.documents import event_to_json
    >>> from keltis.celtic.events import TurnPassed
    >>> event_to_json(TurnPassed(Owner.BLUE))
    '{"type":"turn_passed","player":"blue"}'
    """
    return dump(event_document(event), indent)


def event_from_json(text: str) -> Event:
    """Read an event from JSON. A `DocumentError` names the path of the first fault.

    >>> from keltis.celtic.documents import event_from_json
    >>> event_from_json('{"type": "turn_passed", "player": "blue"}')
    TurnPassed(player=Owner.BLUE)
    """
    document = load(text)
    event = _read_event(document)
    require_equal(document, event_document(event))
    return event


def _read_event(document: JsonValue) -> Event:
    kind = read_type(document, tuple(_KEYS))
    values = document.as_object("type", *_KEYS[kind])
    match kind:
        case "tile_laid":
            return TileLaid(read_player(values["player"]), read_tile(values["tile"]))
        case "turn_passed":
            return TurnPassed(read_player(values["player"]))
        case "turn_forfeited":
            return TurnForfeited(read_player(values["player"]), read_tile(values["tile"]))
        case "knot_closed":
            return KnotClosed(_read_knot(values["knot"]))
    return GameOver(_read_outcome(values["outcome"]))


def _knot_document(knot: Path) -> KnotDocument:
    return {
        "arcs": [
            {"x": arc.x, "y": arc.y, "side": _SIDE_NAMES[SIDES.index(arc.side)]}
            for arc in knot.arcs
        ],
        "tiles": [tile_document(tile) for tile in knot.tiles],
        "scores": by_player(knot.counts),
    }


def _read_knot(value: JsonValue) -> Path:
    values = value.as_object("arcs", "tiles", "scores")
    arcs = tuple(_read_arc(arc) for arc in values["arcs"].as_array())
    tiles = tuple(read_tile(tile) for tile in values["tiles"].as_array())
    cells = sorted({(arc.y, arc.x) for arc in arcs})
    if [(tile.y, tile.x) for tile in tiles] != cells:
        raise values["tiles"].error("expected the tiles on the cells of the arcs, row by row")
    return Path(arcs, is_knot=True, tiles=tiles)


def _read_arc(value: JsonValue) -> Arc:
    values = value.as_object("x", "y", "side")
    return Arc(
        read_integer(values["x"], -MAX_COORDINATE, MAX_COORDINATE),
        read_integer(values["y"], -MAX_COORDINATE, MAX_COORDINATE),
        SIDES[_SIDE_NAMES.index(read_name(values["side"], _SIDE_NAMES))],
    )


def _read_outcome(value: JsonValue) -> Outcome:
    values = value.as_object("scores", "winner")
    orange, blue = (
        tuple(number.as_integer() for number in score.as_array())
        for score in values["scores"].as_object(*PLAYER_NAMES).values()
    )
    if orange == blue:
        return Outcome((orange, blue), None)
    return Outcome((orange, blue), PLAYERS[orange < blue])
