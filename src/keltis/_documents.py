"""What is special about the documents of Keltis: the texts of cards, and all that is derived."""

from collections.abc import Callable
from typing import Final, TypeVar, get_args

import attrs

from keltis._codec.forms import (
    ByKey,
    Converted,
    Done,
    Form,
    Part,
    Untagged,
    Upgrade,
    refusal_form,
    register,
)
from keltis._codec.kinds import Items, Names, Optional, Range, Row, Seed, register_kind
from keltis._engine.cards import ALL_CARDS, MAX_VALUE, Card, Colour, Tile, sort_cards
from keltis._engine.ending import EndReason
from keltis._engine.legality import Illegality, IllegalMove, legal_moves
from keltis._engine.moves import Move
from keltis._engine.players import PlayerState
from keltis._engine.rules import LIMITS, MAX_PLAYERS, MAX_POINTS, MAX_ROWS, Rules
from keltis._engine.scoring import Outcome, Score, outcome, scores, winning_seats
from keltis._engine.state import GameState
from keltis._engine.validation import infer_may_waste
from keltis._engine.view import PlayerView, PublicPlayer
from keltis.errors import InvalidState, KeltisError, PlacedError, RecordError
from keltis.events import Event, describe
from keltis.game import ListedMoves, locate_moves, locate_start
from keltis.learning import ACTION_COUNT, action_id
from keltis.notation import FILE_VERSION, parse_move, parse_rules, parse_state
from keltis.record import GameRecord, ObservedMove, RecordView, read_moves

T = TypeVar("T")

SEAT: Final = Range(0, MAX_PLAYERS - 1)
COUNT: Final = Range(0)
TEXT_RULES: Final = Part(Rules, "rules", older={"type": "string"})
"""Rules, or their text as in files of versions 1 and 2."""
_ROW: Final = Range(1, MAX_ROWS)
_POINTS: Final = Range(-MAX_POINTS, MAX_POINTS)
_LETTERS: Final = tuple(colour.letter for colour in Colour)
_CARDS_BY_COLOUR: Final = ByKey(_LETTERS, tuple[Card, ...])

register_kind(
    Card,
    Names({str(card): card for card in ALL_CARDS}, "index", "a card like R7 or B10", title="Card"),
)
register_kind(Colour, Names({colour.letter: colour for colour in Colour}, title="Colour"))


# Moves, refusals and events

_MOVE_PARTS: Final = {
    "action": Part(Range(0, ACTION_COUNT - 1), action_id),
    "text": Part(str, str),
}
for _move in get_args(Move):
    register(
        Form(
            _move,
            derived=_MOVE_PARTS,
            order=(*_MOVE_PARTS, *attrs.fields_dict(_move)),
            tagged=True,
            union="Move",
            kept=True,
        )
    )
register(refusal_form(IllegalMove, Illegality, Move))

_EVENT_NUMBERS: Final = {
    "seat": SEAT,
    "row": _ROW,
    "points": Range(0, MAX_POINTS),
    "held": Range(1, MAX_ROWS * len(Colour)),
}
for _event in get_args(Event):
    register(
        Form(
            _event,
            fields=_EVENT_NUMBERS,
            order=tuple(attrs.fields_dict(_event)),
            tagged=True,
            union="Event",
        )
    )


# Scores and outcomes


def _outcome_of(reason: EndReason, scores: tuple[Score, ...]) -> Outcome:
    if not scores:
        raise PlacedError(".scores", "expected at least one score")
    return Outcome(reason, scores, winning_seats(scores))


register(
    Form(Score, fields={"tile_points": COUNT}, derived={"total": Part(int, "total")}),
    Form(Outcome, derived={"winners": Part(Items(SEAT), "winners")}, build=_outcome_of),
)


# Rules

