"""The luck of the cards, measured by kernels that look a turn ahead."""

import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import keltis.batch
from keltis import (
    KELTIS_LITERAL,
    Discard,
    Draw,
    GameRecord,
    GameState,
    InvalidArgument,
    Rules,
    apply_move,
    draw_counts,
    legal_moves,
    new_game,
    outcome,
    with_top,
)
from keltis._network import ValueNetwork, own_opened_network
from keltis.batch import Policy, drawn_luck
from keltis.bots import LearntBot, play_match
from keltis.bots import drawn_luck as drawn_luck_by_states
from keltis.cli._keltis import KELTIS

ENDING = play_match(["greedy", "learnt"], seed=9)
SHARED_WIN = play_match(["greedy", "greedy"], seed=4)
LAST_CARD_WINS = play_match(["greedy", "greedy"], seed=15)
EQUAL_CARDS = play_match(["greedy", "greedy"], seed=21)


def drawn_cards(state: GameState) -> list[tuple[Fraction, GameRecord]]:
    """For each card that the player to move can draw, its probability and a game that uses it.

    The others take back what they discard, and then the player has a turn.
    """
    while state.phase is not keltis.Phase.DRAW:
        state = apply_move(state, legal_moves(state)[0])
    counts = draw_counts(state)
    total, found = sum(counts.values()), []
    for card, copies in counts.items():
        record = GameRecord(with_top(state, card)).append(Draw(None))
        for _ in state.players[1:]:
            played = next(move for move in legal_moves(record.final) if isinstance(move, Discard))
            record = record.append(played).append(Draw(played.card.colour))
        used = next(move for move in legal_moves(record.final) if isinstance(move, Discard))
        found.append((Fraction(copies, total), record.append(used)))
    return found


def last_turn(record: GameRecord) -> GameRecord:
    """The end of a game, from the draw of the card that the last turn is the first to use."""
    seat = record.states[-2].to_move
    place = max(
        at
        for at, state in enumerate(record.states[:-1])
        if state.to_move == seat and record.moves[at] == Draw(None)
    )
    return GameRecord(record.states[place], record.moves[place:])


@pytest.mark.slow  # it compiles the network
@pytest.mark.parametrize(
    ("state", "policies"),
    [
        (new_game(2, seed=7), ("learnt", "learnt")),
        (ENDING.states[60], ("greedy", "learnt")),
        (ENDING.states[100], ("learnt", "greedy")),
        (last_turn(LAST_CARD_WINS).start, ("learnt", "learnt")),
        (new_game(3, seed=3, rules=KELTIS_LITERAL), ("learnt", "greedy", "greedy")),
    ],
)
def test_the_mean_over_all_cards_is_zero(state: GameState, policies: tuple[Policy, ...]) -> None:
    cards = drawn_cards(state)
    worths = [drawn_luck(record, policies=policies) for _, record in cards]
    chances = [float(chance) for chance, _ in cards]
    for luck in (
        np.array([worth.shares for worth in worths]),
        np.array([worth.points for worth in worths]),
    ):
        assert chances @ luck == pytest.approx(0, abs=1e-6)
        assert luck.sum(1) == pytest.approx(0, abs=1e-5)
    assert np.abs(luck).max() > 0.1  # some card matters


def test_a_card_is_luck_when_its_player_can_use_it(plain: ModuleType) -> None:
    record = ENDING
    place = max(at for at, move in enumerate(record.moves[:-12]) if move == Draw(None))
    start, moves = record.states[place], record.moves[place:]
    seat = start.to_move
    turn = next(
        at for at, state in enumerate(record.states[place + 1 :], 1) if state.to_move == seat
    )
    early, late = (GameRecord(start, moves[:length]) for length in (turn, turn + 1))
    for policies in (("greedy", "greedy"), ("learnt", "learnt")):
        luck = plain.drawn_luck(early, policies=policies)
        assert luck.shares == luck.points == (0, 0)  # the others do not draw from the pile before
        luck = plain.drawn_luck(late, policies=policies)
        assert luck.shares != (0, 0)
        assert sum(luck.shares) == pytest.approx(0, abs=1e-6)
        assert sum(luck.points) == pytest.approx(0, abs=1e-4)


