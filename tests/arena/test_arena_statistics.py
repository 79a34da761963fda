"""Statistics against values that were worked out by hand."""

import csv
import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arena_bots as bots
from keltis import InvalidArgument, Score
from keltis.arena import (
    Entrant,
    Estimate,
    Failure,
    Forfeit,
    GameEnd,
    GameResult,
    GoalEntry,
    Lengths,
    Meeting,
    Plan,
    Spread,
    TournamentResult,
    elo_ratings,
    end_counts,
    finished_scores,
    games_to_csv,
    goal_curve,
    lengths,
    mean,
    meetings,
    play_tournament,
    ratings,
    standings,
    standings_to_csv,
    summary,
    wilson,
)
from keltis.arena.results import winners_of
from leaning import SHORT

PLAN = Plan(names=("ann", "bob"), deals=3, seed=1, max_turns=50)


def game(
    number: int,
    totals: tuple[int, ...],
    *,
    end: GameEnd = GameEnd.DRAW_PILE_EMPTY,
    turns: int = 10,
    decisions: int = 20,
    goal_entries: tuple[GoalEntry, ...] = (),
) -> GameResult:
    """A game of the plan with these totals by seat; if it is forfeited, by seat 0."""
    fixture = PLAN.fixture(number)
    forfeit = Forfeit(0, Failure.RAISED, "no, sorry") if end is GameEnd.FORFEITED else None
    scores = tuple(Score(total, 0, 0) for total in totals)
    return GameResult(
        *(
            number,
            fixture.deal,
            fixture.seed,
            fixture.seating,
            end,
            winners_of(end, scores, forfeit),
        ),
        *(scores, turns, decisions, goal_entries, forfeit),
    )


RESULT = TournamentResult(
    PLAN,
    (
        game(
            0,
            (30, 10),
            goal_entries=(GoalEntry(2, 0), GoalEntry(5, 1), GoalEntry(9, 0)),
            end=GameEnd.FIFTH_FIGURE,
        ),
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
    assert ann.win_share == wilson(2.5, 5)
    assert bob.win_share == wilson(1.5, 5)
    assert finished_scores(RESULT, "ann") == [30, 20, 7]
    assert finished_scores(RESULT, "bob") == [10, 20, 9]
    assert ann.score == mean([30, 20, 7])


def test_two_meet_in_games_that_were_decided() -> None:
    # By ann: more points, as many, fewer, a forfeit by bob; the truncated game decides nothing.
    assert meetings(RESULT) == ((Meeting(0, 0), Meeting(2.5, 4)), (Meeting(1.5, 4), Meeting(0, 0)))
    assert [meeting.share for meeting in meetings(RESULT)[0]] == [None, 0.625]


def test_elo_is_from_the_meetings() -> None:
    # With the prior ann has 3 of 5 points: 400 * log10(3 / 2) = 70.4 between the two.
    ann, bob = standings(RESULT)
    assert ann.elo == pytest.approx(1500 + 35.218, abs=0.001)
    assert bob.elo == pytest.approx(1500 - 35.218, abs=0.001)


def test_ends_and_lengths_are_counted() -> None:
    assert end_counts(RESULT) == {
        GameEnd.FIFTH_FIGURE: 1,
        GameEnd.DRAW_PILE_EMPTY: 2,
        GameEnd.TRUNCATED: 1,
        GameEnd.FORFEITED: 1,
    }
    assert lengths(RESULT) == Lengths(Spread(3, 17, 10, 50), Spread(5, 35, 20, 100))


def test_figures_in_the_goal_area_are_averaged_over_time() -> None:
    ann, bob = goal_curve(RESULT, "ann"), goal_curve(RESULT, "bob")
    assert len(ann) == len(bob) == 51  # from the start to the last turn of the longest game
    assert [ann[turn] for turn in (0, 1, 2, 8, 9, 50)] == [0, 0, 0.2, 0.2, 0.4, 0.4]
    assert [bob[turn] for turn in (0, 4, 5, 50)] == [0, 0, 0.2, 0.2]


EMPTY = TournamentResult(PLAN, ())


def test_before_the_first_game_there_is_nothing_to_measure() -> None:
    ann, bob = standings(EMPTY)
    assert [
        (standing.name, standing.win_share, standing.score, standing.elo) for standing in (ann, bob)
    ] == [
        ("ann", None, None, 1500),
        ("bob", None, None, 1500),
    ]
    assert lengths(EMPTY) is None
    assert goal_curve(EMPTY, "ann") == ()
    assert (
        summary(EMPTY).splitlines()[-1]
        == "ended by fifth figure: 0, empty draw pile: 0, turn limit: 0, forfeit: 0"
    )


# Intervals


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0, 0.2775),  # 3.8415 / 13.8415
        (10, 10, 0.7225, 1),
        (50, 100, 0.4038, 0.5962),
        (1, 1, 0.2065, 1),  # 1 / 4.8415
    ],
)
def test_wilson_intervals(successes: float, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert found.value == successes / trials
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.00005)


