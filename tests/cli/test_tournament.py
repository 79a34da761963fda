"""`tournament`: many games between bots."""

import logging
import re
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest

from cli.programs import Program, read, write
from keltis.arena import (
    Entrant,
    GameResult,
    Plan,
    TournamentResult,
    tally_from_json,
    tournament_to_json,
)
from keltis.arena._play import Limits, ProcessPool, game_result
from keltis.cli._display import WIDTH, make_console, print_message, show_notices
from keltis.documents import from_json
from keltis.game import Score

TWO_GAMES = "tournament random random --deals 1"
JOURNAL = "keltis-tournament-1.jsonl"


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

    monkeypatch.setattr("keltis.arena._workers.game_result", stopping)


def files() -> set[str]:
    """The names of the files here."""
    return {path.name for path in Path().iterdir()}


def test_a_tournament_ends_with_a_table(keltis: Program) -> None:
    out = keltis.print("tournament greedy random --deals 1 --seed 3")
    assert "2 games, 2 players each, seed 3" in out
    assert out.index("greedy") < out.index("random")
    assert "100% (10-100)" in out
    assert "Ends: " in out
    assert keltis.width <= WIDTH
    assert not files()


def test_what_the_kernels_log_is_printed_during_the_games(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logger = logging.getLogger("keltis.batch")
    with show_notices(partial(print_message, make_console(stderr=True))):
        logger.info("compiling %s", "kernels")
    logger.info("compiling more")
    assert capsys.readouterr() == ("", "keltis.batch: compiling kernels\n")


@pytest.mark.parametrize(("columns", "has_all"), [("40", False), ("66", True)])
def test_names_are_printed_in_a_narrow_terminal_too(
    columns: str, has_all: bool, keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    out = keltis.print(TWO_GAMES)
    assert "\nrandom " in out
    assert "…" not in out
    assert ("forfeits" in out) == has_all


@pytest.mark.parametrize(
    ("words", "games"), [("--games 3", 4), ("--deals 1 --players 2", 2), ("", 20)]
)
def test_how_many_games_there_are(words: str, games: int, keltis: Program) -> None:
    out = keltis.print("tournament random random --max-turns 4 --seed 0", words)
    assert f"{games} games, 2 players each, seed 0" in out


def test_the_reason_why_a_bot_failed_is_printed(keltis: Program) -> None:
    out = keltis.print("tournament arena_bots:crashing random --deals 2")
    lines = out.splitlines()
    assert lines[1].endswith("won (95 %) points Elo (95 %)")
    assert lines[3].endswith("100% (28-100)      - 1691 ± 461")
    assert "Ends: forfeited 4." in out
    reason = "arena_bots:crashing failed in game 0, raised: RuntimeError: out of ideas\n"
    assert out.count(reason) == 1


@pytest.mark.slow
def test_a_bot_that_takes_too_long_loses(keltis: Program) -> None:
    out = keltis.print("tournament 'program:sleep 600' random --seconds-per-move 0.5 --deals 1")
    assert "program:sleep 600 failed in game 0, out of time: no answer" in out


@pytest.mark.usefixtures("in_tmp_path")
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_bot_prints_is_not_in_the_output(
    jobs: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    program = Program(monkeypatch, capfd)
    words = f"--deals 1 --max-turns 4 --jobs {jobs}"
    assert program("tournament arena_bots:printing random", words) == 0
    assert "hm ..." not in program.out
    assert "hm ...\n" in program.err


@pytest.mark.slow
def test_more_processes_give_the_same_results(keltis: Program) -> None:
    keltis.print(TWO_GAMES, "--seed 0 --out one.json")
    keltis.print(TWO_GAMES, "--seed 0 --out two.json --jobs 2")
    assert read("one.json") == read("two.json")


@pytest.mark.usefixtures("in_colour")
def test_on_a_terminal_there_is_a_progress_bar(keltis: Program) -> None:
    assert keltis(TWO_GAMES) == 0
    assert "playing" in keltis.err


def test_the_secret_seed_is_printed_so_that_the_games_can_be_repeated(keltis: Program) -> None:
    seed = keltis.print(TWO_GAMES, "--out 1.json").partition("each, seed ")[2].split()[0]
    keltis.print(TWO_GAMES, "--seed", seed, "--out 2.json")
    assert read("1.json") == read("2.json")
    assert f"seed {seed} " not in keltis.print(TWO_GAMES)


# Results in files


@pytest.mark.parametrize("has_plots", [False, True])
def test_results_go_to_a_directory_or_a_file(
    has_plots: bool, keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {"games.csv", "standings.csv", "tournament.json"}
    if has_plots:
        reason = 'the tests of plots need: pip install "keltis[plot]"'
        pytest.importorskip("matplotlib", reason=reason)
        names |= {"goals.png", "scores.png", "win-matrix.png"}
    else:
        monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    out = keltis.print(TWO_GAMES, "--seed 1 --out deep/results")
    assert out.count("written: deep/results/") == len(names)
    assert {path.name for path in Path("deep/results").iterdir()} == names
    for name in ("games.csv", "tournament.json"):
        assert f"written: {name}" in keltis.print(TWO_GAMES, "--seed 1 --out", name)
        texts = read(name), read(f"deep/results/{name}")
        assert len({"".join(text.split()) for text in texts}) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (f"{TWO_GAMES} --out games.xls", "results are written as .csv, .json or .parquet"),
        (f"{TWO_GAMES} --out gone/games.csv", "no directory gone"),
        (f"{TWO_GAMES} --sprt 10 0", "expected elo0 below elo1"),
        ("merge gone.json --out games.xls", "results are written as .csv, .json or .parquet"),
        ("tournament random --games 5", "games of 2 players need 2 or more entrants, not 1"),
    ],
)
def test_what_cannot_be_is_refused_before_the_games(
    words: str, message: str, keltis: Program
) -> None:
    assert message in keltis.fail(words)


# Sequential tests


@pytest.mark.usefixtures("in_colour")
def test_a_sequential_test_is_shown_and_stops_the_games(keltis: Program) -> None:
    assert keltis("tournament random arena_bots:crashing --seed 7 --sprt 0 200") == 0
    assert re.search(r"LLR \d\.\d\d \(-2\.94, 2\.94\)", keltis.err)
    assert "SPRT [0, 200]: LLR" in keltis.text
    assert "H1 accepted" in keltis.text


def test_the_number_of_deals_bounds_a_sequential_test(keltis: Program) -> None:
    words = "tournament random arena_bots:crashing --seed 7 --deals 2 --sprt -5 5"
    assert "(-2.94, 2.94), undecided\n" in keltis.print(words)
    assert "4 games, 2 players each" in keltis.out


# Shards


@pytest.mark.parametrize("words", ["tournament", "celtic tournament"])
def test_merged_shards_are_byte_for_byte_the_whole(words: str, keltis: Program) -> None:
    command = f"{words} random random --deals 5 --seed 7 --max-turns 4"
    keltis.print(command, "--out whole.json")
    for number in (1, 2, 3):
        out = keltis.print(command, f"--shard {number}/3 --out part{number}.json")
        assert f"{4 if number > 1 else 2} of 10 games" in out
    merge = words.replace("tournament", "merge")
    out = keltis.print(merge, "part3.json part1.json part2.json --out merged.json")
    assert "\nwritten: merged.json" in out
    assert "10 games, 2 players each, seed 7" in out
    assert read("merged.json") == read("whole.json")


def test_sums_without_games_are_merged_too(keltis: Program) -> None:
    words = "tournament greedy random --deals 3 --seed 7 --no-games"
    keltis.print(f"{words} --out whole.json")
    for part in (1, 2, 3):
        keltis.print(f"{words} --shard {part}/3 --out part{part}.json")
    out = keltis.print("merge part3.json part1.json part2.json --out merged.json")
    assert "6 games, 2 players each, seed 7" in out
    assert read("merged.json") == read("whole.json")
    assert tally_from_json(read("whole.json")).complete
    assert "6 of 6" not in out
    assert "these files have no games" in keltis.fail("merge part1.json --out games.parquet")
    assert not [*Path().glob("*.jsonl")]


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("--no-games --out all", {"standings.csv", "tally.json"}),
        ("--out all", {"games.csv", "standings.csv", "tournament.json"}),
    ],
)
def test_a_directory_gets_what_there_is(
    words: str, written: set[str], keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    keltis.print(f"{TWO_GAMES} {words}")
    assert {path.name for path in Path("all").iterdir()} == written


def test_games_are_written_as_parquet_while_they_are_played(keltis: Program) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    keltis.print(f"{TWO_GAMES} --seed 7 --no-games --out games.parquet")
    keltis.print(f"{TWO_GAMES} --seed 7 --out games.json")
    keltis.print("merge games.json --out merged.parquet")
    rows = parquet.read_table("games.parquet")
    assert rows.num_rows == 4
    assert rows == parquet.read_table("merged.parquet")


def test_three_bots_get_a_cross_table(keltis: Program) -> None:
    out = keltis.print("tournament random greedy random --deals 1 --seed 3")
    _, cross = out.split("better than")
    first = cross.splitlines()[3].split()
    assert first[:3] == ["1", "greedy", "-"]
    assert len(first) == 5


def test_a_merge_says_what_is_missing(keltis: Program) -> None:
    keltis.print(TWO_GAMES.replace("1", "3"), "--seed 7 --shard 1/2 --out part.json")
    assert keltis("merge part.json") == 1
    assert "2 of 6 games" in keltis.out
    assert keltis.err == "keltis: 4 games missing\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "given.txt: $.format: this key is missing"),
        (b"\xff", "given.txt: this is not text in UTF-8"),
        (
            tournament_to_json(TournamentResult(Plan(names=("a", "b")), ())),
            "there is no game in these files",
        ),
    ],
)
def test_what_is_no_part_is_not_merged(text: str | bytes, message: str, keltis: Program) -> None:
    assert message in keltis.fail("merge", write(text))


