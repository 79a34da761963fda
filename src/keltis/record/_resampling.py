"""Whole games that one viewer cannot tell from the one that was played.

What the viewer does not know is the order of the hidden cards at the start. Every order is as
likely as any other, as long as the same moves were possible: whoever plays a card must have it.
Going backwards through the game, the hidden cards of a hand are known when it ends, every card
played joins them, and every draw from the face-down pile takes one of them away: the one that was
drawn then. Each of them is as likely as any other, with one exception. If a player plays a card and
still holds equal ones, it makes no difference which of them is played. Such a history would be
counted once for each of them, so it has to count less.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from keltis._shared.chance import require_rng, shuffle
from keltis.cards import Card, compare_cards, remove_card, sort_cards
from keltis.errors import RecordError
from keltis.moves import Discard, Draw, Lay
from keltis.record._record import GameRecord, RecordView, require_record_view
from keltis.view import complete_state, hidden_cards

_Equals: TypeAlias = tuple[Card, ...]
"""The hidden cards of a hand, sorted, of which the player has played an equal one before."""


def resample_record(view: RecordView, rng: random.Random) -> GameRecord:
    """A whole game drawn evenly from those that the viewer cannot tell from the one played.

    So `resample_record(view, rng).observe(view.viewer) == view`: the moves are the same, and so is
    all that the viewer has seen. Evenly means that every order of the hidden cards at the start is
    as likely as any other with which these moves were possible. The time grows with the length of
    the game, not faster. The record has no seed.

    >>> import random
    >>> from keltis import GameRecord, legal_moves
    >>> from keltis.record import resample_record
    >>> record = GameRecord.seeded(2, seed=7)
    >>> for _ in range(20):
    ...     record = record.append(legal_moves(record.final)[0])
    ...
    >>> other = resample_record(record.observe(0), random.Random(1))
    >>> other == record, other.observe(0) == record.observe(0)
    (False, True)
    """
    require_record_view(view)
    require_rng(rng)
    story = _Story(view)
    order = _hidden_order(story, *story.sample_end(rng), rng)
    return GameRecord(
        complete_state(view.start, order),
        tuple(observed.move for observed in view.moves),
        view.names,
    )


class _Story:
    """What the viewer knows of the hidden cards of a game."""

    def __init__(self, view: RecordView) -> None:
        start = view.start
        seats = range(len(start.players))
        self.hands = [
            _HiddenHand(player.hand_size - len(player.seen)) if seat != view.viewer else None
            for seat, player in enumerate(start.players)
        ]
        self.draws: list[tuple[int, Card | None]] = []
        """The seat of every draw from the face-down pile, and the card if the viewer knows it."""
        self.removed_size = start.removed_size
        seen = [start.players[seat].seen for seat in seats]
        placed: list[Card] = []
        for observed in view.moves:
            seat, move, hand = observed.seat, observed.move, self.hands[observed.seat]
            drawn = () if observed.drawn is None else (observed.drawn,)
            if type(move) is Draw:
                if move.source is not None:
                    seen[seat] += drawn
                    continue
                self.draws.append((seat, observed.drawn))
                if hand is None:
                    placed += drawn
                else:
                    hand.draw()
            elif type(move) is Discard or type(move) is Lay:
                rest = remove_card(seen[seat], move.card)
                if rest is seen[seat] and hand is not None:
                    hand.play(move.card)
                    placed.append(move.card)
                seen[seat] = rest
        self.pile_left = start.draw_pile_size - len(self.draws)
        self.rest, surplus = compare_cards(hidden_cards(start), [placed])
        sizes = [hand.size for hand in self.hands if hand is not None]
        if surplus or self.pile_left < 0 or min(sizes, default=0) < 0:
            raise RecordError("moves", "no game has this start and these moves")

    def sample_end(self, rng: random.Random) -> tuple[list[Card], list[list[Card]]]:
        """The pile and the removed cards at the end, and by seat the hidden cards of the hands."""
        while True:
            rest = iter(shuffle(self.rest, rng))
            pool = list(islice(rest, self.pile_left + self.removed_size))
            ends = [list(islice(rest, hand.size if hand else 0)) for hand in self.hands]
            share = 1.0
            for hand, end in zip(self.hands, ends, strict=True):
                if hand is not None:
                    share *= hand.relative_weight(end)
            if share == 1.0 or rng.random() < share:
                return pool, ends


def _hidden_order(
    story: _Story, pool: list[Card], ends: list[list[Card]], rng: random.Random
) -> list[Card]:
    """The hidden cards at the start, in the order of `complete_state`."""
    starts: list[Card] = []
    drawn: list[Iterator[Card]] = []
    for hand, end in zip(story.hands, ends, strict=True):
        first, cards = ([], []) if hand is None else hand.sample(end, rng)
        starts += first
        drawn.append(iter(cards))
    top = [next(drawn[seat]) if card is None else card for seat, card in story.draws]
    pile, removed = pool[: story.pile_left], pool[story.pile_left :]
    return [*pile, *reversed(top), *removed, *starts]


class _HiddenHand:
    """The hidden cards of one hand through a game: what was drawn unseen, and played unseen."""

    def __init__(self, size: int) -> None:
        self.size = size
        """The number of hidden cards now."""
        self._events: list[tuple[Card | None, int]] = []
        """A card that was played, or None for a draw, and the number of cards after it."""
        self._first_play: dict[Card, int] = {}
        """The number of the first event in which a card was played."""
        self._weights: list[dict[_Equals, float]] = [{(): 1.0}]
        """By the number of events, the weight of all histories until then that end like this.

        It is the mean, over all choices of what was drawn when, of 1 divided by the number of
        equal cards in hand, multiplied over all cards played.
        """

    def draw(self) -> None:
        self.size += 1
        self._add(None)

    def play(self, card: Card) -> None:
        self.size -= 1
        self._first_play.setdefault(card, len(self._events))
        self._add(card)

    def _add(self, card: Card | None) -> None:
        self._events.append((card, self.size))
        self._weights.append({})

    def _was_played(self, card: Card, events: int) -> bool:
        """Whether an equal card was played in the first of the events."""
        return self._first_play.get(card, events) < events

    def _equals(self, cards: Sequence[Card], events: int) -> _Equals:
        return sort_cards(card for card in cards if self._was_played(card, events))

    def relative_weight(self, end: Sequence[Card]) -> float:
        """The weight of the histories that end with these cards; at most 1, with no equal cards."""
        last = len(self._events)
        equals = self._equals(end, last)
        if not equals:
            return 1.0
        return self._weight(last, equals) / self._weight(last, ())

    def _weight(self, events: int, equals: _Equals) -> float:
        """The weight after some events: backwards for what is needed, then forwards."""
        needed = [{equals} - self._weights[events].keys()]
        for number in range(events, 0, -1):
            before = {
                earlier for later in needed[-1] for _, _, earlier in self._steps(number, later)
            }
            needed.append(before - self._weights[number - 1].keys())
        for number, missing in zip(range(1, events + 1), reversed(needed[:-1]), strict=True):
            known = self._weights[number - 1]
            for later in missing:
                self._weights[number][later] = sum(
                    share * known[earlier] for share, _, earlier in self._steps(number, later)
                )
        return self._weights[events][equals]

    def _steps(self, number: int, equals: _Equals) -> Iterator[tuple[float, Card | None, _Equals]]:
        """What can have been before an event: its share, the card drawn, and the equal cards.

        A card drawn of None is any of those that are not among the equal cards.
        """
        played, size = self._events[number - 1]
        if played is not None:
            kept = equals.count(played)
            earlier = sort_cards((*equals, played))
            if not self._was_played(played, number - 1):
                earlier = tuple(card for card in equals if card is not played)
            yield 1 / (kept + 1), None, earlier
            return
        if len(equals) < size:
            yield (size - len(equals)) / size, None, equals
        for card in dict.fromkeys(equals):
            yield equals.count(card) / size, card, remove_card(equals, card)

    def sample(self, end: list[Card], rng: random.Random) -> tuple[list[Card], list[Card]]:
        """The hidden cards at the start, and the cards drawn, in order."""
        last = len(self._events)
        hand = list(end)
        drawn = []
        self._weight(last, self._equals(hand, last))
        for number in range(last, 0, -1):
            played, _ = self._events[number - 1]
            if played is not None:
                hand.append(played)
                continue
            equals = self._equals(hand, number)
            known = self._weights[number - 1]
            steps = [(share * known[e], card) for share, card, e in self._steps(number, equals)]
            card = _choose(steps, rng)
            if card is None:
                others = [other for other in hand if not self._was_played(other, number)]
                card = others[int(rng.random() * len(others))]
            hand.remove(card)
            drawn.append(card)
        return hand, drawn[::-1]


def _choose(weighted: Sequence[tuple[float, Card | None]], rng: random.Random) -> Card | None:
    """One of the items, with a probability in proportion to its weight."""
    left = rng.random() * sum(weight for weight, _ in weighted)
    for weight, item in weighted[:-1]:
        left -= weight
        if left < 0:
            return item
    return weighted[-1][1]
