"""`keltis tournament`: many games between bots."""

import math
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from keltis.arena import (
    DEFAULT_MAX_TURNS,
    TournamentBroken,
    TournamentInterrupted,
    TournamentResult,
    play_tournament,
)
from keltis.arena.errors import ArenaError
from keltis.arena.journal import Journal
from keltis.cli.arguments import add_rules, add_seed, bot_name, count
from keltis.cli.commands import INTERRUPTED, Command, ExitCode
from keltis.cli.errors import CommandError
from keltis.cli.files import free_name
from keltis.cli.results import ends, failures, require_out, standings_table, write_results
from keltis.cli.screens import screen
from keltis.cli.workers import workers
from keltis.rules import KELTIS, Rules

_DEALS: Final = 10


def tournament(
    bots: Sequence[str],
    *,
    players: int,
    deals: int,
    seed: int,
    rules: Rules,
    max_turns: int,
    jobs: int,
    out: Path | None,
    resume: Path | None,
    typed: Sequence[str],
) -> ExitCode:
    """Let bots play many games, and tell how they did."""
    if out is not None:
        require_out(out)
    console, errors = screen(), screen(stderr=True)
    try:
        with (
            _bar(errors) as progress,
            workers(jobs) as executor,
            redirect_stdout(sys.stderr),
        ):  # what bots print is no result
            result = play_tournament(
                bots,
                players=players,
                deals=deals,
                seed=seed,
                rules=rules,
                max_turns=max_turns,
                executor=executor,
                journal=resume,
                resume=resume is not None,
                progress=progress,
            )
    except (TournamentInterrupted, TournamentBroken) as stopped:
        if stopped.result.games:
            _report(console, stopped.result, out)
        errors.print(_how_to_go_on(stopped, resume, typed), soft_wrap=True)
        return INTERRUPTED if isinstance(stopped, TournamentInterrupted) else 1
    except ArenaError as error:
        raise CommandError(f"{resume}: {error}") from error
    _report(console, result, out)
    return 0


@contextmanager
def _bar(console: Console) -> Iterator[Callable[[int, int], None]]:
    """A progress bar, on a terminal; what tells it how many games of how many have been played."""
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
    console.print(standings_table(result))
    for line in (ends(result), *failures(result)):
        console.print(line)
    for path in [] if out is None else write_results(out, result):
        console.print(f"written: {path}", soft_wrap=True)


def _how_to_go_on(
    stopped: TournamentInterrupted | TournamentBroken, resume: Path | None, typed: Sequence[str]
) -> str:
    """What has stopped, and the command by which the rest is played, for which the games are kept."""
    cause = "" if stopped.__cause__ is None else f" ({stopped.__cause__})"
    words = ["keltis", *typed]
    if resume is None and stopped.result.games:
        words += ["--resume", str(_kept(stopped.result))]
    return f"keltis: {stopped}{cause}\nGo on with: {shlex.join(words)}"


def _kept(result: TournamentResult) -> Path:
    """A new journal that has these games."""
    path = free_name("keltis-tournament", ".jsonl")
    with Journal(path, result.plan, resume=False) as journal:
        for game in result.games:
            journal.add(game)
    return path


def _describe(parser: ArgumentParser) -> None:
    parser.add_argument(
        "bots",
        type=bot_name,
        nargs="+",
        metavar="BOT",
        help="who takes part; a bot can be named twice",
    )
    parser.add_argument(
        "--players", type=count, default=2, metavar="N", help="how many play in a game (default: 2)"
    )
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--deals",
        type=count,
        metavar="N",
        help=f"play so many deals, each in all seatings (default: {_DEALS})",
    )
    size.add_argument(
        "--games",
        type=count,
        metavar="N",
        help="play so many games, or more for the last deal's seatings",
    )
    add_seed(parser, "what all chance comes from (default: 0)")
    add_rules(parser)
    parser.add_argument(
        "--max-turns",
        type=count,
        default=DEFAULT_MAX_TURNS,
        metavar="N",
        help="break a game off then (default: %(default)s)",
    )
    parser.add_argument(
        "--jobs", type=count, default=1, metavar="N", help="spread the games over so many processes"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="PATH",
        help="write the results: games as .csv or .json, or everything to a directory, with plots if matplotlib is there",
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="note the games there, and go on with those it has",
    )


def _run(said: Namespace) -> ExitCode:
    return tournament(
        said.bots,
        players=said.players,
        deals=_deals(said.deals, said.games, math.perm(len(said.bots), said.players)),
        seed=said.seed or 0,
        rules=said.rules or KELTIS,
        max_turns=said.max_turns,
        jobs=said.jobs,
        out=said.out,
        resume=said.resume,
        typed=said.typed,
    )


def _deals(deals: int | None, games: int | None, seatings: int) -> int:
    if games is not None and seatings:  # without a seating the plan will say what is wrong
        return math.ceil(games / seatings)
    return _DEALS if deals is None else deals


TOURNAMENT: Final = Command(
    name="tournament", help="bots play many games against each other", describe=_describe, run=_run
)
