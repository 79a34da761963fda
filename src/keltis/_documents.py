"""What is special about the documents of Keltis: the texts of cards, and all that is derived."""

from collections.abc import Callable
from typing import Final, TypeVar, get_args

import attrs

from keltis._codec.forms import (
    ByKey,
    Done,
    Form,
    Items,
    Names,
    Optional,
    Part,
    Range,
    Row,
    Text,
    Untagged,
    names_of,
    register,
    register_kind,
)
from keltis._engine.cards import ALL_CARDS, MAX_VALUE, Card, Colour, Tile, sort_cards
from keltis._engine.ending import EndReason
from keltis._engine.legality import Illegality, IllegalMove, legal_moves
from keltis._engine.moves import Move, Phase
from keltis._engine.players import PlayerState, PublicFacts
from keltis._engine.rules import MAX_PLAYERS, MAX_POINTS, MAX_ROWS, Rules
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
ROW: Final = Range(1, MAX_ROWS)
COUNT: Final = Range(0)
LETTERS: Final = tuple(colour.letter for colour in Colour)
CARDS: Final = tuple[Card, ...]
CARDS_BY_COLOUR: Final = ByKey(LETTERS, CARDS)
TEXT_RULES: Final = Part(Rules, "rules", older={"type": "string"})
"""Rules, or their text as in files of versions 1 and 2."""

register_kind(
    Card, Names({str(card): card for card in ALL_CARDS}, "index", "a card like R7 or B10")
)
register_kind(Colour, names_of(Colour, lambda colour: colour.letter))


# Moves, refusals and events

for _move in get_args(Move):
    register(
        Form(
            _move,
            derived={
                "action": Part(Range(0, ACTION_COUNT - 1), action_id),
                "text": Part(str, str),
            },
            order=("action", "text", *(field.name for field in attrs.fields(_move))),
            tagged=True,
            kept=2 * ACTION_COUNT,
        )
    )


def _move_of(error: IllegalMove) -> Move | None:
    return error.move if isinstance(error.move, Move) else None


register(
    Form(
        IllegalMove,
        name="refusal",
        order=("code", "message", "move"),
        fields={
            "code": Part(names_of(Illegality, lambda reason: reason.name), "reason"),
            "message": Part(str, lambda error: str(error.reason)),
            "move": Part(Move | None, _move_of),
        },
        readable=False,
    )
)

_EVENT_NUMBERS: Final = {
    "seat": SEAT,
    "row": ROW,
    "points": Range(0, MAX_POINTS),
    "held": Range(1, MAX_ROWS * len(Colour)),
}
for _event in get_args(Event):
    _names = attrs.fields_dict(_event)
    _fields = {name: kind for name, kind in _EVENT_NUMBERS.items() if name in _names}
    register(Form(_event, fields=_fields, tagged=True))


# Scores and outcomes


def _outcome_of(reason: EndReason, scores: tuple[Score, ...]) -> Outcome:
    if not scores:
        raise PlacedError(".scores", "expected at least one score")
    return Outcome(reason, scores, winning_seats(scores))


register(
    Form(Score, fields={"tile_points": COUNT}, derived={"total": Part(int, "total")}),
)
register(
    Form(
        Outcome,
        order=("reason", "scores", "winners"),
        derived={"winners": Part(Items(SEAT), "winners")},
        build=_outcome_of,
    )
)

# Rules

