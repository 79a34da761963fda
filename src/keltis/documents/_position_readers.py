"""States and views from documents."""

from collections.abc import Mapping, Sequence
from typing import Final, TypedDict

from keltis._shared.documents import load, read_boolean, read_name, require_equal
from keltis._shared.json import JsonValue, read_version
from keltis.board import ByColour, Tile, Tiles
from keltis.cards import Card, Colour
from keltis.documents._moves import LETTERS, read_card, read_optional_colour
from keltis.documents._positions import state_document, view_document
from keltis.documents._rules import read_rules
from keltis.errors import InvalidState
from keltis.moves import Phase
from keltis.notation import FILE_VERSION
from keltis.players import PlayerState, PublicFacts
from keltis.rules import Rules
from keltis.state import GameState
from keltis.validation import infer_may_waste
from keltis.view import PlayerView, PublicPlayer

_PHASES: Final = tuple(phase.value for phase in Phase)
_TILES: Final = tuple(tile.value for tile in Tile)
_PLAYER_KEYS: Final = (
    *("seen", "columns", "rows", "large", "tile_points", "wishing_stones", "score"),
)
_POSITION_KEYS: Final = (
    *("format", "version", "rules", "phase", "to_move", "may_decline", "barred"),
    *("players", "tiles", "discards", "outcome", "legal_moves"),
)
_OLD_KEY: Final = "unresolved"
"""A key of 0.2.0 in place of `may_waste`. It must be null, as a tile has always counted."""


def state_from_json(text: str) -> GameState:
    """Read a state from JSON. A `DocumentError` names the path of the first fault.

    The position must be possible, and scores, outcome and legal moves must follow from it.

    >>> from keltis.documents import state_from_json
    >>> state_from_json('{"format": "keltis-state", "version": 1000}')
    Traceback (most recent call last):
    ...
    keltis.documents.DocumentError: $.version: unsupported version 1000 (newest supported: 3)
    """
    document = load(text)
    version = read_version(document, file_format="keltis-state", newest=FILE_VERSION)
    values = _read_values(document, "draw_pile", "removed")
    players = tuple(_read_player(player) for player in values["players"].as_array())
    try:
        state = GameState(
            **_read_public_fields(values, version, players),
            players=players,
            draw_pile=_read_cards(values["draw_pile"]),
            removed=_read_cards(values["removed"]),
        )
    except InvalidState as error:
        raise document.error(str(error)) from None
    _require_derived(document, {**state_document(state)})
    return state


def view_from_json(text: str) -> PlayerView:
    """Read a view from JSON. A `DocumentError` names the path of the first fault.

    The view must be one of a possible position, and scores, outcome and legal moves must follow
    from it.

    >>> from keltis.documents import view_from_json
    >>> view_from_json('{"format": "keltis-state", "version": 1}')
    Traceback (most recent call last):
    ...
    keltis.documents.DocumentError: $.format: expected 'keltis-view'
    """
    document = load(text)
    version = read_version(document, file_format="keltis-view", newest=FILE_VERSION)
    values = _read_values(document, "viewer", "hand", "draw_pile_size", "removed_size")
    viewer, hand = values["viewer"], values["hand"]
    players = tuple(_read_public_player(player) for player in values["players"].as_array())
    try:
        view = PlayerView(
            **_read_public_fields(values, version, players),
            viewer=None if viewer.is_null else viewer.as_integer(),
            hand=None if hand.is_null else _read_cards(hand),
            players=players,
            draw_pile_size=values["draw_pile_size"].as_integer(),
            removed_size=values["removed_size"].as_integer(),
        )
    except InvalidState as error:
        raise document.error(str(error)) from None
    _require_derived(document, {**view_document(view)})
    return view


def _read_values(document: JsonValue, *keys: str) -> dict[str, JsonValue]:
    """The values of a document, also of one that 0.2.0 wrote."""
    last_key = _OLD_KEY if document.has(_OLD_KEY) else "may_waste"
    values = document.as_object(*_POSITION_KEYS, last_key, *keys)
    if _OLD_KEY in values and not values[_OLD_KEY].is_null:
        raise values[_OLD_KEY].error("expected null: a tile has always counted")
    return values


