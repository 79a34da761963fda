"""`tournament`: many games between bots, and their results as a table and as files."""

import math
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Final, Unpack

import attrs
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from keltis import arena
from keltis._lib.processes import divert_output
from keltis._lib.text import count_noun
from keltis.arena.plots import save_plots
from keltis.cli._commands import (
    CommandError,
    ExitCode,
    exit_code,
    ignore_stop_signals,
    raise_on_stop_signals,
)
from keltis.cli._display import make_console, print_message, print_written, show_notices
from keltis.cli._files import read_text, require_writable, write_new_file, write_text
from keltis.cli._terminal import Terminal
from keltis.game import Game, M, R, Record, S, Score, V, Worth
from keltis.notation import format_rules, parse_rules

MANY_GAMES: Final = 100
"""From this number of games on, a journal is kept if nothing else is written."""
_FORMATS: Final = (".csv", ".json", ".parquet")
_TALLY: Final = re.compile(r'\s*\{\s*"format"\s*:\s*"[^"]*-tally"')
"""The beginning of a file with sums."""
_MINOR_HEADINGS: Final = ("shared", "forfeits", "Elo (95 %)")
_CELL: Final = 5
"""The width of a cell of the cross table."""
_NARROW: Final = 66
"""Below this width, the names have room only without the minor columns."""


def tournament(
    terminal: Terminal[S, V, M, R],
    *,
    bots: Sequence[str],
    rules: str | None = None,
    sprt: Sequence[float] | None = None,
    no_games: bool = False,
    out: Path | None = None,
    resume: Path | None = None,
    without_luck: bool = False,
    words: Sequence[str],
    **options: Unpack[arena.PlanOptions],
) -> ExitCode:
    """Let bots play many games, and report how they did.

    `words` are the arguments of the program, for the command that continues after an interruption.
    """
    if without_luck and (no_games or resume is not None):
        without = "--no-games" if no_games else "a journal"
        raise CommandError(f"--without-luck needs all moves, and {without} does not keep them")
    if out is not None:
        _prepare_output(out)
    test = None if sprt is None else arena.Sprt(*sprt)
    deals, games = options.get("deals"), options.get("games")
    is_open = test is not None and deals is None and games is None
    planned = games or (deals or arena.DEFAULT_DEALS) * math.perm(
        len(bots), options.get("players", 2)
    )
    is_long = is_open or planned >= MANY_GAMES
    errors, game = make_console(stderr=True), terminal.game
    stream = arena.ParquetWriter(out, game=game) if out and out.suffix == ".parquet" else None
    with (
        raise_on_stop_signals(),
        stream or nullcontext(),
        _open_journal(resume, is_needed=not no_games) as journal,
    ):
        if journal.path is not None and journal.is_own and is_long:
            print_message(errors, f"The games are saved in {journal.path}.")
        try:
            with (
                _show_progress(errors, test, is_open=is_open) as progress,
                show_notices(partial(print_message, errors)),
                divert_output(),
            ):
                result = arena.play_tournament(
                    bots,
                    game=game,
                    rules=None if rules is None else game.notation.parse_rules(rules),
                    keep_records=without_luck,
                    sprt=test,
                    keep_games=not no_games,
                    journal=journal.path,
                    resume=journal.path is not None,
                    stream=None if stream is None else stream.write,
                    progress=progress.show_games,
                    tally_progress=progress.show_sums if errors.is_terminal else None,
                    **options,
                )
        except (arena.InterruptedTournament, arena.BrokenTournament) as stopped:
            ignore_stop_signals()
            cause = "" if stopped.__cause__ is None else f" ({stopped.__cause__})"
            print_message(errors, _say_how_to_go_on(f"{stopped}{cause}", journal, words))
            if stopped.tally.games:
                _report(stopped.tally if no_games else stopped.result, out, test)
            return (
                1 if isinstance(stopped, arena.BrokenTournament) else exit_code(stopped.__context__)
            )
        except KeyboardInterrupt:  # a second signal, while the first one was dealt with
            ignore_stop_signals()
            print_message(errors, _say_how_to_go_on("the tournament stopped", journal, words))
            raise
        except arena.ArenaError as error:
            raise CommandError(f"{journal.path}: {error}") from error
        ignore_stop_signals()
        journal.is_needed = out is None and is_long
        _report(result, out, test)
    if (
        without_luck
        and isinstance(result, arena.TournamentResult)
        and (luck := terminal.luck(len(result.games)))
    ):
        _report_without_luck(result, luck, errors)
    return 0


