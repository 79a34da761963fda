"""Rules and whole positions as short text, with strict parsers.

Rules are `CELTIC`, then the fields that differ from it: `CELTIC width=6 start=NES
supplies=2,2,2,2,2/2,2,2,2,2/1,1,1,2,1`. A position is a line for the rules, one for the player who
is to move, and one for each tile but the start tile:

    rules: CELTIC
    turn: blue
    tile: 0,-1 ES orange            # a tile is written as in the move that lays it

Empty lines and comments, from `#` to the end of a line, are ignored. An error says what was
expected, and where.
"""

import re
from collections.abc import Callable
from typing import Final

from keltis._lib.text import Lines, parse_fields, quoted, require_rules_text, require_text
from keltis.celtic._engine.moves import Lay, parse_move
from keltis.celtic._engine.rules import CELTIC, MAX_TILES, ByShape, Rules
from keltis.celtic._engine.setup import setup_game
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import PLAYERS, Player, letters_of, parse_sides
from keltis.errors import NotationError

MAX_RULES_TEXT: Final = 250
"""The most characters that rules can have in text."""

__all__ = [
    "MAX_RULES_TEXT",
    "format_rules",
    "format_state",
    "format_tile",
    "parse_move",
    "parse_player",
    "parse_rules",
    "parse_state",
    "parse_tile",
]

_NAME: Final = "CELTIC"
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,8}")
_PLAYERS_BY_NAME: Final[dict[str, Player]] = {str(player): player for player in PLAYERS}


def format_rules(rules: Rules) -> str:
    """The rules as text; `parse_rules` reads it back.

    >>> from keltis.celtic import CELTIC, Rules
    >>> from keltis.celtic.notation import format_rules
    >>> format_rules(CELTIC), format_rules(Rules(width=6, start=7))
    ('CELTIC', 'CELTIC start=NES width=6')
    """
    texts = {
        "supplies": "/".join(",".join(map(str, counts)) for counts in rules.supplies),
        "start": letters_of(rules.start),
        "width": str(rules.width),
        "height": str(rules.height),
    }
    changed = [
        f"{name}={value}"
        for name, value in texts.items()
        if getattr(rules, name) != getattr(CELTIC, name)
    ]
    return " ".join([_NAME, *changed])


def parse_rules(text: str) -> Rules:
    """Read rules. `InvalidRules` lists all faults of impossible ones.

    >>> from keltis.celtic.notation import parse_rules
    >>> parse_rules("CELTIC width=6 start=NES")
    Rules(start=7, width=6)
    >>> parse_rules("CELTIC width=six")
    Traceback (most recent call last):
    ...
    keltis.NotationError: word 2, width: expected a whole number of at most nine digits, not 'six'
    """
    require_rules_text(text, MAX_RULES_TEXT)
    words = text.split() or [""]
    if words[0] != _NAME:
        raise NotationError(f"word 1: expected {_NAME}, not {quoted(words[0])}")
    return _build_rules(**parse_fields(words, 1, _FIELD_PARSERS, example="width=6"))


# Built from fields by name; the constructor checks their types.
_build_rules: Final[Callable[..., Rules]] = Rules


def _parse_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"expected a whole number of at most nine digits, not {quoted(text)}")
    return int(text)


def _parse_supplies(text: str) -> tuple[ByShape, ...]:
    return tuple(tuple(map(_parse_number, counts.split(","))) for counts in text.split("/"))


_FIELD_PARSERS: Final[dict[str, Callable[[str], object]]] = {
    "supplies": _parse_supplies,
    "start": parse_sides,
    "width": _parse_number,
    "height": _parse_number,
}


def format_tile(lay: Lay) -> str:
    """A tile on the table as text: its move without the verb.

    >>> from keltis.celtic import Lay, Owner
    >>> from keltis.celtic.notation import format_tile
    >>> format_tile(Lay(1, -2, 11, Owner.BLUE))
    '1,-2 NEW blue'
    """
    return str(lay).removeprefix("lay ")


def parse_tile(text: str) -> Lay:
    """Read a tile, as `format_tile` writes it."""
    require_text(text)
    try:
        lay = parse_move(f"lay {text}")
    except NotationError:
        lay = None
    if not isinstance(lay, Lay):
        raise NotationError(f"word 1: expected a tile like '1,-2 NEW blue', not {quoted(text)}")
    return lay


def parse_player(text: str) -> Player:
    """The player with this name: `orange` or `blue`."""
    require_text(text)
    if text not in _PLAYERS_BY_NAME:
        raise NotationError(f"word 1: expected orange or blue, not {quoted(text)}")
    return _PLAYERS_BY_NAME[text]


def format_state(state: GameState) -> str:
    """A position as text; `parse_state` reads it back.

    >>> from keltis.celtic import Lay, Owner, setup_game
    >>> from keltis.celtic.notation import format_state
    >>> print(format_state(setup_game([Lay(0, -1, 6, Owner.ORANGE)], to_move=Owner.BLUE)))
    rules: CELTIC
    turn: blue
    tile: 0,-1 ES orange
    """
    tiles = [f"tile: {format_tile(lay)}" for lay in state.lays if lay.cell != (0, 0)]
    return "\n".join([f"rules: {format_rules(state.rules)}", f"turn: {state.to_move}", *tiles])


def parse_state(text: str) -> GameState:
    r"""Read a position. `InvalidState` lists all faults of an impossible one.

    The tiles may come in any order.

    >>> from keltis.celtic.notation import parse_state
    >>> parse_state("rules: CELTIC\nturn: orange").to_move
    Owner.ORANGE
    >>> parse_state("rules: CELTIC\nturn: neutral")
    Traceback (most recent call last):
    ...
    keltis.NotationError: line 2, word 1: expected orange or blue, not 'neutral'
    """
    lines = Lines(text)
    state = read_state(lines)
    lines.finish()
    return state


def read_state(lines: Lines) -> GameState:
    """Read a position from the next lines."""
    rules = lines.take("rules").read(parse_rules)
    to_move = lines.take("turn").read(parse_player)
    tiles: list[Lay] = []
    while lines.has_next("tile"):
        line = lines.take("tile")
        if len(tiles) == MAX_TILES:
            raise line.error(f"expected at most {MAX_TILES} tiles")
        tiles.append(line.read(parse_tile))
    return setup_game(tiles, to_move=to_move, rules=rules)
