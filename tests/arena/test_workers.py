"""The worker processes of a tournament, which leave nothing behind."""

import multiprocessing
import os
import queue
import signal
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

import arena_bots as bots
from keltis import InvalidArgument
from keltis._shared.processes import end_with_parent, no_interrupts
from keltis.arena import play_tournament
from keltis.arena._workers import _stop_workers, init_worker, start_workers, worker_pool


def test_an_interrupt_does_not_wait_for_the_workers() -> None:
    tasks: list[Future[None]] = []

    def interrupted() -> None:
        with start_workers(2) as executor:
            tasks.append(executor.submit(time.sleep, 600))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert tasks[0].cancelled() or type(tasks[0].exception()) is BrokenProcessPool


def test_workers_leave_ctrl_c_and_the_output_to_the_first_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr("keltis.arena._workers._pools", [])
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    try:
        init_worker()
        assert sys.stdout is sys.stderr
        assert worker_pool() is not None
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal masks")
def test_an_interrupt_does_not_reach_a_process_that_starts(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with start_workers(1) as executor:
        task = executor.submit(int)
        for child in multiprocessing.active_children():
            assert child.pid is not None
            os.kill(child.pid, signal.SIGINT)
        assert task.result(timeout=600) == 0
    assert not capfd.readouterr().err
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_a_system_without_signal_masks_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("signal.pthread_sigmask", raising=False)
    with no_interrupts():
        assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def test_other_children_of_the_process_are_left_alone() -> None:
    child = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(600,))
    child.start()

    def interrupted() -> None:
        with start_workers(1):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert child.is_alive()
    child.kill()
    child.join()


class Parent:
    """The process that started this one, as it were."""

    def __init__(self, sentinel: int) -> None:
        self.sentinel = sentinel


def test_a_process_ends_when_its_parent_does(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    ended: queue.SimpleQueue[int] = queue.SimpleQueue()
    monkeypatch.setattr("multiprocessing.parent_process", lambda: Parent(reader))
    monkeypatch.setattr("os._exit", ended.put)
    end_with_parent()
    assert ended.empty()
    os.close(writer)
    assert ended.get(timeout=120) == 1
    os.close(reader)


def test_jobs_and_an_executor_exclude_each_other() -> None:
    with pytest.raises(InvalidArgument, match=r"^pass jobs or an executor, not both$"):
        play_tournament(["random", "random"], jobs=2, executor=bots.InlineExecutor())


def test_workers_are_killed_only_when_the_last_task_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    last = Future[int]()
    naps = list[float]()

    class Pool(ThreadPoolExecutor):
        def submit(self, *_args: object, **_kwargs: object) -> Future[int]:  # type: ignore[override]  # a stub
            return last

    def nap(seconds: float) -> None:
        naps.append(seconds)
        last.cancel()

    monkeypatch.setattr("time.sleep", nap)
    _stop_workers(Pool(1), set(multiprocessing.active_children()))
    assert len(naps) == 1
