"""States as documents."""

from collections.abc import Sequence
from typing import Final, TypeVar

from keltis._shared.documents import dump, load, read_name, require_equal
from keltis._shared.json import JsonValue, read_version
from keltis.celtic.documents._moves import (
    OWNER_NAMES,
    PLAYER_NAMES,
    SHAPE_NAMES,
    move_document,
    read_player,
    read_tile,
    tile_document,
)
from keltis.celtic.documents._types import (
    ByOwner,
    ByPlayer,
    OutcomeDocument,
    RulesDocument,
    RulesFields,
    ShapeCounts,
    StateDocument,
)
from keltis.celtic.legality import legal_moves
from keltis.celtic.rules import CELTIC, ByShape, Rules
from keltis.celtic.scoring import Outcome, outcome, scores
from keltis.celtic.state import GameState
from keltis.celtic.tiles import letters_of, parse_sides
from keltis.errors import InvalidRules, InvalidState

T = TypeVar("T")

VERSION: Final = 1
"""The version of the documents that this release writes, and the newest that it reads."""
_FORMAT: Final = "celtic-state"
_KEYS: Final = (
    *("format", "version", "rules", "to_move", "tiles", "left"),
    *("scores", "outcome", "legal_moves"),
)


def rules_document(rules: Rules) -> RulesFields:
    """All fields of the rules as data for JSON.

    >>> from keltis.celtic import CELTIC
    >>> from keltis.celtic.documents import rules_document
    >>> rules_document(CELTIC)["supplies"]["neutral"]
    {'end': 1, 'corner': 1, 'straight': 1, 'tee': 1, 'cross': 1}
    """
    return {
        "supplies": _supplies_document(rules.supplies),
        "start": letters_of(rules.start),
        "width": rules.width,
        "height": rules.height,
    }


def state_document(state: GameState) -> StateDocument:
    """A state as data for JSON. Nothing in this game is hidden.

    The tiles left, scores, outcome and legal moves are derived from the rest. Equal states have
    equal documents.

    >>> from keltis.celtic import new_game
    >>> from keltis.celtic.documents import state_document
    >>> document = state_document(new_game())
    >>> document["tiles"], len(document["legal_moves"])
    ([{'x': 0, 'y': 0, 'sides': 'NESW', 'shape': 'cross', 'supply': 'neutral'}], 60)
    """
    end = outcome(state)
    return {
        "format": _FORMAT,
        "version": VERSION,
        "rules": _short_rules_document(state.rules),
        "to_move": PLAYER_NAMES[state.to_move],
        "tiles": [tile_document(lay) for lay in state.lays],
        "left": _supplies_document(state.left),
        "scores": by_player([list(score) for score in scores(state)]),
        "outcome": None if end is None else outcome_document(end),
        "legal_moves": [move_document(move) for move in legal_moves(state)],
    }


def state_to_json(state: GameState, *, indent: int | None = None) -> str:
    """A state as JSON; `state_from_json` reads it back.

    >>> from keltis.celtic import new_game
    >>> from keltis.celtic.documents import state_from_json, state_to_json
    >>> state_from_json(state_to_json(new_game())) == new_game()
    True
    """
    return dump(state_document(state), indent)


def state_from_json(text: str) -> GameState:
    """Read a state from JSON. A `DocumentError` names the path of the first fault.

    The position must be possible, and what is derived must follow from it.

    >>> from keltis.celtic.documents import state_from_json
    >>> state_from_json('{"format": "celtic-state", "version": 2}')
    Traceback (most recent call last):
    ...
    keltis.documents.DocumentError: $.version: unsupported version 2 (newest supported: 1)
    """
    document = load(text)
    read_version(document, file_format=_FORMAT, newest=VERSION)
    values = document.as_object(*_KEYS)
    rules = _read_rules(values["rules"])
    tiles = tuple(read_tile(tile) for tile in values["tiles"].as_array())
    try:
        state = GameState(rules, tiles, read_player(values["to_move"]))
    except InvalidState as error:
        raise document.error(str(error)) from None
    require_equal(document, state_document(state))
    return state


def outcome_document(end: Outcome) -> OutcomeDocument:
    """An outcome as data for JSON."""
    return {
        "scores": by_player([list(score) for score in end.scores]),
        "winner": None if end.winner is None else PLAYER_NAMES[end.winner],
    }


def by_player(values: Sequence[T]) -> ByPlayer[T]:
    """Two values, one for each player, as data for JSON."""
    orange, blue = values
    return {"orange": orange, "blue": blue}


def _short_rules_document(rules: Rules) -> RulesDocument:
    return "CELTIC" if rules == CELTIC else rules_document(rules)


def _supplies_document(supplies: Sequence[ByShape]) -> ByOwner[ShapeCounts]:
    orange, blue, neutral = map(_counts_document, supplies)
    return {"orange": orange, "blue": blue, "neutral": neutral}


def _counts_document(counts: ByShape) -> ShapeCounts:
    end, corner, straight, tee, cross = counts
    return {"end": end, "corner": corner, "straight": straight, "tee": tee, "cross": cross}


def _read_rules(value: JsonValue) -> Rules:
    if isinstance(value.value, str):
        read_name(value, ("CELTIC",))
        return CELTIC
    values = value.as_object("supplies", "start", "width", "height")
    supplies = values["supplies"].as_object(*OWNER_NAMES).values()
    try:
        return Rules(
            supplies=tuple(_read_counts(counts) for counts in supplies),
            start=values["start"].parse(parse_sides),
            width=values["width"].as_integer(),
            height=values["height"].as_integer(),
        )
    except InvalidRules as error:
        raise value.error(str(error)) from None


def _read_counts(value: JsonValue) -> ByShape:
    return tuple(count.as_integer() for count in value.as_object(*SHAPE_NAMES).values())
