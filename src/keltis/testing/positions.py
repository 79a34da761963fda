"""Positions for tests, written so that they can be read."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.board import Tile
from keltis.cards import Card, Colour
from keltis.errors import InvalidArgument, NotationError
from keltis.moves import Phase
from keltis.rules import KELTIS, Rules
from keltis.setup import setup_game
from keltis.state import GameState
from keltis.validation import Stone


@attrs.frozen(kw_only=True)
class Seat(Immutable):
    """What one player has in a `position`. Cards and stones are written like `R7`, with spaces between them."""

    hand: str = ""
    """Cards in hand; others that are left over fill it up."""
    laid: str = ""
    """Cards laid, each colour in its order."""
    at: str = ""
    """The stones that the figures are on. If no cards of the colour are given as laid, low ones that are left over are."""
    bare: str = ""
    """The letters of paths whose figure came on to them without a card (P5)."""
    large: str = ""
    """The letter of the path that the large figure is on."""
    taken: str = ""
    """The stones that this player has taken wishing stones from."""
    seen: str = ""
    """Cards in hand that everyone has seen; they need not be given in `hand` again."""


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
    rules: Rules = KELTIS,
) -> GameState:
    """A possible position that has what you name, and something harmless where you name nothing.

    `tiles` is by stone, `pile` the top of the face-down pile with its top last, `pile_size` its
    whole size (the cards that are then over go under the discard piles). Stones that figures have
    passed get clovers and numbers, not wishing stones.

    >>> state = position(Seat(hand="R5", laid="R3 R4"), Seat(at="R7"))
    >>> [player.rows for player in state.players]
    [(2, 0, 0, 0, 0), (7, 0, 0, 0, 0)]
    """
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
        tiles=_tiles(rules, tiles or {}, seats, rows),
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
        rules=rules,
    )


def parse_card_list(text: str) -> list[Card]:
    """Cards with spaces between them."""
    return [Card.parse(word) for word in text.split()]


_STONE: Final = re.compile("[RYPGB](0|[1-9][0-9]?)")


def parse_stones(text: str) -> list[Stone]:
    """Stones with spaces between them: the colour's letter and the row, as in `R7`.

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
    """The cards that nothing has been said about, lowest first."""

    def __init__(self, rules: Rules, spoken_for: str) -> None:
        self._cards = Counter(rules.deck)
        self._cards.subtract(parse_card_list(spoken_for))

    @property
    def left(self) -> int:
        return sum(count for count in self._cards.values() if count > 0)

    def take(self, count: int) -> list[Card]:
        """Take so many cards."""
        return self._taken(sorted(self._cards.elements())[: max(count, 0)])

    def take_column(self, colour: Colour, count: int) -> list[Card]:
        """Take so many cards of a colour, upwards, different ones as far as possible, so that they fit under any rules."""
        cards = Counter(card for card in self._cards.elements() if card.colour is colour)
        different = sorted(cards)[:count]
        again = sorted((cards - Counter(different)).elements(), reverse=True)[
            : count - len(different)
        ]
        return self._taken(sorted([*different, *again]))

    def _taken(self, cards: list[Card]) -> list[Card]:
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
        (stone,) = parse_stones(text)
        if stone not in _stones(rules):
            raise InvalidArgument(f"there can be no tile on {text}")
        tiles[stone] = tile
    taken = {stone for seat in seats for stone in parse_stones(seat.taken)}
    reached = {colour: max(of_seat[colour] for of_seat in rows) for colour in Colour}
    left = list(rules.tiles)
    for tile in (*tiles.values(), *[Tile.WISHING_STONE] * len(taken)):
        if tile not in left:
            raise InvalidArgument(f"the rules have no more tiles {tile.value!r}")
        left.remove(tile)
    # The stones that have been passed first: for them the tiles at the end of the list, which are
    # not wishing stones.
    free = [stone for stone in _stones(rules) if stone not in tiles and stone not in taken]
    for colour, row in sorted(free, key=lambda stone: stone[1] > reached[stone[0]]):
        tiles[colour, row] = left.pop(_harmless(left) if row <= reached[colour] else 0)
    return {
        colour: {row: tile for (path, row), tile in tiles.items() if path is colour}
        for colour in Colour
    }


def _stones(rules: Rules) -> Iterator[Stone]:
    for colour in Colour:
        for row in rules.tile_rows[colour]:
            yield colour, row


def _harmless(tiles: list[Tile]) -> int:
    """The place of a tile that stays where it is."""
    for place, tile in enumerate(tiles):
        if tile is not Tile.WISHING_STONE:
            return place
    raise InvalidArgument(
        "the figures have passed more stones than there are clovers and numbers: say which were `taken`"
    )
