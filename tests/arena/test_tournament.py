"""Whole tournaments: the same result with any executor, and no game lost when one stops."""

import itertools
import multiprocessing
import pickle
import random
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar, Unpack

import pytest

import arena_bots as bots
from keltis import GameState, InvalidArgument, Move, PlayerView, Rules, arena
from keltis.arena import (
    BrokenTournament,
    Entrant,
    GameResult,
    InterruptedTournament,
    Progress,
    Tally,
    merge,
    play_tournament,
    sprt,
    tally,
)
from keltis.arena._play import Limits
from keltis.arena._tournament import _Options, _Run, _shard_games
from keltis.arena._workers import Chunk, Task, _players, play_task
from keltis.documents import to_json
from keltis.game import Score
from leaning import SHORT

P = ParamSpec("P")
T = TypeVar("T")

ENTRANTS: list[Entrant | str] = [
    *(Entrant(name, bot) for name, bot in bots.QUICK.items()),
    Entrant("forgetful", bots.Forgetful()),
    "random",
]


tournament = partial(play_tournament, ENTRANTS, deals=2, seed=11, rules=SHORT)


SERIAL = tournament()


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
    """New processes: Python warns of forking one with threads, as Dask leaves behind."""
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))


def test_all_games_of_the_plan_are_played() -> None:
    assert len(SERIAL.games) == len(SERIAL.plan) == 40
    assert SERIAL.plan.bots[-2:] == ("arena_bots.Forgetful", "random")
    assert all(game.finished for game in SERIAL.games)


def test_the_same_seed_gives_the_same_tournament_and_another_one_does_not() -> None:
    assert tournament() == SERIAL
    assert tournament(seed=12).games[0] != SERIAL.games[0]


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_in_which_games_come_in_makes_no_difference(seed: int) -> None:
    assert tournament(executor=Shuffled(40, seed)) == SERIAL


def test_a_process_pool_gives_the_same_result() -> None:
    with process_pool(2) as pool:
        result = tournament(executor=pool)
    assert to_json(result) == to_json(SERIAL)


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")  # what Dask's own machinery warns of is not ours to judge
def test_a_dask_cluster_gives_the_same_results() -> None:
    distributed = pytest.importorskip(
        "distributed", reason="the test with a Dask cluster needs: pip install distributed"
    )
    batches = partial(play_tournament, ["greedy", "random"], deals=300, seed=11, batch=True)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as executor,
    ):
        single_games = tournament(executor=executor)
        games_of_batches = batches(executor=executor)
    assert to_json(single_games) == to_json(SERIAL)
    assert to_json(games_of_batches) == to_json(batches())


def test_many_games_go_out_in_chunks_and_progress_comes_back() -> None:
    calls: list[tuple[int, int]] = []
    many = partial(play_tournament, bots.DUEL, deals=50, seed=1, rules=SHORT)
    result = many(executor=bots.InlineExecutor(), progress=lambda *counts: calls.append(counts))
    assert calls == [*((done, 100) for done in range(2, 101, 2))]
    assert result == many()


