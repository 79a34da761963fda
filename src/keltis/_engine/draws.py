"""Chance as an interface: which card or tile can come next, and the position after it.

A program that searches or solves a game often wants chance as a separate decision, with known
probabilities. The cards of the face-down pile and those that left the game unseen are one pool:
no player can tell in which of the two a card is, so a removed card is one that is never drawn.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final, Protocol, TypeVar, final

import attrs

from keltis._engine.cards import (
    ALL_CARDS,
    Card,
    Tile,
    compare_cards,
    count_cards,
    insert_card,
    remove_card,
    sort_cards,
)
from keltis._engine.rules import KELTIS, Rules
from keltis._engine.setup import start_state
from keltis._engine.state import GameState
from keltis._engine.view import Position, hidden_cards
from keltis._lib.chance import shuffle
from keltis._lib.checks import as_seat, plain_int
from keltis._lib.text import short_repr
from keltis._lib.values import Immutable, successor
from keltis.errors import InvalidArgument

T = TypeVar("T")


class _PoolSuccessor(Protocol):
    def __call__(
        self, state: GameState, /, *, draw_pile: tuple[Card, ...], removed: tuple[Card, ...]
    ) -> GameState: ...


_with_pool: Final[_PoolSuccessor] = successor(GameState, "draw_pile", "removed")


def draw_counts(position: Position) -> dict[Card, int]:
    """How many of each card can be the next one from the face-down pile, in the order of cards.

    A count, divided by the sum of all counts, is the probability that this card is on top. Of a
    state, the counts are those of the face-down pile and the removed cards together: all hands are
    known. Of a view, they are those of all cards whose place the viewer does not know, as any of
    them can be on top. An empty pile has no next card, so the result is empty.

    >>> import keltis
    >>> state = keltis.new_game(2, seed=1)
    >>> counts = keltis.draw_counts(state)
    >>> sum(counts.values()), counts[keltis.Card.parse("R7")]
    (94, 2)
    >>> sum(keltis.draw_counts(keltis.observe(state, 0)).values())
    102
    """
    counts = count_cards(_pool(position))
    return {card: count for card, count in zip(ALL_CARDS, counts, strict=True) if count}


def _pool(position: Position) -> list[tuple[Card, ...]]:
    """The pool that the next card is drawn from, uniformly."""
    if isinstance(position, GameState):
        return [position.draw_pile, position.removed] if position.draw_pile else []
    return [hidden_cards(position)] if position.draw_pile_size else []


def with_top(state: GameState, card: Card, rng: random.Random | None = None) -> GameState:
    """The same position with this card on top of the face-down pile.

    The card changes places with the one that was on top: it comes from the pile, or from the
    removed cards. No player can tell the difference, as these cards are hidden from all. A card
    that is in neither raises `InvalidArgument`.

    If every draw goes through `with_top`, the order of the rest does not matter. If the rest is
    drawn in its own order afterwards, pass an `rng`: it chooses which one of equal cards changes
    places, so that every order of the rest stays as likely as any other.

    >>> import keltis
    >>> state = keltis.new_game(2, seed=1)
    >>> keltis.with_top(state, keltis.Card.parse("R7")).draw_pile[-1]
    <R7>
    """
    pile, removed = state.draw_pile, state.removed
    if not pile:
        raise InvalidArgument("the face-down pile is empty, so no card can be on top of it")
    place = _place_of(card, pile, removed, rng)
    if place == len(pile) - 1:
        return state
    changed, top = list(pile), pile[-1]
    changed[-1] = card
    if place is None:
        removed = insert_card(remove_card(removed, card), top)
    else:
        changed[place] = top
    return _with_pool(state, draw_pile=tuple(changed), removed=removed)


def _place_of(
    card: Card, pile: Sequence[Card], removed: Iterable[Card], rng: random.Random | None
) -> int | None:
    """The place in the pile to take a card from, or None to take it from the removed cards."""
    # Places in the pile from the top down, then None for each removed card.
    places: list[int | None] = [
        place for place in range(len(pile) - 1, -1, -1) if pile[place] is card
    ]
    places += [None for other in removed if other is card]
    if not places:
        raise InvalidArgument(
            f"{card} cannot be on top of the pile: it is neither in the pile nor removed"
        )
    return places[0 if rng is None else int(rng.random() * len(places))]


@final
@attrs.frozen
class Deal(Immutable):
    """The deal of a new game, step by step: first the tiles, then the hands.

    The tiles are laid path by path, row by row; then the hand of seat 0 is dealt card by card, that
    of seat 1, and so on. `counts` has what can come next and `with_next` takes one of these; when
    nothing is left to deal, `is_complete` is true. The face-down pile and the removed cards are the
    rest of the deck. `state` shuffles it, and deals at random what is still missing.

    >>> import random
    >>> import keltis
    >>> deal = keltis.Deal(players=2)
    >>> deal.counts()
    {Tile.WISHING_STONE: 9, Tile.CLOVER: 9, Tile.ONE: 2, Tile.TWO: 3, Tile.THREE: 2}
    >>> deal = deal.with_next(keltis.Tile.CLOVER)
    >>> deal.counts()[keltis.Tile.CLOVER]
    8
    >>> keltis.legal_moves(deal.state(random.Random(1))) != ()
    True
    """

    players: int = attrs.field(converter=plain_int)
    rules: Rules = KELTIS
    first_player: int = attrs.field(default=0, converter=plain_int, kw_only=True)
    tiles: tuple[Tile, ...] = attrs.field(default=(), kw_only=True)
    """The tiles laid so far."""
    cards: tuple[Card, ...] = attrs.field(default=(), kw_only=True)
    """The cards dealt so far."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise InvalidArgument(f"rules must be Rules, not {short_repr(self.rules)}")
        self.rules.removed_with(self.players)  # raises for a number that cannot play
        as_seat(self.first_player, self.players, "first_player")
        _require_part("tiles", self.tiles, Tile, self.rules.tiles)
        _require_part("cards", self.cards, Card, self.rules.deck)
        if len(self.cards) > self._hand_cards:
            raise InvalidArgument(f"the hands take {self._hand_cards} cards, not {len(self.cards)}")
        if self.cards and len(self.tiles) < len(self.rules.tiles):
            raise InvalidArgument("all tiles must be laid before the first card is dealt")

    @property
    def _hand_cards(self) -> int:
        return self.players * self.rules.hand_size

    @property
    def is_complete(self) -> bool:
        """Whether all tiles are laid and all hands are dealt."""
        return len(self.tiles) == len(self.rules.tiles) and len(self.cards) == self._hand_cards

    def counts(self) -> dict[Tile | Card, int]:
        """How many of each tile, or of each card, can be the next one; empty at the end.

        A count, divided by the sum of all counts, is the probability of this tile or card.
        """
        if self.is_complete:
            return {}
        if len(self.tiles) < len(self.rules.tiles):
            return dict(Counter(self._tiles_left()))
        return dict(Counter(self._cards_left()))

    def with_next(self, item: Tile | Card) -> "Deal":
        """The deal after this tile or card. `InvalidArgument` if it cannot be the next."""
        if item not in self.counts():
            raise InvalidArgument(f"{short_repr(item)} cannot be the next in this deal")
        if isinstance(item, Tile):
            return attrs.evolve(self, tiles=(*self.tiles, item))
        return attrs.evolve(self, cards=(*self.cards, item))

    def state(self, rng: random.Random) -> GameState:
        """The new game after this deal, with the rest of the deck in random order.

        What is not dealt yet is dealt at random, so that every deal is as likely as it should be.
        """
        tiles = (*self.tiles, *shuffle(self._tiles_left(), rng))
        deck = iter([*self.cards, *shuffle(self._cards_left(), rng)])
        size = self.rules.hand_size
        hands = [sort_cards(islice(deck, size)) for _ in range(self.players)]
        removed = sort_cards(islice(deck, self.rules.removed_with(self.players)))
        return start_state(
            self.rules,
            tiles,
            hands,
            draw_pile=tuple(deck),
            removed=removed,
            first_player=self.first_player,
        )

    def _tiles_left(self) -> list[Tile]:
        left = list(self.rules.tiles)
        for tile in self.tiles:
            left.remove(tile)
        return left

    def _cards_left(self) -> tuple[Card, ...]:
        left, _ = compare_cards(self.rules.deck, [self.cards])
        return left


def _require_part(name: str, items: tuple[T, ...], kind: type[T], whole: tuple[T, ...]) -> None:
    """Raise `InvalidArgument` unless this is a tuple of some tiles or cards of the rules."""
    if not isinstance(items, tuple) or not all(isinstance(item, kind) for item in items):
        raise InvalidArgument(f"{name} must be a tuple of {kind.__name__}, not {short_repr(items)}")
    if not Counter(items) <= Counter(whole):
        raise InvalidArgument(f"the rules do not have all of these {name}: {short_repr(items)}")
