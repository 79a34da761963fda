"""Plots of a tournament. They need matplotlib: `pip install "keltis[plot]"`.

Each function returns a `matplotlib.figure.Figure`, which has `savefig`; no window opens.
`save_plots` writes all of them.
"""

import io
import math
from collections import Counter
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

from keltis._lib.files import write_file
from keltis._lib.text import count_noun, short_repr
from keltis.arena._statistics import (
    entrant_tally,
    goal_curve,
    has_mean_scores,
    meetings,
    number_at,
    standings,
)
from keltis.arena._tally import AnyTournament, Counts, tally
from keltis.errors import InvalidArgument

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# The colours of Okabe and Ito, which remain distinct in colour blindness, each with a line of its
# own kind.
_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_LINES: Final = ("-", "--", "-.", ":")
_GREY: Final = "#666666"
_MAX_LABEL: Final = 24
_BIN: Final = 3  # points that share a bar


def plot_win_matrix(result: AnyTournament) -> "Figure":
    """Plot how often each entrant did better than each other one."""
    order = _best_first(result)
    size = len(order)
    places = [result.plan.names.index(name) for name in order]
    rows = meetings(result)
    figure, axes = _figure(3.2 + 0.95 * size, 1.9 + 0.75 * size)
    shares = [[math.nan] * size for _ in order]
    for (y, a), (x, b) in product(enumerate(places), repeat=2):
        meeting = rows[a][b]
        if meeting.share is None:
            continue
        shares[y][x] = meeting.share
        ink = "white" if abs(meeting.share - 0.5) > 0.28 else "black"
        count = f"{meeting.points:g} of {meeting.games}"
        axes.text(x, y, f"{meeting.share:.0%}", ha="center", va="bottom", c=ink, weight="bold")
        axes.text(x, y, count, ha="center", va="top", c=ink, size="small")
    image = axes.imshow(shares, cmap="RdBu", vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(size), map(_label, order), rotation=30, ha="left", rotation_mode="anchor")
    axes.set_yticks(range(size), map(_label, order))
    axes.set_facecolor("#eeeeee")
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_ticks([n - 0.5 for n in range(1, size)], minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="minor", length=0)
    bar = figure.colorbar(image, ax=axes, ticks=[0, 0.5, 1], fraction=0.06, pad=0.04)
    bar.ax.set_yticklabels(["0 %", "50 %", "100 %"])
    bar.ax.spines["outline"].set_visible(False)
    _add_title(figure, result, "How often the row did better than the column")
    return figure


def plot_scores(result: AnyTournament) -> "Figure":
    """Plot the distribution of each entrant's scores in finished games, with the mean."""
    order = _best_first(result)
    figure, axes = _figure(7.5, 1.6 + 0.75 * len(order))
    for place, name in enumerate(order):
        if points := entrant_tally(tally(result), name).scores:
            _ridge(axes, points, len(order) - 1 - place, _COLOURS[place % len(_COLOURS)])
    axes.set_yticks(range(len(order)), map(_label, reversed(order)))
    axes.set_ylim(-0.25, len(order) - 0.1)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(f"points at the end of the game, {_BIN} to a bar")
    axes.grid(axis="x", color="#dddddd")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    _add_title(figure, result, "Scores and their means")
    return figure


