"""The executor for Ray, with a stand-in for Ray: it starts servers, so tests do without it."""

import pickle
from collections.abc import Callable
from concurrent.futures import Future
from types import SimpleNamespace

import pytest
import ray_executor

import arena_bots as bots
from keltis.arena import play_tournament
from leaning import SHORT


class Reference:
    """A task that was submitted. It is done at once, unless it is one too many."""

    def __init__(self, future: Future[object]) -> None:
        self.future = lambda: future


class Ray:
    """The functions of Ray that the example calls. Tasks are sent as bytes, as Ray does it."""

    def __init__(self, tasks: int = 1_000) -> None:
        self.tasks, self.cancelled, self.calls = tasks, list[Reference](), list[str]()

    def init(self) -> None:
        self.calls.append("init")

    def shutdown(self) -> None:
        self.calls.append("shutdown")

    def remote(self, function: Callable[..., object]) -> SimpleNamespace:
        def submit(*arguments: object) -> Reference:
            self.tasks -= 1
            if self.tasks < 0:
                return Reference(Future())
            sent = pickle.loads(pickle.dumps((function, arguments)))  # noqa: S301 - our own
            return Reference(bots.InlineExecutor().submit(sent[0], *sent[1]))

        return SimpleNamespace(remote=submit)

    def cancel(self, reference: Reference) -> None:
        self.cancelled.append(reference)


def test_a_tournament_on_ray_is_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ray = Ray()
    monkeypatch.setattr(ray_executor, "ray", ray)
    ray_executor.main()
    assert "The same as in this process: True" in capsys.readouterr().out
    assert ray.calls == ["init", "shutdown"]


def test_tasks_of_ray_that_are_not_needed_are_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Ray(tasks=9)
    monkeypatch.setattr(ray_executor, "ray", ray)
    executor = ray_executor.RayExecutor()
    entrants = [bots.DUEL[1], bots.DUEL[0]]
    result = play_tournament(entrants, rules=SHORT, seed=3, sprt=(-700, -600), executor=executor)
    assert result.complete
    assert ray.tasks == -len(ray.cancelled) < 0
