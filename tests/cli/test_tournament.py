"""`tournament`: many games between bots."""

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from keltis.arena import Entrant, GameResult, Plan, TournamentResult
from keltis.arena._play import Limits, ProcessPool, game_result
from keltis.cli import main
from keltis.cli._display import WIDTH
from keltis.documents import from_json
from keltis.game import Score

TWO_GAMES = ("tournament", "random", "random", "--deals", "1")


def interrupt(monkeypatch: pytest.MonkeyPatch, after: int, error: BaseException) -> None:
    """Raise this error after a number of games."""
    left = [after]

    def stopping(
        plan: Plan,
        entrants: Mapping[str, Entrant],
        limits: Limits,
        pool: ProcessPool,
        number: int,
    ) -> GameResult[Score]:
        if not left[0]:
            raise error
        left[0] -= 1
        return game_result(plan, entrants, limits, pool, number)

    monkeypatch.setattr("keltis.arena._tournament.game_result", stopping)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_tournament_ends_with_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "greedy", "random", "--deals", "1", "--seed", "3"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert "2 games, 2 players each, seed 3" in captured.out
    assert captured.out.index("greedy") < captured.out.index("random")
    assert "100% (34-100)" in captured.out
    assert "Ends: " in captured.out
    assert max(map(len, captured.out.splitlines())) <= WIDTH
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(("columns", "has_all"), [("40", False), ("66", True)])
def test_names_are_printed_in_a_narrow_terminal_too(
    columns: str,
    has_all: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main([*TWO_GAMES]) == 0
    out = capsys.readouterr().out
    assert "\nrandom " in out
    assert "…" not in out
    assert ("forfeits" in out) == has_all


@pytest.mark.parametrize(
    ("words", "games"), [("--games 3", 4), ("--deals 1 --players 2", 2), ("", 20)]
)
def test_how_many_games_there_are(
    words: str, games: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["tournament", "random", "random", "--max-turns", "4", "--seed", "0", *words.split()])
        == 0
    )
    assert f"{games} games, 2 players each, seed 0" in capsys.readouterr().out


def test_the_share_of_wins_and_the_rating_have_their_intervals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["tournament", "arena_bots:crashing", "random", "--deals", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].endswith("won (95 %) points Elo (95 %)")
    assert lines[3].endswith("100% (51-100)      - 1691 ± 284")


def test_the_reason_why_a_bot_failed_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "arena_bots:crashing", "random", "--deals", "2"]) == 0
    captured = capsys.readouterr().out
    assert "Ends: forfeited 4." in captured
    assert (
        captured.count("arena_bots:crashing failed in game 0, raised: RuntimeError: out of ideas\n")
        == 1
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_a_bot_prints_is_not_in_the_output(
    jobs: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(
            [
                "tournament",
                "arena_bots:printing",
                "random",
                "--deals",
                "1",
                "--max-turns",
                "4",
                "--jobs",
                jobs,
            ]
        )
        == 0
    )
    captured = capfd.readouterr()
    assert "hm ..." not in captured.out
    assert "hm ...\n" in captured.err


def test_ctrl_c_before_the_first_game_leaves_no_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupt(monkeypatch, 0, KeyboardInterrupt())
    assert main([*TWO_GAMES]) == 130
    assert capsys.readouterr().err.endswith(
        "Go on with: keltis tournament random random --deals 1\n"
    )
    assert list(Path().iterdir()) == []


def test_too_few_bots_for_the_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "random", "--games", "5"]) == 1
    assert "games of 2 players need 2 or more entrants, not 1" in capsys.readouterr().err


def test_results_go_to_a_directory(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)  # as where it is not installed
    assert main([*TWO_GAMES, "--out", "deep/results"]) == 0
    assert capsys.readouterr().out.count("written: deep/results/") == 3
    assert {path.name for path in Path("deep/results").iterdir()} == {
        "games.csv",
        "standings.csv",
        "tournament.json",
    }


def test_plots_go_there_too_where_they_can_be_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib", reason='the tests of plots need: pip install "keltis[plot]"')
    assert main([*TWO_GAMES, "--out", "results"]) == 0
    assert capsys.readouterr().out.count(".png") == 3
    assert {path.name for path in Path("results").glob("*.png")} == {
        "goals.png",
        "scores.png",
        "win-matrix.png",
    }


@pytest.mark.parametrize("name", ["games.csv", "all.json"])
def test_results_go_to_a_file(name: str) -> None:
    assert main([*TWO_GAMES, "--out", name]) == 0
    assert Path(name).stat().st_size > 100


@pytest.mark.parametrize(
    ("out", "message"),
    [
        ("games.xls", "results are written as .csv or .json"),
        ("gone/games.csv", "no directory gone"),
    ],
)
def test_an_output_that_cannot_be_written_is_refused_before_the_games(
    out: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*TWO_GAMES, "--out", out]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err


