"""What is special about the documents of CELTIC!: tiles, supplies, and all that is derived."""

from typing import Final, Literal, get_args

import attrs

from keltis._codec.forms import (
    ByKey,
    Converted,
    Form,
    Part,
    Untagged,
    codec_of,
    refusal_form,
    register,
)
from keltis._codec.json import Json
from keltis._codec.kinds import (
    Codec,
    Definitions,
    Items,
    Names,
    Optional,
    Range,
    Row,
    Scope,
    register_kind,
)
from keltis._lib.text import quoted
from keltis.celtic._engine.legality import Illegality, IllegalMove, legal_moves
from keltis.celtic._engine.moves import MAX_COORDINATE, Forfeit, Lay, Move, Pass, parse_move
from keltis.celtic._engine.rules import CELTIC, MAX_SIZE, MAX_TILES, MIN_SIZE, Rules
from keltis.celtic._engine.scoring import Outcome, Path, Score, outcome, scores
from keltis.celtic._engine.setup import setup_game
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.strands import Arc
from keltis.celtic._engine.tiles import (
    ALL_MASKS,
    PLAYERS,
    SIDES,
    Owner,
    Player,
    Shape,
    letters_of,
    parse_sides,
)
from keltis.celtic.events import Event
from keltis.celtic.learning import ACTION_COUNT, action_id
from keltis.celtic.notation import format_rules, format_tile, parse_player, parse_rules, parse_tile
from keltis.celtic.record import GameRecord
from keltis.errors import InvalidArgument, NotationError, PlacedError, RecordError
from keltis.game import ListedMoves, locate_moves, locate_start

_PLAYER_NAMES: Final = tuple(map(str, PLAYERS))
_COORDINATE: Final = Range(-MAX_COORDINATE, MAX_COORDINATE)
_COUNT: Final = Range(0, MAX_TILES)
_SUPPLIES: Final = ByKey(tuple(map(str, Owner)), ByKey(tuple(map(str, Shape)), _COUNT))
_SCORES: Final = ByKey(_PLAYER_NAMES, Items(_COUNT))
_LETTERS: Final = {mask: letters_of(mask) for mask in ALL_MASKS}
_OPEN_SIDES: Final = Converted(_LETTERS.__getitem__, parse_sides, pattern="^(?=.)N?E?S?W?$")

register_kind(Owner, Names({str(owner): owner for owner in Owner}, title="Owner"))
register_kind(Shape, Names({str(shape): shape for shape in Shape}, title="Shape"))


# Tiles, moves, refusals and events

_TILE: Final = Form(
    Lay,
    name="Tile",
    fields={"x": _COORDINATE, "y": _COORDINATE, "sides": Part(_OPEN_SIDES, "mask")},
    derived={"shape": Part(Shape, "shape")},
    order=("x", "y", "sides", "shape", "supply"),
)


def _action(lay: Lay) -> int | None:
    try:
        return action_id(lay)
    except InvalidArgument:
        return None


register(
    Form(
        Lay,
        order=("action", "text", "tile"),
        fields={"tile": Part(_TILE, lambda lay: lay)},
        derived={
            "action": Part(Optional(Range(1, ACTION_COUNT - 1)), _action),
            "text": Part(str, str),
        },
        tagged=True,
        union="Move",
        build=lambda tile: tile,
    ),
    Form(
        Pass,
        derived={"action": Part(Range(0, 0), action_id), "text": Part(Literal["pass"], str)},
        tagged=True,
        union="Move",
    ),
    Form(
        Forfeit,
        fields={"tile": Part(_TILE, "lay")},
        derived={"text": Part(str, str)},
        order=("text", "tile"),
        tagged=True,
        union="Move",
    ),
)
register(refusal_form(IllegalMove, Illegality, Move))
for _event in get_args(Event):
    _names = tuple(attrs.fields_dict(_event))
    register(Form(_event, fields={"tile": _TILE}, order=_names, tagged=True, union="Event"))


# Knots and outcomes


def _parse_side(text: str) -> int:
    side = parse_sides(text)
    if side not in SIDES:
        raise NotationError(f"expected one side, not {quoted(text)}")
    return side


def _knot_of(arcs: tuple[Arc, ...], tiles: tuple[Lay, ...]) -> Path:
    cells = sorted({(arc.y, arc.x) for arc in arcs})
    if [(tile.y, tile.x) for tile in tiles] != cells:
        raise PlacedError(".tiles", "expected the tiles on the cells of the arcs, row by row")
    return Path(arcs, is_knot=True, tiles=tiles)


