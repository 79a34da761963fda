"""Standings and tables against values that were worked out by hand."""

import csv
import io
import math
from collections.abc import Callable

import pytest
from attrs import evolve

import arena_bots as bots
from keltis import EndReason, InvalidArgument, Score, arena
from keltis.arena import (
    DealSums,
    GameEnd,
    GoalEntry,
    Meeting,
    Tally,
    TournamentResult,
    standings,
    summary,
    tally,
)
from keltis.arena._results import winners_of
from leaning import SHORT

PLAN = arena.Plan(names=("ann", "bob"), deals=3, seed=1, max_turns=50)


def game(
    number: int,
    totals: tuple[int, ...],
    *,
    end: GameEnd | EndReason = EndReason.DRAW_PILE_EMPTY,
    turns: int = 10,
    decisions: int = 20,
    goal_entries: tuple[GoalEntry, ...] = (),
) -> arena.GameResult:
    """A game of the plan with these totals by seat; if it is forfeited, by seat 0."""
    fixture = PLAN.fixture(number)
    forfeit = (
        arena.Forfeit(0, arena.Failure.RAISED, "no, sorry") if end is GameEnd.FORFEITED else None
    )
    scores = tuple(Score(total, 0, 0) for total in totals)
    winners = winners_of(end, scores, forfeit)
    return arena.GameResult(
        *(number, fixture.deal, fixture.seed, fixture.seating, end, winners, scores),
        *(turns, decisions, goal_entries, forfeit),
    )


ENTRIES = (GoalEntry(2, 0), GoalEntry(5, 1), GoalEntry(9, 0))
RESULT = TournamentResult(
    PLAN,
    (
        game(0, (30, 10), end=EndReason.FIFTH_FIGURE, goal_entries=ENTRIES),
        game(1, (20, 20), turns=12, decisions=30),  # bob sits first
        game(2, (7, 9)),
        game(3, (1, 2), end=GameEnd.FORFEITED, turns=3, decisions=5),  # by bob
        game(4, (5, 4), end=GameEnd.TRUNCATED, turns=50, decisions=100),
    ),
)
"""Of six games the last is missing."""


def test_standings_count_wins_and_points() -> None:
    ann, bob = standings(RESULT)
    assert (ann.name, ann.games, ann.wins, ann.shared_wins, ann.forfeits) == ("ann", 5, 2, 1, 0)
    assert (bob.name, bob.games, bob.wins, bob.shared_wins, bob.forfeits) == ("bob", 5, 1, 1, 1)
    assert ann.win_share is not None
    assert bob.win_share is not None
    assert (ann.win_share.value, bob.win_share.value) == (0.5, 0.3)
    assert arena.finished_scores(RESULT, "ann") == [30, 20, 7]
    assert arena.finished_scores(RESULT, "bob") == [10, 20, 9]
    assert ann.score is not None
    assert ann.score.value == 19


def test_two_meet_in_games_that_were_decided() -> None:
    # By ann: more points, as many, fewer, a forfeit by bob; the truncated game decides nothing.
    assert arena.meetings(RESULT) == (
        (Meeting(0, 0), Meeting(2.5, 4)),
        (Meeting(1.5, 4), Meeting(0, 0)),
    )
    assert [meeting.share for meeting in arena.meetings(RESULT)[0]] == [None, 0.625]


def test_elo_is_from_the_meetings() -> None:
    # With the prior ann has 3 of 5 points: 400 * log10(3 / 2) = 70.4 between the two.
    ann, bob = standings(RESULT)
    assert ann.elo.value == pytest.approx(1500 + 35.218, abs=0.001)
    assert bob.elo.value == pytest.approx(1500 - 35.218, abs=0.001)
    # Four games without the prior are 1.96 * 173.718 / sqrt(4 * 0.6 * 0.4) / 2 = 173.75. In halves
    # ann had 3 of 4 and 2 of 4, where 0.625 of 4 was to be expected: the squares are 0.5 and 0.5
    # of the sum, and 2 deals of 1.875 as a prior, 4.25 / 3 in place of 1.875. Student's t of 3.
    effect = 4.25 / 3 / 1.875
    margin = 173.75 * math.sqrt(effect) * 3.182446 / 1.959964
    assert ann.elo.high - ann.elo.value == pytest.approx(margin, abs=0.1)


def test_ends_and_lengths_are_counted() -> None:
    assert arena.end_counts(RESULT) == {
        EndReason.FIFTH_FIGURE: 1,
        EndReason.DRAW_PILE_EMPTY: 2,
        GameEnd.TRUNCATED: 1,
        GameEnd.FORFEITED: 1,
    }
    assert arena.lengths(RESULT) == arena.Lengths(
        arena.Spread(3, 17, 10, 50), arena.Spread(5, 35, 20, 100)
    )