def _report_without_luck(
    result: arena.TournamentResult[Score, Game[S, V, M, R]],
    luck: Callable[[Record[S, M]], Worth],
    errors: Console,
) -> None:
    """Print the results without the luck of the cards, which can take longer than the games."""
    numbers = count(1)
    with _show_progress(errors, None, is_open=False, task="measuring luck") as progress:

        def measure(record: Record[S, M]) -> Worth:
            worth = luck(record)
            progress.show_games(next(numbers), len(result.games))
            return worth

        corrected = arena.correct_luck(result, measure)
    make_console().print(_draw_corrected(corrected))


def merge_parts(
    terminal: Terminal[S, V, M, R], *, parts: Sequence[Path], out: Path | None = None
) -> ExitCode:
    """Join the results of shards, and report them as those of one tournament."""
    if out is not None:
        _prepare_output(out)

    def read_part(path: Path) -> arena.TournamentResult[Score, Game[S, V, M, R]] | arena.Tally:
        text = read_text(path)
        try:
            if _TALLY.match(text):
                return arena.tally_from_json(text, game=terminal.game)
            return arena.tournament_from_json(text, game=terminal.game)
        except arena.ArenaError as error:
            raise CommandError(f"{path}: {error}") from error

    whole = arena.merge([read_part(path) for path in parts])
    if not whole.games:
        raise CommandError("there is no game in these files")
    if out is not None and out.suffix == ".parquet":
        if isinstance(whole, arena.Tally):
            raise CommandError(f"{out}: these files have no games, only their sums")
        with arena.ParquetWriter(out, game=terminal.game) as file:
            file.write(whole.games)
    _report(whole, out)
    if whole.complete:
        return 0
    missing = len(whole.plan) - arena.tally(whole).games
    print_message(make_console(stderr=True), f"keltis: {count_noun(missing, 'game')} missing")
    return 1


@attrs.define
class _Journal:
    """The journal of a tournament: one that the person names, or a new one of our own."""

    path: Path | None
    is_own: bool
    is_needed: bool = True
    """Whether its games are nowhere else."""

    @property
    def is_kept(self) -> bool:
        """Whether our own journal stays at the end: it must have a game after its first line."""
        if not self.is_needed or self.path is None or not self.path.is_file():
            return False
        with self.path.open("rb") as file:
            return len([*islice(file, 2)]) == 2


@contextmanager
def _open_journal(path: Path | None, *, is_needed: bool) -> Iterator[_Journal]:
    journal = _Journal(path, is_own=path is None)
    if path is None and is_needed:
        with suppress(OSError):  # without a place for a journal the games are played as well
            journal.path = write_new_file("keltis-tournament", ".jsonl")
    try:
        yield journal
    finally:
        if journal.is_own and not journal.is_kept and journal.path is not None:
            with suppress(OSError):
                journal.path.unlink()


@attrs.define
class _Progress:
    """A progress bar, the standings so far, and the callbacks that update them."""

    console: Console
    bar: Progress
    task: TaskID
    test: arena.Sprt | None
    is_open: bool
    """Whether a sequential test says when it ends, and not the number of games."""
    sums: arena.Tally | None = None

    def show_games(self, played: int, games: int) -> None:
        """Show how many games were played."""
        self.bar.update(self.task, completed=played, total=None if self.is_open else games)

    def show_sums(self, sums: arena.Tally) -> None:
        """Show the standings, and where the sequential test is between its bounds."""
        self.sums = sums
        if self.test is not None:
            status = self.test.status(sums.pairs[0])
            lower, upper = status.test.bounds
            text = f"LLR {status.llr:.2f} ({lower:.2f}, {upper:.2f})"
            self.bar.update(self.task, description=text)

    def draw(self) -> Group:
        """Draw all of it, as often as the terminal is refreshed."""
        has_games = self.sums is not None and self.sums.games
        tables = _draw_tables(self.sums, self.console.width) if self.sums and has_games else []
        return Group(*tables, self.bar)


