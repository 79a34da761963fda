"""Plots: they are drawn for any tournament, and say what to install."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import attrs
import pytest

import arena_bots as bots
from keltis import InvalidArgument
from keltis.arena import Entrant, TournamentResult, play_tournament, plots
from leaning import SHORT

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLOTS = [plots.plot_win_matrix, plots.plot_scores, plots.plot_goals]
RESULT = play_tournament(
    [
        Entrant("hasty", bots.hasty),
        Entrant("a $very$ long name for such a little bot", bots.careful),
        Entrant("crasher", bots.crasher),
    ],
    deals=2,
    seed=0,
    rules=SHORT,
)


every_plot = pytest.mark.parametrize("plot", PLOTS)
Plot: TypeAlias = Callable[[TournamentResult], "Figure"]


@pytest.fixture
def _matplotlib() -> None:
    pytest.importorskip("matplotlib", reason='the tests of plots need: pip install "keltis[plot]"')


@pytest.mark.usefixtures("_matplotlib")
@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_plots_are_saved(tmp_path: Path, suffix: str) -> None:
    paths = plots.save_plots(RESULT, tmp_path / "new" / "folder", suffix=suffix)
    assert [path.name for path in paths] == [
        f"{n}.{suffix}" for n in ("win-matrix", "scores", "goals")
    ]
    start = {"png": b"\x89PNG", "svg": b"<?xml"}[suffix]
    assert all(path.read_bytes().startswith(start) for path in paths)


@pytest.mark.usefixtures("_matplotlib")
@every_plot
def test_captions_count_the_games_that_were_played(plot: Plot) -> None:
    assert plot(RESULT).get_supxlabel() == "12 games, 2 players, 2 deals, seed 0"
    stopped = attrs.evolve(RESULT, games=RESULT.games[:5])
    assert plot(stopped).get_supxlabel() == "5 of 12 games, 2 players, 1 of 2 deals, seed 0"


def texts(figure: "Figure") -> list[str]:
    (axes, *_) = figure.axes
    return [text.get_text() for text in axes.texts]


@pytest.mark.usefixtures("_matplotlib")
def test_the_win_matrix_has_the_share_of_every_meeting() -> None:
    figure = plots.plot_win_matrix(RESULT)
    assert texts(figure).count("0%") == 2  # the crasher against both others
    assert texts(figure).count("4 of 4") == 2
    assert len(texts(figure)) == 12
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert r"a \$very\$ long name for …" in labels


@pytest.mark.usefixtures("_matplotlib")
def test_the_scores_are_those_of_finished_games() -> None:
    assert len(texts(plots.plot_scores(RESULT))) == 2  # the crasher has none


@pytest.mark.usefixtures("_matplotlib")
def test_the_curves_all_reach_the_last_turn() -> None:
    (axes,) = plots.plot_goals(RESULT).axes
    assert len(axes.lines) == 3
    last = axes.get_xlim()[1]
    # Steps: along and up for each turn.
    assert {len(line.get_path()) for line in axes.lines} == {2 * last + 1}


@pytest.mark.usefixtures("_matplotlib")
@every_plot
def test_a_tournament_that_has_just_begun_can_be_plotted(plot: Plot, tmp_path: Path) -> None:
    plot(TournamentResult(RESULT.plan, RESULT.games[:1])).savefig(tmp_path / "plot.svg")


@every_plot
def test_a_plot_needs_games(plot: Plot) -> None:
    with pytest.raises(InvalidArgument, match=r"^a plot needs a result with one or more games$"):
        plot(TournamentResult(RESULT.plan, ()))


@pytest.mark.usefixtures("_matplotlib")
def test_plots_are_saved_only_to_a_known_kind_of_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match=r"^suffix must be one of .*png.*, not 'doc'$"):
        plots.save_plots(RESULT, tmp_path, suffix="doc")
    assert not list(tmp_path.iterdir())


@every_plot
def test_without_matplotlib_the_error_says_what_to_install(
    plot: Plot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    message = r'^keltis.arena.plots needs matplotlib: pip install "keltis\[plot\]"$'
    with pytest.raises(ImportError, match=message):
        plot(RESULT)