def test_figures_in_the_goal_area_are_averaged_over_time() -> None:
    ann, bob = arena.goal_curve(RESULT, "ann"), arena.goal_curve(RESULT, "bob")
    assert len(ann) == len(bob) == 51  # from the start to the last turn of the longest game
    assert [ann[turn] for turn in (0, 1, 2, 8, 9, 50)] == [0, 0, 0.2, 0.2, 0.4, 0.4]
    assert [bob[turn] for turn in (0, 4, 5, 50)] == [0, 0, 0.2, 0.2]


EMPTY = TournamentResult(PLAN, ())


def test_without_a_game_nothing_is_measured() -> None:
    ann, bob = standings(EMPTY)
    assert (ann.name, ann.win_share, ann.score, ann.elo.value) == ("ann", None, None, 1500)
    assert (bob.name, bob.win_share, bob.score, bob.elo.value) == ("bob", None, None, 1500)
    assert (ann.elo.low, ann.elo.high) == (-math.inf, math.inf)
    assert arena.lengths(EMPTY) is None
    assert arena.goal_curve(EMPTY, "ann") == ()
    *_, ends = summary(EMPTY).splitlines()
    assert ends == "ends: fifth figure 0, draw pile empty 0, truncated 0, forfeited 0"


# Sums


def test_sums_are_by_deal() -> None:
    sums = tally(RESULT)
    assert (sums.games, sums.complete, sums.deals) == (5, False, ((0, 3),))
    # Half points of ann: 3 in the two games of deal 0, 2 in deal 1; the truncated game is none.
    assert sums.pairs == (((2, 2, 1), (2, 3, 1)),)
    ann, bob = sums.entrants
    # Finished games of the deals: scores of 30 + 20 and of 7.
    assert ann.score == DealSums(2, 3, 57, 4 + 1, 2 * 50 + 7, 50**2 + 7**2)
    assert ann.scores == ((7, 1), (20, 1), (30, 1))
    # A win is 2, a shared one 1.
    assert bob.share == DealSums(3, 5, 3, 4 + 4 + 1, 2 * 1 + 2 * 2, 1 + 2**2)
    assert bob.failure == arena.FirstFailure(3, arena.Failure.RAISED, "no, sorry")
    assert tally(sums) is sums


def test_the_statistics_of_the_sums_are_those_of_the_games() -> None:
    sums = tally(RESULT)
    assert standings(sums) == standings(RESULT)
    assert arena.summary(sums) == arena.summary(RESULT)
    assert sums._repr_html_() == RESULT._repr_html_()


def test_the_sums_of_different_tournaments_do_not_add_up() -> None:
    sums = tally(RESULT)
    other = evolve(sums, plan=evolve(sums.plan, seed=2))
    with pytest.raises(InvalidArgument, match="the sums are of different plans"):
        sums + other


def with_second(sums: Tally, **fields: object) -> Tally:
    """The sums with other ones of the second entrant."""
    first, second = sums.entrants
    change: Callable[..., arena.EntrantTally] = evolve
    return evolve(sums, entrants=(first, change(second, **fields)))


TOO_MUCH = arena.EntrantTally(share=DealSums(1, 1, 3, 1, 3, 9))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda sums: evolve(sums, deals=((0, 4),)), "the deals from 0 to 4 do not fit the plan"),
        (lambda sums: evolve(sums, deals=((1, 3), (0, 1))), "the deals from 0 to 1 do not fit"),
        (lambda sums: evolve(sums, deals=((0, 1),)), "contradict"),
        (lambda sums: evolve(sums, ends=(5,)), "contradict"),
        (lambda sums: evolve(sums, turns=()), "contradict"),
        (lambda sums: evolve(sums, pairs=()), "contradict"),
        (lambda sums: evolve(sums, pairs=(((2, 5, 1),),)), "contradict"),
        (lambda sums: evolve(sums, entrants=(TOO_MUCH,) * 2), "contradict"),
        (lambda sums: evolve(sums, pairs=(((6, 6, 1),),)), "contradict"),
        (lambda sums: evolve(sums, pairs=(((2, 2, 4),),)), "contradict"),
        *(
            (lambda sums, fields=fields: with_second(sums, **fields), "contradict")
            for fields in (
                {"games": 6},
                {"wins": 5, "shared_wins": 1},
                {"forfeits": 6},
                {"share": DealSums(10**80, 5, 3)},
                {"score": DealSums(1, 6)},
                {"points": DealSums(1, 6)},
            )
        ),
    ],
)
def test_impossible_sums_are_rejected(change: Callable[[Tally], Tally], message: str) -> None:
    sums = tally(RESULT)
    with pytest.raises(InvalidArgument, match=message):
        change(sums)


