"""`tournament`: many games between bots, in one process or in several."""

import math
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from keltis._lib.processes import BotOutput
from keltis.arena import (
    DEFAULT_MAX_TURNS,
    AnyResult,
    ArenaError,
    BrokenTournament,
    InterruptedTournament,
    play_tournament,
)
from keltis.cli._commands import INTERRUPTED, CommandError, ExitCode, Stopped
from keltis.cli._display import make_console, print_written
from keltis.cli._files import write_new_file
from keltis.cli._results import (
    describe_ends,
    describe_failures,
    draw_standings,
    prepare_output,
    write_results,
)
from keltis.cli._signals import ignore_stop_signals, raise_on_stop_signals
from keltis.game import Game, M, R, S, V

_DEALS: Final = 10
"""The number of deals if none is given."""
MANY_GAMES: Final = 100
"""From this number of games on, a journal is kept if nothing else is written."""


def run_tournament(
    game: Game[S, V, M, R],
    bots: Sequence[str],
    *,
    players: int,
    deals: int | None,
    games: int | None,
    seed: int | None,
    rules: str | None,
    max_turns: int | None,
    seconds_per_move: float | None,
    seconds_per_game: float | None,
    isolate: bool,
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
    if deals is None and games is None:
        deals = _DEALS
    is_long = (games or (deals or 0) * math.perm(len(bots), players)) >= MANY_GAMES
    errors = make_console(stderr=True)
    with raise_on_stop_signals(), _Journal(resume) as journal:
        if journal.is_own and is_long:
            _print_message(errors, f"The games are kept in {journal.path}.")
        try:
            with _show_progress(errors) as progress, redirect_stdout(BotOutput()):
                result = play_tournament(
                    bots,
                    game=game,
                    players=players,
                    deals=deals,
                    games=games,
                    seed=seed,
                    rules=None if rules is None else game.notation.parse_rules(rules),
                    max_turns=DEFAULT_MAX_TURNS if max_turns is None else max_turns,
                    seconds_per_move=seconds_per_move,
                    seconds_per_game=seconds_per_game,
                    isolate=isolate,
                    jobs=jobs,
                    journal=journal.path,
                    resume=journal.path is not None,
                    progress=progress,
                )
        except (InterruptedTournament, BrokenTournament) as stopped:
            ignore_stop_signals()
            journal.is_kept = bool(stopped.result.games)
            cause = "" if stopped.__cause__ is None else f" ({stopped.__cause__})"
            _print_message(errors, _say_how_to_go_on(f"{stopped}{cause}", journal, words))
            if stopped.result.games:
                _report(stopped.result, out)
            return _exit_code(stopped)
        except KeyboardInterrupt:  # a second signal, while the first one was dealt with
            ignore_stop_signals()
            journal.is_kept = journal.has_games()
            _print_message(errors, _say_how_to_go_on("the tournament stopped", journal, words))
            raise
        except ArenaError as error:
            raise CommandError(f"{journal.path}: {error}") from error
        ignore_stop_signals()
        journal.is_kept = out is None and is_long
        _report(result, out)
    return 0


class _Journal:
    """The journal of a tournament: one that the person names, or a new one of our own."""

    def __init__(self, path: Path | None) -> None:
        self.is_own = path is None
        self.path = path
        self.is_kept = False
        """Whether our own journal stays at the end. It stays anyhow if the process is killed."""

    def __enter__(self) -> Self:
        if self.is_own:
            with suppress(OSError):  # without a place for a journal the games are played as well
                self.path = write_new_file("keltis-tournament", ".jsonl")
        return self

    def has_games(self) -> bool:
        """Whether there is a game in the journal, after its first line."""
        return (
            self.path is not None
            and self.path.is_file()
            and self.path.read_bytes().count(b"\n") > 1
        )

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.is_own and not self.is_kept and self.path is not None:
            with suppress(OSError):
                self.path.unlink()


def _print_message(console: Console, text: str) -> None:
    with suppress(OSError):  # nobody may listen any more
        console.print(text, soft_wrap=True)


def _exit_code(stopped: InterruptedTournament | BrokenTournament) -> ExitCode:
    if isinstance(stopped, BrokenTournament):
        return 1
    signal = stopped.__context__
    return signal.code if isinstance(signal, Stopped) else INTERRUPTED


@contextmanager
def _show_progress(console: Console) -> Iterator[Callable[[int, int], None]]:
    """A progress bar, on a terminal; yields the function that updates it."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task("playing", total=None)

    def progress(played: int, games: int) -> None:
        bar.update(task, completed=played, total=games)

    with suppress(OSError):  # a terminal that is gone must not stop the games
        bar.start()
    try:
        yield progress
    finally:
        with suppress(OSError):
            bar.stop()


def _report(result: AnyResult, out: Path | None) -> None:
    """Write the results, then print them."""
    written = [] if out is None else write_results(out, result)
    console = make_console()
    console.print(draw_standings(result, console.width))
    for line in (describe_ends(result), *describe_failures(result)):
        console.print(line)
    for path in written:
        print_written(console, path)


def _say_how_to_go_on(reason: str, journal: _Journal, words: Sequence[str]) -> str:
    """The reason why the tournament stopped, and the command that plays the rest."""
    command = ["keltis", *words]
    if journal.is_own and journal.is_kept and journal.path is not None:
        command += ["--resume", str(journal.path)]
    return f"keltis: {reason}\nGo on with: {shlex.join(command)}"
