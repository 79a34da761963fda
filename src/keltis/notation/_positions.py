"""Whole positions and views as text: one writer and one reader for both."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, TypedDict, TypeVar

from keltis._engine.cards import COLOURS, ByColour, Card, Colour, Tile, Tiles, sort_cards
from keltis._engine.moves import Phase
from keltis._engine.players import PlayerState, PublicFacts
from keltis._engine.setup import STONES
from keltis._engine.state import GameState
from keltis._engine.validation import infer_may_waste
from keltis._engine.view import PlayerView, Position, PublicPlayer
from keltis._lib.text import Line, Lines, quoted
from keltis.errors import InvalidRules, InvalidState, NotationError
from keltis.notation._rules import (
    FILE_VERSION,
    TILE_LETTERS,
    format_rules_in_full,
    parse_rules,
)
from keltis.notation._words import format_cards, parse_cards, parse_count, parse_number, parse_words

T = TypeVar("T")

_COLOURS_BY_LETTER: Final = {colour.letter: colour for colour in Colour}
_PHASES_BY_NAME: Final = {phase.value: phase for phase in Phase}
_FIGURE: Final = re.compile("(0|[1-9][0-9]{0,2})(L?)")


def format_state(state: GameState) -> str:
    """A position as text, with all its hidden cards; `parse_state` reads it back.

    >>> import keltis
    >>> from keltis.notation import format_state
    >>> print(format_state(keltis.new_game(2, seed=1)).splitlines()[1])
    turn: 0 play
    """
    hands = [format_cards(player.hand) for player in state.players]
    return _format_position(
        state, format_cards(state.draw_pile), format_cards(state.removed), hands
    )


def format_view(view: PlayerView) -> str:
    """A view as text: like a position, but with the number of cards in place of hidden cards.

    >>> import keltis
    >>> from keltis.notation import format_view
    >>> lines = format_view(keltis.observe(keltis.new_game(2, seed=1), 0)).splitlines()
    >>> lines[3], lines[6], lines[12]
    ('pile: 64 cards', 'hand 0: R6 R9 Y4 Y9 P8 B2 B5 B6', 'hand 1: 8 cards')
    """
    hands = [f"{player.hand_size} cards" for player in view.players]
    if view.viewer is not None and view.hand is not None:
        hands[view.viewer] = format_cards(view.hand)
    pile, removed = f"{view.draw_pile_size} cards", f"{view.removed_size} cards"
    return _format_position(view, pile, removed, hands)


def _format_position(position: Position, pile: str, removed: str, hands: Sequence[str]) -> str:
    """A line for each part; what can be hidden is given as text."""
    stones = [(TILE_LETTERS[tile] for tile in path[1:]) for path in position.tiles]
    lines = [
        f"rules: {format_rules_in_full(position.rules)}",
        f"turn: {_turn_text(position)}",
        f"tiles: {' '.join(map(''.join, stones))}",
        f"pile: {pile}",
        f"discards: {_piles_text(position.discards)}",
        f"removed: {removed}",
    ]
    players: Sequence[PublicFacts] = position.players
    for seat, (player, hand) in enumerate(zip(players, hands, strict=True)):
        lines.append(f"hand {seat}: {hand}")
        lines += [f"{key} {seat}: {write(player)}" for key, write, _ in _SEAT_LINES]
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


def _figures_text(player: PublicFacts) -> str:
    rows = zip(COLOURS, player.rows, strict=True)
    return " ".join(f"{row}{'L' * (path is player.large)}" for path, row in rows)


def _piles_text(piles: ByColour[tuple[Card, ...]]) -> str:
    """Columns or discard piles: each card has its colour, so one list is enough."""
    return format_cards(card for pile in piles for card in pile)


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
    return _parse_position(text, read_state, version)


def _parse_position(text: str, read: Callable[[Lines, int], T], version: int | None) -> T:
    """Parse all lines with `read`, using the presets of `version`, or the newest possible ones."""
    lines = Lines(text)
    try:
        position = read(lines, FILE_VERSION if version is None else version)
    except (InvalidRules, InvalidState):
        for older in (2, 1) if version is None else ():
            with suppress(InvalidRules, InvalidState):
                return _parse_position(text, read, older)
        raise
    lines.finish()
    return position


def parse_view(text: str, *, version: int | None = None) -> PlayerView:
    r"""Read what one player sees, as `format_view` writes it, or you write it at your table.

    The viewer is the player whose hand has cards instead of a number of cards; if there is none, it
    is the view of a spectator. `InvalidState` lists all faults of an impossible view. `version` is
    that of `parse_state`.

    >>> import keltis
    >>> from keltis.notation import format_view, parse_view
    >>> view = keltis.observe(keltis.new_game(2, seed=1), 0)
    >>> parse_view(format_view(view)) == view
    True
    """
    return _parse_position(text, _read_view, version)


def read_state(lines: Lines, version: int) -> GameState:
    """Read a position from the next lines of a file of this version."""

    def read_cards(line: Line, _: int | None) -> tuple[Card, ...]:
        cards = line.read(parse_cards)
        return cards if line.key == "pile" else sort_cards(cards)

    build: Callable[..., GameState] = GameState
    names = ("draw_pile", "removed", "hand")
    return build(**_read_position(lines, version, names, read_cards, PlayerState))


def _read_view(lines: Lines, version: int) -> PlayerView:
    viewer: int | None = None
    hand: tuple[Card, ...] | None = None

    def read_size(line: Line, seat: int | None) -> int:
        """The number of cards; the one hand that is not a number is the viewer's."""
        nonlocal viewer, hand
        if seat is None or _COUNT.fullmatch(line.value):
            return _read_count(line)
        if viewer is not None:
            raise line.error(f"expected a number of cards, as the hand of seat {viewer} is known")
        viewer, hand = seat, sort_cards(line.read(parse_cards))
        return len(hand)

    build: Callable[..., PlayerView] = PlayerView
    names = ("draw_pile_size", "removed_size", "hand_size")
    fields = _read_position(lines, version, names, read_size, PublicPlayer)
    return build(viewer=viewer, hand=hand, **fields)