# Tables


def test_numbers_that_fill_a_line_put_all_names_on_their_own() -> None:
    sums = with_second(tally(RESULT), score=DealSums(2, 3, 10**50, 5, 10**50, 10**70))
    lines = summary(sums).splitlines()
    assert [line for line in lines if not line.startswith(" ")][2:5] == ["entrant", "ann", "bob"]


def test_the_csv_of_games_has_a_row_for_each_seat() -> None:
    rows = list(csv.DictReader(io.StringIO(arena.games_to_csv(RESULT))))
    assert len(rows) == 10
    seed = str(PLAN.fixture(0).seed)
    assert list(rows[0].values()) == [
        *("0", "0", seed, "0", "ann", "fifth figure", "1", "1", "30"),
        *("30", "0", "0", "2", "10", "20", "", ""),
    ]
    forfeited = [rows[6][key] for key in ("entrant", "won", "failure", "detail")]
    assert forfeited == ["bob", "0", "raised", "no, sorry"]
    assert [row["won"] for row in rows if row["game"] == "1"] == ["1", "1"]
    assert [row["winners"] for row in rows if row["game"] == "1"] == ["2", "2"]


def test_names_with_commas_and_quotes_read_back() -> None:
    names = ("hasty", 'a "b", c', "Zoë")
    entrants = [arena.Entrant(name, bots.hasty) for name in names]
    result = arena.play_tournament(entrants, players=3, deals=1, rules=SHORT)
    rows = list(csv.DictReader(io.StringIO(arena.games_to_csv(result))))
    seats = [(game, seat) for game in result.games for seat in range(3)]
    for row, (game, seat) in zip(rows, seats, strict=True):
        score = game.scores[seat]
        assert row["entrant"] == game.seating[seat]
        parts = [int(row[key]) for key in ("score", "paths", "tile_points", "wishing_stones")]
        assert parts == [score.total, score.paths, score.tile_points, score.wishing_stones]
        assert int(row["goal_figures"]) == game.figures_in_goal(seat, game.turns)


def test_the_csv_of_standings_has_a_row_for_each_entrant() -> None:
    ann, bob = csv.DictReader(io.StringIO(arena.standings_to_csv(RESULT)))
    assert list(ann.items())[:6] == [
        *(("entrant", "ann"), ("games", "5"), ("wins", "2"), ("shared_wins", "1")),
        *(("forfeits", "0"), ("win_share", "0.5")),
    ]
    assert (bob["forfeits"], bob["win_share_low"]) == ("1", "0.058567")
    # Of 10 and 20 in one deal and 9 in another the mean is 13: both deals are off by 4, so the
    # standard error is sqrt(2 / 1 * (16 + 16)) / 3. Student's t of 1 is 12.706.
    assert (bob["score"], bob["score_high"]) == ("13.0", "46.883213")
    assert (ann["elo"], ann["elo_low"], ann["elo_high"]) == ("1535.2", "1290.0", "1780.4")
    unmeasured = next(csv.DictReader(io.StringIO(arena.standings_to_csv(EMPTY))))
    assert unmeasured["win_share"] == unmeasured["score_high"] == unmeasured["elo_low"] == ""
    assert unmeasured["elo"] == "1500.0"


def test_the_summary_is_a_table_for_people() -> None:
    assert summary(RESULT) == (
        "5 of 6 games: 3 deals, 2 seatings, 2 players, seed 1, rules KELTIS\n"
        "\n"
        "entrant  games  wins  shared  forfeits   won (95 %)  score (95 %)  Elo (95 %)\n"
        "ann          5     2       1         0  50% (13-87)  19.0 ± 101.6  1535 ± 245\n"
        "bob          5     1       1         1   30% (6-75)   13.0 ± 33.9  1465 ± 245\n"
        "\n"
        "ends: fifth figure 1, draw pile empty 2, truncated 1, forfeited 1\n"
        "turns per game: mean 17, from 3 to 50\n"
        "decisions per game: mean 35, from 5 to 100"
    )


def test_a_long_name_has_a_line_of_its_own_in_the_summary() -> None:
    plan = arena.Plan(names=("search:iterations=50", "bob"), deals=1)
    lines = summary(TournamentResult(plan, ())).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[3:6] == [
        "search:iterations=50",
        "             0     0       0         0           -             -  1500 ± inf",
        "bob          0     0       0         0           -             -  1500 ± inf",
    ]