def test_a_card_that_wins_at_once_is_luck(plain: ModuleType) -> None:
    record = last_turn(LAST_CARD_WINS)
    seat, end = record.start.to_move, outcome(record.final)
    assert end is not None
    assert end.winners == (seat,)
    luck = plain.drawn_luck(record, policies=("greedy", "greedy"))
    assert 0.5 < luck.shares[seat] < 1
    assert luck.points[seat] > 2


def test_the_hand_can_have_an_equal_card(plain: ModuleType) -> None:
    record = last_turn(EQUAL_CARDS)
    card, seat = record.start.draw_pile[-1], record.start.to_move
    assert record.states[1].players[seat].hand.count(card) == 2
    luck = plain.drawn_luck(record, policies=("greedy", "greedy"))
    assert luck.points[seat] == pytest.approx(-luck.points[1 - seat], abs=1e-3)
    assert 0 < abs(luck.points[seat]) < 1


@pytest.mark.parametrize("record", [ENDING, SHARED_WIN, EQUAL_CARDS])
def test_the_end_of_a_game_is_worth_its_result(plain: ModuleType, record: GameRecord) -> None:
    engine, state = plain._opened, record.final
    batch = plain.Batch.of([state])
    _, layers, _ = engine.opened_room(own_opened_network(), batch.shape)
    engine.write_result(batch.games[0], batch.tables[0], layers[0])
    end = outcome(state)
    assert end is not None
    totals = [score.total for score in end.scores]
    shares, leads = layers["values"][0].T
    assert shares.tolist() == [(seat in end.winners) / len(end.winners) for seat in (0, 1)]
    lead = (totals[0] - totals[1]) / engine.LEAD_SPAN
    assert leads == pytest.approx([0.5 + lead, 0.5 - lead])


@pytest.mark.slow  # it compiles the network
def test_names_say_whose_turns_are_looked_ahead() -> None:
    unnamed = GameRecord(ENDING.start, ENDING.moves[:60])
    named = GameRecord(ENDING.start, ENDING.moves[:60], names=("greedy:chance=1", "me"))
    both = drawn_luck(unnamed, policies=["greedy", "learnt"])
    assert drawn_luck(named) == both
    assert drawn_luck(unnamed) == drawn_luck(unnamed, policies=["learnt", "learnt"]) != both


def test_each_seat_has_a_policy(plain: ModuleType) -> None:
    with pytest.raises(InvalidArgument, match="expected a policy for each of 2 seats, not 1"):
        plain.drawn_luck(GameRecord.seeded(2, seed=1), policies=["greedy"])


def test_the_network_must_have_learnt_the_rules(plain: ModuleType) -> None:
    with pytest.raises(InvalidArgument, match="has not learnt"):
        plain.drawn_luck(GameRecord.seeded(2, seed=1, rules=Rules(hand_size=6)))


def test_the_network_of_luck_is_no_bot(tmp_path: Path) -> None:
    network = own_opened_network()
    network.save(tmp_path / "opened.json")
    again = ValueNetwork.load(tmp_path / "opened.json")
    assert (again.opened, again.trained) == (True, network.trained)
    assert again.weights == network.weights
    with pytest.raises(InvalidArgument, match="is a network that measures luck, not a bot"):
        LearntBot(str(tmp_path / "opened.json"))


@pytest.mark.slow  # it compiles the network
def test_many_games_are_measured_by_the_kernel_if_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = play_match(["greedy"] * 2, seed=1, max_moves=8)
    other = play_match(["greedy"] * 2, seed=1, rules=Rules(hand_size=6), max_moves=8)
    luck = KELTIS.luck(100)
    assert luck(known) == drawn_luck(known)
    assert luck(other) == drawn_luck_by_states(other)
    assert KELTIS.luck(99) is drawn_luck_by_states
    monkeypatch.setitem(sys.modules, "keltis.batch", None)
    assert KELTIS.luck(100) is drawn_luck_by_states
