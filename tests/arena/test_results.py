"""Results of wrong types, and results that contradict themselves, are refused."""

from collections.abc import Callable

import attrs
import pytest

import arena_bots as bots
from keltis import EndReason, InvalidArgument, Score, arena
from keltis.arena import Entrant, Failure, Forfeit, GameEnd, GoalEntry, Plan, TournamentResult
from leaning import SHORT

GAME = arena.GameResult(
    *(0, 0, arena.derived_seed(0, "deal", 0), ("a", "b"), EndReason.FIFTH_FIGURE, (1,)),
    *((Score(1, 2, 3), Score(4, 5, 6)), 9, 20, (GoalEntry(2, 1), GoalEntry(9, 0))),
)
RESULT = TournamentResult(Plan(names=("a", "b")), (GAME,))


def test_the_higher_score_did_better() -> None:
    tied = attrs.evolve(GAME, scores=(Score(1, 2, 3), Score(3, 2, 1)), winners=(0, 1))
    assert GAME.points_against(0, 1) == 0
    assert GAME.points_against(1, 0) == 1
    assert tied.points_against(0, 1) == 0.5


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"scores": (Score(1, 2, 3),)}, "expected the scores of 2 players, not of 1"),
        ({"seating": (), "scores": (), "winners": ()}, "expected the scores of 0 players, not"),
        ({"end": GameEnd.FORFEITED}, "the end 'forfeited' and the forfeit None contradict"),
        ({"forfeit": Forfeit(0, Failure.RAISED, "")}, "the end 'fifth figure' and the forfeit "),
        ({"end": GameEnd.FORFEITED, "forfeit": Forfeit(2, Failure.RAISED, "")}, "there is no seat"),
        ({"deal": -1}, "deal must be a whole number from 0, not -1"),
        ({"decisions": -1}, "decisions must be a whole number from 0, not -1"),
        ({"winners": (0,)}, r"the winners \(0,\) contradict the scores or the end"),
        ({"end": GameEnd.TRUNCATED}, r"the winners \(1,\) contradict the scores or the end"),
        ({"goal_entries": (GoalEntry(10, 0),)}, "a goal entry has a seat or a turn"),
        ({"goal_entries": (GoalEntry(1, 2),)}, "a goal entry has a seat or a turn"),
        ({"goal_entries": (GoalEntry(2, 0), GoalEntry(1, 0))}, "the goal entries are not in order"),
    ],
)
def test_a_game_that_contradicts_itself_is_refused(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(InvalidArgument, match=f"^game 0: {fault}"):
        attrs.evolve(GAME, **changes)  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda: Forfeit(-1, Failure.RAISED, ""), "the seat of a forfeit must be a whole number"),
        (lambda: Forfeit(0, Failure.RAISED, "\x1b[1m"), "the detail of a forfeit must be at most"),
        (lambda: Forfeit(0, Failure.RAISED, "x" * 201), "the detail of a forfeit must be at most"),
        (lambda: GoalEntry(0, 0), "the turn of a goal entry must be a whole number from 1, not 0"),
        (lambda: GoalEntry(1, -1), "the seat of a goal entry must be a whole number from 0"),
        (lambda: GAME.points_against(0, 2), "other must be a seat from 0 to 1, not 2"),
        (lambda: GAME.figures_in_goal(-1, 1), "seat must be a seat from 0 to 1, not -1"),
        (lambda: GAME.figures_in_goal(0, -1), "turn must be a whole number from 0, not -1"),
    ],
)
def test_impossible_parts_are_refused(make: Callable[[], object], fault: str) -> None:
    with pytest.raises(InvalidArgument, match=fault):
        make()


PLAYED = arena.play_tournament(
    [Entrant(name, bot) for name, bot in bots.QUICK.items()], deals=1, seed=11, rules=SHORT
)


def test_the_games_of_an_entrant_come_with_its_seats() -> None:
    expected = [game.number for game in PLAYED.games if "hasty" in game.seating]
    assert [game.number for game, _ in PLAYED.seats_of("hasty")] == expected
    assert all(game.seating[seat] == "hasty" for game, seat in PLAYED.seats_of("hasty"))


def test_an_unknown_entrant_is_refused() -> None:
    message = "^unknown entrant 'eve': expected one of hasty, careful, uniform$"
    with pytest.raises(InvalidArgument, match=message):
        PLAYED.seats_of("eve")


def test_games_out_of_order_and_of_another_plan_are_refused() -> None:
    with pytest.raises(InvalidArgument, match=r"each once: 0 comes after 1$"):
        TournamentResult(PLAYED.plan, (PLAYED.games[1], PLAYED.games[0]))
    with pytest.raises(InvalidArgument, match=r"^game 0 of the plan has another deal or seating$"):
        TournamentResult(attrs.evolve(PLAYED.plan, seed=1), PLAYED.games)
    with pytest.raises(InvalidArgument, match=r"^game 0 contradicts the limit of 3 turns$"):
        TournamentResult(attrs.evolve(PLAYED.plan, max_turns=3), PLAYED.games)


def test_a_truncated_game_has_as_many_turns_as_the_plan_allows() -> None:
    entrants = [Entrant("a", bots.staller), Entrant("b", bots.staller)]
    stalled = arena.play_tournament(entrants, deals=1, seed=0, max_turns=30)
    labels = ("arena_bots.staller",) * 2
    assert stalled.plan == Plan(names=("a", "b"), bots=labels, deals=1, max_turns=30)
    with pytest.raises(InvalidArgument, match=r"^game 0 contradicts the limit of 31 turns$"):
        TournamentResult(attrs.evolve(stalled.plan, max_turns=31), stalled.games)