@pytest.mark.parametrize(
    ("seconds", "played"),
    [(0, [8, 16, 40, 62, 78]), (1, [8, 16, 40, 62, 78]), (4, [8, 16, 30, 44, 62])],
)
def test_chunks_become_as_large_as_their_time_and_the_rest_allow(
    seconds: int, played: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A chunk takes these seconds, and has at most a quarter of the games that are left.
    clock = itertools.count(0, seconds)
    monkeypatch.setattr("keltis.arena._workers.perf_counter", lambda: next(clock))
    monkeypatch.setattr("keltis.arena._tournament._CHUNKS", 4)
    monkeypatch.setattr("keltis.arena._tournament._IN_FLIGHT", 2)
    calls: list[int] = []
    many = partial(play_tournament, bots.DUEL, deals=50, seed=1, rules=SHORT)
    result = many(executor=bots.InlineExecutor(), progress=lambda done, _: calls.append(done))
    assert calls[:5] == played
    assert calls[-1] == 100
    assert result == many()


# Sequential tests


until_known = partial(play_tournament, rules=SHORT, seed=3, sprt=(0, 200))
STRONG: list[Entrant | str] = [Entrant("careful", bots.careful), Entrant("crasher", bots.crasher)]


def test_a_decided_test_ends_the_tournament_where_it_was_decided() -> None:
    result = until_known(STRONG)
    assert result.complete
    assert sprt(result, 0, 200).decision == "H1"
    shorter = play_tournament(STRONG, rules=SHORT, seed=3, deals=result.plan.deals - 1)
    assert sprt(shorter, 0, 200).decision is None
    assert result.games[:-2] == shorter.games
    assert sprt(until_known(STRONG[::-1]), 0, 200).decision == "H0"


@pytest.mark.slow
def test_the_test_is_decided_at_the_same_deal_on_any_executor(tmp_path: Path) -> None:
    path, result = tmp_path / "journal.jsonl", until_known(STRONG)
    executor = bots.InlineExecutor()  # it has played more games than were needed
    assert until_known(STRONG, executor=executor, journal=path) == result
    assert len(path.read_text(encoding="utf-8").splitlines()) > len(result.games)
    calls: list[object] = []
    again = until_known(STRONG, journal=path, resume=True, progress=lambda *n: calls.append(n))
    assert again == result
    assert not calls
    elsewhere = until_known(STRONG, executor=executor, journal=path, resume=True)
    assert elsewhere == result
    assert until_known(STRONG, jobs=2) == result


class Reluctant(bots.InlineExecutor):
    """Does the first tasks, and never begins any other."""

    def __init__(self, tasks: int) -> None:
        self.tasks = itertools.count(tasks, -1)
        self.waiting: list[Callable[[], bool]] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if next(self.tasks) > 0:
            return super().submit(fn, *args, **kwargs)
        future: Future[T] = Future()
        self.waiting.append(future.cancelled)
        return future


def test_tasks_that_are_not_needed_are_cancelled() -> None:
    executor = Reluctant(9)
    assert until_known(STRONG, executor=executor) == until_known(STRONG)
    assert 240 < len(executor.waiting) < 256  # no more are sent at once
    assert all(cancelled() for cancelled in executor.waiting)


def test_an_undecided_test_ends_with_the_deals() -> None:
    sums: list[Tally] = []
    result = until_known(STRONG, deals=2, tally_progress=sums.append)
    assert (len(result.games), result.complete) == (4, True)
    assert [part.games for part in sums] == [0, 2, 2, 4]
    assert sums[-1] == tally(result)
    assert until_known(STRONG, games=4) == result


def test_a_sequential_test_of_three_or_of_a_shard_is_rejected() -> None:
    with pytest.raises(InvalidArgument, match=r"^a sequential test needs two entrants, not 3$"):
        until_known([*STRONG, "random"])
    with pytest.raises(InvalidArgument, match=r"^pass a shard or sprt, not both"):
        until_known(STRONG, shard=(1, 2))


# Sums without games


def sums_only(**options: Unpack[_Options]) -> Tally:
    options.setdefault("deals", 2)
    options.setdefault("seed", 11)
    return play_tournament(ENTRANTS, rules=SHORT, keep_games=False, **options)


def test_the_sums_are_those_of_the_games_and_no_game_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("keltis.arena._tournament._WORKER_SECONDS", 0)
    assert sums_only() == tally(SERIAL)
    assert sums_only(executor=Shuffled(2, 1)) == tally(SERIAL)
    assert sums_only(jobs=2) == tally(SERIAL)
    with ThreadPoolExecutor(1) as executor:
        assert sums_only(executor=executor) == tally(SERIAL)


def test_workers_send_sums_unless_somebody_wants_games(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks: list[Chunk] = []
    collect = _Run._collect

    def note(run: _Run[GameState, PlayerView, Move, Rules], chunk: Chunk, seconds: float) -> None:
        chunks.append(chunk)
        collect(run, chunk, seconds)

    monkeypatch.setattr(_Run, "_collect", note)
    sums_only()
    assert not any(chunk.games for chunk in chunks)
    assert sum(chunk.played for chunk in chunks) == 40
    games: list[GameResult[Score]] = []
    assert sums_only(stream=games.extend) == tally(SERIAL)
    assert tuple(games) == SERIAL.games


def test_a_sequential_test_without_games_ends_at_the_same_deal() -> None:
    result = until_known(STRONG)
    for executor in (None, bots.InlineExecutor()):
        assert tally(until_known(STRONG, executor=executor, keep_games=False)) == tally(result)


@pytest.mark.parametrize("stopped_after", [3, 17, 40])
def test_sums_resume_from_the_games_in_a_journal(tmp_path: Path, stopped_after: int) -> None:
    path = tmp_path / "journal.jsonl"
    with pytest.raises(InterruptedTournament):
        tournament(journal=path, progress=stop_after(stopped_after, KeyboardInterrupt()))
    streamed: list[GameResult[Score]] = []
    sums = sums_only(journal=path, resume=True, stream=streamed.extend)
    assert sums == tally(SERIAL)
    assert tuple(streamed) == SERIAL.games
    assert tournament(journal=path, resume=True) == SERIAL
    path.write_bytes(path.read_bytes() + path.read_bytes().splitlines(keepends=True)[-1])
    with pytest.raises(arena.ArenaError, match=r"^line 42: game 39 is repeated$"):
        sums_only(journal=path, resume=True)


def test_sums_are_kept_when_a_tournament_stops() -> None:
    with pytest.raises(BrokenTournament, match=r"^the tournament stopped after 20 of 40") as caught:
        sums_only(progress=stop_after(20, ZeroDivisionError()))
    assert caught.value.result.games == ()
    first = arena.TournamentResult(SERIAL.plan, SERIAL.games[:20])
    assert pickle.loads(pickle.dumps(caught.value)).tally == tally(first)  # noqa: S301 - our own
    with pytest.raises(InterruptedTournament) as stopped:
        tournament(progress=stop_after(20, KeyboardInterrupt()))
    assert stopped.value.tally == tally(first)


class Remembering(bots.InlineExecutor):
    """Counts the tasks that come with all that a worker needs to know."""

    def __init__(self, *, forgets: bool = False) -> None:
        self.tasks, self.forgets = list[bool](), forgets

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        assert isinstance(fn, partial)
        self.tasks.append(fn.args[-1] is not None)
        if self.forgets and len(self.tasks) == 5:
            _players.clear()
        return super().submit(fn, *args, **kwargs)


@pytest.mark.parametrize(("forgets", "sent"), [(False, 2), (True, 4)])
def test_the_entrants_are_sent_once_to_those_who_remember(
    monkeypatch: pytest.MonkeyPatch, forgets: bool, sent: int
) -> None:
    monkeypatch.setattr("keltis.arena._tournament._IN_FLIGHT", 2)
    executor = Remembering(forgets=forgets)
    assert tournament(executor=executor) == SERIAL
    assert sum(executor.tasks) == sent
    assert len(executor.tasks) > 20
    assert not _players


def test_a_worker_remembers_few_tournaments() -> None:
    for seed in range(20):
        task = Task(arena.Plan(names=("a", "b"), seed=seed), [], Limits(), False, False)
        assert play_task(task.name, [], task) is not None
    assert len(_players) <= 8
    _players.clear()


# Shards


@pytest.mark.parametrize("shards", [1, 2])
def test_shards_together_are_the_tournament(shards: int) -> None:
    parts = [tournament(shard=(number, shards)) for number in range(1, shards + 1)]
    assert to_json(merge(parts[::-1])) == to_json(SERIAL)
    assert {part.complete for part in parts} == {shards == 1}
    sums = [sums_only(shard=(number, shards)) for number in range(1, shards + 1)]
    assert merge(sums[::-1]) == merge([*parts[1:], sums[0]]) == tally(SERIAL)


@pytest.mark.parametrize(("deals", "shards"), [(7, 3), (5, 5), (100, 7)])
def test_shards_have_whole_deals_and_about_the_same_number(deals: int, shards: int) -> None:
    plan = arena.Plan(names=("a", "b", "c"), deals=deals)
    parts = [_shard_games(plan, (number, shards)) for number in range(1, shards + 1)]
    assert [*itertools.chain(*parts)] == [*range(len(plan))]
    assert {len(part) // 6 for part in parts} <= {deals // shards, deals // shards + 1}
    assert all(part.start % 6 == 0 for part in parts)


def test_a_shard_resumes_its_own_games_from_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    tournament(journal=path)
    calls: list[object] = []
    part = tournament(shard=(2, 2), journal=path, resume=True, progress=lambda *n: calls.append(n))
    assert part.games == SERIAL.games[20:]
    assert not calls


def test_the_progress_of_a_shard_is_that_of_its_games() -> None:
    calls: list[tuple[int, int]] = []
    tournament(shard=(2, 2), progress=lambda *counts: calls.append(counts))
    assert calls == [(done, 20) for done in range(1, 21)]


@pytest.mark.parametrize(
    ("shard", "seed", "message"),
    [
        ((1, 2), None, "a shard needs a seed, the same for all shards"),
        ((0, 2), 1, "the number of a shard must be a whole number from 1 to 2, not 0"),
        ((3, 2), 1, "the number of a shard must be a whole number from 1 to 2, not 3"),
        ((1, 3), 1, "the number of shards of 2 deals must be a whole number from 1 to 2, not 3"),
    ],
)
def test_a_shard_that_cannot_be_is_rejected(
    shard: tuple[int, int], seed: int | None, message: str
) -> None:
    with pytest.raises(InvalidArgument, match=f"^{message}$"):
        tournament(shard=shard, seed=seed)


def test_parts_of_different_tournaments_are_not_merged() -> None:
    message = "^expected one or more parts of the same tournament$"
    for parts in ([], [SERIAL, tournament(deals=1)]):
        with pytest.raises(InvalidArgument, match=message):
            merge(parts)


def test_a_game_in_two_parts_is_rejected() -> None:
    with pytest.raises(InvalidArgument, match=r"each once: 0 comes after 0$"):
        merge([SERIAL, SERIAL])


# Stopping and going on


def stop_after(games: int, error: BaseException) -> Progress:
    """A progress callback that raises once so many games have been played."""

    def stop(done: int, _total: int) -> None:
        if done >= games:
            raise error

    return stop


def test_ctrl_c_keeps_what_was_played() -> None:
    message = r"^the tournament stopped after 7 of 40 games$"
    with pytest.raises(InterruptedTournament, match=message) as caught:
        tournament(progress=stop_after(7, KeyboardInterrupt()))
    assert isinstance(caught.value, KeyboardInterrupt)
    assert caught.value.result == arena.TournamentResult(SERIAL.plan, SERIAL.games[:7])
    assert not caught.value.result.complete
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert again.result == caught.value.result
    assert not hasattr(caught.value, "__notes__")  # without a journal there is nothing to continue


def test_ctrl_c_while_a_bot_thinks_is_no_forfeit() -> None:
    with pytest.raises(InterruptedTournament) as caught:
        play_tournament([Entrant("a", bots.interrupter), bots.DUEL[0]], rules=SHORT)
    assert caught.value.result.games == ()


@pytest.mark.parametrize("stopped_after", [0, 1, 17, 40])
def test_an_interrupted_tournament_goes_on_where_it_stopped(
    tmp_path: Path, stopped_after: int
) -> None:
    path = tmp_path / "journal.jsonl"
    if stopped_after:
        with pytest.raises(InterruptedTournament):
            tournament(journal=path, progress=stop_after(stopped_after, KeyboardInterrupt()))
        assert len(path.read_text(encoding="utf-8").splitlines()) == stopped_after + 1
    calls: list[int] = []
    result = tournament(journal=path, resume=True, progress=lambda done, _: calls.append(done))
    assert result == SERIAL
    assert calls == list(range(stopped_after + 1, 41))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 41
    again = tournament(executor=bots.InlineExecutor(), journal=path, resume=True)
    assert again == SERIAL  # nothing is left to play


def test_a_tournament_can_go_on_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with pytest.raises(InterruptedTournament):
        tournament(journal=path, progress=stop_after(9, KeyboardInterrupt()))
    assert tournament(executor=Shuffled(31, 5), journal=path, resume=True) == SERIAL


def test_a_broken_executor_keeps_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    entrants = [*bots.DUEL, Entrant("killer", bots.killer)]
    with (
        process_pool(1) as pool,
        pytest.raises(BrokenTournament, match=r"^the tournament stopped after") as caught,
    ):
        play_tournament(entrants, deals=1, rules=SHORT, executor=pool, journal=path)
    assert type(caught.value.__cause__).__name__ == "BrokenProcessPool"
    played = caught.value.result.games
    assert all("killer" not in game.seating for game in played)
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(played) + 1
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert str(again) == str(caught.value)


class Failing(bots.InlineExecutor):
    """Takes so many tasks, of which the first fails, and then refuses any other."""

    def __init__(self, tasks: int) -> None:
        self.tasks = itertools.count(tasks, -1)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if not next(self.tasks):
            raise RuntimeError("no more")
        return super().submit(fn, *args, **kwargs)


def test_what_is_done_when_the_executor_fails_is_kept() -> None:
    with pytest.raises(BrokenTournament) as caught:
        play_tournament(bots.DUEL, deals=4, rules=SHORT, executor=Failing(5))
    assert str(caught.value.__cause__) == "no more"
    assert [game.number for game in caught.value.result.games] == [0, 1, 2, 3, 4]


def test_ctrl_c_with_an_executor_keeps_what_is_done() -> None:
    entrants = [bots.DUEL[0], Entrant("interrupter", bots.interrupter), bots.DUEL[1]]
    with pytest.raises(InterruptedTournament) as caught:
        play_tournament(entrants, deals=1, rules=SHORT, executor=bots.InlineExecutor())
    seatings = [game.seating for game in caught.value.result.games]
    assert seatings == [("hasty", "careful"), ("careful", "hasty")]


def test_a_callback_that_fails_breaks_the_tournament_after_all_that_was_done() -> None:
    stop, executor = stop_after(3, ZeroDivisionError()), bots.InlineExecutor()
    with pytest.raises(BrokenTournament, match=r"stopped after 8 games$") as caught:
        play_tournament(bots.DUEL, deals=4, rules=SHORT, executor=executor, progress=stop)
    assert type(caught.value.__cause__) is ZeroDivisionError


def test_a_bot_that_cannot_be_pickled_breaks_the_tournament() -> None:
    nameless = Entrant("lambda", lambda _view, moves, _rng: moves[0])
    with process_pool(1) as pool, pytest.raises(BrokenTournament) as caught:
        play_tournament([nameless, "random"], deals=1, rules=SHORT, executor=pool)
    # Pickle's message begins "Can't pickle" up to Python 3.12, and "Can't get local object" later.
    assert "lambda" in str(caught.value.__cause__)