register(
    Form(
        Rules,
        fields={
            "values": Items(Range(0, MAX_VALUE)),
            **{name: Range(*limits) for name, limits in LIMITS.items()},
            "row_points": Items(_POINTS),
            "tile_rows": Items(Items(_ROW)),
            "cards_removed": Items(Row(Range(1, MAX_PLAYERS), COUNT)),
            "wishing_stone_points": Items(_POINTS),
        },
        optional=True,
        shared=True,
    )
)


def read_old_rules(document: dict[str, object], version: int) -> dict[str, object]:
    """A document in which the key `rules`, if it is a text, has been read."""
    rules = document.get("rules")
    if not isinstance(rules, str):
        return document
    try:
        return {**document, "rules": Done(parse_rules(rules, version=version))}
    except KeltisError as error:
        raise PlacedError(".rules", str(error)) from None


def upgraded_at(key: str, upgrade: Upgrade) -> Upgrade:
    """Upgrade the object at a key of a document."""

    def upgraded(document: dict[str, object], version: int) -> dict[str, object]:
        part = document.get(key)
        if not isinstance(part, dict):
            return document
        try:
            return {**document, key: upgrade(part, version)}
        except PlacedError as error:
            raise PlacedError(f".{key}{error.place}", error.reason) from None

    return upgraded


# Positions


def _upgraded(document: dict[str, object], version: int) -> dict[str, object]:
    """Read the documents of 0.2.0 and 0.1.0.

    They have a key `unresolved` in place of `may_waste`; it must be null, as a tile has always
    counted. Their legal moves can include a wasted step on a finished path (P6).
    """
    document = read_old_rules(document, version)
    if "unresolved" not in document:
        return document
    document = {**document, "may_waste": Done(), "legal_moves": Done()}
    if document.pop("unresolved") is not None:
        raise PlacedError(".unresolved", "expected null: a tile has always counted")
    return document


def _inferring(build: Callable[..., T]) -> Callable[..., T]:
    """A constructor that infers `may_waste` if it is None, as in documents of 0.2.0."""
    infer: Callable[..., bool] = infer_may_waste
    causes = ("rules", "players", "to_move", "phase", "may_decline")

    def build_position(*, may_waste: bool | None, **others: object) -> T:
        if may_waste is None:
            may_waste = infer(**{name: others[name] for name in causes})
        return build(may_waste=may_waste, **others)

    return build_position


def _player_of(*, seen: tuple[Card, ...], **others: object) -> PlayerState:
    if seen != sort_cards(seen):
        raise PlacedError(".seen", "expected the cards in order")
    build: Callable[..., PlayerState] = PlayerState
    return build(seen=seen, **others)


_PLAYER_FIELDS: Final = {
    "hand_size": COUNT,
    "columns": _CARDS_BY_COLOUR,
    "rows": ByKey(_LETTERS, Range(0, MAX_ROWS)),
    "tile_points": COUNT,
    "wishing_stones": COUNT,
}
_PLAYER_ORDER: Final = ("seen", "columns", "rows", "large", "tile_points", "wishing_stones")
_SEEN: Final = Part(tuple[Card, ...], lambda player: sort_cards(player.seen))
register(
    Form(
        PlayerState,
        fields={**_PLAYER_FIELDS, "seen": _SEEN},
        order=("hand", *_PLAYER_ORDER),
        outer={"score": Score},
        build=_player_of,
    ),
    Form(
        PublicPlayer,
        fields=_PLAYER_FIELDS,
        order=("hand_size", *_PLAYER_ORDER),
        outer={"score": Score},
    ),
)


def _position_form(
    cls: type[T], name: str, known: tuple[str, ...], hidden: tuple[str, ...]
) -> Form[T]:
    """The form of states or views, with what one knows first and the hidden cards last."""
    decision = ("phase", "to_move", "may_decline", "barred", "may_waste")
    derived = {
        "outcome": Part(Outcome | None, outcome),
        "legal_moves": Part(tuple[Move, ...], legal_moves),
    }
    return Form(
        cls,
        format=name,
        version=FILE_VERSION,
        order=("rules", *known, *decision, "players", "tiles", "discards", *hidden, *derived),
        fields={
            "rules": TEXT_RULES,
            "viewer": Optional(SEAT),
            "to_move": SEAT,
            "tiles": ByKey(_LETTERS, tuple[Tile | None, ...]),
            "discards": _CARDS_BY_COLOUR,
            "draw_pile_size": COUNT,
            "removed_size": COUNT,
        },
        each={("players", "score"): Part(tuple[Score, ...], scores)},
        derived=derived,
        upgrade=_upgraded,
        build=_inferring(cls),
    )


