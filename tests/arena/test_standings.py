"""Standings and tables against values that were worked out by hand."""

import csv
import io
import math

import pytest

import arena_bots as bots
from keltis import EndReason, Score, arena
from keltis.arena import GameEnd, GoalEntry, Meeting, TournamentResult, standings, summary, wilson
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
    assert ann.win_share == wilson(2.5, 5)
    assert bob.win_share == wilson(1.5, 5)
    assert arena.finished_scores(RESULT, "ann") == [30, 20, 7]
    assert arena.finished_scores(RESULT, "bob") == [10, 20, 9]
    assert ann.score == arena.mean([30, 20, 7])


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
    # Four games without the prior: 1.96 * 173.718 / sqrt(4 * 0.6 * 0.4) / 2.
    assert ann.elo.high - ann.elo.value == pytest.approx(173.75, abs=0.01)


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


# Tables


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
    assert (bob["forfeits"], bob["win_share_low"]) == ("1", str(round(wilson(1.5, 5).low, 6)))
    assert (ann["score"], ann["score_low"]) == ("19.0", str(round(arena.mean([30, 20, 7]).low, 6)))
    assert (ann["elo"], ann["elo_low"], ann["elo_high"]) == ("1535.2", "1361.5", "1709.0")
    unmeasured = next(csv.DictReader(io.StringIO(arena.standings_to_csv(EMPTY))))
    assert unmeasured["win_share"] == unmeasured["score_high"] == unmeasured["elo_low"] == ""
    assert unmeasured["elo"] == "1500.0"


def test_the_summary_is_a_table_for_people() -> None:
    assert summary(RESULT) == (
        "5 of 6 games: 3 deals, 2 seatings, 2 players, seed 1, rules KELTIS\n"
        "\n"
        "entrant  games  wins  shared  forfeits   won (95 %)  score (95 %)  Elo (95 %)\n"
        "ann          5     2       1         0  50% (17-83)   19.0 ± 28.6  1535 ± 174\n"
        "bob          5     1       1         1   30% (7-70)   13.0 ± 15.1  1465 ± 174\n"
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
