"""One game of a tournament: how it ends, and that a bot that fails loses it."""

import random
from collections.abc import Callable

import attrs
import pytest

import arena_bots as bots
from keltis import (
    EndReason,
    InvalidArgument,
    Move,
    Score,
    apply_move,
    legal_moves,
    new_game,
    outcome,
    scores,
)
from keltis.arena import (
    Entrant,
    Failure,
    Forfeit,
    GameEnd,
    GameResult,
    GoalEntry,
    Plan,
    as_entrants,
    derived_seed,
    play_game,
)
from keltis.arena.results import MAX_DETAIL
from keltis.bots import Bot
from keltis.view import PlayerView, observe
from leaning import SHORT


def played(*contestants: Bot, plan: Plan | None = None, number: int = 0) -> GameResult:
    """The game of so many bots, called `a`, `b` and so on, which sit in this order."""
    names = tuple("abcd"[: len(contestants)])
    entrants = {name: Entrant(name, bot) for name, bot in zip(names, contestants, strict=True)}
    return play_game(plan or Plan(names=names, players=len(names), seed=3), entrants, number)


def test_a_game_is_what_the_rules_make_of_it() -> None:
    plan = Plan(names=("a", "b"), seed=3)
    game = played(bots.hasty, bots.careful, plan=plan)
    state = new_game(2, seed=derived_seed(3, "deal", 0))
    chance = [random.Random(derived_seed(3, "bot", 0, "a", "b", seat)) for seat in (0, 1)]
    decisions = 0
    while (end := outcome(state)) is None:
        seat = state.to_move
        move = (bots.hasty, bots.careful)[seat](
            observe(state, seat), legal_moves(state), chance[seat]
        )
        state = apply_move(state, move)
        decisions += 1
    assert (game.end.value, game.winners, game.scores) == (
        end.reason.value,
        end.winners,
        scores(state),
    )
    assert game.decisions == decisions
    assert game.finished
    assert game.forfeit is None
    for seat, player in enumerate(state.players):
        assert game.figures_in_goal(seat, game.turns) == sum(row >= 7 for row in player.rows)


def test_figures_enter_the_goal_over_time() -> None:
    plan = Plan(names=("a", "b", "c"), players=3, rules=SHORT, seed=1)
    game = played(bots.hasty, bots.careful, bots.hasty, plan=plan)
    assert game.end is GameEnd.FIFTH_FIGURE
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
        assert len({id(rng) for _, _, rng in witness.given}) == 1
    assert witnesses[0].given[0][2] is not witnesses[1].given[0][2]


def test_e3_a_game_without_end_is_truncated_and_nobody_wins() -> None:
    plan = Plan(names=("a", "b"), max_turns=40)
    game = played(bots.staller, bots.staller, plan=plan)
    assert (game.end, game.turns, game.decisions, game.winners) == (GameEnd.TRUNCATED, 40, 80, ())
    assert not game.finished
    assert game.points_against(0, 1) is None


def test_a_game_that_ends_in_its_last_turn_is_not_truncated() -> None:
    turns = played(bots.hasty, bots.hasty).turns
    plan = Plan(names=("a", "b"), seed=3)
    assert played(bots.hasty, bots.hasty, plan=attrs.evolve(plan, max_turns=turns)).finished
    assert (
        played(bots.hasty, bots.hasty, plan=attrs.evolve(plan, max_turns=turns - 1)).end
        is GameEnd.TRUNCATED
    )


@pytest.mark.parametrize(
    ("bot", "failure", "detail"),
    [
        (bots.crasher, Failure.RAISED, "RuntimeError: out of ideas"),
        (bots.quitter, Failure.RAISED, "SystemExit"),
        (bots.unspeakable, Failure.RAISED, "Unspeakable: ?"),
        (
            bots.cheat,
            Failure.ILLEGAL_MOVE,
            "discard R20: the card is not in the hand of the player to move",
        ),
        (bots.Mute(), Failure.NOT_A_MOVE, "Everything"),
        (bots.Uncopied(), Failure.RAISED, "TypeError: there can be only one"),
        (bots.LateCrasher(30), Failure.RAISED, "LookupError"),
    ],
)
def test_a_bot_that_fails_loses_with_the_reason(bot: Bot, failure: Failure, detail: str) -> None:
    game = played(bots.hasty, bot)
    assert game.end is GameEnd.FORFEITED
    assert game.forfeit == Forfeit(1, failure, detail)
    assert game.winners == (0,)
    assert (game.points_against(0, 1), game.points_against(1, 0)) == (1, 0)


def test_of_three_players_the_two_who_did_not_fail_win_together() -> None:
    game = played(bots.hasty, bots.crasher, bots.careful)
    assert game.winners == (0, 2)
    assert game.points_against(2, 1) == 1
    assert game.points_against(0, 2) is None