def _read_position(
    lines: Lines,
    version: int,
    hidden: tuple[str, str, str],
    read_hidden: Callable[[Line, int | None], object],
    build_player: Callable[..., PublicFacts],
) -> dict[str, object]:
    """The fields of a position, from its lines in their order.

    `hidden` names the fields of the pile, the removed cards and a hand. They can be hidden, so the
    caller reads them; a hand comes with its seat.
    """
    pile, removed, hand = hidden
    rules = lines.take("rules").read(lambda text: parse_rules(text, version=version))
    turn = lines.take("turn").read(_parse_turn)
    tiles = lines.take("tiles").read(lambda text: _parse_board(text, rules.path_length))
    fields: dict[str, object] = {"rules": rules, **turn, "tiles": tiles}
    fields[pile] = read_hidden(lines.take("pile"), None)
    fields["discards"] = lines.take("discards").read(_parse_piles)
    fields[removed] = read_hidden(lines.take("removed"), None)
    seats: list[dict[str, object]] = []
    while not seats or lines.has_next(f"hand {len(seats)}"):
        seat = len(seats)
        seats.append({hand: read_hidden(lines.take(f"hand {seat}"), seat)})
        for key, _, read in _SEAT_LINES:
            seats[seat] |= lines.take(f"{key} {seat}").read(read)
    players = tuple([build_player(**facts) for facts in seats])
    may_waste = turn["may_waste"] or infer_may_waste(  # without the word, it follows (P6)
        rules, players, turn["to_move"], turn["phase"], may_decline=turn["may_decline"]
    )
    return fields | {"players": players, "may_waste": may_waste}


class _Turn(TypedDict):
    """The decision that is due."""

    to_move: int
    phase: Phase
    may_decline: bool
    may_waste: bool
    barred: Colour | None


