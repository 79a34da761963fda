"""`keltis.testing`: positions, games, counts and strategies."""

import builtins
import importlib
import random
import sys
from collections import Counter
from collections.abc import Callable

import attrs
import hypothesis
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty

import keltis
from helpers import run_python
from keltis import Card, Colour, EndReason, GameState, InvalidArgument, Phase, new_game, outcome
from keltis.record import GameRecord
from keltis.testing import Seat, later_state, perft, playthrough, position, records, states, views

UNSHRUNK = settings(database=None, phases=[hypothesis.Phase.generate])
"""For examples that only have to exist: shrinking them takes much longer."""


@pytest.mark.parametrize("kind", [GameState, Card, keltis.Rules, keltis.PlayerView, GameRecord])
def test_hypothesis_finds_a_strategy_for_each_type(kind: type) -> None:
    found = find(st.from_type(kind), lambda _: True, settings=settings(UNSHRUNK, max_examples=1))
    assert type(found) is kind


@given(records())
@settings(max_examples=20)
def test_records_are_whole_games_or_their_beginnings(record: GameRecord) -> None:
    assert len(record) == len(record.moves)
    assert (record.outcome is None) == bool(keltis.legal_moves(record.final))


ENDLESS = attrs.evolve(keltis.KELTIS, values=tuple(range(21)), copies=9, cards_removed=((1, 0),))
"""Rules under which a single player can make more moves than a record holds."""


@given(records(rules=st.just(ENDLESS)))
@settings(max_examples=10, database=None)
def test_records_of_endless_games_stay_short(record: GameRecord) -> None:
    assert len(record) < 3000


@given(states(rules=st.just(ENDLESS), over=True))
@settings(max_examples=5, database=None)
def test_states_of_endless_games_reach_the_end(state: GameState) -> None:
    assert outcome(state) is not None


@given(states(over=False), views(over=False))
@settings(max_examples=20)
def test_states_and_views_that_are_not_over(state: GameState, view: keltis.PlayerView) -> None:
    assert outcome(state) is None
    assert view.phase is not Phase.OVER


def chain_of_clovers(state: GameState) -> bool:
    on_clovers = sum(
        state.tiles[colour][state.players[state.to_move].rows[colour]] is keltis.Tile.CLOVER
        for colour in Colour
    )
    return state.phase is Phase.ADVANCE and on_clovers > 1


@pytest.mark.parametrize(
    "rare",
    [
        lambda state: state.phase is Phase.ADVANCE,
        chain_of_clovers,
        lambda state: any(9 in player.rows for player in state.players),
        lambda state: (end := outcome(state)) is not None and end.reason is EndReason.FIFTH_FIGURE,
        lambda state: (end := outcome(state)) is not None and len(end.winners) > 1,
        lambda state: any(player.wishing_stones > 4 for player in state.players),
    ],
)
@pytest.mark.thorough
def test_states_reach_rare_positions(rare: Callable[[GameState], bool]) -> None:
    find(states(), rare, settings=settings(UNSHRUNK, max_examples=2000), random=random.Random(1))


def test_leaning_games_end_for_both_reasons() -> None:
    ends: Counter[EndReason] = Counter()
    for seed in range(30):
        end = outcome(later_state(new_game(2, seed=seed), random.Random(seed)))
        assert end is not None
        ends[end.reason] += 1
    assert min(ends[reason] for reason in EndReason) >= 5


def test_play_out_stops_after_max_moves() -> None:
    state = new_game(2, seed=1)
    assert later_state(state, random.Random(1), max_moves=0) == state
    line = list(playthrough(state, random.Random(1)))
    assert later_state(state, random.Random(1), max_moves=10) == line[10][0]


def test_after_its_patience_a_playthrough_draws_from_the_pile_alone() -> None:
    line = [move for _, move in playthrough(new_game(2, seed=1), random.Random(1), patience=10)]
    assert (
        line[:11] == [move for _, move in playthrough(new_game(2, seed=1), random.Random(1))][:11]
    )
    assert {move for move in line[10:] if isinstance(move, keltis.Draw)} == {keltis.Draw(None)}


