"""States and views as documents."""

from collections.abc import Sequence
from typing import TypeVar

from keltis._shared.documents import dump
from keltis.board import ByColour, Tiles
from keltis.cards import Card
from keltis.documents._moves import card_texts, letter, move_document
from keltis.documents._rules import rules_document
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
from keltis.legality import legal_moves
from keltis.moves import Move
from keltis.notation import FILE_VERSION
from keltis.players import PlayerState
from keltis.scoring import Outcome, Score, outcome, scores
from keltis.state import GameState
from keltis.view import PlayerView, PublicPlayer

T = TypeVar("T")


def state_document(state: GameState) -> StateDocument:
    """A state as data for JSON, hidden cards included. To a player, send a view.

    Scores, outcome and legal moves are derived from the rest. Equal states have equal documents.

    >>> import keltis
    >>> from keltis.documents import state_document
    >>> document = state_document(keltis.new_game(2, seed=1))
    >>> document["players"][0]["hand"][:3], document["legal_moves"][0]["text"]
    (['R6', 'R9', 'Y4'], 'lay R6 small')
    """
    points = scores(state)
    return {
        "format": "keltis-state",
        "version": FILE_VERSION,
        "rules": rules_document(state.rules),
        "phase": state.phase.value,
        "to_move": state.to_move,
        "may_decline": state.may_decline,
        "barred": letter(state.barred),
        "may_waste": state.may_waste,
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
    points = scores(view)
    return {
        "format": "keltis-view",
        "version": FILE_VERSION,
        "rules": rules_document(view.rules),
        "viewer": view.viewer,
        "hand": None if view.hand is None else card_texts(view.hand),
        "phase": view.phase.value,
        "to_move": view.to_move,
        "may_decline": view.may_decline,
        "barred": letter(view.barred),
        "may_waste": view.may_waste,
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
