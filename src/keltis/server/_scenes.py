"""Scenes: all that the page of one viewer displays, built from what the viewer may know."""

from collections.abc import Iterator
from typing import Final, TypedDict

from keltis.cards import Card, Colour
from keltis.documents import ViewDocument, view_document
from keltis.events import CardDrawn, describe, events
from keltis.legality import legal_moves
from keltis.moves import Advance, Draw, Lay, Move
from keltis.record import GameRecord
from keltis.render import Arrow, board_svg
from keltis.scoring import outcome
from keltis.state import GameState
from keltis.view import PlayerView, observe

_LOG_TURNS: Final = 24


class TurnDocument(TypedDict):
    """The sentences about one turn, as the viewer may know them.

    Draws of cards that the viewer may not know are left out: most turns have one.
    """

    seat: int
    sentences: list[str]


class SceneDocument(TypedDict):
    """What a page displays of a game beside the picture."""

    view: ViewDocument
    names: list[str]
    drawn: str | None
    """The card that the viewer drew last."""
    hands: list[list[str]] | None
    """After the end, the cards of all players."""
    log: list[TurnDocument]
    """The last turns, the newest one last."""


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
    return {
        "view": view_document(view),
        "names": list(record.names),
        "drawn": _last_card_drawn(record, view.viewer),
        "hands": _hands(record),
        "log": [_turn_document(record, turn, view.viewer) for turn in record.turns[-_LOG_TURNS:]],
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
    for observed in reversed(record.observe(viewer).moves):
        if observed.seat == viewer and observed.drawn is not None:
            return str(observed.drawn)
    return None


def _hands(record: GameRecord) -> list[list[str]] | None:
    if outcome(record.final) is None:
        return None
    return [[str(card) for card in player.hand] for player in record.final.players]


def _turn_document(
    record: GameRecord, turn: tuple[tuple[GameState, Move], ...], viewer: int | None
) -> TurnDocument:
    return {
        "seat": turn[0][0].to_move,
        "sentences": [
            describe(event, names=record.names, you=viewer)
            for state, move in turn
            for event in events(state, move, viewer)
            if not (isinstance(event, CardDrawn) and event.card is None)
        ],
    }
