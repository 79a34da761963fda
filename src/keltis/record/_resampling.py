"""Whole games that one viewer cannot tell from the one that was played.

What the viewer does not know is the order of the hidden cards at the start. Every order is as
likely as any other, as long as the same moves were possible: whoever plays a card must have it.
Going backwards through the game, the hidden cards of a hand are known when it ends, every card
played joins them, and every draw from the face-down pile takes one of them away: the one that was
drawn then. Each of them is as likely as any other, with one exception. If a player plays a card and
still holds equal ones, it makes no difference which of them is played. Such a history would be
counted once for each of them, so it has to count less.

How much less is computed, for all histories at once, as long as there are few equal cards. With
more copies of each card the table would take gigabytes. Then a history is drawn as if equal cards
were different, and kept with the probability that it has to count.
"""

import math
import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Final, TypeAlias, final

from keltis._engine.cards import ALL_CARDS, Card, compare_cards, remove_card
from keltis._engine.moves import Discard, Draw, Lay
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, complete_state, hidden_cards, observe
from keltis._lib.chance import shuffle
from keltis.errors import RecordError
from keltis.record._record import GameRecord, RecordView

_Equals: TypeAlias = tuple[int, ...]
"""The hidden cards of a hand, sorted, of which the player has played an equal one before.

Cards are numbers here, the places of `ALL_CARDS`: they are hashed in a fraction of the time."""
_Step: TypeAlias = tuple[float, int | None, _Equals]
"""What can have been before an event: its weight, the card drawn, and the equal cards.

A card drawn of None is any of those that are not among the equal cards."""
_Node: TypeAlias = tuple[float, tuple[_Step, ...]]
"""The weight of all histories that lead to some equal cards, and the last steps of these."""

_NEVER: Final = 1 << 32
"""More events than a game can have."""
_MAX_NODES: Final = 100_000
"""The most nodes of one hand that a sampler keeps: some 50 megabytes."""
_MAX_TABLE: Final = 4_000
"""The most nodes for a hand that ends without equal cards: some 2,000 with two copies of a card."""
_MAX_ATTEMPTS: Final = 100_000
"""The most histories to try for a game: some seconds."""


