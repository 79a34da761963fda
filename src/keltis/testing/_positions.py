"""Readable positions for tests."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from keltis._engine.cards import Card, Colour, Tile
from keltis._engine.moves import Phase
from keltis._engine.rules import KELTIS, Rules
from keltis._engine.setup import setup_game
from keltis._engine.state import GameState
from keltis._engine.validation import Stone
from keltis._lib.checks import as_int, as_seat
from keltis._lib.text import short_repr
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument, NotationError


@attrs.frozen(kw_only=True)
class Seat(Immutable):
    """What one player has in a `position`.

    Cards and stones are written like `R7`, with spaces between them.
    """

    hand: str = ""
    """Cards in hand; leftover cards fill the hand up."""
    laid: str = ""
    """Cards laid, those of a colour in their order."""
    at: str = ""
    """The stones of the figures. A path without `laid` cards gets leftover low cards."""
    bare: str = ""
    """The letters of paths that the figure entered without a card (P5)."""
    large: str = ""
    """The letter of the path that the large figure is on."""
    taken: str = ""
    """The stones from which this player took wishing stones."""
    seen: str = ""
    """Cards in hand that everyone has seen; do not repeat them in `hand`."""


def position(
    *seats: Seat,
    tiles: Mapping[str, Tile] | None = None,
    discards: str = "",
    pile: str = "",
    pile_size: int | None = None,
    to_move: int = 0,
    phase: Phase | None = None,
    may_decline: bool = False,
    barred: Colour | None = None,
    may_waste: bool | None = None,
    rules: Rules = KELTIS,
) -> GameState:
    """A valid position with everything that you name, and harmless defaults for the rest.

    `tiles` is by stone. `pile` has the top cards of the face-down pile, the very top last, and
    `pile_size` is its whole size; leftover cards go under the discard piles. Stones that figures
    have passed get clovers and numbers, not wishing stones.

    >>> from keltis.testing import Seat, position
    >>> state = position(Seat(hand="R5", laid="R3 R4"), Seat(at="R7"))
    >>> [player.rows for player in state.players]
    [(2, 0, 0, 0, 0), (7, 0, 0, 0, 0)]
    """
    if pile_size is not None:
        pile_size = as_int(pile_size, "pile_size", 0)
    rules.removed_with(len(seats))  # raises for a wrong number of seats
    to_move = as_seat(to_move, len(seats), "to_move")
    deck = _Deck(
        rules,
        " ".join([discards, pile, *(f"{seat.hand} {seat.seen} {seat.laid}" for seat in seats)]),
    )
    rows = [_rows(rules, seat) for seat in seats]
    columns = [_columns(seat, rows[number], deck) for number, seat in enumerate(seats)]
    short = to_move if phase in (Phase.ADVANCE, Phase.DRAW) else None
    if phase is Phase.OVER and any(row >= rules.goal_row for row in rows[to_move].values()):
        short = to_move
    hands = []
    for number, seat in enumerate(seats):
        hand = parse_card_list(f"{seat.hand} {seat.seen}")
        hands.append([*hand, *deck.take(rules.hand_size - (number == short) - len(hand))])
    piles: dict[Colour, list[Card]] = {colour: [] for colour in Colour}
    for card in parse_card_list(discards):
        piles[card.colour].append(card)
    removed = deck.take(rules.removed_with(len(seats)))
    top = parse_card_list(pile)
    below = deck.take(deck.left if pile_size is None else pile_size - len(top))
    for card in deck.take(deck.left):
        piles[card.colour].insert(0, card)
    return setup_game(
        hands=hands,
        tiles=_tiles(rules, {} if tiles is None else tiles, seats, rows),
        draw_pile=[*below, *top],
        removed=removed,
        discards=piles,
        columns=columns,
        rows=rows,
        large=[Colour.parse(seat.large) if seat.large else None for seat in seats],
        wishing_stones=[len(seat.taken.split()) for seat in seats],
        seen=[parse_card_list(seat.seen) for seat in seats],
        to_move=to_move,
        phase=phase,
        may_decline=may_decline,
        barred=barred,
        may_waste=may_waste,
        rules=rules,
    )


def parse_card_list(text: str) -> list[Card]:
    """Parse cards with spaces between them."""
    return [Card.parse(word) for word in text.split()]


_STONE: Final = re.compile("[RYPGB](0|[1-9][0-9]?)")


def parse_stones(text: str) -> list[Stone]:
    """Parse stones with spaces between them: the letter of the path and the row, as in `R7`.

    >>> parse_stones("R7 B10")
    [(Colour.RED, 7), (Colour.BLUE, 10)]
    """
    stones = []
    for word in text.split():
        if not _STONE.fullmatch(word):
            raise NotationError(f"expected a stone like R7, not {short_repr(word)}")
        stones.append((Colour.parse(word[0]), int(word[1:])))
    return stones


class _Deck:
    """The cards that the test does not name, lowest first."""

    def __init__(self, rules: Rules, named: str) -> None:
        self._cards = Counter(rules.deck)
        self._cards.subtract(parse_card_list(named))

    @property
    def left(self) -> int:
        return sum(count for count in self._cards.values() if count > 0)

    def take(self, count: int) -> list[Card]:
        """Remove the lowest cards and return them."""
        return self._remove(sorted(self._cards.elements())[: max(count, 0)])

    def take_column(self, colour: Colour, count: int) -> list[Card]:
        """Remove cards of a colour for an ascending column, and return them.

        They differ as far as possible, so that they fit under any rules.
        """
        cards = Counter(card for card in self._cards.elements() if card.colour is colour)
        different = sorted(cards)[:count]
        again = sorted((cards - Counter(different)).elements(), reverse=True)
        return self._remove(sorted([*different, *again][:count]))

    def _remove(self, cards: list[Card]) -> list[Card]:
        self._cards.subtract(cards)
        return cards


def _rows(rules: Rules, seat: Seat) -> dict[Colour, int]:
    laid = Counter(card.colour for card in parse_card_list(seat.laid))
    rows = {colour: min(laid[colour], rules.path_length) for colour in Colour}
    return rows | dict(parse_stones(seat.at))


def _columns(seat: Seat, rows: Mapping[Colour, int], deck: _Deck) -> dict[Colour, list[Card]]:
    laid = parse_card_list(seat.laid)
    columns = {colour: [card for card in laid if card.colour is colour] for colour in Colour}
    for colour in Colour:
        if not columns[colour] and colour.letter not in seat.bare:
            columns[colour] = deck.take_column(colour, rows[colour])
    return columns


def _tiles(
    rules: Rules,
    given: Mapping[str, Tile],
    seats: Iterable[Seat],
    rows: Iterable[Mapping[Colour, int]],
) -> dict[Colour, dict[int, Tile]]:
    tiles: dict[Stone, Tile] = {}
    for text, tile in given.items():
        stones = parse_stones(text)
        if len(stones) != 1:
            raise InvalidArgument(f"tiles must be by one stone each, not by {short_repr(text)}")
        tiles[stones[0]] = tile
    taken = {stone for seat in seats for stone in parse_stones(seat.taken)}
    for colour, row in (*tiles, *taken):
        if row not in rules.tile_rows[colour]:
            raise InvalidArgument(f"there is no tile on {colour.letter}{row} under these rules")
    reached = {colour: max(of_seat[colour] for of_seat in rows) for colour in Colour}
    left = list(rules.tiles)
    for tile in (*tiles.values(), *[Tile.WISHING_STONE] * len(taken)):
        if tile not in left:
            raise InvalidArgument(f"these rules have fewer tiles {tile.value!r}")
        left.remove(tile)
    # Stones that figures have passed come first: a wishing stone could not still be there.
    stones = [(colour, row) for colour in Colour for row in rules.tile_rows[colour]]
    free = [stone for stone in stones if stone not in tiles and stone not in taken]
    for colour, row in sorted(free, key=lambda stone: stone[1] > reached[stone[0]]):
        harmless = (place for place, tile in enumerate(left) if tile is not Tile.WISHING_STONE)
        place = next(harmless, None) if row <= reached[colour] else 0
        if place is None:
            raise InvalidArgument(
                "the figures have passed more stones than there are clovers and numbers: "
                "name wishing stones in `taken`"
            )
        tiles[colour, row] = left.pop(place)
    return {
        colour: {row: tile for (path, row), tile in tiles.items() if path is colour}
        for colour in Colour
    }
