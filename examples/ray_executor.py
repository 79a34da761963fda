"""A tournament on a Ray cluster: Ray has no executor of the standard library, so here is one.

    pip install ray
    python ray_executor.py

A task of Ray is for each task of the executor. If a worker dies, Ray gives its tasks to another.
"""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import ParamSpec, TypeVar

from keltis.arena import play_tournament, summary

try:
    import ray
except ImportError:
    ray = None

P = ParamSpec("P")
T = TypeVar("T")


def call(task: Callable[[], T]) -> T:
    """Do a task, in a worker."""
    return task()


class RayExecutor(Executor):
    """Submits tasks to the cluster with which `ray.init` has connected this process."""

    def __init__(self) -> None:
        self._call = ray.remote(call)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a task; a cancelled future cancels it."""
        reference = self._call.remote(partial(fn, *args, **kwargs))
        future: Future[T] = reference.future()
        future.add_done_callback(lambda done: ray.cancel(reference) if done.cancelled() else None)
        return future


def main() -> None:
    """Play on the cluster that Ray knows, or else on all cores of this machine."""
    ray.init()
    try:
        play = partial(play_tournament, ["greedy", "random"], deals=6, seed=7)
        result = play(executor=RayExecutor())
        print(summary(result))
        print("The same as in this process:", result == play())
    finally:
        ray.shutdown()


if __name__ == "__main__":
    if ray is None:
        print("This example needs Ray: pip install ray")
    else:
        main()
