"""States and views as documents."""

from collections.abc import Sequence
from typing import Final, TypeVar

from keltis._shared.documents import (
    dump,
    load,
    read_boolean,
    read_name,
    require_equal,
)
from keltis._shared.json import JsonValue, read_version
from keltis.board import ByColour, Tile, Tiles
from keltis.cards import Card
from keltis.documents._moves import (
    LETTERS,
    card_texts,
    letter,
    move_document,
    read_card,
    read_optional_colour,
)
from keltis.documents._rules import document_version, read_rules, short_rules_document
from keltis.documents._scores import outcome_document, score_document
from keltis.documents._types import (
    ByLetter,
    MoveDocument,
    OutcomeDocument,
    PlayerDocument,
    PublicPlayerDocument,
    StateDocument,
    ViewDocument,
)
from keltis.errors import InvalidArgument, InvalidState
from keltis.legality import legal_moves
from keltis.moves import Move, Phase
from keltis.notation import newest_version
from keltis.players import PlayerState
from keltis.scoring import Outcome, Score, outcome, scores
from keltis.state import GameState, require_state
from keltis.view import PlayerView, PublicPlayer

T = TypeVar("T")

_PHASES: Final = tuple(phase.value for phase in Phase)
_TILES: Final = tuple(tile.value for tile in Tile)
_PLAYER_KEYS: Final = (
    *("seen", "columns", "rows", "large", "tile_points", "wishing_stones", "score"),
)
_POSITION_KEYS: Final = (
    *("format", "version", "rules", "phase", "to_move", "may_decline", "barred"),
    *("players", "tiles", "discards", "outcome", "legal_moves"),
)


def state_document(state: GameState) -> StateDocument:
    """A state as data for JSON, hidden cards included. To a player, send a view.

    Scores, outcome and legal moves are derived from the rest. Equal states have equal documents.

    >>> import keltis
    >>> from keltis.documents import state_document
    >>> document = state_document(keltis.new_game(2, seed=1))
    >>> document["players"][0]["hand"][:3], document["legal_moves"][0]["text"]
    (['R6', 'R9', 'Y4'], 'lay R6 small')
    """
    require_state(state)
    return _state_document(state, document_version(state.rules))


def _state_document(state: GameState, version: int) -> StateDocument:
    points = scores(state)
    return {
        "format": "keltis-state",
        "version": version,
        "rules": short_rules_document(state.rules, version),
        "phase": state.phase.value,
        "to_move": state.to_move,
        "may_decline": state.may_decline,
        "barred": letter(state.barred),
        "players": [
            _player_document(player, score)
            for player, score in zip(state.players, points, strict=True)
        ],
        "tiles": _tiles_document(state.tiles),
        "discards": _piles_document(state.discards),
        "draw_pile": card_texts(state.draw_pile),
        "removed": card_texts(state.removed),
        "outcome": _outcome_document(outcome(state)),
        "legal_moves": _moves_document(legal_moves(state)),
    }


def view_document(view: PlayerView) -> ViewDocument:
    """A view as data for JSON: only what the viewer may know.

    Scores and outcome are derived from the rest. The legal moves are the viewer's own: there are
    none when the decision is not the viewer's.

    >>> import keltis
    >>> from keltis.documents import view_document
    >>> document = view_document(keltis.observe(keltis.new_game(2, seed=1), 0))
    >>> document["hand"], document["players"][1]["hand_size"], document["draw_pile_size"]
    (['R6', 'R9', 'Y4', 'Y9', 'P8', 'B2', 'B5', 'B6'], 8, 64)
    """
    if type(view) is not PlayerView:
        raise InvalidArgument(f"expected a PlayerView, not {type(view).__name__}")
    return _view_document(view, document_version(view.rules))


def _view_document(view: PlayerView, version: int) -> ViewDocument:
    points = scores(view)
    return {
        "format": "keltis-view",
        "version": version,
        "rules": short_rules_document(view.rules, version),
        "viewer": view.viewer,
        "hand": None if view.hand is None else card_texts(view.hand),
        "phase": view.phase.value,
        "to_move": view.to_move,
        "may_decline": view.may_decline,
        "barred": letter(view.barred),
        "players": [
            _public_player_document(player, score)
            for player, score in zip(view.players, points, strict=True)
        ],
        "tiles": _tiles_document(view.tiles),
        "discards": _piles_document(view.discards),
        "draw_pile_size": view.draw_pile_size,
        "removed_size": view.removed_size,
        "outcome": _outcome_document(outcome(view)),
        "legal_moves": _moves_document(legal_moves(view)),
    }


def state_to_json(state: GameState, *, indent: int | None = None) -> str:
    """A state as JSON, hidden cards included; `state_from_json` reads it back.

    >>> import keltis
    >>> from keltis.documents import state_from_json, state_to_json
    >>> state = keltis.new_game(2, seed=1)
    >>> state_from_json(state_to_json(state)) == state
    True
    """
    return dump(state_document(state), indent)


