"""The extension `play_now` in a small project, with and without npm."""

import json
import shutil
import sys
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))
import play_now

INDEX = """# Title

```{toctree}
other
play/now
```

| play here | {doc}`play/now` |
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with three pages, for which nothing is in the cache."""
    monkeypatch.setattr(play_now, "CACHE", tmp_path / "cache")
    folder = tmp_path / "source"
    (folder / "play").mkdir(parents=True)
    (folder / "index.md").write_text(INDEX, encoding="utf-8")
    (folder / "other.md").write_text("# Other\n", encoding="utf-8")
    (folder / "play" / "now.md").write_text("# Play\n\nIt loads DOWNLOAD_SIZE.\n", encoding="utf-8")
    return folder


def build(source: Path) -> Path:
    """Build the pages with warnings as errors."""
    target = source.parent / "site"
    extensions = ["myst_parser", "play_now"]
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            srcdir=source,
            confdir=None,
            outdir=target,
            doctreedir=source.parent / "doctrees",
            buildername="html",
            confoverrides={"extensions": extensions, "html_theme": "basic"},
            status=None,
            exception_on_warning=True,
        )
        app.build()
    assert app.statuscode == 0
    return target


def test_without_npm_the_page_and_the_lines_that_refer_to_it_are_left_out(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _program: None)
    site = build(source)
    assert capsys.readouterr().err == 'The page "Play now" is left out: npm is not installed.\n'
    assert not (site / "play" / "now.html").exists()
    assert not (site / "_static" / "play_now").exists()
    assert "play/now" not in (site / "index.html").read_text(encoding="utf-8")


def test_without_a_registry_the_page_is_left_out(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _program: "false")
    assert not (build(source) / "play" / "now.html").exists()
    assert "npm cannot fetch pyodide" in capsys.readouterr().err


def test_a_package_with_another_hash_is_not_used(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = play_now.CACHE / f"pyodide-{play_now.PYODIDE}.tgz"
    package.parent.mkdir()
    package.write_bytes(b"something else")
    assert not (build(source) / "play" / "now.html").exists()
    assert "another hash than expected" in capsys.readouterr().err
    assert not package.exists()


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_with_npm_the_site_has_all_files_of_the_page(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.undo()  # the cache of the docs is good enough
    site = build(source)
    if "npm cannot fetch" in capsys.readouterr().err:
        pytest.skip("the registry of npm cannot be reached")
    files = site / "_static" / "play_now"
    manifest = json.loads((files / "manifest.json").read_text(encoding="utf-8"))
    names = {path.name for path in files.iterdir()}
    assert names > {*play_now.PYODIDE_FILES, *manifest["archives"], "page.mjs", "play.css"}
    assert manifest["fetched"] < manifest["size"]
    page = (site / "play" / "now.html").read_text(encoding="utf-8")
    assert f"It loads {manifest['size'] / 1e6:.0f} MB." in page
    assert 'type="module" src="../_static/play_now/page.mjs' in page
    assert "page.mjs" not in (site / "other.html").read_text(encoding="utf-8")
