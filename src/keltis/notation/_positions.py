"""Whole positions as text, a line for each part."""

import re
from typing import Final

from keltis._shared.text import Lines, quoted
from keltis.board import ByColour, Tile, Tiles
from keltis.cards import COLOURS, Card, Colour, sort_cards
from keltis.errors import NotationError
from keltis.moves import Phase
from keltis.notation.rules import LETTERS, TILES, format_rules, parse_rules
from keltis.notation.words import each_word, format_cards, number, parse_cards, parse_count
from keltis.players import PlayerState
from keltis.state import GameState, require_state

_COLOURS: Final = {colour.letter: colour for colour in Colour}
_PHASES: Final = {phase.value: phase for phase in Phase}
_STONES: Final[dict[str, Tile | None]] = {".": None, **TILES}
_ROW: Final = re.compile("(0|[1-9][0-9]{0,2})(L?)")


def format_state(state: GameState) -> str:
    """A position as text, with all its hidden cards; `parse_state` reads it back.

    >>> import keltis
    >>> print(format_state(keltis.new_game(2, seed=1)).splitlines()[1])
    turn: 0 play
    """
    require_state(state)
    lines = [
        f"rules: {format_rules(state.rules)}",
        f"turn: {turn_text(state.to_move, state.phase, state.may_decline, state.barred)}",
        f"tiles: {tiles_text(state.tiles)}",
        f"pile: {format_cards(state.draw_pile)}",
        f"discards: {piles_text(state.discards)}",
        f"removed: {format_cards(state.removed)}",
    ]
    for seat, player in enumerate(state.players):
        lines += [
            f"hand {seat}: {format_cards(player.hand)}",
            f"columns {seat}: {piles_text(player.columns)}",
            f"figures {seat}: {figures_text(player.rows, player.large)}",
            f"points {seat}: {player.tile_points}",
            f"stones {seat}: {player.wishing_stones}",
            f"seen {seat}: {format_cards(sort_cards(player.seen))}",
        ]
    return "\n".join(lines)


def turn_text(to_move: int, phase: Phase, may_decline: bool, barred: Colour | None) -> str:
    """The decision that is due, as in `1 draw barred R`."""
    declining = " may-decline" if may_decline else ""
    barring = "" if barred is None else f" barred {barred.letter}"
    return f"{to_move} {phase.value}{declining}{barring}"


def tiles_text(tiles: Tiles) -> str:
    """The tiles of the paths from row 1."""
    return " ".join(
        "".join("." if tile is None else LETTERS[tile] for tile in path[1:]) for path in tiles
    )


def piles_text(piles: ByColour[tuple[Card, ...]]) -> str:
    """Columns or discard piles: each card has its colour, so one list is enough."""
    return format_cards(card for pile in piles for card in pile)


def figures_text(rows: ByColour[int], large: Colour | None) -> str:
    """The rows of a player's figures, as in `0 0 2 4L 0`."""
    return " ".join(
        f"{row}L" if colour is large else f"{row}"
        for colour, row in zip(COLOURS, rows, strict=True)
    )


def parse_state(text: str) -> GameState:
    r"""The position that is written like this. An impossible one is refused by `InvalidState`, with all its faults.

    The cards of a hand may come in any order, as may cards of different piles.

    >>> import keltis
    >>> state = keltis.new_game(2, seed=1)
    >>> parse_state(format_state(state)) == state
    True
    >>> parse_state("rules: KELTIS\nturn: 0 sleep")
    Traceback (most recent call last):
    ...
    keltis.NotationError: line 2, word 2: expected a phase (play, advance, draw, over), not 'sleep'
    """
    lines = Lines(text)
    state = take_state(lines)
    lines.finish()
    return state


def take_state(lines: Lines) -> GameState:
    """The position that the next lines say."""
    rules = lines.take("rules").read(parse_rules)
    to_move, phase, may_decline, barred = lines.take("turn").read(_turn)
    tiles = lines.take("tiles").read(lambda text: _tiles(text, rules.path_length))
    draw_pile = lines.take("pile").read(parse_cards)
    discards = lines.take("discards").read(_piles)
    removed = sort_cards(lines.take("removed").read(parse_cards))
    players = [_take_player(lines, 0)]
    while lines.comes(f"hand {len(players)}"):
        players.append(_take_player(lines, len(players)))
    return GameState(
        rules,
        tuple(players),
        tiles,
        draw_pile,
        discards,
        removed,
        to_move,
        phase,
        may_decline,
        barred,
    )


def _take_player(lines: Lines, seat: int) -> PlayerState:
    hand = sort_cards(lines.take(f"hand {seat}").read(parse_cards))
    columns = lines.take(f"columns {seat}").read(_piles)
    rows, large = lines.take(f"figures {seat}").read(_figures)
    points = lines.take(f"points {seat}").read(parse_count)
    stones = lines.take(f"stones {seat}").read(parse_count)
    seen = sort_cards(lines.take(f"seen {seat}").read(parse_cards))
    return PlayerState(hand, columns, rows, large, points, stones, seen)


def _turn(text: str) -> tuple[int, Phase, bool, Colour | None]:
    seat, *rest = text.split() or [""]
    (to_move,) = each_word([seat], number)
    name, *extras = rest or [""]
    phase = _PHASES.get(name)
    if phase is None:
        raise NotationError(f"word 2: expected a phase ({', '.join(_PHASES)}), not {quoted(name)}")
    match extras:
        case []:
            return to_move, phase, False, None
        case ["may-decline"]:
            return to_move, phase, True, None
        case ["barred", letter] if letter in _COLOURS:
            return to_move, phase, False, _COLOURS[letter]
    found = quoted(" ".join(extras[:3]))
    raise NotationError(
        f"word 3: expected may-decline, barred with a colour's letter, or the end of the line, not {found}"
    )


def _tiles(text: str, rows: int) -> Tiles:
    paths = text.split()
    if len(paths) != len(Colour):
        raise NotationError(
            f"word 1: expected the tiles of {len(Colour)} paths, not of {len(paths)}"
        )
    return each_word(paths, lambda path: _path(path, rows))


def _path(text: str, rows: int) -> tuple[Tile | None, ...]:
    if len(text) != rows or not set(text) <= _STONES.keys():
        raise NotationError(f"expected {rows} stones (each W, C, 1, 2, 3 or .), not {quoted(text)}")
    return None, *(_STONES[letter] for letter in text)


def _piles(text: str) -> ByColour[tuple[Card, ...]]:
    cards = parse_cards(text)
    return tuple(tuple(card for card in cards if card.colour is colour) for colour in COLOURS)


def _figures(text: str) -> tuple[ByColour[int], Colour | None]:
    words = text.split()
    figures = each_word(words, _figure)
    larges = [colour for colour, (_, large) in zip(COLOURS, figures, strict=False) if large]
    if len(figures) != len(Colour) or len(larges) > 1:
        raise NotationError(
            f"word 1: expected a row for each of {len(Colour)} paths, with L for one large figure at most"
        )
    return tuple(row for row, _ in figures), larges[0] if larges else None


def _figure(word: str) -> tuple[int, bool]:
    said = _ROW.fullmatch(word)
    if said is None:
        raise NotationError(
            f"expected a row, with L for the large figure, as in 4 or 4L, not {quoted(word)}"
        )
    return int(said[1]), said[2] == "L"