@final
class RecordSampler:
    """Draws whole games that a viewer cannot tell from the one played.

    A sampler computes its tables when it first needs them, and keeps them. To draw many games from
    one view, as a search does, make one sampler and call it often.

    >>> import random
    >>> from keltis import GameRecord, legal_moves
    >>> from keltis.record import RecordSampler
    >>> record = GameRecord.seeded(2, seed=7)
    >>> for _ in range(20):
    ...     record = record.append(legal_moves(record.final)[0])
    ...
    >>> view = record.observe(0)
    >>> sampler = RecordSampler(view)
    >>> rng = random.Random(1)
    >>> games = [sampler.sample(rng) for _ in range(10)]
    >>> all(game.observe(0) == sampler.view for game in games), len(set(games))
    (True, 10)
    """

    def __init__(self, view: RecordView) -> None:
        """Prepare to draw games; `RecordError` if no game has this start and these moves."""
        start = view.start
        self._view = view
        self._moves = tuple(observed.move for observed in view.moves)
        self._final: PlayerView | None = None
        self._draws: list[tuple[int, Card | None]] = []
        """The seat of every draw from the face-down pile, and the card if the viewer knows it."""
        seen = [player.seen for player in start.players]
        events: list[list[Card | None]] = [[] for _ in start.players]
        placed: list[Card] = []
        for observed in view.moves:
            seat, move = observed.seat, observed.move
            drawn = () if observed.drawn is None else (observed.drawn,)
            if type(move) is Draw:
                if move.source is not None:
                    seen[seat] += drawn
                    continue
                self._draws.append((seat, observed.drawn))
                events[seat].append(None)
                if seat == view.viewer:
                    placed += drawn
            elif type(move) is Discard or type(move) is Lay:
                rest = remove_card(seen[seat], move.card)
                if rest is seen[seat] and seat != view.viewer:
                    events[seat].append(move.card)
                    placed.append(move.card)
                seen[seat] = rest
        self._hands = [
            _HiddenHand(player.hand_size - len(player.seen), events[seat])
            if seat != view.viewer
            else None
            for seat, player in enumerate(start.players)
        ]
        self._pile_left = start.draw_pile_size - len(self._draws)
        self._rest, surplus = compare_cards(hidden_cards(start), [placed])
        sizes = [size for hand in self._hands if hand is not None for size in hand.sizes]
        if surplus or self._pile_left < 0 or min(sizes, default=0) < 0:
            raise RecordError("moves", "no game has this start and these moves")

    @property
    def view(self) -> RecordView:
        """What the viewer knows of the game."""
        return self._view

    def sample(self, rng: random.Random) -> GameRecord:
        """A whole game drawn evenly from those that the viewer cannot tell from the one played.

        So `sample(rng).observe(view.viewer) == view`: the moves are the same, and so is all that
        the viewer has seen. Evenly means that every order of the hidden cards at the start is as
        likely as any other with which these moves were possible. The record has no seed.
        """
        pool, ends = self._sample_end(rng)
        starts: list[Card] = []
        drawn: list[Iterator[Card]] = []
        for hand, end in zip(self._hands, ends, strict=True):
            first, cards = ([], []) if hand is None else hand.sample(end, rng)
            starts += first
            drawn.append(iter(cards))
        top = [next(drawn[seat]) if card is None else card for seat, card in self._draws]
        pile, removed = pool[: self._pile_left], pool[self._pile_left :]
        start = complete_state(self._view.start, [*pile, *reversed(top), *removed, *starts])
        return GameRecord(start, self._moves, self._view.names)

    def sample_state(self, rng: random.Random) -> GameState:
        """The last position of such a game, in a fraction of the time.

        With the same chance it is the final state of the game that `sample` draws.

        >>> import random
        >>> from keltis import GameRecord
        >>> from keltis.record import RecordSampler
        >>> sampler = RecordSampler(GameRecord.seeded(2, seed=7).observe(0))
        >>> sampler.sample_state(random.Random(1)) == sampler.sample(random.Random(1)).final
        True
        """
        if self._final is None:  # all these games look the same to the viewer
            self._final = observe(self.sample(random.Random(0)).final, self._view.viewer)
        pool, ends = self._sample_end(rng)
        return complete_state(self._final, [*pool, *(card for end in ends for card in end)])

    def _sample_end(self, rng: random.Random) -> tuple[list[Card], list[list[Card]]]:
        """The pile and the removed cards at the end, and by seat the hidden cards of the hands."""
        for _ in range(_MAX_ATTEMPTS):
            rest = iter(shuffle(self._rest, rng))
            pool = list(islice(rest, self._pile_left + self._view.start.removed_size))
            ends = [list(islice(rest, hand.sizes[-1] if hand else 0)) for hand in self._hands]
            share = 1.0
            for hand, end in zip(self._hands, ends, strict=True):
                if hand is not None:
                    share *= hand.relative_weight(end, rng)
            if share == 1.0 or rng.random() < share:
                return pool, ends
        raise _too_many_histories()


def resample_record(view: RecordView, rng: random.Random) -> GameRecord:
    """A whole game drawn evenly from those that the viewer cannot tell from the one played.

    It is `RecordSampler(view).sample(rng)`. To draw many games from one view, keep the sampler.
    The time grows with the length of the game, not faster, as long as few cards are equal. With
    many copies of few cards, it grows exponentially with the cards played while an equal one was in
    the hand; after 100,000 attempts this is a `RecordError`.

    >>> import random
    >>> from keltis.bots import play_match
    >>> from keltis.record import resample_record
    >>> record = play_match(["greedy", "greedy"], seed=7)
    >>> other = resample_record(record.observe(0), random.Random(1))
    >>> other == record, other.observe(0) == record.observe(0)
    (False, True)
    """
    return RecordSampler(view).sample(rng)


def _too_many_histories() -> RecordError:
    reason = f"no game was found in {_MAX_ATTEMPTS} attempts, as too many cards are equal"
    return RecordError("moves", f"{reason}: use determinize, which needs no history")