def view_to_json(view: PlayerView, *, indent: int | None = None) -> str:
    """A view as JSON; `view_from_json` reads it back.

    >>> import keltis
    >>> from keltis.documents import view_from_json, view_to_json
    >>> view = keltis.observe(keltis.new_game(2, seed=1), 0)
    >>> view_from_json(view_to_json(view)) == view
    True
    """
    return dump(view_document(view), indent)


def state_from_json(text: str) -> GameState:
    """Read a state from JSON. A `DocumentError` names the path of the first fault.

    The position must be possible, and scores, outcome and legal moves must follow from it.

    >>> from keltis.documents import state_from_json
    >>> state_from_json('{"format": "keltis-state", "version": 1000}')
    Traceback (most recent call last):
    ...
    keltis.documents.DocumentError: $.version: unsupported version 1000 (newest supported: 1)
    """
    document = load(text)
    version = read_version(document, file_format="keltis-state", newest=newest_version())
    values = document.as_object(*_POSITION_KEYS, "draw_pile", "removed")
    try:
        state = GameState(
            read_rules(values["rules"], version),
            tuple(_read_player(player) for player in values["players"].as_array()),
            _read_tiles(values["tiles"]),
            _read_cards(values["draw_pile"]),
            _read_piles(values["discards"]),
            _read_cards(values["removed"]),
            values["to_move"].as_integer(),
            Phase(read_name(values["phase"], _PHASES)),
            read_boolean(values["may_decline"]),
            read_optional_colour(values["barred"]),
        )
    except InvalidState as error:
        raise document.error(str(error)) from None
    require_equal(document, _state_document(state, version))
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
    version = read_version(document, file_format="keltis-view", newest=newest_version())
    keys = ("viewer", "hand", "draw_pile_size", "removed_size")
    values = document.as_object(*_POSITION_KEYS, *keys)
    viewer, hand = values["viewer"], values["hand"]
    try:
        view = PlayerView(
            read_rules(values["rules"], version),
            None if viewer.is_null else viewer.as_integer(),
            None if hand.is_null else _read_cards(hand),
            tuple(_read_public_player(player) for player in values["players"].as_array()),
            _read_tiles(values["tiles"]),
            values["draw_pile_size"].as_integer(),
            _read_piles(values["discards"]),
            values["removed_size"].as_integer(),
            values["to_move"].as_integer(),
            Phase(read_name(values["phase"], _PHASES)),
            read_boolean(values["may_decline"]),
            read_optional_colour(values["barred"]),
        )
    except InvalidState as error:
        raise document.error(str(error)) from None
    require_equal(document, _view_document(view, version))
    return view


def _by_letter(values: Sequence[T]) -> ByLetter[T]:
    red, yellow, pink, green, blue = values
    return {"R": red, "Y": yellow, "P": pink, "G": green, "B": blue}


def _piles_document(piles: ByColour[tuple[Card, ...]]) -> ByLetter[list[str]]:
    return _by_letter([card_texts(pile) for pile in piles])


def _tiles_document(tiles: Tiles) -> ByLetter[list[str | None]]:
    return _by_letter([[None if tile is None else tile.value for tile in path] for path in tiles])


def _moves_document(moves: Sequence[Move]) -> list[MoveDocument]:
    return [move_document(move) for move in moves]


def _outcome_document(end: Outcome | None) -> OutcomeDocument | None:
    return None if end is None else outcome_document(end)


def _player_document(player: PlayerState, score: Score) -> PlayerDocument:
    return {
        "hand": card_texts(player.hand),
        "seen": card_texts(sorted(player.seen)),
        "columns": _piles_document(player.columns),
        "rows": _by_letter(player.rows),
        "large": letter(player.large),
        "tile_points": player.tile_points,
        "wishing_stones": player.wishing_stones,
        "score": score_document(score),
    }


def _public_player_document(player: PublicPlayer, score: Score) -> PublicPlayerDocument:
    return {
        "hand_size": player.hand_size,
        "seen": card_texts(player.seen),
        "columns": _piles_document(player.columns),
        "rows": _by_letter(player.rows),
        "large": letter(player.large),
        "tile_points": player.tile_points,
        "wishing_stones": player.wishing_stones,
        "score": score_document(score),
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
        return PlayerState(
            _read_cards(values["hand"]),
            _read_piles(values["columns"]),
            tuple(row.as_integer() for row in _read_by_letter(values["rows"])),
            read_optional_colour(values["large"]),
            values["tile_points"].as_integer(),
            values["wishing_stones"].as_integer(),
            _read_cards(values["seen"]),
        )
    except InvalidState as error:
        raise value.error(str(error)) from None


def _read_public_player(value: JsonValue) -> PublicPlayer:
    values = value.as_object("hand_size", *_PLAYER_KEYS)
    try:
        return PublicPlayer(
            _read_piles(values["columns"]),
            tuple(row.as_integer() for row in _read_by_letter(values["rows"])),
            read_optional_colour(values["large"]),
            values["tile_points"].as_integer(),
            values["wishing_stones"].as_integer(),
            values["hand_size"].as_integer(),
            _read_cards(values["seen"]),
        )
    except InvalidState as error:
        raise value.error(str(error)) from None