register(
    _position_form(GameState, "keltis-state", (), ("draw_pile", "removed")),
    _position_form(
        PlayerView, "keltis-view", ("viewer", "hand"), ("draw_pile_size", "removed_size")
    ),
)


# Records


@attrs.frozen
class _Deal:
    """A start that `new_game` deals."""

    rules: Rules
    players: int
    seed: int
    first_player: int


@attrs.frozen
class _Start:
    """A start that is any position."""

    position: GameState


def _start_of(record: GameRecord) -> _Deal | _Start:
    start = record.start
    if record.seed is None:
        return _Start(start)
    return _Deal(start.rules, len(start.players), record.seed, start.to_move)


def _upgraded_start(start: dict[str, object], version: int) -> dict[str, object]:
    """Read the start in a file of version 1 or 2: a text of rules, or a position as lines."""
    start, lines = read_old_rules(start, version), start.get("position")
    if not isinstance(lines, list):
        return start
    try:
        position = parse_state("\n".join(map(str, lines)), version=version)
    except InvalidState as error:
        raise PlacedError("", f"the game cannot start like this: {error}") from error
    except KeltisError as error:
        raise PlacedError(".position", str(error)) from None
    return {**start, "position": Done(position)}


def _record_of(
    *, version: int, names: tuple[str, ...], start: _Deal | _Start, moves: tuple[Move, ...]
) -> GameRecord:
    with locate_start(".start"):
        if isinstance(start, _Start):
            record = GameRecord(start.position, names=names)
        else:
            record = GameRecord.seeded(names=names, **attrs.asdict(start, recurse=False))
    reader = ListedMoves(moves)
    with locate_moves(reader):
        return read_moves(record, reader, version)


_RESULT: Final = Form(
    Outcome,
    name="Result",
    fields={
        "scores": Part(tuple[int, ...], lambda end: [score.total for score in end.scores]),
        "winners": Items(SEAT),
    },
)
_MOVE_TEXT: Final = Converted(str, parse_move)

register(
    Form(
        _Deal,
        fields={"rules": TEXT_RULES, "players": _ROW, "seed": Seed(), "first_player": SEAT},
    ),
    Form(_Start, fields={"position": Part(GameState, "position", older={"type": "array"})}),
    Form(
        GameRecord,
        format="keltis-record",
        version=FILE_VERSION,
        order=("result", "names", "start", "moves"),
        fields={
            "start": Part(Untagged("position", _Start, _Deal), _start_of),
            "moves": Items(_MOVE_TEXT),
        },
        derived={"result": Part(Optional(_RESULT), "outcome")},
        upgrade=upgraded_at("start", _upgraded_start),
        build=_record_of,
        takes_version=True,
        error=RecordError,
    ),
    Form(
        ObservedMove,
        order=("seat", "move", "drawn", "events"),
        fields={
            "seat": SEAT,
            "move": _MOVE_TEXT,
            "drawn": Card | None,
            "events": Part(tuple[str, ...], lambda move: map(describe, move.events)),
        },
    ),
    Form(
        RecordView,
        format="keltis-record-view",
        version=FILE_VERSION,
        order=("viewer", "result", "names", "start", "moves"),
        fields={
            "viewer": Optional(SEAT),
            "result": Part(Optional(_RESULT), "outcome"),
            "start": Part(ByKey(("position",), PlayerView), lambda view: (view.start,)),
        },
        readable=False,
    ),
)
