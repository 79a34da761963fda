"""The compiled luck is that of the bots' value function."""

import sys
from types import ModuleType

import pytest

import keltis.batch
from keltis import KELTIS_LITERAL, GameRecord, InvalidArgument, Rules
from keltis.batch import drawn_luck
from keltis.bots import NetworkValue, play_match
from keltis.bots import drawn_luck as drawn_luck_by_states
from keltis.cli._keltis import KELTIS

ENDING = play_match(["random"] * 2, seed=9)  # its last card ends the game


def compare_luck(record: GameRecord, engine: ModuleType) -> None:
    """Fail if the luck of an engine is not that of the value function."""
    found, expected = engine.drawn_luck(record), drawn_luck_by_states(record, NetworkValue())
    assert found.shares == pytest.approx(expected.shares, abs=1e-5)
    assert found.points == pytest.approx(expected.points, abs=1e-3)


@pytest.mark.slow  # it compiles the network
@pytest.mark.parametrize(
    "record",
    [
        play_match(["greedy", "random"], seed=7, max_moves=60),
        play_match(["greedy"] * 3, seed=8, rules=KELTIS_LITERAL, max_moves=30),
        GameRecord(ENDING.states[-30], ENDING.moves[-29:]),
    ],
)
def test_the_luck_is_that_of_the_network(record: GameRecord) -> None:
    compare_luck(record, keltis.batch)


def test_the_luck_of_the_last_turns_is_that_of_the_network(plain: ModuleType) -> None:
    compare_luck(GameRecord(ENDING.states[-36], ENDING.moves[-35:]), plain)


def test_the_network_must_have_learnt_the_rules(plain: ModuleType) -> None:
    with pytest.raises(InvalidArgument, match="has not learnt"):
        plain.drawn_luck(GameRecord.seeded(2, seed=1, rules=Rules(hand_size=6)))


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
