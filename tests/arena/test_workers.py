"""The worker processes of a tournament, which leave nothing behind."""

import multiprocessing
import os
import queue
import signal
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.process import BaseProcess
from types import SimpleNamespace

import pytest

import arena_bots as bots
from keltis._lib.processes import BotOutput, end_with_parent, hold_stop_signals, no_interrupts
from keltis.arena import Entrant, Failure, InterruptedTournament, play_tournament
from keltis.arena._play import ProcessPool
from keltis.arena._workers import init_worker, start_workers
from leaning import SHORT


def test_an_interrupt_does_not_wait_for_the_workers() -> None:
    tasks: list[Future[None]] = []

    def interrupted() -> None:
        with start_workers(2) as executor:
            tasks.append(executor.submit(time.sleep, 600))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert tasks[0].cancelled() or type(tasks[0].exception()) is BrokenProcessPool


@pytest.mark.slow
def test_a_worker_that_ends_in_the_middle_of_its_answer_is_replaced() -> None:
    entrants = [Entrant("mumbler", bots.mumbler), bots.DUEL[0]]
    result = play_tournament(entrants, deals=1, seed=1, rules=SHORT, jobs=2)
    failures = [game.forfeit.failure for game in result.games if game.forfeit is not None]
    assert failures == [Failure.PROCESS_ENDED] * 2


def test_workers_leave_ctrl_c_and_the_output_to_the_first_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = signal.getsignal(signal.SIGINT)
    pools: list[ProcessPool] = []
    monkeypatch.setattr("keltis.arena._workers._pools", pools)
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    try:
        init_worker()
        assert isinstance(sys.stdout, BotOutput)
        assert len(pools) == 1
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


def test_a_signal_to_stop_is_held_to_the_end_of_the_block() -> None:
    notes = list[str]()

    def stopped() -> None:
        with hold_stop_signals(lambda: notes.append("signal")):
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            notes.append("end")

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert notes == ["signal", "signal", "end"]


def test_the_tenth_signal_to_stop_acts_at_once() -> None:
    signals = 0

    def stopped() -> None:
        nonlocal signals
        with hold_stop_signals():
            while True:
                signals += 1
                signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert signals == 10
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_signal_that_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with hold_stop_signals():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_hold_no_signals() -> None:
    def handler_in_block() -> object:
        with hold_stop_signals():
            return signal.getsignal(signal.SIGINT)

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(handler_in_block).result() is signal.getsignal(signal.SIGINT)


@pytest.mark.slow
def test_another_ctrl_c_does_not_keep_workers_from_being_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    notes = list[str]()

    kill = BaseProcess.kill

    def interrupted_kill(process: BaseProcess) -> None:
        signal.raise_signal(signal.SIGINT)
        kill(process)
        notes.append("killed")

    monkeypatch.setattr(BaseProcess, "kill", interrupted_kill)
    with pytest.raises(InterruptedTournament) as caught:
        play_tournament(
            ["random", "random"], jobs=2, progress=lambda *_: signal.raise_signal(signal.SIGINT)
        )
    assert set(notes) == {"killed"}
    assert caught.value.result.games


def test_a_system_without_signal_masks_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("signal.pthread_sigmask", raising=False)
    with no_interrupts():
        assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def test_other_children_of_the_process_are_left_alone() -> None:
    child = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(600,))
    child.start()

    with pytest.raises(KeyboardInterrupt), start_workers(1):
        raise KeyboardInterrupt
    assert child.is_alive()
    child.kill()
    child.join()


def test_what_bots_print_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    print("hm", file=BotOutput(), flush=True)
    assert capsys.readouterr() == ("", "hm\n")


def test_standard_error_that_nobody_reads_is_no_fault_of_a_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w", buffering=1, encoding="utf-8") as closed:  # noqa: PTH123 - no path
        monkeypatch.setattr(sys, "stderr", closed)
        print("hm", file=BotOutput())
        monkeypatch.undo()
        with suppress(BrokenPipeError):
            closed.close()


def test_a_process_ends_when_its_parent_does(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    ended: queue.SimpleQueue[int] = queue.SimpleQueue()
    monkeypatch.setattr("multiprocessing.parent_process", lambda: SimpleNamespace(sentinel=reader))
    monkeypatch.setattr("os._exit", ended.put)
    end_with_parent()
    assert ended.empty()
    os.close(writer)
    assert ended.get(timeout=600) == 1
    os.close(reader)