_COUNT: Final = re.compile("(0|[1-9][0-9]{0,2}) cards?")


def _read_count(line: Line) -> int:
    """The number in `64 cards`."""
    match = _COUNT.fullmatch(line.value)
    if match is None:
        raise line.error(f"expected a number of cards, as in '64 cards', not {quoted(line.value)}")
    return int(match[1])


def _parse_turn(text: str) -> _Turn:
    seat, *rest = text.split() or [""]
    (to_move,) = parse_words([seat], parse_number)
    name, *extras = rest or [""]
    phase = _PHASES_BY_NAME.get(name)
    if phase is None:
        names = ", ".join(_PHASES_BY_NAME)
        raise NotationError(f"word 2: expected a phase ({names}), not {quoted(name)}")
    barred = None
    match extras:
        case ["barred", letter] if letter in _COLOURS_BY_LETTER:
            barred = _COLOURS_BY_LETTER[letter]
        case [] | ["may-decline"] | ["may-waste"] | ["may-decline", "may-waste"]:
            pass
        case _:
            expected = "may-decline, may-waste, barred with a colour's letter"
            found = quoted(" ".join(extras[:3]))
            raise NotationError(f"word 3: expected {expected}, or the end of the line, not {found}")
    return {
        "to_move": to_move,
        "phase": phase,
        "may_decline": "may-decline" in extras,
        "may_waste": "may-waste" in extras,
        "barred": barred,
    }


def _parse_board(text: str, rows: int) -> Tiles:
    paths = text.split()
    if (count := len(paths)) != len(Colour):
        raise NotationError(f"word 1: expected the tiles of {len(Colour)} paths, not of {count}")
    return parse_words(paths, lambda path: _parse_path(path, rows))


def _parse_path(text: str, rows: int) -> tuple[Tile | None, ...]:
    if len(text) != rows or not set(text) <= STONES.keys():
        raise NotationError(f"expected {rows} stones (each W, C, 1, 2, 3 or .), not {quoted(text)}")
    return None, *(STONES[letter] for letter in text)


def _parse_piles(text: str) -> ByColour[tuple[Card, ...]]:
    cards = parse_cards(text)
    return tuple(tuple(card for card in cards if card.colour is colour) for colour in COLOURS)


def _parse_figures(text: str) -> dict[str, object]:
    figures = parse_words(text.split(), _parse_figure)
    larges = [colour for colour, (_, large) in zip(COLOURS, figures, strict=False) if large]
    if len(figures) != len(Colour) or len(larges) > 1:
        paths = f"a row for each of {len(Colour)} paths"
        raise NotationError(f"word 1: expected {paths}, with L for at most one large figure")
    return {"rows": tuple(row for row, _ in figures), "large": larges[0] if larges else None}


def _parse_figure(word: str) -> tuple[int, bool]:
    match = _FIGURE.fullmatch(word)
    if match is None:
        expected = "a row, with L for the large figure, as in 4 or 4L"
        raise NotationError(f"expected {expected}, not {quoted(word)}")
    return int(match[1]), match[2] == "L"


_SEAT_LINES: Final[
    tuple[tuple[str, Callable[[PublicFacts], str], Callable[[str], dict[str, object]]], ...]
] = (
    ("columns", lambda one: _piles_text(one.columns), lambda text: {"columns": _parse_piles(text)}),
    ("figures", _figures_text, _parse_figures),
    ("points", lambda one: str(one.tile_points), lambda text: {"tile_points": parse_count(text)}),
    (
        "stones",
        lambda one: str(one.wishing_stones),
        lambda text: {"wishing_stones": parse_count(text)},
    ),
    (
        "seen",
        lambda one: format_cards(sort_cards(one.seen)),
        lambda text: {"seen": sort_cards(parse_cards(text))},
    ),
)
"""What everyone knows of a player: the key of each line, how it is written, and its fields."""
