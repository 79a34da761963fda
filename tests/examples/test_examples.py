"""Every example runs as it stands, with warnings as errors, and the bots in them are as short as they say."""

import inspect
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from keltis.record import GameRecord, format_record

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: object, path: Path | None = None) -> str:
    """What the example prints, given these arguments; modules in `path` go before all others."""
    paths = [str(found) for found in (path, os.environ.get("PYTHONPATH")) if found]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"}
    result = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-W", "error", EXAMPLES / f"{name}.py", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        env=environment,
        timeout=100,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.py")))
def test_an_example_runs_without_arguments(name: str) -> None:
    assert run(name).strip()


def test_the_bot_has_thirty_lines() -> None:
    from own_bot import tidy  # noqa: PLC0415 - found once the folder of the examples is on the path

    assert len(inspect.getsource(tidy).splitlines()) <= 30


def test_the_bot_beats_chance() -> None:
    first = run("own_bot").partition("\n\n")[2]
    assert first.index("tidy") < first.index("random")


@pytest.mark.thorough
@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
def test_the_tournament_writes_its_plot_where_it_is_told(tmp_path: Path) -> None:
    assert str(tmp_path / "plot.png") in run("tournament_plot", tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.thorough
def test_without_matplotlib_the_tournament_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError", encoding="utf-8")
    output = run("tournament_plot", tmp_path / "plot.png", path=tmp_path)
    assert 'pip install "keltis[plot]"' in output
    assert "greedy" in output
    assert not (tmp_path / "plot.png").exists()


def test_a_record_of_your_own_is_analysed(tmp_path: Path) -> None:
    path = tmp_path / "mine.keltis"
    path.write_text(format_record(GameRecord.seeded(3, seed=1)), encoding="utf-8")
    output = run("analyse_record", path)
    assert output.startswith("mine.keltis: 0 moves, unfinished")
    assert "seat 2: -4 points" in output
    assert "The lead went to nobody" in output


def test_the_notebook_shows_pictures() -> None:
    written = [
        Path(line.rpartition(":")[0])
        for line in run("notebook_positions").splitlines()
        if ".svg" in line
    ]
    assert len(written) == 5
    assert all(path.read_text(encoding="utf-8").startswith("<svg ") for path in written)


def test_the_searched_move_is_the_best_of_its_table() -> None:
    output = run("search_step_by_step")
    table = output[output.index("3.") :].splitlines()[1:]
    assert f"4. So: {table[0][:16].strip()}." in output