def _require_derived(document: JsonValue, expected: dict[str, object]) -> None:
    """Refuse a document in which something does not follow from the rest.

    The rules of older documents can be a text, and the legal moves that 0.2.0 wrote can include a
    wasted step on a finished path (P6).
    """
    expected |= {key: document.get(key).value for key in ("version", "rules")}
    if document.has(_OLD_KEY):
        del expected["may_waste"]
        expected |= {_OLD_KEY: None, "legal_moves": document.get("legal_moves").value}
    require_equal(document, expected)


class _PublicFields(TypedDict):
    """The fields that a `GameState` and a `PlayerView` both have, but for the players."""

    rules: Rules
    tiles: Tiles
    discards: ByColour[tuple[Card, ...]]
    to_move: int
    phase: Phase
    may_decline: bool
    barred: Colour | None
    may_waste: bool


def _read_public_fields(
    values: Mapping[str, JsonValue], version: int, players: Sequence[PublicFacts]
) -> _PublicFields:
    rules, to_move = read_rules(values["rules"], version), values["to_move"].as_integer()
    phase = Phase(read_name(values["phase"], _PHASES))
    may_decline, may_waste = read_boolean(values["may_decline"]), False
    if "may_waste" in values:
        may_waste = read_boolean(values["may_waste"])
    else:
        may_waste = infer_may_waste(rules, players, to_move, phase, may_decline=may_decline)
    return {
        "rules": rules,
        "tiles": _read_tiles(values["tiles"]),
        "discards": _read_piles(values["discards"]),
        "to_move": to_move,
        "phase": phase,
        "may_decline": may_decline,
        "barred": read_optional_colour(values["barred"]),
        "may_waste": may_waste,
    }


def _read_by_letter(value: JsonValue) -> list[JsonValue]:
    return list(value.as_object(*LETTERS).values())


def _read_cards(value: JsonValue) -> tuple[Card, ...]:
    return tuple(read_card(card) for card in value.as_array())


def _read_piles(value: JsonValue) -> ByColour[tuple[Card, ...]]:
    return tuple(_read_cards(pile) for pile in _read_by_letter(value))


def _read_tiles(value: JsonValue) -> Tiles:
    return tuple(tuple(map(_read_tile, path.as_array())) for path in _read_by_letter(value))


def _read_tile(value: JsonValue) -> Tile | None:
    return None if value.is_null else Tile(read_name(value, _TILES))


def _read_player(value: JsonValue) -> PlayerState:
    values = value.as_object("hand", *_PLAYER_KEYS)
    try:
        return PlayerState(hand=_read_cards(values["hand"]), **_read_public_facts(values))
    except InvalidState as error:
        raise value.error(str(error)) from None


def _read_public_player(value: JsonValue) -> PublicPlayer:
    values = value.as_object("hand_size", *_PLAYER_KEYS)
    try:
        return PublicPlayer(
            hand_size=values["hand_size"].as_integer(), **_read_public_facts(values)
        )
    except InvalidState as error:
        raise value.error(str(error)) from None


class _PublicFacts(TypedDict):
    """The fields that a `PlayerState` and a `PublicPlayer` both have."""

    columns: ByColour[tuple[Card, ...]]
    rows: ByColour[int]
    large: Colour | None
    tile_points: int
    wishing_stones: int
    seen: tuple[Card, ...]


def _read_public_facts(values: Mapping[str, JsonValue]) -> _PublicFacts:
    return {
        "columns": _read_piles(values["columns"]),
        "rows": tuple(row.as_integer() for row in _read_by_letter(values["rows"])),
        "large": read_optional_colour(values["large"]),
        "tile_points": values["tile_points"].as_integer(),
        "wishing_stones": values["wishing_stones"].as_integer(),
        "seen": _read_cards(values["seen"]),
    }