_POINTS: Final = Range(-MAX_POINTS, MAX_POINTS)
register(
    Form(
        Rules,
        fields={
            "values": Items(Range(0, MAX_VALUE)),
            "copies": Range(1, 9),
            "row_points": Items(_POINTS),
            "goal_row": ROW,
            "tile_rows": Items(Items(ROW)),
            "small_figures": Range(0, len(Colour)),
            "large_figures": Range(0, 1),
            "large_factor": Range(1, 9),
            "cards_removed": Items(Row((Range(1, MAX_PLAYERS), COUNT))),
            "hand_size": Range(1, 99),
            "goal_figures": Range(1, MAX_PLAYERS * len(Colour)),
            "wishing_stone_points": Items(_POINTS),
        },
        optional=True,
        shared=64,
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


# Positions

_PUBLIC_FACTS: Final = {
    "columns": CARDS_BY_COLOUR,
    "rows": ByKey(LETTERS, Range(0, MAX_ROWS)),
    "tile_points": COUNT,
    "wishing_stones": COUNT,
}
_PLAYER_ORDER: Final = ("seen", "columns", "rows", "large", "tile_points", "wishing_stones")
_POSITION_FIELDS: Final = {
    "rules": TEXT_RULES,
    "to_move": SEAT,
    "tiles": ByKey(LETTERS, tuple[Tile | None, ...]),
    "discards": CARDS_BY_COLOUR,
}
_DECISION: Final = ("phase", "to_move", "may_decline", "barred", "may_waste")
_DERIVED: Final = {
    "outcome": Part(Outcome | None, outcome),
    "legal_moves": Part(tuple[Move, ...], legal_moves),
}


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

    def build_position(
        *,
        rules: Rules,
        players: tuple[PublicFacts, ...],
        to_move: int,
        phase: Phase,
        may_decline: bool,
        may_waste: bool | None,
        **others: object,
    ) -> T:
        if may_waste is None:
            may_waste = infer_may_waste(rules, players, to_move, phase, may_decline=may_decline)
        return build(
            rules=rules,
            players=players,
            to_move=to_move,
            phase=phase,
            may_decline=may_decline,
            may_waste=may_waste,
            **others,
        )

    return build_position


def _sorted_seen(player: PlayerState) -> tuple[Card, ...]:
    return sort_cards(player.seen)


def _player_of(*, seen: tuple[Card, ...], **others: object) -> PlayerState:
    if seen != sort_cards(seen):
        raise PlacedError(".seen", "expected the cards in order")
    return _new_player(seen=seen, **others)


_new_player: Final[Callable[..., PlayerState]] = PlayerState


register(
    Form(
        PlayerState,
        fields={**_PUBLIC_FACTS, "seen": Part(CARDS, _sorted_seen)},
        order=("hand", *_PLAYER_ORDER),
        build=_player_of,
    ),
)
register(
    Form(
        PublicPlayer,
        fields={**_PUBLIC_FACTS, "hand_size": COUNT},
        order=("hand_size", *_PLAYER_ORDER),
    ),
)
register(
    Form(
        GameState,
        format="keltis-state",
        version=FILE_VERSION,
        newest=FILE_VERSION,
        fields=_POSITION_FIELDS,
        each={"players": {"score": Part(Score, scores)}},
        derived=_DERIVED,
        order=(
            *("rules", *_DECISION, "players", "tiles", "discards", "draw_pile", "removed"),
            *_DERIVED,
        ),
        upgrade=_upgraded,
        build=_inferring(GameState),
    )
)
register(
    Form(
        PlayerView,
        format="keltis-view",
        version=FILE_VERSION,
        newest=FILE_VERSION,
        fields={
            **_POSITION_FIELDS,
            "viewer": Part(Optional(SEAT), "viewer"),
            "draw_pile_size": COUNT,
            "removed_size": COUNT,
        },
        each={"players": {"score": Part(Score, scores)}},
        derived=_DERIVED,
        order=(
            *("rules", "viewer", "hand", *_DECISION, "players", "tiles", "discards"),
            *("draw_pile_size", "removed_size", *_DERIVED),
        ),
        upgrade=_upgraded,
        build=_inferring(PlayerView),
    )
)


# Records


@attrs.frozen
class _Deal:
    """A start that `new_game` deals."""

    rules: Rules
    players: int
    seed: int
    first_player: int

    def record(self, names: tuple[str, ...]) -> GameRecord:
        return GameRecord.seeded(
            self.players, self.seed, rules=self.rules, first_player=self.first_player, names=names
        )


@attrs.frozen
class _Start:
    """A start that is any position."""

    position: GameState

    def record(self, names: tuple[str, ...]) -> GameRecord:
        return GameRecord(self.position, names=names)


@attrs.frozen
class _ViewedStart:
    """A start as one viewer may know it."""

    position: PlayerView


def _start_of(record: GameRecord) -> _Deal | _Start:
    start = record.start
    if record.seed is None:
        return _Start(start)
    return _Deal(start.rules, len(start.players), record.seed, start.to_move)


def _upgraded_record(document: dict[str, object], version: int) -> dict[str, object]:
    """Read the start of a file of version 1 or 2: texts of rules, and positions as lines."""
    start = document.get("start")
    if not isinstance(start, dict):
        return document
    try:
        start = read_old_rules(start, version)
        if isinstance(lines := start.get("position"), list):
            start = {**start, "position": Done(_old_position(lines, version))}
    except PlacedError as error:
        raise PlacedError(f".start{error.place}", error.reason) from None
    return {**document, "start": start}


def _old_position(lines: list[object], version: int) -> GameState:
    try:
        return parse_state("\n".join(map(str, lines)), version=version)
    except InvalidState as error:
        raise PlacedError("", f"the game cannot start like this: {error}") from error
    except KeltisError as error:
        raise PlacedError(".position", str(error)) from None


def _record_of(
    *, version: int, names: tuple[str, ...], start: _Deal | _Start, moves: tuple[Move, ...]
) -> GameRecord:
    with locate_start(".start"):
        record = start.record(names)
    reader = ListedMoves(moves)
    with locate_moves(reader):
        return read_moves(record, reader, version)


_RESULT: Final = Form(
    Outcome,
    name="result",
    fields={
        "scores": Part(Items(int), lambda end: [score.total for score in end.scores]),
        "winners": Items(SEAT),
    },
)
_MOVE_TEXT: Final = Text(str, parse_move)

register(Form(_Deal, fields={"rules": TEXT_RULES, "players": ROW, "first_player": SEAT}))
register(
    Form(_Start, fields={"position": Part(GameState, "position", older={"type": "array"})}),
)
register(
    Form(
        GameRecord,
        format="keltis-record",
        version=FILE_VERSION,
        newest=FILE_VERSION,
        order=("result", "names", "start", "moves"),
        fields={
            "start": Part(Untagged("position", _Start, _Deal), _start_of),
            "moves": Items(_MOVE_TEXT),
        },
        derived={"result": Part(Optional(_RESULT), "outcome")},
        upgrade=_upgraded_record,
        build=_record_of,
        takes_version=True,
        error=RecordError,
    )
)
register(
    Form(
        ObservedMove,
        order=("seat", "move", "drawn", "events"),
        fields={
            "seat": SEAT,
            "move": _MOVE_TEXT,
            "drawn": Part(Card | None, "drawn"),
            "events": Part(Items(str), lambda move: [describe(event) for event in move.events]),
        },
    )
)
register(
    Form(
        RecordView,
        format="keltis-record-view",
        version=FILE_VERSION,
        newest=FILE_VERSION,
        order=("viewer", "result", "names", "start", "moves"),
        fields={
            "viewer": Optional(SEAT),
            "result": Part(Optional(_RESULT), "outcome"),
            "start": Part(_ViewedStart, lambda view: _ViewedStart(view.start)),
        },
        readable=False,
    )
)
