"""The page of Keltis: scenes have what one viewer may know, and nothing else."""

import json
from collections.abc import Iterator, Mapping
from typing import ClassVar, TypeAlias, TypedDict, final

import attrs

from keltis._shared.json import JsonValue
from keltis.cards import Card, Colour
from keltis.documents import (
    ViewDocument,
    move_from_json,
    read_rules,
    rules_document,
    view_document,
)
from keltis.events import CardDrawn, describe, events
from keltis.game import Record
from keltis.legality import legal_moves
from keltis.moves import Advance, Draw, Lay, Move
from keltis.record import record_from_json, record_to_json
from keltis.render import Arrow, board_svg
from keltis.rules import Rules
from keltis.scoring import outcome
from keltis.server._page import Page, TurnDocument, log_document
from keltis.state import GameState
from keltis.view import PlayerView, observe

GameRecord: TypeAlias = Record[GameState, Move]


class SceneDocument(TypedDict):
    """What a page displays of a game beside the picture."""

    view: ViewDocument
    names: list[str]
    drawn: str | None
    """The card that the viewer drew last."""
    hands: list[list[str]] | None
    """After the end, the cards of all players."""
    log: list[TurnDocument]
    """The last turns, the newest one last.

    Draws of cards that the viewer may not know are left out: most turns have one.
    """


def scene_document(record: GameRecord, viewer: int | None) -> SceneDocument:
    """What a page displays of a game to a player, or to a spectator, as data for JSON.

    >>> from keltis import GameRecord
    >>> from keltis.server import scene_document
    >>> record = GameRecord.seeded(2, seed=1, names=("Ann", "Bob"))
    >>> scene_document(record, 0)["view"]["hand"]
    ['R6', 'R9', 'Y4', 'Y9', 'P8', 'B2', 'B5', 'B6']
    >>> scene_document(record, None)["view"]["hand"] is None
    True
    """
    view = observe(record.final, viewer)

    def sentences(state: GameState, move: Move) -> list[str]:
        return [
            describe(event, names=record.names, you=view.viewer)
            for event in events(state, move, view.viewer)
            if not (isinstance(event, CardDrawn) and event.card is None)
        ]

    return {
        "view": view_document(view),
        "names": list(record.names),
        "drawn": _last_card_drawn(record, view.viewer),
        "hands": _hands(record),
        "log": log_document(record, sentences),
    }


def scene_picture(
    record: GameRecord, viewer: int | None, *, card: Card | None = None, theme: str = "light"
) -> str:
    """The board for a page as SVG: the last turn, and where the figures of the viewer can go.

    With a `card` that the viewer has chosen, where it can be laid.

    >>> from keltis import GameRecord
    >>> from keltis.server import scene_picture
    >>> scene_picture(GameRecord.seeded(2, seed=1), 0)[:4]
    '<svg'
    """
    view = observe(record.final, viewer)
    arrows = list(_targets(view, card))
    turns = record.turns
    return board_svg(
        view,
        names=record.names,
        last=[move for _, move in turns[-1]] if turns and card is None else (),
        highlight=[*(head for _, head in arrows), *_cards_to_draw(view)],
        arrows=[(tail, head) for tail, head in arrows if tail[1] > 0],
        panels=False,
        theme=theme,
    )


def _targets(view: PlayerView, card: Card | None) -> Iterator[Arrow]:
    """Where figures of the viewer can go: from a stone to a stone."""
    rows, length = view.players[view.to_move].rows, view.rules.path_length
    for path in dict.fromkeys(_path_of(move, card) for move in legal_moves(view)):
        if path is not None and rows[path] < length:
            yield (path, rows[path]), (path, rows[path] + 1)


def _path_of(move: Move, card: Card | None) -> Colour | None:
    """The path on which a move can advance a figure; that of a `Lay` only if it is of this card."""
    match move:
        case Lay() if move.card == card:
            return move.card.colour
        case Advance():
            return move.colour
        case _:
            return None


def _cards_to_draw(view: PlayerView) -> list[Card]:
    return [
        view.discards[move.source][-1]
        for move in legal_moves(view)
        if isinstance(move, Draw) and move.source is not None
    ]


def _last_card_drawn(record: GameRecord, viewer: int | None) -> str | None:
    for state, move in zip(reversed(record.states[:-1]), reversed(record.moves), strict=True):
        if state.to_move == viewer and isinstance(move, Draw):
            drawn = [event for event in events(state, move, viewer) if isinstance(event, CardDrawn)]
            return str(drawn[0].card)
    return None


def _hands(record: GameRecord) -> list[list[str]] | None:
    if outcome(record.final) is None:
        return None
    return [[str(card) for card in player.hand] for player in record.final.players]


@final
@attrs.frozen
class KeltisPage(Page[GameState, PlayerView, Move, Rules]):
    """The page of Keltis: a hand and parts of the board can be clicked; data is as documents."""

    record_type: ClassVar[str] = "application/json"

    def scene(self, record: GameRecord, viewer: int | None) -> Mapping[str, object]:
        """The scene of the viewer."""
        return {**scene_document(record, viewer)}

    def picture(
        self, record: GameRecord, viewer: int | None, *, choice: str | None, theme: str
    ) -> str:
        """The board; the choice is a card of the viewer's hand."""
        card = None if choice is None else Card.parse(choice)
        return scene_picture(record, viewer, card=card, theme=theme)

    def read_move(self, value: JsonValue) -> Move:
        """The move in a document."""
        return move_from_json(json.dumps(value.value))

    def format_record(self, record: GameRecord) -> str:
        """A record as JSON."""
        return record_to_json(record, indent=1)

    def record_document(self, record: GameRecord) -> object:
        """A record as data for JSON."""
        return json.loads(record_to_json(record))

    def read_record(self, value: JsonValue) -> GameRecord:
        """A record from data for JSON."""
        return record_from_json(json.dumps(value.value))

    def rules_document(self, rules: Rules) -> object:
        """The fields of the rules."""
        return rules_document(rules)

    def read_rules(self, value: JsonValue, version: int) -> Rules:
        """The rules in a file of a version."""
        return read_rules(value, version)