@given(
    st.integers(1, 1000).flatmap(
        lambda trials: st.tuples(st.integers(0, 2 * trials), st.just(trials))
    )
)
def test_wilson_intervals_hold_the_share_and_stay_within_bounds(halves: tuple[int, int]) -> None:
    doubled, trials = halves
    found, mirrored = wilson(doubled / 2, trials), wilson(trials - doubled / 2, trials)
    assert 0 <= found.low <= found.value + 1e-12
    assert found.value - 1e-12 <= found.high <= 1
    assert found.low == pytest.approx(1 - mirrored.high)


def test_means_with_their_intervals() -> None:
    # The standard deviation of 2, 4, 6 is 2, so the standard error is 2 / sqrt(3).
    assert mean([2, 4, 6]).value == 4
    assert mean([2, 4, 6]).high == pytest.approx(4 + 1.959964 * 2 / math.sqrt(3))
    assert mean([5]) == Estimate(5, -math.inf, math.inf)


@pytest.mark.parametrize(
    ("successes", "trials"), [(0, 0), (-1, 3), (4, 3), (math.nan, 3), ("1", 3), (1, "3")]
)
def test_impossible_counts_are_refused(successes: float, trials: int) -> None:
    with pytest.raises(InvalidArgument, match=r"^expected successes of one or more trials"):
        wilson(successes, trials)
    with pytest.raises(InvalidArgument, match=r"^expected one or more values$"):
        mean([])


# Elo


def points_of(elo: list[float], games: int) -> list[list[float]]:
    """What entrants with these ratings score on average, as a table."""
    return [[0 if a is b else games / (1 + 10 ** ((b - a) / 400)) for b in elo] for a in elo]


def test_elo_recovers_the_ratings_that_the_points_come_from() -> None:
    true = [1800.0, 1650, 1500, 1350, 1200]
    assert elo_ratings(points_of(true, 1_000_000)) == pytest.approx(true, abs=0.1)


@given(
    st.lists(st.lists(st.integers(0, 40), min_size=5, max_size=5), min_size=5, max_size=5),
    st.integers(2, 5),
)
def test_elo_is_finite_and_anchored_whatever_the_points(table: list[list[int]], size: int) -> None:
    points = [row[:size] for row in table[:size]]
    found = elo_ratings(points)
    assert all(map(math.isfinite, found))
    assert math.fsum(found) / size == pytest.approx(1500)


def test_elo_is_sane_for_who_won_or_lost_everything() -> None:
    few, many = elo_ratings([[0, 5], [0, 0]]), elo_ratings([[0, 500], [0, 0]])
    assert few == pytest.approx((1500 + 200 * math.log10(11), 1500 - 200 * math.log10(11)))
    assert many[0] > few[0]  # who won more often is more surely better
    best, middle, worst = elo_ratings([[0, 20, 20], [0, 0, 20], [0, 0, 0]])
    assert best > middle > worst
    assert middle == pytest.approx(1500)


def test_elo_without_any_game_is_the_anchor() -> None:
    assert elo_ratings([[0, 0], [0, 0]]) == (1500, 1500)


def test_elo_gives_up_after_many_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "_MAX_ROUNDS", 1)
    rough = elo_ratings([[0, 9, 9], [0, 0, 9], [0, 0, 0]])
    assert rough[0] > rough[1] > rough[2]


@pytest.mark.parametrize("points", [[], [[0]], [[0, 1], [0]]])
def test_elo_needs_a_square(points: list[list[float]]) -> None:
    with pytest.raises(
        InvalidArgument, match=r"^expected the points of two or more entrants against each other"
    ):
        elo_ratings(points)


