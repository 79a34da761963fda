"""Compilation: when it happens, what it says, and where its results are kept."""

import errno
import importlib
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import numba
import pytest
from numba.core.caching import IndexDataCacheFile

import keltis
from keltis import _weights
from keltis._engine import rules
from keltis.batch import _compiler
from keltis.batch._compiler import cache_folder

USE = """
import logging
import keltis.batch
logging.getLogger("keltis.batch").setLevel(logging.INFO)
logging.getLogger("keltis.batch").addHandler(logging.StreamHandler())
print(keltis.batch.perft.__module__, len(keltis.batch.new_games(2, 2, seed=1).scores()))
"""


def run(code: str = USE, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new process, by default code that uses kernels and prints the log."""
    return subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.slow
def test_the_first_call_says_that_it_compiles_and_the_next_process_need_not(tmp_path: Path) -> None:
    first = run(NUMBA_CACHE_DIR=str(tmp_path))
    assert first.stdout == "keltis.batch 2\n"
    assert first.stderr.startswith("compiling kernels, once for each shape of game (cached in ")
    assert first.stderr.count("\n") == 1
    assert str(tmp_path) in first.stderr
    again = run(NUMBA_CACHE_DIR=str(tmp_path))
    assert again.stdout == first.stdout
    assert again.stderr == ""


def test_the_compiler_can_be_off() -> None:
    plain = run(NUMBA_DISABLE_JIT="1")
    assert plain.stdout == "keltis.batch 2\n"
    assert plain.stderr == ""


@pytest.fixture
def no_choice(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No folder chosen by NUMBA_CACHE_DIR."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    return monkeypatch


def folder_of(path: Path) -> bool:
    """Whether the kernels are cached below a path."""
    folder = cache_folder()
    assert folder is not None
    return folder.parent == path


def test_the_cache_lies_beside_the_code(no_choice: pytest.MonkeyPatch) -> None:
    no_choice.setattr(_compiler, "_is_writable", lambda _: True)
    assert folder_of(Path(_compiler.__file__).parent / "__pycache__")


def test_a_chosen_folder_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    assert folder_of(tmp_path)


@pytest.mark.parametrize("names_its_cache", [True, False])
def test_a_read_only_installation_uses_the_folder_of_the_user(
    names_its_cache: bool, no_choice: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    no_choice.setattr(_compiler, "_is_writable", lambda folder: tmp_path in folder.parents)
    no_choice.setattr(Path, "home", lambda: tmp_path)
    no_choice.delenv("XDG_CACHE_HOME", raising=False)
    if names_its_cache:
        no_choice.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert folder_of(tmp_path / ("cache" if names_its_cache else ".cache") / "keltis")


def test_without_any_folder_nothing_is_cached(no_choice: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    no_choice.setattr(_compiler, "_is_writable", lambda _: False)
    assert cache_folder() is None
    no_choice.delenv("XDG_CACHE_HOME", raising=False)
    no_choice.setattr(Path, "home", no_home)
    assert cache_folder() is None


def test_a_folder_that_cannot_be_made_is_not_writable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert not _compiler._is_writable(tmp_path / "file" / "folder")
    assert _compiler._is_writable(tmp_path / "folder")


def test_kernels_work_without_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_compiler, "_FOLDER", None)
    double = _compiler.kernel(_twice)
    assert double(21) == 42


def _twice(number: int) -> int:
    return 2 * number


def test_kernels_work_in_an_archive_that_numba_cannot_cache() -> None:
    names = dict[str, Callable[[int], int]]()
    exec(compile("def twice(number): return 2 * number", "a.pyz/twice.py", "exec"), names)  # noqa: S102 - ours
    assert _compiler.kernel(names["twice"])(21) == 42


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["zip", "pyz"])
def test_the_kernels_can_be_in_an_archive(ending: str, tmp_path: Path) -> None:
    package = Path(keltis.__file__).parent
    archive = tmp_path / f"keltis.{ending}"
    with ZipFile(archive, "w") as written:
        for path in package.rglob("*.py"):
            written.write(path, path.relative_to(package.parent))
    code = "import keltis.batch, keltis.batch._compiler as c; print(c.__file__); print(c._FOLDER)"
    places = {"PYTHONPATH": str(archive), "XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    found = run(code, **places).stdout.splitlines()
    assert found[0] == str(archive / "keltis" / "batch" / "_compiler.py")
    assert Path(found[1]).parent == tmp_path / "keltis"


def test_the_folder_is_named_after_the_sources(
    no_choice: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    no_choice.setattr(_compiler, "_SOURCES", tmp_path)
    no_choice.setattr(_compiler, "_is_writable", lambda _: True)
    names = set()
    for text in ("a = 1", "a = 2", "a = 2"):
        (tmp_path / "_engine.py").write_text(text, encoding="utf-8")
        folder = cache_folder()
        assert folder is not None
        names.add(folder.name)
    assert len(names) == 2


@pytest.mark.parametrize("module", [rules, _weights])
def test_the_folder_is_named_after_the_constants_of_other_modules(
    module: ModuleType, no_choice: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    no_choice.setattr(_compiler, "_is_writable", lambda _: True)
    before = cache_folder()
    changed = tmp_path / "changed.py"
    changed.write_text("MAX_ROWS = 51", encoding="utf-8")
    no_choice.setattr(module, "__file__", str(changed))
    assert cache_folder() != before


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "keltis.batch")
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(ImportError, match=r'needs NumPy and Numba: pip install "keltis\[batch\]"'):
        importlib.import_module("keltis.batch")


def test_notices_are_for_kernels_of_this_package_only(caplog: pytest.LogCaptureFixture) -> None:
    notice = _compiler.CompilationNotice()
    caplog.set_level(logging.INFO, "keltis.batch")

    def start(module: str) -> None:
        function = type("Function", (), {"__module__": module})
        dispatcher = type("Dispatcher", (), {"py_func": function})
        notice.on_start(type("Event", (), {"data": {"dispatcher": dispatcher}}))

    start("elsewhere")
    assert caplog.messages == []
    for _ in range(2):
        start("keltis.batch._engine")
        notice.on_end(None)
    (message,) = caplog.messages
    assert message.startswith("compiling kernels")


def test_compilation_is_announced_to_those_who_ask_for_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert logging.getLogger("keltis.batch").level == logging.NOTSET  # the program decides
    _compiler.CompilationNotice().on_start(
        type("Event", (), {"data": {"dispatcher": type("D", (), {"py_func": _compiler.kernel})}})
    )
    assert capsys.readouterr() == ("", "")


@pytest.mark.slow
@pytest.mark.parametrize("method", ["load", "save"])
def test_a_cache_on_a_full_disk_is_given_up_with_one_warning(
    method: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(_compiler, "_FOLDER", tmp_path)
    monkeypatch.setattr(_compiler.KernelCache, "failed", False)
    monkeypatch.setattr(IndexDataCacheFile, method, fail)
    for _ in range(2):
        assert _compiler.kernel(_twice)(21) == 42
    assert caplog.messages == [
        f"kernels are compiled but not cached in {tmp_path}: [Errno 28] No space left on device"
    ]
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
