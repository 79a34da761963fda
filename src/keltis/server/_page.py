"""What the page of a table displays of a game, and what it sends.

`Page` is for any game. The scenes of Keltis have what one viewer may know, and nothing else.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import ClassVar, Final, Generic, TypeAlias, TypedDict, final

import attrs

from keltis import celtic
from keltis._engine.cards import Card, Colour
from keltis._engine.legality import legal_moves
from keltis._engine.moves import Advance, Draw, Lay, Move, Phase
from keltis._engine.rules import Rules
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, observe
from keltis._game import GAME
from keltis._lib.values import Immutable
from keltis.bots import PointsValue, review
from keltis.celtic.render import board_svg as tiles_svg
from keltis.documents import Json, from_document, to_document
from keltis.errors import InvalidArgument
from keltis.events import CardDrawn, events, summarise
from keltis.game import Game, M, R, Record, S, V
from keltis.notation import parse_rules
from keltis.render import Arrow, board_svg

AnyRecord: TypeAlias = Record[GameState, Move]

_CelticRecord: TypeAlias = Record[celtic.GameState, celtic.Move]

_CELL: Final = re.compile("(-?[0-9]{1,2}),(-?[0-9]{1,2})")
_LOG_TURNS: Final = 24
_MAX_REVIEWS: Final = 50
"""The most reviews to keep."""
_MAX_MOVES_REVIEWED: Final = 1_000
"""The most moves of a game with a review."""


class TurnDocument(TypedDict):
    """A turn, as the viewer may know it."""

    number: int
    """From 1."""
    seat: int
    sentences: list[str]
    """One about the turn, and one about the end of the game."""


class SceneDocument(TypedDict):
    """What a page displays of a game beside the picture."""

    viewer: int | None
    """The seat of the viewer; null for a spectator."""
    names: list[str]
    to_move: int
    winners: list[int] | None
    """The seats that won; null before the end."""
    log: list[TurnDocument]
    """The last turns, the newest one last."""


class KeltisScene(SceneDocument):
    """The scene of Keltis."""

    view: dict[str, Json]
    drawn: str | None
    """The card that the viewer drew last."""
    hands: list[list[str]] | None
    """After the end, the cards of all players."""


class CelticScene(SceneDocument):
    """The scene of CELTIC!, in which nothing is hidden."""

    state: dict[str, Json]


class MomentDocument(TypedDict):
    """A mistake or a stroke of luck."""

    moves: int
    """The number of moves after it."""
    text: str


class ReviewDocument(TypedDict):
    """What was play in a game, and what was luck."""

    picture: str
    """The probability to win, as SVG."""
    moments: list[MomentDocument]


@attrs.frozen
class Page(Immutable, Generic[S, V, M, R]):
    """The page of a game: the scene as data for JSON, and the board as it is drawn.

    `KELTIS_PAGE` and `CELTIC_PAGE` are those of the two games.

    >>> from keltis import GameRecord
    >>> from keltis.server import KELTIS_PAGE
    >>> record = GameRecord.seeded(2, seed=1, names=("Ann", "Bob"))
    >>> KELTIS_PAGE.scene(record, 0)["view"]["hand"]
    ['R6', 'R9', 'Y4', 'Y9', 'P8', 'B2', 'B5', 'B6']
    >>> KELTIS_PAGE.scene(record, None)["view"]["hand"] is None
    True
    >>> KELTIS_PAGE.picture(record, 0, choice="R6", theme="dark")[:4]
    '<svg'
    """

    bots: ClassVar[Mapping[str, str]] = {"easy": "random"}
    """The bots that people can choose: how strong they are, and their names for `make_bot`."""
    game: Game[S, V, M, R]

    def scene(self, record: Record[S, M], viewer: int | None) -> SceneDocument:
        """What the page displays to a player, or to a spectator, as data for JSON."""
        turns = [*enumerate(record.turns, 1)][-_LOG_TURNS:]
        return {
            "viewer": viewer,
            "names": [*record.names],
            "to_move": int(record.final.to_move),
            "winners": None if record.outcome is None else [*map(int, record.outcome.winners)],
            "log": [
                {
                    "number": number,
                    "seat": int(turn[0][0].to_move),
                    "sentences": self._sentences(turn, viewer, record.names),
                }
                for number, turn in turns
            ],
        }

    def _sentences(
        self, turn: Sequence[tuple[S, M]], viewer: int | None, names: tuple[str, ...]
    ) -> list[str]:
        narrate = self.game.events.narrate
        told = [narrate(state, move, viewer, names=names, you=viewer) for state, move in turn]
        return [sentence for sentences in told for sentence in sentences]

    def picture(
        self, record: Record[S, M], viewer: int | None, *, choice: str | None, theme: str
    ) -> str:
        """The board as SVG. What the viewer has chosen so far, if the page knows it, is marked."""
        del choice
        return self.game.render.board_svg(
            record.final, seat=viewer, names=record.names, theme=theme
        )

    def review(self, record: Record[S, M], theme: str) -> ReviewDocument:
        """What was play in a game, and what was luck; only Keltis has this.

        Raises `InvalidArgument` without a review.
        """
        del record, theme
        raise InvalidArgument(f"{self.game.title} has no review")

    def read_rules(self, value: object, version: int) -> R:
        """The rules in a file of a version."""
        del version
        return from_document(type(self.game.rules), value, place="$.rules")


# Keltis


@final
@attrs.frozen
class KeltisPage(Page[GameState, PlayerView, Move, Rules]):
    """The page of Keltis: a hand and parts of the board can be clicked."""

    bots: ClassVar[Mapping[str, str]] = {"easy": "random", "medium": "greedy", "strong": "learnt"}

    def scene(self, record: AnyRecord, viewer: int | None) -> KeltisScene:
        """The scene, with what the viewer may know."""
        hands = [[str(card) for card in player.hand] for player in record.final.players]
        return {
            **super().scene(record, viewer),
            "view": to_document(observe(record.final, viewer)),
            "drawn": _last_card_drawn(record, viewer),
            "hands": None if record.outcome is None else hands,
        }

    def _sentences(
        self, turn: Sequence[tuple[GameState, Move]], viewer: int | None, names: tuple[str, ...]
    ) -> list[str]:
        """One about the turn, and one about the end of the game."""
        text = summarise(turn, viewer, names=names, you=viewer)
        end = super()._sentences(turn[-1:], viewer, names)[-1]
        short = text.removesuffix(f" {end}")
        return [short] if short == text else [short, end]

    def picture(
        self, record: AnyRecord, viewer: int | None, *, choice: str | None, theme: str
    ) -> str:
        """The board, what the others did, and where the viewer's figures can go.

        The choice is a card: then it is marked where that can be laid.
        """
        view, card = observe(record.final, viewer), None if choice is None else Card.parse(choice)
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

    def review(self, record: AnyRecord, theme: str) -> ReviewDocument:
        """The review of a game that is over and not too long; the last ones are kept."""
        if record.outcome is None or len(record) > _MAX_MOVES_REVIEWED:
            raise InvalidArgument(
                f"only a game that is over, of at most {_MAX_MOVES_REVIEWED:,} moves, has a review"
            )
        told = _review(record)
        return {
            "picture": told.to_svg(legend=False, theme=theme),
            "moments": [{"moves": number, "text": text} for number, text in told.moments],
        }

    def read_rules(self, value: object, version: int) -> Rules:
        """The rules in a file of a version, which are a text in those of 0.2.0."""
        if isinstance(value, str):
            return parse_rules(value, version=version)
        return super().read_rules(value, version)


_review = lru_cache(_MAX_REVIEWS)(partial(review, value=PointsValue()))
"""By the quicker value: the page also runs in browsers, and a server has many guests."""


def _last_moves(record: AnyRecord, view: PlayerView) -> list[Move]:
    """The moves since the viewer's last turn; within a turn, and at the end, those of this turn."""
    count, players = 1, len(view.players)
    if view.phase is Phase.PLAY and view.viewer is not None:
        count = (view.to_move - view.viewer) % players or players - 1
    return [move for turn in record.turns[-count:] for _, move in turn]


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