@contextmanager
def _show_progress(
    console: Console, test: arena.Sprt | None, *, is_open: bool, task: str = "playing"
) -> Iterator[_Progress]:
    """Show a progress bar and the standings, on a terminal."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console)
    progress = _Progress(console, bar, bar.add_task(task, total=None), test, is_open)
    live = Live(console=console, transient=True, get_renderable=progress.draw)
    with suppress(OSError):  # a terminal that is gone must not stop the games
        if console.is_terminal:
            live.start()
    try:
        yield progress
    finally:
        with suppress(OSError):
            live.stop()


def _report(result: arena.AnyTournament, out: Path | None, test: arena.Sprt | None = None) -> None:
    """Write the results, then print them."""
    written = [] if out is None else _write_results(out, result)
    console, sums = make_console(), arena.tally(result)
    for table in _draw_tables(sums, console.width):
        console.print(table)
    tested = [] if test is None else [str(test.status(sums.pairs[0]))]
    for line in (_describe_ends(sums), *_describe_failures(sums), *tested):
        console.print(line)
    print_written(console, written)


def _say_how_to_go_on(reason: str, journal: _Journal, words: Sequence[str]) -> str:
    """The reason why the tournament stopped, and the command that plays the rest."""
    command = ["keltis", *words]
    if journal.is_own and journal.is_kept and journal.path is not None:
        command += ["--resume", str(journal.path)]
    return f"keltis: {reason}\nContinue with: {shlex.join(command)}"


def _draw_tables(sums: arena.Tally, width: int) -> list[Table]:
    """The standings, and between more than two entrants the cross table."""
    rows = arena.standings(sums)
    tables = [_draw_standings(sums, rows, width)]
    return tables if len(rows) == 2 else [*tables, _draw_meetings(sums, rows, width)]


def _draw_meetings(sums: arena.Tally, rows: Sequence[arena.Standing], width: int) -> Table:
    """The cross table: how often the bot of a row did better than that of a column."""
    table = Table(title="better than", title_justify="left", box=SIMPLE_HEAD, show_edge=False)
    table.add_column("bot", overflow="ellipsis", no_wrap=True)
    places = [sums.plan.place(row.name) for row in rows]
    shown = places[: width // 2 // _CELL]
    for rank in range(1, len(shown) + 1):
        table.add_column(str(rank), justify="right", no_wrap=True)
    met = arena.meetings(sums)
    for rank, (row, place) in enumerate(zip(rows, places, strict=True), 1):
        shares = [met[place][other].share for other in shown]
        table.add_row(
            f"{rank} {row.name}", *("-" if share is None else f"{share:.0%}" for share in shares)
        )
    return table


def _draw_standings(sums: arena.Tally, rows: Sequence[arena.Standing], width: int) -> Table:
    """The standings as a table of at most this width, the best first."""
    plan = sums.plan
    title = f"{plan.count(sums.games)}, {plan.players} players each, seed {plan.seed}"
    # Few lines in the table leave room for the names, in a narrow terminal too.
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, show_edge=False, padding=0)
    table.add_column("bot", overflow="fold")
    cells = [_cells(row) for row in rows]
    shown = [
        heading
        for heading in cells[0]
        if (width >= _NARROW or heading not in _MINOR_HEADINGS)
        and (heading != "points" or arena.has_mean_scores(sums))
    ]
    for heading in shown:
        table.add_column(heading, justify="right", no_wrap=True)
    for standing, row in zip(rows, cells, strict=True):
        table.add_row(standing.name, *(row[heading] for heading in shown))
    return table


def _cells(standing: arena.Standing) -> dict[str, str]:
    """The cells of a row by their headings."""
    share, score, elo = standing.win_share, standing.score, standing.elo
    interval = "" if share is None else f" ({100 * share.low:.0f}-{100 * share.high:.0f})"
    return {
        "games": str(standing.games),
        "wins": str(standing.wins),
        "shared": str(standing.shared_wins),
        "forfeits": str(standing.forfeits),
        "won (95 %)": "-" if share is None else f"{share.value:.0%}{interval}",
        "points": "-" if score is None else f"{score.value:.1f}",
        "Elo (95 %)": f"{elo.value:.0f} ± {elo.high - elo.value:.0f}",
    }


def _draw_corrected(entrants: Iterable[arena.LuckCorrected]) -> Table:
    """The results without the luck of the cards, and how much narrower their intervals are."""
    table = Table(title="Without the luck of the cards", title_justify="left", box=SIMPLE_HEAD)
    table.add_column("bot", overflow="fold")
    for heading in ("won (95 %)", "fewer games", "points ahead (95 %)", "fewer games"):
        table.add_column(heading, justify="right")
    for entrant in entrants:
        cells = []
        for each, unit in ((entrant.win_share, 100), (entrant.lead, 1)):
            value, high = (unit * number for number in (each.corrected.value, each.corrected.high))
            cells += [f"{value:.1f} ± {high - value:.1f}", f"{each.fewer_games:.1f}x"]
        table.add_row(entrant.name, *cells)
    return table


def _describe_ends(sums: arena.Tally) -> str:
    """A sentence about how the games ended, and how long they were; there must be one."""
    ends = ", ".join(
        f"{end.value} {count}" for end, count in arena.end_counts(sums).items() if count
    )
    measured = arena.lengths(sums)
    turns = measured.turns.mean if measured else 0
    return f"Ends: {ends}. A game had {turns:.0f} turns on average."


def _describe_failures(sums: arena.Tally) -> list[str]:
    """For each bot that failed, a sentence about its first failure."""
    failures = [
        (first.game, f"{name} failed in game {first.game}, {first.failure.value}: {first.detail}")
        for name, entrant in zip(sums.plan.names, sums.entrants, strict=True)
        if (first := entrant.failure) is not None
    ]
    return [text for _, text in sorted(failures)]


def _prepare_output(path: Path) -> None:
    """Raise `CommandError` if an output cannot be written; make a directory."""
    if path.suffix in _FORMATS:
        require_writable(path)
    elif path.suffix and not path.is_dir():
        raise CommandError(
            f"{path}: results are written as .csv, .json or .parquet, or to a directory"
        )
    else:
        path.mkdir(parents=True, exist_ok=True)


def _write_results(path: Path, result: arena.AnyTournament) -> list[Path]:
    """Write the games, or their sums, to a file, or everything to a directory; return the files."""
    if path.suffix == ".parquet":  # was written while the games came in
        return [path]
    indent = None if path.suffix else 1
    if isinstance(result, arena.Tally):
        games, data, name = None, partial(arena.tally_to_json, result, indent=indent), "tally.json"
    else:
        games, name = partial(arena.games_to_csv, result), "tournament.json"
        data = partial(arena.tournament_to_json, result, indent=indent)
    table = partial(arena.standings_to_csv, result)
    if path.suffix:
        write_text(path, data() if path.suffix == ".json" else (games or table)())
        return [path]
    texts = {"games.csv": games, "standings.csv": table, name: data}
    files = {path / file: text for file, text in texts.items() if text is not None}
    for file, text in files.items():
        write_text(file, text())
    plots: Sequence[Path] = ()
    with suppress(ImportError):  # matplotlib is an extra
        plots = save_plots(result, path)
    return [*files, *plots]


def train(
    *,
    out: Path,
    minutes: float = 60.0,
    players: Sequence[int] = (),
    rules: Sequence[str] = ("KELTIS",),
    seed: int | None = None,
) -> ExitCode:
    """Train a network for the bot `learnt`, and report how strong it is at each checkpoint."""
    try:
        from keltis import batch  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise CommandError(str(error)) from error
    require_writable(out)
    console, errors = make_console(), make_console(stderr=True)
    columns = TextColumn("training"), BarColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal)
    task = bar.add_task("", total=1.0)

    def show(checkpoint: batch.Checkpoint) -> None:
        bar.update(task, completed=checkpoint.done)
        if checkpoint.shares:
            learnt = f"{checkpoint.minutes:.1f} minutes, {checkpoint.games:,} games"
            console.print(f"{learnt}: won against greedy")
            for under, count, share, half in checkpoint.shares:
                setting = f"with {count} players under {format_rules(under)}"
                console.print(f"  {share:.1%} ± {half:.1%} {setting}", soft_wrap=True)

    with raise_on_stop_signals():
        try:
            with bar:
                batch.train(
                    out,
                    minutes=minutes,
                    players=players,
                    rules=[parse_rules(each) for each in rules],
                    seed=seed,
                    progress=show,
                )
        except KeyboardInterrupt:
            ignore_stop_signals()
            print_message(errors, f"The network is in {out}. The same command continues.")
            raise
    print_written(console, [out])
    return 0
