"""Property-test your own bot: state a property, and Hypothesis searches for a counterexample.

    python examples/property_test_bot.py
    pytest examples/property_test_bot.py    # as part of your tests

`keltis.testing` has Hypothesis strategies for rules, states, views, moves and records. To install
it with Hypothesis: pip install "keltis[testing]". The strategies prefer late and rare positions
(finished paths, clover chains, other rules), where most bugs of bots are.
"""

# ruff: noqa: S101 - tests assert

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import keltis
from keltis import Decline, Draw, GameState, Lay, Move, PlayerView
from keltis.arena import Entrant, play_tournament
from keltis.testing import rules, states


def careful(view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """The bot under test: it skips few values, never declines, and draws from the pile."""
    columns = view.players[view.to_move].columns

    def cost(move: Move) -> tuple[float, float]:
        match move:
            case Lay(card):
                column = columns[card.colour]
                return (abs(card.value - column[-1].value) if column else 3), rng.random()
            case Draw(None):
                return 0, 0
            case Decline():
                return 99, 0
        return 5, rng.random()

    return min(moves, key=cost)


def decision(state: GameState, seed: int) -> Move:
    """The move of the bot in a position; it gets the same arguments as in a tournament."""
    view = keltis.observe(state, state.to_move)
    return careful(view, keltis.legal_moves(view), random.Random(seed))


seeds = st.integers(0, 2**32)
# No time limits: a busy machine must not fail a test.
no_deadline = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@no_deadline
@given(states(rules=rules(), over=False), seeds)
def test_it_makes_a_legal_move_in_every_position_under_any_rules(
    state: GameState, seed: int
) -> None:
    assert keltis.illegality(state, decision(state, seed)) is None


@no_deadline
@given(states(over=False), seeds)
def test_its_move_depends_on_no_other_random_generator(state: GameState, seed: int) -> None:
    assert decision(state, seed) == decision(state, seed)


@no_deadline
@given(states(over=False), seeds, seeds)
def test_it_does_not_see_hidden_cards(state: GameState, seed: int, other: int) -> None:
    """If only hidden cards change, its move must not change."""
    world = keltis.determinize(keltis.observe(state, state.to_move), random.Random(other))
    assert decision(world, seed) == decision(state, seed)


@no_deadline
@given(states(over=False), seeds)
def test_it_never_declines_a_step(state: GameState, seed: int) -> None:
    assert decision(state, seed) != Decline()


@settings(no_deadline, max_examples=3)
@given(seeds)
def test_it_plays_whole_games_without_a_forfeit(seed: int) -> None:
    result = play_tournament([Entrant("careful", careful), "random"], deals=1, seed=seed)
    assert all(game.finished for game in result.games)


def main() -> None:
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(f"holds: {name.removeprefix('test_').replace('_', ' ')}")


if __name__ == "__main__":
    main()
