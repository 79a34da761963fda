"""What the page of a table displays of a game, and what it sends.

`Page` is for any game. The scenes of Keltis have what one viewer may know, and nothing else.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Final, Generic, TypeAlias, TypedDict, final

import attrs

from keltis._engine.cards import Card, Colour
from keltis._engine.legality import legal_moves
from keltis._engine.moves import Advance, Draw, Lay, Move, Phase
from keltis._engine.rules import Rules
from keltis._engine.scoring import outcome
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, observe
from keltis._lib.values import Immutable
from keltis.documents import Json, from_document, to_document, to_json
from keltis.events import CardDrawn, events, narrate, summarise
from keltis.game import Game, M, R, Record, S, V
from keltis.notation import parse_rules
from keltis.record import GameRecord
from keltis.render import Arrow, board_svg

AnyRecord: TypeAlias = Record[GameState, Move]

_LOG_TURNS: Final = 24


class TurnDocument(TypedDict):
    """A turn, as the viewer may know it."""

    number: int
    """From 1."""
    seat: int
    sentences: list[str]
    """One about the turn, and one about the end of the game."""


class GameDocument(TypedDict):
    """What a page displays of a game beside the picture, whichever the game."""

    names: list[str]
    to_move: int
    winners: list[int] | None
    """The seats that won; null before the end."""
    legal_moves: list[str]
    """The moves of the viewer, if the viewer is to move."""
    log: list[TurnDocument]
    """The last turns, the newest one last."""


def _log_document(
    record: Record[S, M], sentences: Callable[[list[tuple[S, M]]], list[str]]
) -> list[TurnDocument]:
    """The last turns, with sentences about each."""
    turns = _last_turns(record, _LOG_TURNS)
    shown = sum(map(len, turns))
    before = record.states[: len(record) - shown]
    first = 1 + sum(not number or record.starts_turn(s) for number, s in enumerate(before))
    return [
        {"number": number, "seat": turn[0][0].to_move, "sentences": sentences(turn)}
        for number, turn in enumerate(turns, first)
    ]


def _last_turns(record: Record[S, M], count: int) -> list[list[tuple[S, M]]]:
    """The last turns, without a look at the moves before them."""
    first = len(record)
    while first and count:
        first -= 1
        count -= record.starts_turn(record.states[first])
    turns: list[list[tuple[S, M]]] = []
    for number in range(first, len(record)):
        state, move = record[number]
        if not turns or record.starts_turn(state):
            turns.append([])
        turns[-1].append((state, move))
    return turns


@attrs.frozen
class Page(Immutable, Generic[S, V, M, R]):
    """The page of a game: the board as it is drawn, the moves as text, and the last turns."""

    game: Game[S, V, M, R]

    record_type: ClassVar[str] = "text/plain"
    """The type of content of a record as a file."""

    def scene(self, record: Record[S, M], viewer: int | None) -> Mapping[str, object]:
        """What the page displays to a player, or to a spectator, as data for JSON."""
        state = record.final
        moves = self.game.engine.legal_moves(state) if viewer == state.to_move else ()

        def sentences(turn: list[tuple[S, M]]) -> list[str]:
            narrate = self.game.events.narrate
            return [
                sentence
                for before, move in turn
                for sentence in narrate(before, move, viewer, names=record.names, you=viewer)
            ]

        scene: GameDocument = {
            "names": [*record.names],
            "to_move": int(state.to_move),
            "winners": None if record.outcome is None else [*map(int, record.outcome.winners)],
            "legal_moves": [str(move) for move in moves],
            "log": _log_document(record, sentences),
        }
        return {**scene}

    def picture(
        self, record: Record[S, M], viewer: int | None, *, choice: str | None, theme: str
    ) -> str:
        """The board as SVG. What the viewer has chosen so far, if the page knows it, is marked."""
        del choice
        return self.game.render.board_svg(
            record.final, seat=viewer, names=record.names, theme=theme
        )

    def read_move(self, value: object) -> M:
        """The move that the page sends."""
        return self.game.notation.parse_move(from_document(str, value, place="$.move"))

    def format_record(self, record: Record[S, M]) -> str:
        """A record as the content of a file."""
        return self.game.record.format_record(record)

    def record_document(self, record: Record[S, M]) -> object:
        """A record as data for JSON."""
        return self.game.record.format_record(record)

    def read_record(self, value: object) -> Record[S, M]:
        """Read what `record_document` writes."""
        return self.game.record.parse_record(from_document(str, value, place="$.record"))

    def rules_document(self, rules: R) -> object:
        """Rules as data for JSON."""
        return self.game.notation.format_rules(rules)

    def read_rules(self, value: object, version: int) -> R:
        """Read what `rules_document` writes, in a file of a version."""
        del version
        return self.game.notation.parse_rules(from_document(str, value, place="$.rules"))


# Keltis


class SceneDocument(TypedDict):
    """What a page displays of a game beside the picture."""

    view: dict[str, Json]
    names: list[str]
    drawn: str | None
    """The card that the viewer drew last."""
    hands: list[list[str]] | None
    """After the end, the cards of all players."""
    log: list[TurnDocument]
    """The last turns, the newest one last."""


def scene_document(record: AnyRecord, viewer: int | None) -> SceneDocument:
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

    def sentences(turn: list[tuple[GameState, Move]]) -> list[str]:
        text = summarise(turn, viewer, names=record.names, you=viewer)
        end = narrate(*turn[-1], viewer, names=record.names, you=viewer)[-1]
        short = text.removesuffix(f" {end}")
        return [short] if short == text else [short, end]

    return {
        "view": to_document(view),
        "names": list(record.names),
        "drawn": _last_card_drawn(record, view.viewer),
        "hands": _hands(record),
        "log": _log_document(record, sentences),
    }


def scene_picture(
    record: AnyRecord, viewer: int | None, *, card: Card | None = None, theme: str = "light"
) -> str:
    """The board for a page as SVG: what the others did, and where the viewer's figures can go.

    With a `card` that the viewer has chosen, where it can be laid.

    >>> from keltis import GameRecord
    >>> from keltis.server import scene_picture
    >>> scene_picture(GameRecord.seeded(2, seed=1), 0)[:4]
    '<svg'
    """
    view = observe(record.final, viewer)
    arrows = list(_targets(view, card))
    return board_svg(
        view,
        names=record.names,
        last=_last_moves(record, view) if card is None else (),
        highlight=[*(head for _, head in arrows), *_cards_to_draw(view)],
        arrows=[(tail, head) for tail, head in arrows if tail[1] > 0],
        panels=False,
        theme=theme,
    )


def _last_moves(record: AnyRecord, view: PlayerView) -> list[Move]:
    """The moves since the viewer's last turn; within a turn, and at the end, those of this turn."""
    count, players = 1, len(view.players)
    if view.phase is Phase.PLAY and view.viewer is not None:
        count = (view.to_move - view.viewer) % players or players - 1
    return [move for turn in _last_turns(record, count) for _, move in turn]


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


