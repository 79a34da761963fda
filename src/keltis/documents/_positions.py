"""States and views as documents."""

from collections.abc import Sequence
from typing import Final, TypeVar

from keltis._shared.documents import (
    dump,
    load,
    read_boolean,
    read_name,
    require_equal,
    require_format,
)
from keltis._shared.json import Part
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
from keltis.documents._rules import read_rules, short_rules_document
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
from keltis.players import PlayerState
from keltis.scoring import Outcome, Score, outcome, scores
from keltis.state import GameState, require_state
from keltis.view import PlayerView, PublicPlayer

T = TypeVar("T")

VERSION: Final = 1
"""The version of the documents that this release writes, and the newest that it reads."""
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
    points = scores(state)
    return {
        "format": "keltis-state",
        "version": VERSION,
        "rules": short_rules_document(state.rules),
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
    points = view.scores()
    return {
        "format": "keltis-view",
        "version": VERSION,
        "rules": short_rules_document(view.rules),
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
        "outcome": _outcome_document(view.outcome()),
        "legal_moves": _moves_document(view.legal_moves()),
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
    >>> state_from_json('{"format": "keltis-state", "version": 2}')
    Traceback (most recent call last):
    ...
    keltis.documents.DocumentError: $.version: unsupported version 2 (newest supported: 1)
    """
    document = load(text)
    require_format(document, file_format="keltis-state", newest=VERSION)
    parts = document.fields(*_POSITION_KEYS, "draw_pile", "removed")
    try:
        state = GameState(
            read_rules(parts["rules"]),
            tuple(_read_player(player) for player in parts["players"].items()),
            _read_tiles(parts["tiles"]),
            _read_cards(parts["draw_pile"]),
            _read_piles(parts["discards"]),
            _read_cards(parts["removed"]),
            parts["to_move"].number(),
            Phase(read_name(parts["phase"], _PHASES)),
            read_boolean(parts["may_decline"]),
            read_optional_colour(parts["barred"]),
        )
    except InvalidState as error:
        raise document.error(str(error)) from None
    require_equal(document, state_document(state))
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
    require_format(document, file_format="keltis-view", newest=VERSION)
    keys = ("viewer", "hand", "draw_pile_size", "removed_size")
    parts = document.fields(*_POSITION_KEYS, *keys)
    viewer, hand = parts["viewer"], parts["hand"]
    try:
        view = PlayerView(
            read_rules(parts["rules"]),
            None if viewer.value is None else viewer.number(),
            None if hand.value is None else _read_cards(hand),
            tuple(_read_public_player(player) for player in parts["players"].items()),
            _read_tiles(parts["tiles"]),
            parts["draw_pile_size"].number(),
            _read_piles(parts["discards"]),
            parts["removed_size"].number(),
            parts["to_move"].number(),
            Phase(read_name(parts["phase"], _PHASES)),
            read_boolean(parts["may_decline"]),
            read_optional_colour(parts["barred"]),
        )
    except InvalidState as error:
        raise document.error(str(error)) from None
    require_equal(document, view_document(view))
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


def _read_by_letter(value: Part) -> list[Part]:
    return list(value.fields(*LETTERS).values())


def _read_cards(value: Part) -> tuple[Card, ...]:
    return tuple(read_card(card) for card in value.items())


def _read_piles(value: Part) -> ByColour[tuple[Card, ...]]:
    return tuple(_read_cards(pile) for pile in _read_by_letter(value))


def _read_tiles(value: Part) -> Tiles:
    return tuple(tuple(map(_read_tile, path.items())) for path in _read_by_letter(value))


def _read_tile(value: Part) -> Tile | None:
    return None if value.value is None else Tile(read_name(value, _TILES))


def _read_player(value: Part) -> PlayerState:
    parts = value.fields("hand", *_PLAYER_KEYS)
    try:
        return PlayerState(
            _read_cards(parts["hand"]),
            _read_piles(parts["columns"]),
            tuple(row.number() for row in _read_by_letter(parts["rows"])),
            read_optional_colour(parts["large"]),
            parts["tile_points"].number(),
            parts["wishing_stones"].number(),
            _read_cards(parts["seen"]),
        )
    except InvalidState as error:
        raise value.error(str(error)) from None


def _read_public_player(value: Part) -> PublicPlayer:
    parts = value.fields("hand_size", *_PLAYER_KEYS)
    try:
        return PublicPlayer(
            _read_piles(parts["columns"]),
            tuple(row.number() for row in _read_by_letter(parts["rows"])),
            read_optional_colour(parts["large"]),
            parts["tile_points"].number(),
            parts["wishing_stones"].number(),
            parts["hand_size"].number(),
            _read_cards(parts["seen"]),
        )
    except InvalidState as error:
        raise value.error(str(error)) from None
