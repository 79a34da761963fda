"""The arguments of a tournament, and its games as records."""

import attrs
import pytest

import arena_bots as bots
from helpers import pickled
from keltis import InvalidArgument
from keltis.arena import Entrant, GameEnd, game_records, play_tournament
from keltis.bots import RandomBot


@pytest.mark.parametrize(("games", "played"), [(1, 2), (2, 2), (3, 4)])
def test_the_seatings_of_the_last_deal_are_completed(games: int, played: int) -> None:
    assert len(play_tournament(["random", "random"], games=games, seed=1).games) == played


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"games": 2, "deals": 2}, "pass deals or games, not both"),
        ({"games": 0}, "games must be a whole number from 1, not 0"),
        ({"games": 2, "players": 3}, "games of 3 players need 3 or more entrants, not 2"),
        ({"resume": True}, "resume needs a journal to continue"),
        ({"players": 5}, "players must be 2 or 3 or 4 under these rules, not 5"),
        ({"seconds_per_move": 0}, "seconds_per_move must be a positive number or None, not 0"),
        ({"seconds_per_game": "7"}, "seconds_per_game must be a positive number or None, not '7'"),
        ({"jobs": 0}, "jobs must be a whole number from 1, not 0"),
        ({"jobs": 2, "executor": bots.InlineExecutor()}, "pass jobs or an executor, not both"),
        ({"entrants": ["no such bot", "random"]}, "unknown bot 'no such bot'"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidArgument, match=f"^{reason}"):
        play_tournament(**{"entrants": ["random", "random"], **arguments})  # type: ignore[call-overload]  # on purpose


@pytest.mark.slow
def test_workers_send_the_moves() -> None:
    result = play_tournament(["greedy", "random"], games=4, seed=7, keep_records=True, jobs=2)
    assert [record.seed for record in game_records(result)] == [game.seed for game in result.games]
    without = play_tournament(["greedy", "random"], games=4, seed=7)
    assert [attrs.evolve(game, moves=None) for game in result.games] == list(without.games)
    assert pickled(result) == result


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
