"""The results of a tournament: a table for the screen, and files for other programs."""

import statistics
from collections.abc import Callable, Mapping
from itertools import compress
from pathlib import Path
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.table import Table

from keltis.arena import (
    AnyResult,
    Standing,
    end_counts,
    games_to_csv,
    has_mean_scores,
    standings,
    standings_to_csv,
    tournament_to_json,
)
from keltis.arena.plots import save_plots
from keltis.cli._commands import CommandError
from keltis.cli._files import require_writable, write_text

_FORMATS: Final[Mapping[str, Callable[[AnyResult], str]]] = {
    ".csv": games_to_csv,
    ".json": tournament_to_json,
}

_HEADINGS: Final = ("games", "wins", "shared", "forfeits", "won (95 %)", "points", "Elo (95 %)")
_MINOR_HEADINGS: Final = ("shared", "forfeits", "Elo (95 %)")
_NARROW: Final = 66
"""Below this width, the names have room only without the minor columns."""


def draw_standings(result: AnyResult, width: int) -> Table:
    """The standings as a table of at most this width, the best first."""
    plan = result.plan
    played = "" if result.complete else f"{len(result.games)} of "
    title = f"{played}{len(plan)} games, {plan.players} players each, seed {plan.seed}"
    # Few lines in the table leave room for the names, in a narrow terminal too.
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, show_edge=False, padding=0)
    table.add_column("bot", overflow="fold")
    rows = standings(result)
    chosen = [
        (width >= _NARROW or name not in _MINOR_HEADINGS)
        and (name != "points" or has_mean_scores(result))
        for name in _HEADINGS
    ]
    for heading in compress(_HEADINGS, chosen):
        table.add_column(heading, justify="right", no_wrap=True)
    for standing in rows:
        table.add_row(standing.name, *compress(_cells(standing), chosen))
    return table


def _cells(standing: Standing) -> list[str]:
    share, score = standing.win_share, standing.score
    return [
        *map(str, (standing.games, standing.wins, standing.shared_wins, standing.forfeits)),
        "-"
        if share is None
        else f"{share.value:.0%} ({100 * share.low:.0f}-{100 * share.high:.0f})",
        "-" if score is None else f"{score.value:.1f}",
        f"{standing.elo.value:.0f} ± {standing.elo.high - standing.elo.value:.0f}",
    ]


def describe_ends(result: AnyResult) -> str:
    """A sentence about how the games ended, and how long they were; there must be one."""
    counts = end_counts(result)
    ends = ", ".join(f"{end.value} {count}" for end, count in counts.items() if count)
    turns = statistics.fmean(game.turns for game in result.games)
    return f"Ends: {ends}. A game had {turns:.0f} turns on average."


def describe_failures(result: AnyResult) -> list[str]:
    """For each bot that failed, a sentence about its first failure."""
    first: dict[str, str] = {}
    for game in result.games:
        if game.forfeit is not None:
            name, failure = game.seating[game.forfeit.seat], game.forfeit.failure.value
            first.setdefault(
                name, f"{name} failed in game {game.number}, {failure}: {game.forfeit.detail}"
            )
    return list(first.values())


def prepare_output(path: Path) -> None:
    """Refuse, before any game is played, an output that cannot be written; make a directory."""
    if path.suffix in _FORMATS:
        require_writable(path)
    elif path.suffix and not path.is_dir():
        raise CommandError(
            f"{path}: results are written as .csv or .json, or all of them to a directory"
        )
    else:
        path.mkdir(parents=True, exist_ok=True)


def write_results(path: Path, result: AnyResult) -> list[Path]:
    """Write the games to a file, or everything to a directory; return the files."""
    if path.suffix in _FORMATS:
        write_text(path, _FORMATS[path.suffix](result))
        return [path]
    texts = {
        path / "games.csv": games_to_csv(result),
        path / "standings.csv": standings_to_csv(result),
        path / "tournament.json": tournament_to_json(result, indent=1),
    }
    for file, text in texts.items():
        write_text(file, text)
    return [*texts, *_write_plots(path, result)]


def _write_plots(directory: Path, result: AnyResult) -> tuple[Path, ...]:
    """Write the plots, if matplotlib is installed."""
    try:
        return save_plots(result, directory)
    except ImportError:
        return ()