# Journals


@pytest.mark.parametrize(
    ("options", "kept"), [("", set()), ("--resume games.jsonl", {"games.jsonl"})]
)
def test_ctrl_c_before_the_first_game_leaves_only_your_own_journal(
    options: str, kept: set[str], keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt(monkeypatch, 0, KeyboardInterrupt())
    message = keltis.fail(TWO_GAMES, options, code=130)  # there are no results yet
    assert message.endswith(f"Continue with: keltis {TWO_GAMES} {options}".strip())
    assert files() == kept


def test_ctrl_c_keeps_the_games_and_says_how_to_go_on(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        interrupt(patched, 1, KeyboardInterrupt())
        assert keltis(TWO_GAMES, "--seed 7") == 130
    assert "1 of 2 games" in keltis.out
    assert "the tournament stopped after 1 of 2 games" in keltis.err
    command = f"{TWO_GAMES} --seed 7 --resume {JOURNAL}"
    assert f"Continue with: keltis {command}\n" in keltis.err
    keltis.print(command, "--out resumed.json")
    keltis.print(TWO_GAMES, "--seed 7 --out whole.json")
    results = [from_json(TournamentResult, read(f"{name}.json")) for name in ("resumed", "whole")]
    assert results[0] == results[1]


def test_a_second_ctrl_c_does_not_lose_the_games(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop_again(*_: object) -> None:
        raise KeyboardInterrupt

    interrupt(monkeypatch, 1, KeyboardInterrupt())
    monkeypatch.setattr("keltis.arena._tournament.InterruptedTournament.__init__", stop_again)
    assert keltis(TWO_GAMES) == 130
    again = f"Continue with: keltis {TWO_GAMES} --resume {JOURNAL}"
    assert f"the tournament stopped\n{again}\n" in keltis.err
    assert read(JOURNAL).count("\n") == 2


def test_a_tournament_that_breaks_is_an_error(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt(monkeypatch, 1, RuntimeError("the cable is out"))
    assert keltis(TWO_GAMES) == 1
    assert "after 1 of 2 games (the cable is out)" in keltis.err


def test_the_journal_of_another_tournament_is_refused(keltis: Program) -> None:
    keltis.print(TWO_GAMES, "--resume games.jsonl")
    message = "line 1: this is the journal of another tournament: seed differs"
    error = keltis.fail(TWO_GAMES, "--seed 1 --resume games.jsonl")
    assert error == f"keltis: games.jsonl: {message}"


def test_many_games_are_kept_in_a_journal_and_it_says_where(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keltis.cli._tournament.MANY_GAMES", 2)
    assert keltis(TWO_GAMES) == 0
    assert keltis.err == f"The games are saved in {JOURNAL}.\n"
    assert keltis(TWO_GAMES, f"--resume {JOURNAL} --out r.json") == 0
    assert keltis(TWO_GAMES, "--out r.json") == 0
    assert files() == {JOURNAL, "r.json"}


def test_without_a_place_for_a_journal_the_games_are_played(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("keltis.cli._tournament.write_new_file", refuse)
    assert "2 games" in keltis.print(TWO_GAMES)


def test_the_results_without_luck(keltis: Program) -> None:
    out = keltis.print("tournament greedy random --deals 2 --seed 1 --max-turns 20 --without-luck")
    table = out.partition("Without the luck of the cards")[2]
    assert table.count("greedy") == table.count("random") == 1
    assert table.count("±") == 4


def test_a_journal_has_no_moves_to_tell_the_luck_from(keltis: Program) -> None:
    message = keltis.fail("tournament greedy random --without-luck --resume games.jsonl")
    assert message.startswith("keltis: --without-luck needs all moves")
    assert not Path("games.jsonl").exists()
