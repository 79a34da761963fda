"""Whole tournaments: the same result however the work is spread, and nothing lost when it stops."""

import itertools
import multiprocessing
import pickle
import random
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import ParamSpec, TypeVar

import attrs
import pytest

import arena_bots as bots
from keltis import InvalidArgument
from keltis.arena import (
    ArenaError,
    Entrant,
    GameEnd,
    Plan,
    TournamentBroken,
    TournamentInterrupted,
    TournamentResult,
    end_counts,
    play_tournament,
    tournament_to_json,
)
from leaning import SHORT

P = ParamSpec("P")
T = TypeVar("T")

ENTRANTS: list[Entrant | str] = [
    *(Entrant(name, bot) for name, bot in bots.QUICK.items()),
    Entrant("forgetful", bots.Forgetful()),
    "random",
]
DUEL = [Entrant("hasty", bots.hasty), Entrant("careful", bots.careful)]


def tournament(
    executor: Executor | None = None, journal: Path | None = None, *, resume: bool = False
) -> TournamentResult:
    return play_tournament(
        ENTRANTS, deals=2, seed=11, rules=SHORT, executor=executor, journal=journal, resume=resume
    )


SERIAL = tournament()


class Now(Executor):
    """Does everything at once, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 - as executors do
            future.set_exception(error)
        return future


class Shuffled(Executor):
    """Begins nothing before the last task is there, then does them in another order."""

    def __init__(self, tasks: int, seed: int) -> None:
        self.tasks = tasks
        self.rng = random.Random(seed)
        self.waiting: list[Callable[[], None]] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        self.waiting.append(lambda: future.set_result(fn(*args, **kwargs)))
        if len(self.waiting) == self.tasks:
            self.rng.shuffle(self.waiting)
            for task in self.waiting:
                task()
        return future


def process_pool(workers: int) -> ProcessPoolExecutor:
    """New processes that inherit nothing: Python warns of forking one that has threads, as Dask leaves behind."""
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))


def test_all_games_of_the_plan_are_played() -> None:
    assert SERIAL.complete
    assert len(SERIAL.games) == len(SERIAL.plan) == 40
    assert SERIAL.plan.bots[-2:] == ("arena_bots.Forgetful", "random")
    assert {game.end for game in SERIAL.games} <= {GameEnd.FIFTH_FIGURE, GameEnd.DRAW_PILE_EMPTY}


def test_the_same_seed_gives_the_same_tournament_and_another_one_does_not() -> None:
    assert tournament() == SERIAL
    assert play_tournament(ENTRANTS, deals=2, seed=12, rules=SHORT).games[0] != SERIAL.games[0]


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_in_which_games_come_in_makes_no_difference(seed: int) -> None:
    assert tournament(Shuffled(40, seed)) == SERIAL


def test_a_process_pool_gives_the_same_result() -> None:
    with process_pool(2) as pool:
        result = tournament(pool)
    assert tournament_to_json(result) == tournament_to_json(SERIAL)


@pytest.mark.filterwarnings("ignore")  # what Dask's own machinery warns of is not ours to judge
def test_a_dask_cluster_gives_the_same_result() -> None:
    distributed = pytest.importorskip(
        "distributed", reason="the test with a Dask cluster needs: pip install distributed"
    )
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as executor,
    ):
        result = tournament(executor)
    assert tournament_to_json(result) == tournament_to_json(SERIAL)


def test_many_games_go_out_in_chunks_and_progress_comes_back() -> None:
    calls: list[tuple[int, int]] = []
    result = play_tournament(
        DUEL,
        deals=50,
        seed=1,
        rules=SHORT,
        executor=Now(),
        progress=lambda done, total: calls.append((done, total)),
    )
    assert calls == [*((done, 100) for done in range(2, 101, 2))]
    assert result == play_tournament(DUEL, deals=50, seed=1, rules=SHORT)


def test_progress_is_told_after_every_game_that_is_played_here() -> None:
    calls: list[int] = []
    play_tournament(DUEL, deals=2, rules=SHORT, progress=lambda done, _: calls.append(done))
    assert calls == [1, 2, 3, 4]


def test_bots_that_fail_do_not_stop_a_tournament() -> None:
    failing = [
        Entrant("crasher", bots.crasher),
        Entrant("cheat", bots.cheat),
        Entrant("mute", bots.Mute()),
        DUEL[0],
    ]
    result = play_tournament(failing, deals=1, rules=SHORT)
    assert end_counts(result)[GameEnd.FORFEITED] == 12
    won = [game.seating[game.winners[0]] for game in result.games]
    assert won.count("hasty") == 6  # all of its games


def test_e3_bots_that_play_for_ever_do_not_stop_a_tournament() -> None:
    result = play_tournament(
        [Entrant("a", bots.staller), Entrant("b", bots.staller)], deals=1, max_turns=30
    )
    assert end_counts(result)[GameEnd.TRUNCATED] == 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"executor": 4}, "executor must be a concurrent.futures.Executor or None, not int"),
        ({"resume": True}, "resume needs the journal that it should go on with"),
        ({"players": 3}, "games of 3 players need at least as many entrants, not 2"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, int], reason: str) -> None:
    with pytest.raises(InvalidArgument, match=f"^{reason}"):
        play_tournament(DUEL, **arguments)  # type: ignore[arg-type]  # on purpose


# Stopping and going on


class Stop:
    """A progress callback that raises once so many games have been played."""

    def __init__(self, games: int, error: BaseException) -> None:
        self.games = games
        self.error = error

    def __call__(self, done: int, _total: int) -> None:
        if done >= self.games:
            raise self.error


def test_ctrl_c_keeps_what_was_played() -> None:
    with pytest.raises(
        TournamentInterrupted, match=r"^the tournament stopped after 7 of 40 games$"
    ) as caught:
        play_tournament(
            ENTRANTS, deals=2, seed=11, rules=SHORT, progress=Stop(7, KeyboardInterrupt())
        )
    assert isinstance(caught.value, KeyboardInterrupt)
    assert caught.value.result == TournamentResult(SERIAL.plan, SERIAL.games[:7])
    assert not caught.value.result.complete
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert again.result == caught.value.result


def test_ctrl_c_while_a_bot_thinks_is_no_forfeit() -> None:
    with pytest.raises(TournamentInterrupted) as caught:
        play_tournament([Entrant("a", bots.interrupter), DUEL[0]], rules=SHORT)
    assert caught.value.result.games == ()


@pytest.mark.parametrize("stopped_after", [0, 1, 17, 40])
def test_an_interrupted_tournament_goes_on_where_it_stopped(
    tmp_path: Path, stopped_after: int
) -> None:
    path = tmp_path / "journal.jsonl"
    if stopped_after:
        with pytest.raises(TournamentInterrupted):
            play_tournament(
                ENTRANTS,
                deals=2,
                seed=11,
                rules=SHORT,
                journal=path,
                progress=Stop(stopped_after, KeyboardInterrupt()),
            )
        assert len(path.read_text(encoding="utf-8").splitlines()) == stopped_after + 1
    calls: list[int] = []
    result = play_tournament(
        ENTRANTS,
        deals=2,
        seed=11,
        rules=SHORT,
        journal=path,
        resume=True,
        progress=lambda done, _: calls.append(done),
    )
    assert result == SERIAL
    assert calls == list(range(stopped_after + 1, 41))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 41
    assert tournament(Now(), path, resume=True) == SERIAL  # nothing is left to play


def test_a_tournament_can_go_on_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with pytest.raises(TournamentInterrupted):
        play_tournament(
            ENTRANTS,
            deals=2,
            seed=11,
            rules=SHORT,
            journal=path,
            progress=Stop(9, KeyboardInterrupt()),
        )
    assert tournament(Shuffled(31, 5), path, resume=True) == SERIAL


def test_a_broken_executor_keeps_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    entrants = [*DUEL, Entrant("killer", bots.killer)]
    with (
        process_pool(1) as pool,
        pytest.raises(TournamentBroken, match=r"^the tournament stopped after") as caught,
    ):
        play_tournament(entrants, deals=1, rules=SHORT, executor=pool, journal=path)
    assert type(caught.value.__cause__).__name__ == "BrokenProcessPool"
    played = caught.value.result.games
    assert all("killer" not in game.seating for game in played)
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(played) + 1
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert str(again) == str(caught.value)


class Failing(Now):
    """Takes so many tasks, of which the first fails, and then refuses any other."""

    def __init__(self, tasks: int) -> None:
        self.tasks = itertools.count(tasks, -1)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if not next(self.tasks):
            raise RuntimeError("no more")
        return super().submit(fn, *args, **kwargs)


def test_what_is_done_when_the_executor_fails_is_kept() -> None:
    with pytest.raises(TournamentBroken) as caught:
        play_tournament(DUEL, deals=4, rules=SHORT, executor=Failing(5))
    assert str(caught.value.__cause__) == "no more"
    assert [game.number for game in caught.value.result.games] == [0, 1, 2, 3, 4]


def test_ctrl_c_with_an_executor_keeps_what_is_done() -> None:
    entrants = [DUEL[0], Entrant("interrupter", bots.interrupter), DUEL[1]]
    with pytest.raises(TournamentInterrupted) as caught:
        play_tournament(entrants, deals=1, rules=SHORT, executor=Now())
    assert [game.seating for game in caught.value.result.games] == [
        ("hasty", "careful"),
        ("careful", "hasty"),
    ]


def test_a_callback_that_fails_breaks_the_tournament_after_all_that_was_done() -> None:
    with pytest.raises(
        TournamentBroken, match=r"^the tournament stopped after 8 of 8 games$"
    ) as caught:
        play_tournament(
            DUEL, deals=4, rules=SHORT, executor=Now(), progress=Stop(3, ZeroDivisionError())
        )
    assert type(caught.value.__cause__) is ZeroDivisionError


def test_a_bot_that_cannot_be_sent_breaks_the_tournament_clearly() -> None:
    nameless = Entrant("lambda", lambda _view, moves, _rng: moves[0])
    with process_pool(1) as pool, pytest.raises(TournamentBroken) as caught:
        play_tournament([nameless, "random"], deals=1, rules=SHORT, executor=pool)
    assert "pickle" in str(caught.value.__cause__)


# The journal


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.jsonl"
    play_tournament(DUEL, deals=2, seed=4, rules=SHORT, journal=str(path))
    return path


def resumed(path: Path, **changes: object) -> TournamentResult:
    arguments: dict[str, object] = {"entrants": DUEL, "deals": 2, "seed": 4, "rules": SHORT}
    return play_tournament(**arguments | changes, journal=path, resume=True)  # type: ignore[arg-type]  # mixed types


def test_a_journal_is_not_overwritten(journal: Path) -> None:
    before = journal.read_bytes()
    with pytest.raises(
        InvalidArgument, match=r"already: with resume=True the tournament in it goes on$"
    ):
        play_tournament(DUEL, deals=2, seed=4, rules=SHORT, journal=journal)
    assert journal.read_bytes() == before


def test_a_longer_tournament_can_go_on_from_a_shorter_one(journal: Path) -> None:
    assert resumed(journal, deals=3) == play_tournament(DUEL, deals=3, seed=4, rules=SHORT)
    with pytest.raises(
        ArenaError, match=r"^line 6: the games are numbered from 0 to 3, there is no 4$"
    ):
        resumed(journal)


@pytest.mark.parametrize("cut", [1, 2, 50])
def test_a_line_that_was_cut_off_is_played_again(journal: Path, cut: int) -> None:
    whole = journal.read_bytes()
    expected = resumed(journal)
    journal.write_bytes(whole[:-cut])
    assert resumed(journal) == expected
    assert journal.read_bytes() == whole


@pytest.mark.parametrize("left", [0, 1, 40])
def test_a_journal_that_was_cut_off_in_its_first_line_begins_anew(journal: Path, left: int) -> None:
    whole = journal.read_bytes()
    journal.write_bytes(whole[:left])
    resumed(journal)
    assert journal.read_bytes() == whole


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"seed": 5}, "seed"),
        ({"rules": attrs.evolve(SHORT, goal_figures=8)}, "rules"),
        ({"entrants": [DUEL[1], DUEL[0]]}, "names"),
        ({"entrants": [Entrant("hasty", bots.careful), DUEL[1]]}, "bots"),
        ({"max_turns": 99}, "max_turns"),
    ],
)
def test_the_journal_of_another_tournament_is_refused(
    journal: Path, changes: dict[str, object], field: str
) -> None:
    before = journal.read_bytes()
    with pytest.raises(
        ArenaError,
        match=f"^line 1: this is the journal of another tournament: not the same {field}$",
    ):
        resumed(journal, **changes)
    assert journal.read_bytes() == before


@pytest.mark.parametrize(
    ("number", "old", "new", "reason"),
    [
        (1, b"journal", b"diary", r"line 1\.format: expected 'keltis-tournament-journal'"),
        (1, b'"version": 1', b'"version": 2', r"line 1\.version: unsupported version 2"),
        (3, b'{"game"', b"{game", "line 3: invalid JSON: Expecting property name"),
        (3, b"careful", b"car\xff", "line 3: this is not text in UTF-8"),
        (3, b'"turns": ', b'"turns": -', "line 3: game 1: expected no negative number of turns"),
        (4, b'"game": 2', b'"game": 1', "line 4: game 1 of the plan has another deal or seating"),
    ],
)
def test_a_broken_line_is_refused_with_its_number(
    journal: Path, number: int, old: bytes, new: bytes, reason: str
) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[number - 1] = lines[number - 1].replace(old, new)
    journal.write_bytes(b"".join(lines))
    with pytest.raises(ArenaError, match=f"^{reason}"):
        resumed(journal)


def test_a_game_that_is_there_twice_is_refused(journal: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines, lines[1]]))
    with pytest.raises(ArenaError, match=r"^line 6: game 0 is there already$"):
        resumed(journal)


def test_another_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann", encoding="utf-8")
    with pytest.raises(ArenaError, match=r"^line 1: this is not the journal of a tournament$"):
        resumed(path)
    assert path.read_text(encoding="utf-8") == "Dear Ann"


def test_a_result_has_only_games_of_its_plan() -> None:
    plan, games = SERIAL.plan, SERIAL.games
    assert [game.number for game, _ in SERIAL.seats_of("hasty")] == [
        g.number for g in games if "hasty" in g.seating
    ]
    with pytest.raises(
        InvalidArgument,
        match=r"^there is no entrant 'eve', only hasty, careful, uniform, forgetful, random$",
    ):
        SERIAL.seats_of("eve")
    with pytest.raises(
        InvalidArgument, match=r"^expected the games by number, each once, but 0 comes after 1$"
    ):
        TournamentResult(plan, (games[1], games[0]))
    with pytest.raises(InvalidArgument, match=r"^game 0 of the plan has another deal or seating$"):
        TournamentResult(attrs.evolve(plan, seed=1), games)
    with pytest.raises(InvalidArgument, match=r"^game 0 does not keep to the limit of 3 turns$"):
        TournamentResult(attrs.evolve(plan, max_turns=3), games)
    stalled = play_tournament(
        [Entrant("a", bots.staller), Entrant("b", bots.staller)], deals=1, max_turns=30
    )
    with pytest.raises(InvalidArgument, match=r"^game 0 does not keep to the limit of 31 turns$"):
        TournamentResult(attrs.evolve(stalled.plan, max_turns=31), stalled.games)
    assert (
        Plan(names=("a", "b"), bots=("arena_bots.staller",) * 2, deals=1, max_turns=30)
        == stalled.plan
    )
