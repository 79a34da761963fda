"""Resampled games look the same to the viewer, and each is as likely as it should be."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from itertools import repeat
from typing import Final, TypeAlias

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import keltis
from counting import count_calls
from helpers import excess, tiny_game
from keltis import Card, Discard, Draw, GameRecord, GameState, Move, Phase, RecordError, play_out
from keltis._engine.cards import compare_cards
from keltis._engine.view import complete_state, hidden_cards
from keltis._lib.chance import shuffle
from keltis.notation import parse_move
from keltis.record import ObservedMove, RecordSampler, RecordView, _resampling, resample_record
from keltis.testing import records
from record_helpers import GAME

Sampler: TypeAlias = Callable[[RecordView, random.Random], GameRecord]
Secret: TypeAlias = tuple[tuple[Card, ...], ...]
"""The hidden hands at the start, and the cards that were drawn from the pile."""

START: Final = tiny_game("R0 Y0", "R0 Y0", pile="P0 R0 Y0")
"""Eight hidden cards for a spectator, six of them in threes; the others are discarded."""
LINES: Final = {
    "equal cards drawn between": "discard R0, draw pile, discard Y0, draw pile, discard Y0",
    "other cards": "discard Y0, draw pile, discard R0, draw pile, discard Y0",
    "a seen card": "discard R0, draw R, discard Y0, draw pile, discard R0, draw pile, lay R0 small",
}


@given(records(), st.none() | st.integers(0, 1), st.integers(0, 2**32))
def test_a_resampled_game_looks_the_same_to_the_viewer(
    record: GameRecord, viewer: int | None, seed: int
) -> None:
    view = record.observe(viewer)
    sampler = RecordSampler(view)
    for chance in (seed, seed + 1):
        resampled = sampler.sample(random.Random(chance))
        assert resampled.observe(viewer) == view
        assert attrs.evolve(resampled.start) == resampled.start
        assert resampled == resample_record(view, random.Random(chance))
        assert resampled.final == sampler.sample_state(random.Random(chance))


def test_a_sampler_that_forgets_its_tables_draws_the_same_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = GAME.observe(None)
    remembering, forgetting = RecordSampler(view), RecordSampler(view)
    games = [remembering.sample(random.Random(seed)) for seed in range(5)]
    monkeypatch.setattr(_resampling, "_MAX_NODES", 100)
    assert [forgetting.sample(random.Random(seed)) for seed in range(5)] == games
    assert _node_count(forgetting) < _node_count(remembering)


def _node_count(sampler: RecordSampler) -> int:
    return sum(hand._node_count for hand in sampler._hands if hand is not None)


def test_a_sampler_computes_its_tables_once() -> None:
    sampler = RecordSampler(GAME.observe(None))
    first, second = (count_calls(lambda: sampler.sample(random.Random(1))) for _ in range(2))
    fresh = count_calls(lambda: sampler.sample_state(random.Random(2)))  # computes the final view
    again = count_calls(lambda: sampler.sample_state(random.Random(2)))
    assert second < first
    assert 10 * again < fresh


def test_the_work_is_linear_in_the_length_of_the_game() -> None:
    def play_forever(moves: int) -> RecordView:
        def choose(state: GameState, moves: tuple[Move, ...], rng: random.Random) -> Move:
            if state.phase is Phase.PLAY:
                return Discard(rng.choice(state.players[state.to_move].hand))
            return rng.choice(moves[1:])  # from the discard piles

        return play_out(keltis.new_game(4, seed=7), choose, seed=7, max_moves=moves).observe(0)

    shorter, longer = (
        count_calls(partial(resample_record, play_forever(moves), random.Random(1)))
        for moves in (1000, 4000)
    )
    assert longer < 4.4 * shorter


def line(text: str) -> GameRecord:
    record = GameRecord(START)
    for move in text.split(", "):
        record = record.append(parse_move(move))
    return record


def secret_of(record: GameRecord) -> Secret:
    hands = tuple(player.hand for player in record.start.players)
    drawn = sum(move == Draw(None) for move in record.moves)
    pile = record.start.draw_pile
    return (*hands, pile[len(pile) - drawn :])


@cache
def possible_secrets(view: RecordView) -> Counter[Secret]:
    """By secret, in how many orders of the hidden cards the moves were possible."""
    moves = tuple(observed.move for observed in view.moves)
    counts: Counter[Secret] = Counter()
    for start, orders in _starts(view).items():
        with suppress(RecordError):
            record = GameRecord(start, moves, view.names)
            if record.observe(view.viewer) == view:
                counts[secret_of(record)] += orders
    return counts


def _starts(view: RecordView) -> Counter[GameState]:
    """Every possible start, with the number of orders of the hidden cards that give it."""
    hidden = hidden_cards(view.start)
    kinds = Counter(hidden)
    orders = math.prod(math.factorial(count) for count in kinds.values())
    starts: Counter[GameState] = Counter()
    for order in _distinct_orders(kinds, len(hidden)):
        starts[complete_state(view.start, order)] += orders
    return starts


def _distinct_orders(kinds: Counter[Card], length: int) -> Iterator[list[Card]]:
    if not length:
        yield []
    for card in sorted(kinds):
        if kinds[card]:
            kinds[card] -= 1
            for rest in _distinct_orders(kinds, length - 1):
                yield [card, *rest]
            kinds[card] += 1


def bias(view: RecordView, sampler: Sampler) -> float:
    """How far a sampler is from games as likely as if every order of the hidden cards were."""
    rng = random.Random(1)
    found = Counter(secret_of(sampler(view, rng)) for _ in range(4000))
    return excess(found, possible_secrets(view))


def naive_resample(view: RecordView, rng: random.Random) -> GameRecord:
    """Backwards, with every card of a hand as likely to be the one drawn, equal ones too."""
    moves = [(observed.seat, observed.move) for observed in view.moves]
    played = [move.card for _, move in moves if isinstance(move, Discard)]
    rest, _ = compare_cards(hidden_cards(view.start), [played])
    order = shuffle(rest, rng)
    hands = [[order.pop() for _ in range(1 if seat == 0 else 2)] for seat in range(2)]
    drawn = []
    for seat, move in reversed(moves):
        hand = hands[seat]
        if isinstance(move, Discard):
            hand.append(move.card)
        else:
            drawn.append(hand.pop(int(rng.random() * len(hand))))
    removed = [order.pop()]
    start = complete_state(view.start, [*order, *drawn, *removed, *hands[0], *hands[1]])
    return GameRecord(start, tuple(move for _, move in moves))


@pytest.mark.parametrize("text", LINES.values(), ids=LINES)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_every_game_is_as_likely_as_it_should_be(text: str, viewer: int | None) -> None:
    view = line(text).observe(viewer)
    sampler = RecordSampler(view)
    assert bias(view, lambda _view, rng: sampler.sample(rng)) < 3.1


@pytest.mark.parametrize("text", LINES.values(), ids=LINES)
def test_every_game_is_as_likely_without_a_table(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_resampling, "_MAX_TABLE", 0)
    view = line(text).observe(None)
    assert bias(view, resample_record) < 3.1


def test_many_equal_cards_take_no_more_work() -> None:
    """With four copies of each card, a table of weights has millions of nodes."""
    record = keltis.bots.play_match(["greedy", "greedy"], seed=0, rules=keltis.Rules(copies=4))
    view = record.observe(0)
    sampler = RecordSampler(view)
    games = [sampler.sample(random.Random(seed)) for seed in range(5)]
    assert all(game.observe(0) == view for game in games)
    assert _node_count(sampler) <= _resampling._MAX_TABLE
    assert sampler.sample_state(random.Random(1)) == sampler.sample(random.Random(1)).final


@pytest.mark.parametrize("found", [0, 2], ids=["end", "history"])
def test_the_attempts_are_bounded(found: int, monkeypatch: pytest.MonkeyPatch) -> None:
    history: tuple[list[Card], list[Card]] = ([], [])
    histories = repeat(history, found)  # one for the end of each hand
    monkeypatch.setattr(_resampling, "_MAX_ATTEMPTS", 1)
    monkeypatch.setattr(_resampling, "_MAX_TABLE", 0)
    monkeypatch.setattr(_resampling._HiddenHand, "_attempt", lambda *_: next(histories, None))
    view = line(LINES["equal cards drawn between"]).observe(None)
    with pytest.raises(RecordError, match="too many cards are equal: use determinize"):
        resample_record(view, random.Random(1))


def test_a_sampler_that_counts_equal_cards_twice_is_found_out() -> None:
    view = line(LINES["equal cards drawn between"]).observe(None)
    assert bias(view, naive_resample) > 10


def test_a_view_of_no_possible_game_is_refused() -> None:
    view = line(LINES["other cards"]).observe(0)
    other = attrs.evolve(view.moves[2], move=Discard(Card.parse("B0")))
    impossible = attrs.evolve(view, moves=(*view.moves[:2], other))
    with pytest.raises(RecordError, match=r"^moves: no game has this start and these moves$"):
        resample_record(impossible, random.Random(1))


def test_a_hand_that_plays_more_cards_than_it_has_is_refused() -> None:
    discard = ObservedMove(1, Discard(Card.parse("R0")), ())
    moves = (discard, discard, discard, ObservedMove(1, Draw(None), ()))
    impossible = attrs.evolve(line(LINES["other cards"]).observe(None), moves=moves)
    with pytest.raises(RecordError, match=r"^moves: no game has this start and these moves$"):
        RecordSampler(impossible)
