"""Every example runs unchanged, with warnings as errors; the bot has thirty lines."""

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
    """The output of an example; modules in `path` come before all others."""
    paths = [str(entry) for entry in (path, os.environ.get("PYTHONPATH")) if entry]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"}
    result = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-W", "error", EXAMPLES / f"{name}.py", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        env=environment,
        timeout=600,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.py")))
def test_an_example_runs_without_arguments(name: str) -> None:
    assert run(name).strip()


def test_the_bot_has_thirty_lines() -> None:
    from own_bot import tidy  # noqa: PLC0415 - conftest puts it on the path

    assert len(inspect.getsource(tidy).splitlines()) <= 30


@pytest.mark.slow
def test_the_bot_beats_chance() -> None:
    first = run("own_bot").partition("\n\n")[2]
    assert first.index("tidy") < first.index("random")


@pytest.mark.thorough
@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
def test_the_tournament_writes_its_plot_to_the_given_path(tmp_path: Path) -> None:
    assert str(tmp_path / "plot.png") in run("tournament_plot", tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.thorough
def test_without_matplotlib_the_tournament_names_the_extra(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError", encoding="utf-8")
    output = run("tournament_plot", tmp_path / "plot.png", path=tmp_path)
    assert 'pip install "keltis[plot]"' in output
    assert "greedy" in output
    assert not (tmp_path / "plot.png").exists()


@pytest.mark.slow
def test_the_merged_job_array_is_the_tournament() -> None:
    assert "played at once: True" in run("job_array")


def test_a_given_record_is_analysed(tmp_path: Path) -> None:
    path = tmp_path / "mine.keltis"
    path.write_text(format_record(GameRecord.seeded(3, seed=1)), encoding="utf-8")
    output = run("analyse_record", path)
    assert output.startswith("mine.keltis: 0 moves, unfinished")
    assert "seat 2: -4 points" in output
    assert "The lead went to nobody" in output


def test_the_notebook_writes_pictures() -> None:
    written = [
        Path(line.rpartition(":")[0])
        for line in run("notebook_positions").splitlines()
        if ".svg" in line
    ]
    assert len(written) == 5
    assert all(path.read_text(encoding="utf-8").startswith("<svg ") for path in written)


@pytest.mark.slow
def test_the_searched_move_is_the_best_of_its_table() -> None:
    output = run("search_step_by_step")
    table = output[output.index("3.") :].splitlines()[1:]
    assert f"4. Best move: {table[0][:16].strip()}." in output