class _HiddenHand:
    """The hidden cards of one hand through a game: what was drawn unseen, and played unseen."""

    def __init__(self, size: int, events: Sequence[Card | None]) -> None:
        self.sizes = [size]
        """The number of hidden cards at the start and after every event."""
        self._played = [None if card is None else card.index for card in events]
        """By event, the card that was played, or None for a draw."""
        self._first_play = [_NEVER] * len(ALL_CARDS)
        """By card, the number of the first event in which it was played."""
        for number, card in enumerate(self._played):
            self.sizes.append(self.sizes[-1] + (1 if card is None else -1))
            if card is not None:
                self._first_play[card] = min(self._first_play[card], number)
        self._nodes: list[dict[_Equals, _Node]] = []
        """By the number of events, what is known of the histories until then.

        The weight of a history is the mean, over all choices of what was drawn when, of 1 divided
        by the number of equal cards in hand, multiplied over all cards played.
        """
        self._node_count = 0
        self._forget()

    def _forget(self) -> None:
        self._nodes = [{} for _ in self.sizes]
        self._nodes[0][()] = 1.0, ()
        self._node_count = 1

    @cached_property
    def _has_table(self) -> bool:
        """Whether the weights are computed: without equal cards at the end, they take few nodes."""
        return self._weight((), most=_MAX_TABLE) > 0

    def relative_weight(self, end: Sequence[Card], rng: random.Random) -> float:
        """The weight of the histories that end with these cards, in proportion to other cards.

        Without a table it is 1 with a probability in this proportion, and else 0.
        """
        if not self._has_table:
            return 0.0 if self._attempt(end, rng) is None else 1.0
        equals = self._equals(end)
        if not equals:
            return 1.0
        if self._node_count > _MAX_NODES:
            self._forget()
        return self._weight(equals) / self._weight(())

    def sample(self, end: Sequence[Card], rng: random.Random) -> tuple[list[Card], list[Card]]:
        """The hidden cards at the start, and the cards drawn, in order."""
        if not self._has_table:
            attempts = (self._attempt(end, rng) for _ in range(_MAX_ATTEMPTS))
            found = next((history for history in attempts if history is not None), None)
            if found is None:
                raise _too_many_histories()
            return found
        equals = self._equals(end)
        self._weight(equals)
        hand = [card.index for card in end]
        drawn: list[Card] = []
        for number in range(len(self._played), 0, -1):
            weight, steps = self._nodes[number][equals]
            played = self._played[number - 1]
            if played is not None:
                hand.append(played)
                ((_, _, equals),) = steps
                continue
            card, equals = _choose(steps, weight, rng)
            if card is None:
                others = [other for other in hand if self._first_play[other] >= number]
                card = others[int(rng.random() * len(others))]
            hand.remove(card)
            drawn.append(ALL_CARDS[card])
        return [ALL_CARDS[card] for card in hand], drawn[::-1]

    def _attempt(
        self, end: Sequence[Card], rng: random.Random
    ) -> tuple[list[Card], list[Card]] | None:
        """A history as if equal cards were different, or None if it is one of those left out."""
        hand = [card.index for card in end]
        drawn: list[Card] = []
        for played in reversed(self._played):
            if played is None:
                drawn.append(ALL_CARDS[hand.pop(int(rng.random() * len(hand)))])
                continue
            hand.append(played)
            equal = hand.count(played)
            if equal > 1 and rng.random() * equal >= 1:
                return None
        return [ALL_CARDS[card] for card in hand], drawn[::-1]

    def _equals(self, end: Sequence[Card]) -> _Equals:
        cards = [card.index for card in end if self._first_play[card.index] < _NEVER]
        return tuple(sorted(cards))

    def _weight(self, equals: _Equals, most: float = math.inf) -> float:
        """The weight of all histories with these equal cards at the end.

        Backwards for what is not known yet, then forwards to compute it. It is 0 if that takes more
        than `most` nodes.
        """
        number = len(self._played)
        missing = {equals} - self._nodes[number].keys()
        levels: list[list[tuple[_Equals, list[_Step]]]] = []
        while missing:
            levels.append([(later, list(self._steps(number, later))) for later in missing])
            number -= 1
            most -= len(missing)
            if most < 0:
                return 0.0
            earlier = {before for _, steps in levels[-1] for _, _, before in steps}
            missing = earlier - self._nodes[number].keys()
        for level in reversed(levels):
            known = self._nodes[number]
            number += 1
            for later, steps in level:
                weighted = tuple([(share * known[e][0], card, e) for share, card, e in steps])
                self._nodes[number][later] = sum([weight for weight, _, _ in weighted]), weighted
            self._node_count += len(level)
        return self._nodes[-1][equals][0]

    def _steps(self, number: int, equals: _Equals) -> Iterator[_Step]:
        """What can have been before an event, each with its share of the histories."""
        played, size = self._played[number - 1], self.sizes[number]
        if played is not None:
            earlier = tuple(sorted((*equals, played)))
            if self._first_play[played] == number - 1:
                earlier = tuple([card for card in equals if card != played])
            yield 1 / (equals.count(played) + 1), None, earlier
            return
        if len(equals) < size:
            yield (size - len(equals)) / size, None, equals
        for card in dict.fromkeys(equals):
            place = equals.index(card)
            yield equals.count(card) / size, card, equals[:place] + equals[place + 1 :]


def _choose(steps: Sequence[_Step], total: float, rng: random.Random) -> tuple[int | None, _Equals]:
    """The card and the equal cards of one of the steps, chosen in proportion to its weight."""
    left = rng.random() * total
    for weight, card, equals in steps[:-1]:
        left -= weight
        if left < 0:
            return card, equals
    return steps[-1][1:]