def _outcome_of(scores: tuple[Score, Score]) -> Outcome:
    orange, blue = scores
    return Outcome(scores, None if orange == blue else PLAYERS[orange < blue])


register(
    Form(
        Arc,
        fields={
            "x": _COORDINATE,
            "y": _COORDINATE,
            "side": Converted(letters_of, _parse_side, pattern="^[NESW]$"),
        },
    ),
    Form(
        Path,
        name="Knot",
        fields={"tiles": Items(_TILE)},
        derived={"scores": Part(ByKey(_PLAYER_NAMES, Range(0)), "counts")},
        order=("arcs", "tiles", "scores"),
        build=_knot_of,
    ),
    Form(
        Outcome,
        fields={"scores": _SCORES},
        derived={"winner": Part(Player | None, "winner")},
        order=("scores", "winner"),
        build=_outcome_of,
    ),
)


# Rules and positions


class _NamedRules(Codec):
    """The name `CELTIC`, or rules in full."""

    def source(self, value: str, scope: Scope) -> str:
        names = scope.add({CELTIC: "CELTIC"})
        return f"({names}.get({value}) or {codec_of(Rules).source(value, scope)})"

    def read(self, given: object) -> object:
        return (self._names if type(given) is str else codec_of(Rules)).read(given)

    def schema(self, defs: Definitions) -> dict[str, Json]:
        return {"oneOf": [self._names.schema(defs), codec_of(Rules).schema(defs)]}

    _names = Names({"CELTIC": CELTIC})


_SIZE: Final = Range(MIN_SIZE, MAX_SIZE)
register(
    Form(
        Rules,
        fields={"supplies": _SUPPLIES, "start": _OPEN_SIDES, "width": _SIZE, "height": _SIZE},
        shared=True,
    ),
    Form(
        GameState,
        format="celtic-state",
        fields={"rules": _NamedRules(), "tiles": Part(Items(_TILE), "lays")},
        derived={
            "left": Part(_SUPPLIES, "left"),
            "scores": Part(_SCORES, scores),
            "outcome": Part(Outcome | None, outcome),
            "legal_moves": Part(tuple[Lay | Pass, ...], legal_moves),
        },
        order=("rules", "to_move", "tiles", "left", "scores", "outcome", "legal_moves"),
    ),
)


# Records


@attrs.frozen
class _Start:
    """The start of a record."""

    position: GameState


@attrs.frozen
class _OldStart:
    """The start of a record of version 1 or 2, in texts."""

    rules: Rules
    turn: Player
    tiles: tuple[Lay, ...]

    @property
    def position(self) -> GameState:
        if len(self.tiles) > MAX_TILES:
            found = f"not {len(self.tiles)}"
            raise RecordError(".start.tiles", f"expected at most {MAX_TILES} tiles, {found}")
        return setup_game(self.tiles, to_move=self.turn, rules=self.rules)


def _record_of(
    version: int, names: tuple[str, ...], start: _Start | _OldStart, moves: tuple[Move, ...]
) -> GameRecord:
    with locate_start(".start"):
        record = GameRecord(start.position, names=names)
    for index, move in enumerate(moves if version == 1 else ()):
        if isinstance(move, Forfeit):
            reason = "a file of version 1 cannot contain a penalty (K12)"
            raise RecordError(f".moves[{index}]", reason)
    reader = ListedMoves(moves)
    with locate_moves(reader):
        return record.play(reader)


_RESULT: Final = Form(Outcome, name="Result", fields={"scores": Row(Items(_COUNT), Items(_COUNT))})
register(
    Form(
        _OldStart,
        fields={
            "rules": Converted(format_rules, parse_rules),
            "turn": Converted(str, parse_player),
            "tiles": Items(Converted(format_tile, parse_tile)),
        },
    ),
    Form(
        GameRecord,
        format="celtic-record",
        version=3,  # older records have their starts as text
        order=("result", "names", "start", "moves"),
        fields={
            "start": Part(
                Untagged("position", _Start, _OldStart), lambda record: _Start(record.start)
            ),
            "moves": Items(Converted(str, parse_move)),
        },
        derived={"result": Part(Optional(_RESULT), "outcome")},
        build=_record_of,
        takes_version=True,
        error=RecordError,
    ),
)