def test_a_playthrough_that_always_leans_never_wastes_or_declines_a_step() -> None:
    rules = keltis.Rules(step_may_be_wasted=True, goal_row=9, goal_figures=9)
    on_end_stones = 0
    for seed in range(6):
        start = new_game(2, seed=seed, rules=rules)
        for state, move in playthrough(start, random.Random(seed), lean=1):
            assert move != keltis.Decline()
            if isinstance(move, keltis.Advance):
                rows = state.players[state.to_move].rows
                on_end_stones += rules.path_length in rows
                assert rows[move.colour] < rules.path_length
    assert on_end_stones


def test_perft_counts_lines() -> None:
    state = new_game(2, seed=1)
    assert perft(state, 0) == 1
    assert perft(state, 1) == len(keltis.legal_moves(state))
    with pytest.raises(InvalidArgument, match="depth must be a whole number from 0, not"):
        perft(state, -1)


def test_a_position_has_what_the_test_names() -> None:
    state = position(
        Seat(hand="R7", laid="R4 R5 R6", seen="Y3", taken="R3", large="R"),
        Seat(at="Y4"),
        Seat(),
        pile="G1 G2",
        pile_size=5,
    )
    mover = state.players[0]
    assert Card.parse("R7") in mover.hand
    assert mover.seen == (Card.parse("Y3"),)
    assert (mover.rows[Colour.RED], mover.large, mover.wishing_stones) == (3, Colour.RED, 1)
    assert state.players[1].rows == (0, 4, 0, 0, 0)
    assert [str(card) for card in state.draw_pile[-2:]] == ["G1", "G2"]
    assert len(state.draw_pile) == 5


@pytest.mark.parametrize(
    "text",
    ["R", "7", "R7x", "X7", "R-1", "R07", "R\u0667", pytest.param("R" + "9" * 5000, id="huge")],
)
def test_a_wrong_stone_is_refused(text: str) -> None:
    with pytest.raises(keltis.NotationError, match=r"^expected a stone like R7, not"):
        position(Seat(at=text), Seat())


@pytest.mark.parametrize(
    ("seat", "ones", "message"),
    [
        (Seat(), "R4", "there is no tile on R4"),
        (Seat(at="Y4", taken="Y3"), "", "there is no tile on Y3"),
        (Seat(), "R3 R5 R6", "these rules have fewer tiles '1'"),
        (Seat(at="R9 Y9 P9 G9"), "", "name wishing stones in `taken`"),
    ],
)
def test_a_position_that_cannot_be_filled_in_is_refused(
    seat: Seat, ones: str, message: str
) -> None:
    with pytest.raises(InvalidArgument, match=message):
        position(seat, Seat(), tiles=dict.fromkeys(ones.split(), keltis.Tile.ONE))


def test_a_tile_is_given_for_one_stone() -> None:
    with pytest.raises(InvalidArgument, match="tiles must be by one stone each, not by 'R2 R4'"):
        position(Seat(), Seat(), tiles={"R2 R4": keltis.Tile.ONE})


def test_without_hypothesis_the_import_error_names_the_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = builtins.__import__

    def without_hypothesis(name: str, *rest: object) -> object:
        if name == "hypothesis":
            raise ImportError(name)
        return real(name, *rest)  # type: ignore[arg-type] # passed on as it came

    monkeypatch.setattr(builtins, "__import__", without_hypothesis)
    monkeypatch.delitem(sys.modules, "keltis.testing._strategies")
    with pytest.raises(ImportError, match=r'pip install "keltis\[testing\]"'):
        importlib.import_module("keltis.testing._strategies")


@pytest.mark.parametrize("first", ["from keltis.testing import states", "import hypothesis"])
def test_strategies_can_be_what_imports_hypothesis(first: str) -> None:
    """Hypothesis loads our entry point while it is imported itself."""
    code = f"{first}; import keltis.testing; keltis.testing.states(); import hypothesis.strategies"
    code += "; hypothesis.strategies.from_type(keltis.GameState).validate()"
    run_python(code)


def test_hypothesis_prints_a_value_by_its_repr() -> None:
    state = new_game(2, seed=1)
    assert pretty(state) == repr(state)
    assert pretty(state.players[0].hand[0]) == "<R6>"
