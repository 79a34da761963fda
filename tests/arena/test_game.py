"""One game of a tournament: how it ends, and that a bot that fails loses it, and no more."""

import random

import pytest

import arena_bots as bots
import keltis
from keltis import EndReason, InvalidArgument, Move, apply_move, legal_moves, new_game, scores
from keltis._engine.view import PlayerView, observe
from keltis.arena import Entrant, Failure, GameEnd, GameResult, Plan, derived_seed, play_game
from keltis.arena._results import MAX_DETAIL
from keltis.bots import Bot, bot_random, play_match
from leaning import SHORT


def played(*contestants: Bot, plan: Plan | None = None, number: int = 0) -> GameResult:
    """The game of these bots, called `a`, `b` and so on, seated in this order."""
    names = tuple("abcd"[: len(contestants)])
    entrants = {name: Entrant(name, bot) for name, bot in zip(names, contestants, strict=True)}
    return play_game(plan or Plan(names=names, players=len(names), seed=3), entrants, number)


def test_a_game_is_what_the_rules_make_of_it() -> None:
    plan = Plan(names=("a", "b"), seed=3)
    game = played(bots.hasty, bots.careful, plan=plan)
    state = new_game(2, seed=derived_seed(3, "deal", 0))
    seed = derived_seed(3, "bots", 0, "a", "b")
    decisions = 0
    while (end := keltis.outcome(state)) is None:
        seat = state.to_move
        move = (bots.hasty, bots.careful)[seat](
            observe(state, seat), legal_moves(state), bot_random(seed, seat, decisions)
        )
        state = apply_move(state, move)
        decisions += 1
    assert (game.end, game.winners, game.scores) == (end.reason, end.winners, scores(state))
    assert game.decisions == decisions
    assert game.finished
    assert game.forfeit is None
    for seat, player in enumerate(state.players):
        assert game.figures_in_goal(seat, game.turns) == sum(row >= 7 for row in player.rows)


def test_a_game_can_be_played_again_by_play_match() -> None:
    plan = Plan(names=("a", "b"), seed=3)
    fixture = plan.fixture(1)
    start = new_game(2, seed=fixture.seed)
    record = play_match([bots.uniform, bots.hasty], start=start, seed=plan.bot_seed(fixture))
    assert record.seed is None  # it dealt another game
    game = played(bots.hasty, bots.uniform, plan=plan, number=1)
    assert (game.scores, game.decisions) == (scores(record.final), len(record))


def test_figures_enter_the_goal_over_time() -> None:
    plan = Plan(names=("a", "b", "c"), players=3, rules=SHORT, seed=1)
    game = played(bots.hasty, bots.careful, bots.hasty, plan=plan)
    assert game.end is EndReason.FIFTH_FIGURE
    assert len(game.goal_entries) == SHORT.goal_figures
    for entry in game.goal_entries:
        assert game.figures_in_goal(entry.seat, entry.turn) > game.figures_in_goal(
            entry.seat, entry.turn - 1
        )
        assert entry.seat == (entry.turn - 1) % 3  # turns go round
    assert game.goal_entries[-1].turn == game.turns


class Witness:
    """Keeps everything that it is given."""

    def __init__(self) -> None:
        self.given: list[tuple[PlayerView, tuple[Move, ...], random.Random]] = []

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        self.given.append((view, moves, rng))
        return bots.hasty(view, moves, rng)

    def __deepcopy__(self, memo: object) -> "Witness":
        return self


def test_a_bot_sees_its_view_and_its_legal_moves_and_has_its_own_chance() -> None:
    witnesses = [Witness(), Witness()]
    game = played(*witnesses)
    assert sum(len(witness.given) for witness in witnesses) == game.decisions
    for seat, witness in enumerate(witnesses):
        for view, moves, _ in witness.given:
            assert type(view) is PlayerView
            assert view.viewer == view.to_move == seat
            assert moves == legal_moves(view)
    numbers = {rng.random() for witness in witnesses for _, _, rng in witness.given}
    assert len(numbers) >= game.decisions - 5  # hasty takes some of them


def test_e3_a_game_without_end_is_truncated_and_nobody_wins() -> None:
    plan = Plan(names=("a", "b"), max_turns=40)
    game = played(bots.staller, bots.staller, plan=plan)
    assert (game.end, game.turns, game.decisions, game.winners) == (GameEnd.TRUNCATED, 40, 80, ())
    assert not game.finished
    assert game.points_against(0, 1) is None


def test_a_game_that_ends_in_its_last_turn_is_not_truncated() -> None:
    turns = played(bots.hasty, bots.hasty).turns
    for limit in (turns, turns - 1):
        plan = Plan(names=("a", "b"), seed=3, max_turns=limit)
        assert played(bots.hasty, bots.hasty, plan=plan).finished is (limit == turns)


def verbose(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
    raise ValueError("x" * 10_000)


@pytest.mark.parametrize(
    ("bot", "failure", "detail"),
    [
        (bots.crasher, Failure.RAISED, "RuntimeError: out of ideas"),
        (verbose, Failure.RAISED, "ValueError: " + "x" * 10_000),
        (bots.quitter, Failure.RAISED, "SystemExit"),
        (bots.cheat, Failure.ILLEGAL_MOVE, f"discard R20: {keltis.Illegality.NOT_IN_HAND}"),
        (bots.Mute(), Failure.NOT_A_MOVE, "NoneType"),
        (bots.Uncopied(), Failure.RAISED, "TypeError: there can be only one"),
        (bots.LateCrasher(30), Failure.RAISED, "LookupError"),
    ],
)
def test_a_bot_that_fails_loses_with_the_reason(bot: Bot, failure: Failure, detail: str) -> None:
    game = played(bots.hasty, bot)
    assert game.end is GameEnd.FORFEITED
    assert game.forfeit == keltis.arena.Forfeit(1, failure, detail[:MAX_DETAIL])
    assert game.winners == (0,)
    assert (game.points_against(0, 1), game.points_against(1, 0)) == (1, 0)


def test_of_three_players_the_two_who_did_not_fail_win_together() -> None:
    game = played(bots.hasty, bots.crasher, bots.careful)
    assert game.winners == (0, 2)
    assert game.points_against(2, 1) == 1
    assert game.points_against(0, 2) is None


def test_a_bot_remembers_nothing_of_another_game() -> None:
    bot = bots.Forgetful()
    first = played(bot, bot)
    assert bot.asked == 0
    assert played(bot, bot) == first


def test_a_bot_may_print(capsys: pytest.CaptureFixture[str]) -> None:
    game = played(bots.printing(), bots.hasty)
    assert game.finished
    assert capsys.readouterr().out.startswith("hm ...\n")


def test_every_name_of_the_plan_needs_an_entrant() -> None:
    with pytest.raises(InvalidArgument, match="entrants must map 'b' to an Entrant"):
        play_game(Plan(names=("a", "b")), {"a": Entrant("a", "random")}, 0)