def test_more_processes_give_the_same_results(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TWO_GAMES, "--seed", "0", "--out", "one.json"]) == 0
    assert main([*TWO_GAMES, "--seed", "0", "--out", "two.json", "--jobs", "2"]) == 0
    assert Path("one.json").read_text(encoding="utf-8") == Path("two.json").read_text(
        encoding="utf-8"
    )
    assert capsys.readouterr().err == ""


def test_on_a_terminal_there_is_a_progress_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert main([*TWO_GAMES]) == 0
    assert "playing" in capsys.readouterr().err


def test_ctrl_c_keeps_the_games_and_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patched:
        interrupt(patched, 1, KeyboardInterrupt())
        assert main([*TWO_GAMES, "--seed", "7"]) == 130
    captured = capsys.readouterr()
    assert "1 of 2 games" in captured.out
    assert "the tournament stopped after 1 of 2 games" in captured.err
    command = "tournament random random --deals 1 --seed 7 --resume keltis-tournament-1.jsonl"
    assert f"Go on with: keltis {command}\n" in captured.err
    assert main([*command.split(), "--out", "resumed.json"]) == 0
    assert main([*TWO_GAMES, "--seed", "7", "--out", "whole.json"]) == 0
    results = [
        from_json(TournamentResult, Path(name).read_text(encoding="utf-8"))
        for name in ("resumed.json", "whole.json")
    ]
    assert results[0] == results[1]


def test_a_second_ctrl_c_does_not_lose_the_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop_again(*_: object) -> None:
        raise KeyboardInterrupt

    interrupt(monkeypatch, 1, KeyboardInterrupt())
    monkeypatch.setattr("keltis.arena._tournament.InterruptedTournament.__init__", stop_again)
    assert main([*TWO_GAMES]) == 130
    command = "keltis tournament random random --deals 1 --resume keltis-tournament-1.jsonl"
    assert f"the tournament stopped\nGo on with: {command}\n" in capsys.readouterr().err
    assert len(Path("keltis-tournament-1.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_ctrl_c_with_a_journal_needs_no_other_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupt(monkeypatch, 0, KeyboardInterrupt())
    assert main([*TWO_GAMES, "--resume", "games.jsonl"]) == 130
    captured = capsys.readouterr()
    assert captured.out == ""  # there are no results yet
    assert (
        "Go on with: keltis tournament random random --deals 1 --resume games.jsonl\n"
        in captured.err
    )
    assert [path.name for path in Path().iterdir()] == ["games.jsonl"]


def test_a_tournament_that_breaks_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupt(monkeypatch, 1, RuntimeError("the cable is out"))
    assert main([*TWO_GAMES]) == 1
    assert "after 1 of 2 games (the cable is out)" in capsys.readouterr().err


def test_the_journal_of_another_tournament_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TWO_GAMES, "--resume", "games.jsonl"]) == 0
    assert main([*TWO_GAMES, "--seed", "1", "--resume", "games.jsonl"]) == 1
    assert capsys.readouterr().err == (
        "keltis: games.jsonl: line 1: this is the journal of another tournament: seed differs\n"
    )


def test_many_games_are_kept_in_a_journal_and_it_says_where(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("keltis.cli._tournament.MANY_GAMES", 2)
    assert main([*TWO_GAMES]) == 0
    assert capsys.readouterr().err == "The games are kept in keltis-tournament-1.jsonl.\n"
    assert main([*TWO_GAMES, "--resume", "keltis-tournament-1.jsonl", "--out", "r.json"]) == 0
    assert main([*TWO_GAMES, "--out", "r.json"]) == 0
    names = {path.name for path in Path().iterdir()}
    assert names == {"keltis-tournament-1.jsonl", "r.json"}


def test_the_secret_seed_is_printed_so_that_the_games_can_be_repeated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*TWO_GAMES, "--out", "first.json"]) == 0
    seed = capsys.readouterr().out.partition("each, seed ")[2].split()[0]
    assert main([*TWO_GAMES, "--seed", seed, "--out", "second.json"]) == 0
    texts = [Path(name).read_text(encoding="utf-8") for name in ("first.json", "second.json")]
    assert texts[0] == texts[1]
    capsys.readouterr()
    assert main([*TWO_GAMES]) == 0
    assert f"seed {seed} " not in capsys.readouterr().out


def test_without_a_place_for_a_journal_the_games_are_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("keltis.cli._tournament.write_new_file", refuse)
    assert main([*TWO_GAMES]) == 0
    assert "2 games" in capsys.readouterr().out


@pytest.mark.slow
def test_a_bot_that_takes_too_long_loses(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--seconds-per-move", "0.5", "--deals", "1"]
    assert main(["tournament", "program:sleep 600", "random", *options]) == 0
    assert "program:sleep 600 failed in game 0, out of time: no answer" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["0", "-1", "nan", "soon", "100000"])
def test_a_time_limit_is_a_positive_number_of_seconds(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([*TWO_GAMES, "--seconds-per-move", text])
    assert "expected seconds above 0, up to 86400" in capsys.readouterr().err
