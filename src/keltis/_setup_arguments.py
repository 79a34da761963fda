"""The arguments of `setup_game` and `setup_view`: cards, piles and tiles as values or as texts.

A value of a wrong type is refused at once. Words that are no cards are faults, so that all of them
are listed together.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from keltis._shared.text import quoted
from keltis.board import ByColour, Tile, Tiles, number_points
from keltis.cards import Card, Colour, compare_cards, sort_cards
from keltis.ending import EndReason, end_reason
from keltis.errors import InvalidArgument, InvalidState, NotationError
from keltis.moves import Phase
from keltis.players import PlayerState
from keltis.rules import Rules

T = TypeVar("T")

Cards: TypeAlias = Iterable[Card | str]
"""Cards or their texts, or one text such as `R1 R3 P7`."""
Piles: TypeAlias = Mapping[Colour, Cards] | Cards
"""Cards by colour, or all of them in one list: every card has its colour."""
TileArgument: TypeAlias = Mapping[Colour, Mapping[int, Tile]] | str
"""Tiles by colour and row, or one text with a word for each path, such as `..W.C1W.C`."""

_STONES: Final[Mapping[str, Tile | None]] = {
    ".": None,
    "W": Tile.WISHING_STONE,
    "C": Tile.CLOVER,
    "1": Tile.ONE,
    "2": Tile.TWO,
    "3": Tile.THREE,
}


def read_cards(name: str, items: Cards, faults: list[str]) -> tuple[Card, ...]:
    """Cards from values or texts."""
    words = items.split() if isinstance(items, str) else list(items)
    cards = []
    for word in () if words == ["-"] else words:
        try:
            cards.append(Card.parse(word[:10]) if isinstance(word, str) else word)
        except NotationError as error:
            faults.append(f"{name}: {error}")
    return tuple(cards)


def read_by_seat(name: str, given: Sequence[T] | None, default: Sequence[T]) -> tuple[T, ...]:
    """An entry for each seat, as the default has."""
    items = tuple(default if given is None else given)
    if len(items) != len(default):
        raise InvalidArgument(
            f"{name} must have one entry for each of the {len(default)} hands, not {len(items)}"
        )
    return items


def read_by_colour(name: str, given: Mapping[Colour, T], default: T) -> ByColour[T]:
    """An entry for each colour."""
    if unknown := given.keys() - set(Colour):
        raise InvalidArgument(f"{name} must be a mapping by Colour, not by {min(unknown)!r}")
    return tuple(given.get(colour, default) for colour in Colour)


def read_piles(name: str, given: Piles, faults: list[str]) -> ByColour[tuple[Card, ...]]:
    """The cards of each colour."""
    if isinstance(given, Mapping):
        return tuple(read_cards(name, cards, faults) for cards in read_by_colour(name, given, ()))
    cards = read_cards(name, given, faults)
    return tuple(tuple(card for card in cards if card.colour is colour) for colour in Colour)


def read_tiles(rules: Rules, tiles: TileArgument, faults: list[str]) -> Tiles:
    """The tiles on the board."""
    if isinstance(tiles, str):
        return _parse_tiles(rules, tiles, faults)
    paths = read_by_colour("tiles", tiles, {})
    rows = range(rules.path_length + 1)
    faults += [
        f"tiles: the {colour} path has no row {row}, only 1 to {rules.path_length}"
        for colour, path in zip(Colour, paths, strict=True)
        for row in path
        if row not in rows[1:]
    ]
    return tuple(tuple(map(path.get, rows)) for path in paths)


def _parse_tiles(rules: Rules, text: str, faults: list[str]) -> Tiles:
    paths = text.split()
    rows = rules.path_length
    if len(paths) != len(Colour):
        faults.append(f"tiles: expected the tiles of {len(Colour)} paths, not of {len(paths)}")
    expected = f"{rows} stones (each W, C, 1, 2, 3 or .)"
    faults += [
        f"tiles: expected {expected}, not {quoted(path)}"
        for path in paths
        if len(path) != rows or not set(path) <= _STONES.keys()
    ]
    if faults:
        return ((),) * len(Colour)
    return tuple((None, *(_STONES[letter] for letter in path)) for path in paths)


PlayerFields: TypeAlias = tuple[
    Sequence[Piles] | None,
    Sequence[Mapping[Colour, int]] | None,
    Sequence[Colour | None] | None,
    Sequence[int] | None,
    Sequence[int] | None,
    Sequence[Cards],
]
"""The columns, rows, large figures, tile points, wishing stones and seen cards of the players."""


def read_players(
    rules: Rules,
    board: Tiles,
    hands: Sequence[Cards | None],
    fields: PlayerFields,
    faults: list[str],
) -> list[PlayerState]:
    """The players with these hands; of an unknown hand, only the seen cards are there.

    Single fields that are wrong are faults.
    """
    columns, rows, large, tile_points, wishing_stones, seen = fields
    seats = len(hands)
    all_seen = [read_cards("seen", cards, faults) for cards in seen]
    all_columns = [
        read_piles("columns", piles, faults)
        for piles in read_by_seat("columns", columns, [{}] * seats)
    ]
    steps = [
        {
            colour: min(len(column), rules.path_length)
            for colour, column in zip(Colour, of_seat, strict=True)
        }
        for of_seat in all_columns
    ]
    all_rows = [read_by_colour("rows", of_seat, 0) for of_seat in read_by_seat("rows", rows, steps)]
    points = [number_points(board, of_seat) for of_seat in all_rows]
    players = []
    for seat, values in enumerate(
        zip(
            [
                sort_cards(held if hand is None else read_cards("hands", hand, faults))
                for hand, held in zip(hands, all_seen, strict=True)
            ],
            all_columns,
            all_rows,
            read_by_seat("large", large, [None] * seats),
            read_by_seat("tile_points", tile_points, points),
            read_by_seat("wishing_stones", wishing_stones, [0] * seats),
            all_seen,
            strict=True,
        )
    ):
        try:
            players.append(PlayerState(*values))
        except InvalidState as error:
            faults += [f"seat {seat}: {fault}" for fault in error.faults]
    return players


def missing_cards(
    rules: Rules, players: Sequence[PlayerState], piles: Sequence[Sequence[Card]]
) -> tuple[Card, ...]:
    """The cards of the deck that are neither with the players nor in the piles."""
    with_players = [pile for player in players for pile in (player.hand, *player.columns)]
    missing, _ = compare_cards(rules.deck, [*with_players, *piles])
    return missing


def default_phase(rules: Rules, players: Sequence[PlayerState], pile_size: int) -> Phase:
    """The phase before a turn, or that after the end."""
    return Phase.PLAY if end_reason(rules, players, pile_size) is None else Phase.OVER


def seat_one_short(
    rules: Rules, players: Sequence[PlayerState], phase: Phase | None, to_move: int
) -> int | None:
    """The seat that has played a card and not drawn one, if there is one."""
    ended = end_reason(rules, players, 1) is EndReason.FIFTH_FIGURE
    return to_move if phase in (Phase.ADVANCE, Phase.DRAW) or ended else None


def take_cards(deck: list[Card], count: int) -> tuple[Card, ...]:
    """Take a number of cards off the beginning of the deck."""
    taken = tuple(deck[: max(0, count)])
    del deck[: len(taken)]
    return taken
