"""Whole positions and views as text, one line for each part."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, TypeAlias, TypedDict, TypeVar

from keltis._shared.text import Lines, quoted
from keltis.board import ByColour, Tile, Tiles
from keltis.cards import COLOURS, Card, Colour, sort_cards
from keltis.errors import InvalidRules, InvalidState, NotationError
from keltis.moves import Phase
from keltis.notation._rules import (
    FILE_VERSION,
    TILE_LETTERS,
    TILES_BY_LETTER,
    format_rules_in_full,
    parse_rules,
)
from keltis.notation._tokens import (
    format_cards,
    parse_cards,
    parse_count,
    parse_number,
    parse_words,
)
from keltis.players import PlayerState, PublicFacts
from keltis.rules import Rules
from keltis.state import GameState
from keltis.validation import infer_may_waste
from keltis.view import PlayerView, Position

T = TypeVar("T")

Turn: TypeAlias = tuple[int, Phase, bool, bool, Colour | None]
"""Who is to move, the phase, `may_decline`, `may_waste` and `barred`."""

_COLOURS_BY_LETTER: Final = {colour.letter: colour for colour in Colour}
_PHASES_BY_NAME: Final = {phase.value: phase for phase in Phase}
_STONES_BY_LETTER: Final[dict[str, Tile | None]] = {".": None, **TILES_BY_LETTER}
_FIGURE: Final = re.compile("(0|[1-9][0-9]{0,2})(L?)")


def format_state(state: GameState) -> str:
    """A position as text, with all its hidden cards; `parse_state` reads it back.

    >>> import keltis
    >>> from keltis.notation import format_state
    >>> print(format_state(keltis.new_game(2, seed=1)).splitlines()[1])
    turn: 0 play
    """
    lines = [
        f"rules: {format_rules_in_full(state.rules)}",
        f"turn: {_turn_text(state)}",
        f"tiles: {_tiles_text(state.tiles)}",
        f"pile: {format_cards(state.draw_pile)}",
        f"discards: {_piles_text(state.discards)}",
        f"removed: {format_cards(state.removed)}",
    ]
    for seat, player in enumerate(state.players):
        lines += [
            f"hand {seat}: {format_cards(player.hand)}",
            f"columns {seat}: {_piles_text(player.columns)}",
            f"figures {seat}: {_figures_text(player.rows, player.large)}",
            f"points {seat}: {player.tile_points}",
            f"stones {seat}: {player.wishing_stones}",
            f"seen {seat}: {format_cards(sort_cards(player.seen))}",
        ]
    return "\n".join(lines)


def format_view(view: PlayerView) -> str:
    """A view as text: like a position, but with the number of cards in place of hidden cards.

    >>> import keltis
    >>> from keltis.notation import format_view
    >>> lines = format_view(keltis.observe(keltis.new_game(2, seed=1), 0)).splitlines()
    >>> lines[3], lines[6], lines[12]
    ('pile: 64 cards', 'hand 0: R6 R9 Y4 Y9 P8 B2 B5 B6', 'hand 1: 8 cards')
    """
    lines = [
        f"rules: {format_rules_in_full(view.rules)}",
        f"turn: {_turn_text(view)}",
        f"tiles: {_tiles_text(view.tiles)}",
        f"pile: {view.draw_pile_size} cards",
        f"discards: {_piles_text(view.discards)}",
        f"removed: {view.removed_size} cards",
    ]
    for seat, player in enumerate(view.players):
        hand = view.hand if seat == view.viewer else None
        lines += [
            f"hand {seat}: {f'{player.hand_size} cards' if hand is None else format_cards(hand)}",
            f"columns {seat}: {_piles_text(player.columns)}",
            f"figures {seat}: {_figures_text(player.rows, player.large)}",
            f"points {seat}: {player.tile_points}",
            f"stones {seat}: {player.wishing_stones}",
            f"seen {seat}: {format_cards(player.seen)}",
        ]
    return "\n".join(lines)


def _turn_text(position: Position) -> str:
    """The decision that is due, as in `1 draw barred R` or `0 advance may-decline`."""
    words = [str(position.to_move), position.phase.value]
    if position.may_decline:
        words.append("may-decline")
    if position.may_waste:
        words.append("may-waste")
    if position.barred is not None:
        words.append(f"barred {position.barred.letter}")
    return " ".join(words)


def _tiles_text(tiles: Tiles) -> str:
    """The tiles of the paths from row 1."""
    return " ".join(
        "".join("." if tile is None else TILE_LETTERS[tile] for tile in path[1:]) for path in tiles
    )


def _piles_text(piles: ByColour[tuple[Card, ...]]) -> str:
    """Columns or discard piles: each card has its colour, so one list is enough."""
    return format_cards(card for pile in piles for card in pile)


def _figures_text(rows: ByColour[int], large: Colour | None) -> str:
    """The rows of a player's figures, as in `0 0 2 4L 0`."""
    return " ".join(
        f"{row}L" if colour is large else f"{row}"
        for colour, row in zip(COLOURS, rows, strict=True)
    )


def parse_state(text: str, *, version: int | None = None) -> GameState:
    r"""Read a position. `InvalidState` lists all faults of an impossible one.

    The cards of a hand may come in any order, as may cards of different piles.

    The rules may be in full, or in short as in `KELTIS hand_size=6`. With a `version`, the presets
    are those of files of this version, as in `parse_rules`. Without, they are those of this
    release, or if the position is impossible under them, of 0.2.0 or 0.1.0.

    >>> import keltis
    >>> from keltis.notation import format_state, parse_state
    >>> state = keltis.new_game(2, seed=1)
    >>> parse_state(format_state(state)) == state
    True
    >>> parse_state("rules: KELTIS\nturn: 0 sleep")
    Traceback (most recent call last):
    ...
    keltis.NotationError: line 2, word 2: expected a phase (play, advance, draw, over), not 'sleep'
    """
    return parse_position(text, read_state, version)