# CELTIC!


@final
@attrs.frozen
class CelticPage(Page[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules]):
    """The page of CELTIC!: a cell is chosen, then a tile that is shown there before it is laid."""

    bots: ClassVar[Mapping[str, str]] = {
        "easy": "random",
        "medium": "search:games=60",
        "strong": "search:games=400",
    }

    def scene(self, record: _CelticRecord, viewer: int | None) -> CelticScene:
        """The scene, with the whole state."""
        return {**super().scene(record, viewer), "state": to_document(record.final)}

    def picture(
        self, record: _CelticRecord, viewer: int | None, *, choice: str | None, theme: str
    ) -> str:
        """The tiles, the last one marked. The choice is a cell, or a move that is tried."""
        del viewer
        cell = _CELL.fullmatch(choice or "")
        if choice is not None and cell is None:
            record = record.append(celtic.parse_move(choice))
        # A pass can follow the move that is tried, so the last lay is marked.
        lays = [move for move in record.moves if isinstance(move, celtic.Lay)]
        return tiles_svg(
            record.final,
            names=record.names,
            last=lays[-1:],
            highlight=() if cell is None else [(int(cell[1]), int(cell[2]))],
            panels=False,
            theme=theme,
        )


KELTIS_PAGE: Final = KeltisPage(GAME)
"""The page of Keltis."""
CELTIC_PAGE: Final = CelticPage(celtic.GAME)
"""The page of CELTIC!."""
