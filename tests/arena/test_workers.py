"""The worker processes of a tournament, which leave nothing behind."""

import signal
import sys
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import pytest

from keltis.arena._workers import init_worker, start_workers, worker_pool


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