def _last_card_drawn(record: AnyRecord, viewer: int | None) -> str | None:
    if viewer is None:
        return None
    for number in reversed(range(len(record))):
        state, move = record[number]
        if state.to_move == viewer and isinstance(move, Draw):
            drawn = [event for event in events(state, move, viewer) if isinstance(event, CardDrawn)]
            return str(drawn[0].card)
    return None


def _hands(record: AnyRecord) -> list[list[str]] | None:
    if outcome(record.final) is None:
        return None
    return [[str(card) for card in player.hand] for player in record.final.players]


@final
@attrs.frozen
class KeltisPage(Page[GameState, PlayerView, Move, Rules]):
    """The page of Keltis: a hand and parts of the board can be clicked; data is as documents."""

    record_type: ClassVar[str] = "application/json"

    def scene(self, record: AnyRecord, viewer: int | None) -> Mapping[str, object]:
        """The scene of the viewer."""
        return {**scene_document(record, viewer)}

    def picture(
        self, record: AnyRecord, viewer: int | None, *, choice: str | None, theme: str
    ) -> str:
        """The board; the choice is a card of the viewer's hand."""
        card = None if choice is None else Card.parse(choice)
        return scene_picture(record, viewer, card=card, theme=theme)

    def read_move(self, value: object) -> Move:
        """The move in a document."""
        return from_document(Move, value, place="$.move")

    def format_record(self, record: AnyRecord) -> str:
        """A record as JSON."""
        return to_json(record, indent=1)

    def record_document(self, record: AnyRecord) -> object:
        """A record as data for JSON."""
        return to_document(record)

    def read_record(self, value: object) -> AnyRecord:
        """A record from data for JSON."""
        return from_document(GameRecord, value, place="$.record")

    def rules_document(self, rules: Rules) -> object:
        """The fields of the rules."""
        return to_document(rules)

    def read_rules(self, value: object, version: int) -> Rules:
        """The rules in a file of a version, which are a text in those of 0.2.0."""
        if isinstance(value, str):
            return parse_rules(value, version=version)
        return from_document(Rules, value, place="$.rules")