def test_the_order_of_strength_is_recovered_from_play() -> None:
    entrants = [
        Entrant(name, bot) for name, bot in (("uniform", bots.uniform), ("careful", bots.careful))
    ]
    ranking = standings(play_tournament([*entrants, Entrant("hasty", bots.hasty)], deals=6, seed=1))
    assert [standing.name for standing in ranking] == ["careful", "hasty", "uniform"]
    assert sum(standing.elo for standing in ranking) == pytest.approx(4500)


# Tables


def test_the_csv_of_games_has_a_row_for_each_seat() -> None:
    rows = list(csv.DictReader(io.StringIO(games_to_csv(RESULT))))
    assert len(rows) == 10
    seed = str(PLAN.fixture(0).seed)
    assert list(rows[0].values()) == [
        *("0", "0", seed, "0", "ann", "fifth figure", "1", "1", "30"),
        *("30", "0", "0", "2", "10", "20", "", ""),
    ]
    forfeited = rows[6]
    assert (forfeited["entrant"], forfeited["won"], forfeited["failure"], forfeited["detail"]) == (
        "bob",
        "0",
        "raised",
        "no, sorry",
    )
    assert [row["won"] for row in rows if row["game"] == "1"] == ["1", "1"]
    assert [row["winners"] for row in rows if row["game"] == "1"] == ["2", "2"]


def test_the_csv_of_games_reads_back() -> None:
    result = play_tournament(
        [
            Entrant("hasty", bots.hasty),
            Entrant('a "b", c', bots.careful),
            Entrant("Zoë", bots.hasty),
        ],
        players=3,
        deals=1,
        rules=SHORT,
    )
    rows = list(csv.DictReader(io.StringIO(games_to_csv(result))))
    for row, (game, seat) in zip(
        rows, ((game, seat) for game in result.games for seat in range(3)), strict=True
    ):
        score = game.scores[seat]
        assert (int(row["game"]), int(row["seat"]), int(row["seed"])) == (
            game.number,
            seat,
            game.seed,
        )
        assert (row["entrant"], row["end"]) == (game.seating[seat], game.end.value)
        parts = (score.total, score.paths, score.tile_points, score.wishing_stones)
        assert (
            tuple(int(row[key]) for key in ("score", "paths", "tile_points", "wishing_stones"))
            == parts
        )
        assert int(row["goal_figures"]) == game.figures_in_goal(seat, game.turns)


def test_the_csv_of_standings_has_a_row_for_each_entrant() -> None:
    ann, bob = csv.DictReader(io.StringIO(standings_to_csv(RESULT)))
    assert (ann["entrant"], ann["games"], ann["win_share"], ann["score"], ann["elo"]) == (
        "ann",
        "5",
        "0.5",
        "19.0",
        "1535.2",
    )
    assert (bob["entrant"], bob["forfeits"], bob["win_share_low"]) == (
        "bob",
        "1",
        str(round(wilson(1.5, 5).low, 6)),
    )
    unmeasured = next(csv.DictReader(io.StringIO(standings_to_csv(EMPTY))))
    assert unmeasured["win_share"] == unmeasured["score_high"] == ""


def test_the_summary_is_a_table_for_people() -> None:
    assert summary(RESULT) == (
        "5 of 6 games: 3 deals, 2 seatings, 2 players, seed 1, rules KELTIS\n"
        "\n"
        "entrant  games  wins  shared  forfeits  win share (95 %)  score (95 %)   Elo\n"
        "ann          5     2       1         0  50% (17% to 83%)   19.0 ± 13.1  1535\n"
        "bob          5     1       1         1   30% (7% to 70%)    13.0 ± 6.9  1465\n"
        "\n"
        "ended by fifth figure: 1, empty draw pile: 2, turn limit: 1, forfeit: 1\n"
        "turns a game: 17 on average, 3 to 50\n"
        "decisions a game: 35 on average, 5 to 100"
    )


def test_a_long_name_has_a_line_of_its_own_in_the_summary() -> None:
    plan = Plan(names=("search:iterations=50", "bob"), deals=1)
    lines = summary(TournamentResult(plan, ())).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[3:6] == [
        "search:iterations=50",
        "             0     0       0         0                 -             -  1500",
        "bob          0     0       0         0                 -             -  1500",
    ]


def test_the_summary_of_a_whole_tournament_says_so() -> None:
    whole = TournamentResult(PLAN, (*RESULT.games, game(5, (1, 2))))
    assert summary(whole).startswith("6 games: 3 deals")
