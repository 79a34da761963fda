"""The number of games of a tournament, and its games as records."""

import pickle

import attrs
import pytest

from keltis import InvalidArgument
from keltis.arena import Entrant, GameEnd, game_records, play_tournament
from keltis.bots import RandomBot


@pytest.mark.parametrize(("games", "played"), [(1, 2), (2, 2), (3, 4)])
def test_the_seatings_of_the_last_deal_are_completed(games: int, played: int) -> None:
    assert len(play_tournament(["random", "random"], games=games, seed=1).games) == played


def test_a_number_of_games_and_of_deals_are_not_both_taken() -> None:
    with pytest.raises(InvalidArgument, match="pass deals or games, not both"):
        play_tournament(["random", "random"], games=2, deals=2)


@pytest.mark.parametrize("games", [0, 1.5])
def test_the_number_of_games_is_a_whole_number(games: int) -> None:
    with pytest.raises(InvalidArgument, match="games must be a whole number from 1, not"):
        play_tournament(["random", "random"], games=games)


def test_too_few_entrants_are_refused_by_the_plan() -> None:
    with pytest.raises(InvalidArgument, match="need 3 or more entrants, not 2"):
        play_tournament(["random", "random"], games=2, players=3)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_kept_records_are_the_games_of_the_results(jobs: int) -> None:
    result = play_tournament(["greedy", "random"], games=4, seed=7, keep_records=True, jobs=jobs)
    records = game_records(result)
    for game, record in zip(result.games, records, strict=True):
        assert record.names == game.seating
        assert record.seed == game.seed
        assert len(record) == game.decisions
        assert record.outcome is not None
        assert record.outcome.scores == game.scores
    without = play_tournament(["greedy", "random"], games=4, seed=7)
    assert [attrs.evolve(game, moves=None) for game in result.games] == list(without.games)
    assert pickle.loads(pickle.dumps(result)) == result  # noqa: S301 - our own


def test_a_truncated_game_has_a_record_without_an_outcome() -> None:
    result = play_tournament(["random", "random"], games=2, seed=1, max_turns=3, keep_records=True)
    assert {game.end for game in result.games} == {GameEnd.TRUNCATED}
    assert [record.outcome for record in game_records(result)] == [None, None]


def test_a_name_that_no_file_can_have_is_left_out_of_the_records() -> None:
    entrants: list[Entrant] = [Entrant("bot #1", RandomBot()), Entrant("ann", "random")]
    records = game_records(play_tournament(entrants, games=2, seed=1, keep_records=True))
    assert [record.names for record in records] == [(), ()]


def test_games_without_moves_have_no_records() -> None:
    result = play_tournament(["random", "random"], games=2, seed=1)
    with pytest.raises(InvalidArgument, match="the moves of game 0 were not kept"):
        game_records(result)


def test_e3_a_game_is_truncated_after_the_moves_that_a_record_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("keltis.game._match", "keltis.arena._results"):
        monkeypatch.setattr(f"{module}.MAX_MOVES", 10)
    monkeypatch.setattr("keltis.arena._play.MAX_MOVES", 10)
    (game, _) = play_tournament(["random", "random"], games=2, seed=1, keep_records=True).games
    assert (game.end, game.decisions) == (GameEnd.TRUNCATED, 10)
