"""`tournament`: many games between bots, in one process or in several."""

import math
import multiprocessing
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from keltis.arena import (
    DEFAULT_MAX_TURNS,
    ArenaError,
    BrokenTournament,
    InterruptedTournament,
    TournamentResult,
    play_tournament,
    write_journal,
)
from keltis.cli._commands import INTERRUPTED, CommandError, ExitCode
from keltis.cli._display import make_console, print_written
from keltis.cli._files import unused_path
from keltis.cli._results import (
    describe_ends,
    describe_failures,
    draw_standings,
    prepare_output,
    write_results,
)
from keltis.rules import KELTIS, PRESETS

_DEALS: Final = 10
"""The number of deals if none is given."""
_SHUTDOWN_SECONDS: Final = 1.0
"""How long worker processes may take to end."""


def run_tournament(
    bots: Sequence[str],
    *,
    players: int,
    deals: int | None,
    games: int | None,
    seed: int,
    rules: str | None,
    max_turns: int | None,
    jobs: int,
    out: Path | None,
    resume: Path | None,
    words: Sequence[str],
) -> ExitCode:
    """Let bots play many games, and report how they did.

    `words` are the arguments of the program, for the command that goes on after an interruption.
    """
    if out is not None:
        prepare_output(out)
    console, errors = make_console(), make_console(stderr=True)
    try:
        # What bots print is no result, so it goes to standard error.
        with (
            _show_progress(errors) as progress,
            start_workers(jobs) as executor,
            redirect_stdout(sys.stderr),
        ):
            result = play_tournament(
                bots,
                players=players,
                deals=_count_deals(deals, games, math.perm(len(bots), players)),
                seed=seed,
                rules=KELTIS if rules is None else PRESETS[rules],
                max_turns=DEFAULT_MAX_TURNS if max_turns is None else max_turns,
                executor=executor,
                journal=resume,
                resume=resume is not None,
                progress=progress,
            )
    except (InterruptedTournament, BrokenTournament) as stopped:
        if stopped.result.games:
            _report(console, stopped.result, out)
        errors.print(_say_how_to_go_on(stopped, resume, words), soft_wrap=True)
        return INTERRUPTED if isinstance(stopped, InterruptedTournament) else 1
    except ArenaError as error:
        raise CommandError(f"{resume}: {error}") from error
    _report(console, result, out)
    return 0


def _count_deals(deals: int | None, games: int | None, seatings: int) -> int:
    if games is not None and seatings:  # without a seating the plan reports what is wrong
        return math.ceil(games / seatings)
    return _DEALS if deals is None else deals


@contextmanager
def _show_progress(console: Console) -> Iterator[Callable[[int, int], None]]:
    """A progress bar, on a terminal; yields the function that updates it."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("playing", total=None)

        def progress(played: int, games: int) -> None:
            bar.update(task, completed=played, total=games)

        yield progress


def _report(console: Console, result: TournamentResult, out: Path | None) -> None:
    console.print(draw_standings(result))
    for line in (describe_ends(result), *describe_failures(result)):
        console.print(line)
    for path in [] if out is None else write_results(out, result):
        print_written(console, path)


def _say_how_to_go_on(
    stopped: InterruptedTournament | BrokenTournament, resume: Path | None, words: Sequence[str]
) -> str:
    """Keep the games in a journal; return what stopped, and the command that plays the rest."""
    cause = "" if stopped.__cause__ is None else f" ({stopped.__cause__})"
    command = ["keltis", *words]
    if resume is None and stopped.result.games:
        command += ["--resume", str(_write_journal(stopped.result))]
    return f"keltis: {stopped}{cause}\nGo on with: {shlex.join(command)}"


def _write_journal(result: TournamentResult) -> Path:
    """Write these games to a new journal."""
    path = unused_path("keltis-tournament", ".jsonl")
    write_journal(result, path)
    return path


@contextmanager
def start_workers(jobs: int) -> Iterator[Executor | None]:
    """Processes that play games; for one job None, which means this process."""
    if jobs == 1:
        yield None
        return
    # Each has a new interpreter: to fork a process that may have threads is not safe.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_init_worker) as executor:
        try:
            yield executor
        except BaseException:
            _stop_workers(executor)
            raise


def _init_worker() -> None:
    """Leave Ctrl-C and the standard output to the first process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr


def _stop_workers(executor: Executor) -> None:
    """End the processes in the middle of their games."""
    # The executor must have dropped its cancelled tasks before a process ends. Otherwise a thread
    # of its own tries to mark them as failed, and reports that it cannot. They are dropped when
    # the last task is cancelled.
    with suppress(BrokenExecutor, CancelledError, TimeoutError):
        last = executor.submit(int)
        executor.shutdown(wait=False, cancel_futures=True)
        last.result(_SHUTDOWN_SECONDS)
    for process in multiprocessing.active_children():
        process.terminate()