def _ridge(axes: "Axes", points: Counts, base: int, colour: str) -> None:
    """Draw a histogram on this base line; the highest bars of all histograms are equal."""
    places: Counter[int] = Counter()
    for number, count in points:
        places[number // _BIN] += count
    middles = [place * _BIN + (_BIN - 1) / 2 for place in places]
    highest = max(places.values())
    heights = [0.7 * count / highest for count in places.values()]
    axes.bar(middles, heights, width=0.92 * _BIN, bottom=base, color=colour, alpha=0.8)
    axes.axhline(base, color=_GREY, linewidth=0.6)
    average = sum(number * count for number, count in points) / places.total()
    axes.plot([average, average], [base, base + 0.74], color="black", linewidth=1.6)
    axes.annotate(
        f"{average:.1f}",
        (average, base + 0.74),
        (0, 3),
        textcoords="offset points",
        ha="center",
        weight="bold",
        size="small",
    )


def plot_goals(result: AnyTournament) -> "Figure":
    """Plot the mean number of each entrant's goal entries over time, such as goal figures."""
    order = _best_first(result)
    figure, axes = _figure(9, 4.5)
    # All but the longest fiftieth of the games were over by this turn.
    sums = tally(result)
    last = max(1, number_at(sums.turns, (sums.games * 49) // 50))
    words = result.plan.game.milestone.replace("_", " ")
    for place, name in enumerate(order):
        curve = goal_curve(result, name)
        drawn = [*curve, *curve[-1:] * last][: last + 1]
        axes.plot(
            range(len(drawn)),
            drawn,
            label=_label(name),
            color=_COLOURS[place % len(_COLOURS)],
            linestyle=_LINES[place % len(_LINES)],
            linewidth=2,
            drawstyle="steps-post",
        )
    axes.set_xlim(0, last)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("turns of all players; a game that is over stays as it was")
    axes.set_ylabel(f"{words}, mean")
    axes.grid(color="#dddddd")
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside right center", frameon=False)  # beside the curves, never over them
    _add_title(figure, result, f"{words.capitalize()} over time")
    return figure


def save_plots(
    result: AnyTournament, folder: Path | str, *, suffix: str = "png"
) -> tuple[Path, ...]:
    """Write all plots into a folder, and create it if it is missing.

    There is no plot of scores for a game in which several numbers are compared.

    The suffix is `png` or another one that matplotlib supports, such as `svg` or `pdf`.
    """
    plots = {"win-matrix": plot_win_matrix, "scores": plot_scores, "goals": plot_goals}
    if not has_mean_scores(result):
        del plots["scores"]
    figures = {name: plot(result) for name, plot in plots.items()}
    supported = figures["win-matrix"].canvas.get_supported_filetypes()
    if suffix not in supported:
        raise InvalidArgument(
            f"suffix must be one of {', '.join(supported)}, not {short_repr(suffix)}"
        )
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, figure in figures.items():
        picture = io.BytesIO()
        figure.savefig(picture, dpi=150, format=suffix)
        write_file(folder / f"{name}.{suffix}", picture.getvalue())
    return tuple(folder / f"{name}.{suffix}" for name in figures)


def _figure(width: float, height: float) -> "tuple[Figure, Axes]":
    """Return an empty figure, without pyplot, which would open windows and keep every figure."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
    except ImportError as error:
        message = 'keltis.arena.plots needs matplotlib: pip install "keltis[plot]"'
        raise ImportError(message) from error
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def _add_title(figure: "Figure", result: AnyTournament, title: str) -> None:
    plan = result.plan
    figure.suptitle(title, fontweight="bold", fontsize="medium")
    sums = tally(result)
    games = _count_of(sums.games, len(plan), "game")
    deals = _count_of(sum(end - first for first, end in sums.deals), plan.deals, "deal")
    caption = f"{games}, {plan.players} players, {deals}, seed {plan.seed}"
    figure.supxlabel(caption, fontsize="small", color=_GREY)


def _count_of(played: int, planned: int, noun: str) -> str:
    """How many were played, and if the tournament was stopped, of how many."""
    of_all = "" if played == planned else f"{played} of "
    return f"{of_all}{count_noun(planned, noun)}"


def _best_first(result: AnyTournament) -> list[str]:
    if not tally(result).games:
        raise InvalidArgument("a plot needs a result with one or more games")
    return [standing.name for standing in standings(result)]


def _label(name: str) -> str:
    label = name if len(name) <= _MAX_LABEL else f"{name[: _MAX_LABEL - 1]}…"
    return label.replace("$", r"\$")  # matplotlib reads text between two of them as mathematics