class Verbose:
    """Fails at length."""

    def __call__(self, _view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
        raise ValueError("x" * 10_000)


def test_a_long_message_is_cut() -> None:
    forfeit = played(Verbose(), bots.hasty).forfeit
    assert forfeit is not None
    assert len(forfeit.detail) == MAX_DETAIL


def test_ctrl_c_is_not_the_fault_of_a_bot() -> None:
    with pytest.raises(KeyboardInterrupt):
        played(bots.interrupter, bots.hasty)


def test_a_bot_remembers_nothing_of_another_game() -> None:
    bot = bots.Forgetful()
    first = played(bot, bot)
    assert bot.asked == 0
    assert played(bot, bot) == first


def test_ends_and_failures_name_themselves() -> None:
    assert (repr(GameEnd.TRUNCATED), repr(Failure.RAISED)) == (
        "GameEnd.TRUNCATED",
        "Failure.RAISED",
    )
    assert {end.value for end in EndReason} < {end.value for end in GameEnd}


# Results that contradict themselves

GAME = GameResult(
    *(0, 0, derived_seed(0, "deal", 0), ("a", "b"), GameEnd.FIFTH_FIGURE, (1,)),
    *((Score(1, 2, 3), Score(4, 5, 6)), 9, 20, (GoalEntry(2, 1), GoalEntry(9, 0))),
)


def test_who_has_more_points_did_better() -> None:
    tied = attrs.evolve(GAME, scores=(Score(1, 2, 3), Score(3, 2, 1)), winners=(0, 1))
    assert [GAME.points_against(0, 1), GAME.points_against(1, 0), tied.points_against(0, 1)] == [
        0,
        1,
        0.5,
    ]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"scores": (Score(1, 2, 3),)}, "expected the scores of 2 players, not of 1"),
        (
            {"seating": (), "scores": (), "winners": ()},
            "expected the scores of 0 players, not of 0",
        ),
        ({"turns": -1}, "expected no negative number of turns or decisions"),
        ({"decisions": -1}, "expected no negative number of turns or decisions"),
        (
            {"end": GameEnd.FORFEITED},
            "a forfeit does not go with the end 'forfeited', or the other way round",
        ),
        (
            {"forfeit": Forfeit(0, Failure.RAISED, "")},
            "a forfeit does not go with the end 'fifth figure'",
        ),
        (
            {"end": GameEnd.FORFEITED, "forfeit": Forfeit(2, Failure.RAISED, "")},
            "there is no seat 2 that could forfeit",
        ),
        (
            {"end": GameEnd.FORFEITED, "forfeit": Forfeit(0, Failure.RAISED, "\x1b[1m")},
            "the detail of a forfeit must be at most",
        ),
        (
            {"end": GameEnd.FORFEITED, "forfeit": Forfeit(0, Failure.RAISED, "x" * 201)},
            "the detail of a forfeit must be at most",
        ),
        ({"winners": (0,)}, r"the winners do not follow from the rest: \(0,\)"),
        ({"end": GameEnd.TRUNCATED}, r"the winners do not follow from the rest: \(1,\)"),
        ({"goal_entries": (GoalEntry(10, 0),)}, "a figure entered the goal area in a turn"),
        ({"goal_entries": (GoalEntry(1, 2),)}, "a figure entered the goal area in a turn"),
        (
            {"goal_entries": (GoalEntry(2, 0), GoalEntry(1, 0))},
            "the figures that entered the goal area are not in order",
        ),
    ],
)
def test_a_result_that_contradicts_itself_is_refused(
    changes: dict[str, object], fault: str
) -> None:
    with pytest.raises(InvalidArgument, match=f"^game 0: {fault}"):
        attrs.evolve(GAME, **changes)  # type: ignore[arg-type]  # on purpose


# Entrants


def test_an_entrant_says_what_plays_for_it() -> None:
    assert Entrant("x", "random").label == "random"
    assert Entrant("x", bots.hasty).label == "arena_bots.hasty"
    assert Entrant("x", bots.Mute()).label == "arena_bots.Mute"


def test_names_of_bots_become_entrants_with_different_names() -> None:
    ann = Entrant("ann", bots.hasty)
    assert as_entrants(["random", ann, "random"]) == (
        Entrant("random", "random"),
        ann,
        Entrant("random 2", "random"),
    )


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Entrant(7, bots.hasty), "the name of an entrant must be text, not 7"),  # type: ignore[arg-type]  # on purpose
        (lambda: Entrant("x", 7), "the bot of 'x' must be a bot or the name of one, not 7"),  # type: ignore[arg-type]  # on purpose
        (lambda: Entrant("x", "no such bot"), "no such bot"),
        (lambda: as_entrants("random"), "expected a sequence of entrants, not 'random'"),
        (lambda: as_entrants(7), "expected a sequence of entrants, not 7"),  # type: ignore[arg-type]  # on purpose
        (
            lambda: as_entrants([bots.Mute()]),  # type: ignore[list-item]  # on purpose
            "an entrant is an Entrant or the name of a bot, not Mute",
        ),
    ],
)
def test_what_cannot_enter_is_refused(make: Callable[[], object], reason: str) -> None:
    with pytest.raises(InvalidArgument, match=reason):
        make()
