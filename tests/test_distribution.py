"""What is shipped: the wheel and the sdist have what they should, and nothing else."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = f"keltis-{PROJECT['version']}"
UNTRACKED = re.compile(r"__pycache__|\..+|.+\.egg-info|.+\.pyc")
"""What may lie in a working tree that is no part of it."""


class Built:
    """A wheel and a sdist."""

    def __init__(self, folder: Path) -> None:
        self.wheel, self.sdist = folder / f"{NAME}-py3-none-any.whl", folder / f"{NAME}.tar.gz"
        assert set(folder.iterdir()) == {self.wheel, self.sdist}  # and nothing else
        with zipfile.ZipFile(self.wheel) as archive:
            self.wheel_files = {name: archive.read(name) for name in archive.namelist()}


def build(tree: Path, folder: Path) -> Built:
    """Build a tree as an installer would, in a process of its own."""
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run(command, cwd=tree, check=True, capture_output=True)  # noqa: S603 - ours
    return Built(folder)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(ROOT, tmp_path_factory.mktemp("built"))


def files_under(*folders: str) -> Iterator[str]:
    for folder in folders:
        for parent, inner, names in os.walk(ROOT / folder):
            inner[:] = [name for name in inner if not UNTRACKED.fullmatch(name)]
            yield from (
                (Path(parent) / name).relative_to(ROOT).as_posix()
                for name in names
                if not UNTRACKED.fullmatch(name)
            )


def test_the_wheel_has_the_modules_and_what_belongs_to_them(built: Built) -> None:
    modules = {path.removeprefix("src/") for path in files_under("src")}
    suffixes = {PurePosixPath(module).suffix for module in modules - {"keltis/py.typed"}}
    assert suffixes == {".css", ".html", ".js", ".json", ".mjs", ".py"}
    about = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}
    assert built.wheel_files.keys() == modules | {f"{NAME}.dist-info/{name}" for name in about}


def test_the_sdist_has_the_tree_without_what_only_a_clone_needs(built: Built) -> None:
    alone = {
        *(".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "PKG-INFO", "README.md"),
        *("noxfile.py", "pyproject.toml"),
    }
    with tarfile.open(built.sdist) as archive:
        assert set(archive.getnames()) == {
            f"{NAME}/{path}"
            for path in alone | set(files_under("docs", "examples", "src", "tests"))
        }


@pytest.mark.slow
def test_the_wheel_is_the_same_when_it_is_built_from_the_sdist(
    built: Built, tmp_path: Path
) -> None:
    with tarfile.open(built.sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    assert build(tmp_path / NAME, tmp_path / "built").wheel_files == built.wheel_files


def test_the_metadata_say_what_an_installer_must_know(built: Built) -> None:
    (said,) = metadata.distributions(path=[str(built.wheel)])
    assert (said.name, said.version) == ("keltis", PROJECT["version"])
    assert said.metadata["License-Expression"] == "MIT"
    assert said.metadata.get_all("License-File") == ["LICENSE"]
    assert said.metadata["Requires-Python"] == ">=3.11"
    assert set(said.metadata.get_all("Provides-Extra") or ()) == set(
        PROJECT["optional-dependencies"]
    )
    always = [line for line in said.requires or () if "extra ==" not in line]
    assert sorted(re.split(r"\W*[<>=]", line)[0] for line in always) == [
        "attrs",
        "typing-extensions",
    ]


def test_the_entry_points_lead_somewhere(built: Built) -> None:
    (said,) = metadata.distributions(path=[str(built.wheel)])
    assert {entry.group for entry in said.entry_points} == {"console_scripts", "hypothesis"}
    assert all(entry.name == "keltis" and callable(entry.load()) for entry in said.entry_points)


def test_the_changelog_has_this_version_on_top() -> None:
    headings = re.findall(
        r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    if headings[0] == "[Unreleased]":
        del headings[0]
    assert re.fullmatch(re.escape(f"[{PROJECT['version']}] - ") + r"\d{4}-\d{2}-\d{2}", headings[0])


def test_contributing_describes_every_session_of_nox() -> None:
    noxfile, page = (
        (ROOT / name).read_text(encoding="utf-8") for name in ("noxfile.py", "CONTRIBUTING.md")
    )
    sessions = re.findall(r"^@nox\.session.*\ndef (\w+)", noxfile, re.MULTILINE)
    table = page.partition("| Session |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == sorted(sessions)