def parse_position(text: str, read: Callable[[Lines, int], T], version: int | None) -> T:
    """What `read` makes of all lines under the presets of a version, or of the newest possible."""
    lines = Lines(text)
    try:
        position = read(lines, FILE_VERSION if version is None else version)
    except (InvalidRules, InvalidState):
        for older in (2, 1) if version is None else ():
            with suppress(InvalidRules, InvalidState):
                return parse_position(text, read, older)
        raise
    lines.finish()
    return position


def read_state(lines: Lines, version: int) -> GameState:
    """Read a position from the next lines of a file of this version."""
    rules = lines.take("rules").read(lambda text: parse_rules(text, version=version))
    turn = lines.take("turn").read(parse_turn)
    tiles = lines.take("tiles").read(lambda text: parse_tiles(text, rules.path_length))
    draw_pile = lines.take("pile").read(parse_cards)
    discards = lines.take("discards").read(parse_piles)
    removed = sort_cards(lines.take("removed").read(parse_cards))
    players = [_read_player(lines, 0)]
    while lines.has_next(f"hand {len(players)}"):
        players.append(_read_player(lines, len(players)))
    return GameState(
        rules=rules,
        players=tuple(players),
        tiles=tiles,
        draw_pile=draw_pile,
        discards=discards,
        removed=removed,
        **turn_fields(rules, turn, players),
    )


class TurnFields(TypedDict):
    """The fields of a position that the line of the turn gives."""

    to_move: int
    phase: Phase
    may_decline: bool
    may_waste: bool
    barred: Colour | None


def turn_fields(rules: Rules, turn: Turn, players: Sequence[PublicFacts]) -> TurnFields:
    """The decision that is due; without the word, `may_waste` follows from the rest (P6)."""
    to_move, phase, may_decline, may_waste, barred = turn
    if not may_waste:
        may_waste = infer_may_waste(rules, players, to_move, phase, may_decline=may_decline)
    return {
        "to_move": to_move,
        "phase": phase,
        "may_decline": may_decline,
        "may_waste": may_waste,
        "barred": barred,
    }


def _read_player(lines: Lines, seat: int) -> PlayerState:
    hand = sort_cards(lines.take(f"hand {seat}").read(parse_cards))
    columns = lines.take(f"columns {seat}").read(parse_piles)
    rows, large = lines.take(f"figures {seat}").read(parse_figures)
    points = lines.take(f"points {seat}").read(parse_count)
    stones = lines.take(f"stones {seat}").read(parse_count)
    seen = sort_cards(lines.take(f"seen {seat}").read(parse_cards))
    return PlayerState(
        hand=hand,
        columns=columns,
        rows=rows,
        large=large,
        tile_points=points,
        wishing_stones=stones,
        seen=seen,
    )


def parse_turn(text: str) -> Turn:
    seat, *rest = text.split() or [""]
    (to_move,) = parse_words([seat], parse_number)
    name, *extras = rest or [""]
    phase = _PHASES_BY_NAME.get(name)
    if phase is None:
        names = ", ".join(_PHASES_BY_NAME)
        raise NotationError(f"word 2: expected a phase ({names}), not {quoted(name)}")
    match extras:
        case ["barred", letter] if letter in _COLOURS_BY_LETTER:
            return to_move, phase, False, False, _COLOURS_BY_LETTER[letter]
        case [] | ["may-decline"] | ["may-waste"] | ["may-decline", "may-waste"]:
            return to_move, phase, "may-decline" in extras, "may-waste" in extras, None
    expected = "may-decline, may-waste, barred with a colour's letter, or the end of the line"
    raise NotationError(f"word 3: expected {expected}, not {quoted(' '.join(extras[:3]))}")


def parse_tiles(text: str, rows: int) -> Tiles:
    paths = text.split()
    if len(paths) != len(Colour):
        raise NotationError(
            f"word 1: expected the tiles of {len(Colour)} paths, not of {len(paths)}"
        )
    return parse_words(paths, lambda path: _parse_path(path, rows))


def _parse_path(text: str, rows: int) -> tuple[Tile | None, ...]:
    if len(text) != rows or not set(text) <= _STONES_BY_LETTER.keys():
        raise NotationError(f"expected {rows} stones (each W, C, 1, 2, 3 or .), not {quoted(text)}")
    return None, *(_STONES_BY_LETTER[letter] for letter in text)


def parse_piles(text: str) -> ByColour[tuple[Card, ...]]:
    cards = parse_cards(text)
    return tuple(tuple(card for card in cards if card.colour is colour) for colour in COLOURS)


def parse_figures(text: str) -> tuple[ByColour[int], Colour | None]:
    words = text.split()
    figures = parse_words(words, _parse_figure)
    larges = [colour for colour, (_, large) in zip(COLOURS, figures, strict=False) if large]
    if len(figures) != len(Colour) or len(larges) > 1:
        paths = f"a row for each of {len(Colour)} paths"
        raise NotationError(f"word 1: expected {paths}, with L for at most one large figure")
    return tuple(row for row, _ in figures), larges[0] if larges else None


def _parse_figure(word: str) -> tuple[int, bool]:
    match = _FIGURE.fullmatch(word)
    if match is None:
        raise NotationError(
            f"expected a row, with L for the large figure, as in 4 or 4L, not {quoted(word)}"
        )
    return int(match[1]), match[2] == "L"
