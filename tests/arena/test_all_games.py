"""Tournaments of all games: the same tool, other rules, scores and ends."""

import csv
import io
import sys
from pathlib import Path
from typing import Final

import pytest

import keltis
import noughts
from keltis import InvalidArgument, arena, celtic
from keltis.arena import Entrant, GameEnd, Plan, play_game, play_tournament, tournament_from_json
from keltis.arena._results import score_numbers
from keltis.arena.plots import save_plots
from keltis.cli import main
from keltis.game import Game, M, R, S, Score, V

games: Final = pytest.mark.parametrize(
    "game", [keltis.GAME, celtic.GAME, noughts.GAME], ids=["keltis", "celtic", "noughts"]
)


def played(
    game: Game[S, V, M, R], *, deals: int = 2
) -> arena.TournamentResult[Score, Game[S, V, M, R]]:
    entrants = ["random", "random"]
    return play_tournament(entrants, game=game, deals=deals, seed=7, keep_records=True)


@games
def test_a_tournament_is_the_matches_of_its_plan(game: Game[S, V, M, R]) -> None:
    result = played(game)
    assert result.complete
    for record, played_game in zip(arena.game_records(result), result.games, strict=True):
        assert record.names == played_game.seating
        assert len(record) == played_game.decisions
        assert record.outcome is not None
        assert record.outcome.reason is played_game.end
        assert record.outcome.winners == played_game.winners
        assert game.engine.scores(record.final) == played_game.scores
        assert len(record.turns) == played_game.turns
    assert sum(standing.wins + standing.shared_wins for standing in arena.standings(result)) >= 4
    assert played(game) == result


@games
def test_a_tournament_reads_back(game: Game[S, V, M, R], tmp_path: Path) -> None:
    result = play_tournament(["random", "random"], game=game, deals=2, seed=7)
    assert tournament_from_json(arena.tournament_to_json(result, indent=1), game=game) == result
    sums = arena.tally(result)
    assert arena.tally_from_json(arena.tally_to_json(sums), game=game) == sums
    path = tmp_path / "journal.jsonl"
    arena.write_journal(result, path)
    more = play_tournament(["random", "random"], game=game, deals=3, journal=path, resume=True)
    assert more.games[:4] == result.games
    assert more.plan.seed == 7


@games
def test_tables_and_plots_show_what_the_game_has(game: Game[S, V, M, R], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    result = played(game, deals=1)
    has_mean = game is keltis.GAME
    assert ("score (95 %)" in arena.summary(result)) is has_mean
    assert ("score (95 %)" in result._repr_html_()) is has_mean
    assert game.milestone in arena.games_to_csv(result).splitlines()[0]
    assert [*arena.end_counts(result)] == [*game.engine.EndReason, *GameEnd]
    assert arena.goal_curve(result, "random")[0] == 0
    names = {path.stem for path in save_plots(result, tmp_path, suffix="svg")}
    assert ("scores" in names) is has_mean


@games
def test_parquet_has_the_rows_of_the_table(
    game: Game[S, V, M, R], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason='needs pip install "keltis[parquet]"')
    monkeypatch.setattr("keltis.arena._tables._ROW_GROUP", 6)
    path = tmp_path / "games.parquet"
    entrants = ["random", "random"]
    with arena.ParquetWriter(path, game=game) as file:
        play_tournament(
            entrants, game=game, deals=5, seed=7, batch=False, keep_games=False, stream=file.write
        )
    table = parquet.read_table(path)
    result = played(game, deals=5)
    text = arena.games_to_csv(result)
    headings, *rows = csv.reader(io.StringIO(text))
    assert table.column_names == headings
    assert [[str(row[name]) for name in headings] for row in table.to_pylist()] == rows
    assert parquet.ParquetFile(path).num_row_groups > 1
    written = path.read_bytes()
    file.close()
    assert path.read_bytes() == written


def test_a_missing_parquet_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r'pip install "keltis\[parquet\]"'):
        arena.ParquetWriter("games.parquet")


@games
def test_a_bot_of_any_game_that_fails_loses(game: Game[S, V, M, R]) -> None:
    def failing(_view: object, _moves: object, _rng: object) -> M:
        raise RuntimeError("no ideas")

    plan = Plan(names=("a", "b"), game=game)
    entrants: dict[str, Entrant[V, M]] = {"a": Entrant("a", "random"), "b": Entrant("b", failing)}
    result = play_game(plan, entrants, 0)
    assert result.end is GameEnd.FORFEITED
    assert result.forfeit is not None
    assert (result.forfeit.seat, result.forfeit.failure) == (1, arena.Failure.RAISED)


@pytest.mark.slow
@games
def test_isolated_bots_play_the_same_games(game: Game[S, V, M, R]) -> None:
    isolated = play_tournament(["random", "random"], game=game, deals=1, seed=7, isolate=True)
    assert isolated == play_tournament(["random", "random"], game=game, deals=1, seed=7)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("celtic-tourn", "chess-tourn", r"^\$\.format: expected 'celtic-tournament'"),
        ("no tile fits", "bored", r"^\$\.games\[0\]\.end: expected one of 'no tile fits', "),
        ('"rules":"CELTIC"', '"rules":"CHESS"', r"^\$\.plan\.rules: "),
        (
            '"scores":[[',
            '"scores":[[0,',
            r"^\$\.games\[0\]\.scores\[0\]: expected knots, the best first",
        ),
    ],
)
def test_a_forged_tournament_is_refused(old: str, new: str, message: str) -> None:
    result = play_tournament(["random", "random"], game=celtic.GAME, deals=1, seed=7)
    text = arena.tournament_to_json(result)
    assert old in text
    with pytest.raises(arena.ArenaError, match=message):
        tournament_from_json(text.replace(old, new, 1), game=celtic.GAME)


def test_only_keltis_has_kernels_and_games_have_their_own_rules() -> None:
    with pytest.raises(InvalidArgument, match="CELTIC! has no kernels"):
        play_tournament(["random", "random"], game=celtic.GAME, batch=True)
    with pytest.raises(InvalidArgument, match=r"^these are not rules of CELTIC!: "):
        Plan(names=("a", "b"), game=celtic.GAME, rules=keltis.KELTIS)


def test_a_score_is_its_numbers() -> None:
    assert keltis.read_score(score_numbers(keltis.Score(1, 2, 3))) == keltis.Score(1, 2, 3)
    with pytest.raises(InvalidArgument, match=r"^expected 3 whole numbers, not 1$"):
        keltis.read_score([7])


def test_the_program_plays_tournaments_of_the_tile_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "result.json"
    words = ["celtic", "tournament", "random", "random", "--deals", "1", "--seed", "7"]
    assert main([*words, "--rules", "CELTIC width=4", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "Ends: no tile fits 2." in printed
    assert "points" not in printed
    result = tournament_from_json(out.read_text(encoding="utf-8"), game=celtic.GAME)
    assert result.plan.rules == celtic.Rules(width=4)


def test_the_text_of_a_move_is_not_a_move() -> None:
    def texting(_view: object, moves: tuple[celtic.Move, ...], _rng: object) -> celtic.Move:
        return str(moves[0])  # type: ignore[return-value]  # on purpose

    entrants = {"a": Entrant("a", texting), "b": Entrant("b", texting)}
    forfeit = play_game(Plan(names=("a", "b"), game=celtic.GAME), entrants, 0).forfeit
    assert forfeit is not None
    assert (forfeit.failure, forfeit.detail) == (arena.Failure.NOT_A_MOVE, "str")
