"""Results without the luck of the cards."""

import attrs
import pytest

from keltis import GameState, InvalidArgument, Move
from keltis.arena import (
    Corrected,
    Estimate,
    LuckCorrected,
    TournamentResult,
    correct_luck,
    game_records,
    play_tournament,
)
from keltis.bots import PointsValue, Worth, drawn_luck
from keltis.game import Record

RESULT = play_tournament(["greedy", "random"], deals=3, seed=7, max_turns=30, keep_records=True)


def no_luck(record: Record[GameState, Move]) -> Worth:
    zero = (0.0,) * record.player_count
    return Worth(zero, zero)


def quick_luck(record: Record[GameState, Move]) -> Worth:
    return drawn_luck(record, PointsValue())


def corrected(result: TournamentResult, name: str) -> LuckCorrected:
    return next(entrant for entrant in correct_luck(result, quick_luck) if entrant.name == name)


def test_the_luck_of_the_cards_is_subtracted_from_the_results() -> None:
    found = corrected(RESULT, "greedy")
    shares, leads = 0.0, 0.0
    for game, record in zip(RESULT.games, game_records(RESULT), strict=True):
        luck, seat = quick_luck(record), game.seating.index("greedy")
        shares += luck.shares[seat]
        leads += luck.points[seat] - luck.points[1 - seat]
    assert found.win_share.played.value - found.win_share.corrected.value == pytest.approx(
        shares / 6
    )
    assert found.lead.played.value - found.lead.corrected.value == pytest.approx(leads / 6)
    assert found.lead.fewer_games != 1


def test_two_entrants_mirror_each_other() -> None:
    one, other = correct_luck(RESULT, quick_luck)
    assert one.lead.corrected.value == pytest.approx(-other.lead.corrected.value)
    assert one.lead.fewer_games == pytest.approx(other.lead.fewer_games)


def test_without_luck_nothing_changes() -> None:
    for entrant in correct_luck(RESULT, no_luck):
        for each in (entrant.win_share, entrant.lead):
            assert each.corrected == each.played
            assert each.fewer_games == 1


def test_the_lead_is_over_the_mean_of_the_others() -> None:
    names = ["random"] * 3
    result = play_tournament(names, players=3, deals=1, seed=3, max_turns=12, keep_records=True)
    leads = [entrant.lead.played.value for entrant in correct_luck(result, no_luck)]
    totals = [
        sum(game.scores[seat].total for game, seat in result.seats_of(name)) / 6
        for name in result.plan.names
    ]
    assert leads[0] == pytest.approx(totals[0] - (totals[1] + totals[2]) / 2)


def test_only_whole_deals_with_their_moves_count() -> None:
    part = attrs.evolve(RESULT, games=RESULT.games[:-1])
    first = attrs.evolve(RESULT, games=RESULT.games[:4])
    assert correct_luck(part, no_luck) == correct_luck(first, no_luck)
    without = attrs.evolve(
        RESULT, games=tuple(attrs.evolve(game, moves=None) for game in RESULT.games)
    )
    with pytest.raises(InvalidArgument, match="play with keep_records=True"):
        correct_luck(without)


def test_half_the_width_is_worth_four_times_the_games() -> None:
    assert Corrected(Estimate(0, -2, 2), Estimate(0, -1, 1)).fewer_games == 4
