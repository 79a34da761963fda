"""The files of the page "Play now": Pyodide, the wheel of keltis, and what runs them.

Pyodide comes from its npm package, and everything is copied into the site, so that the page loads
nothing from other hosts. Without npm, or without its registry, the page is left out, and so is each
line of the other pages that refers to it.
"""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx

PYODIDE: Final = "314.0.7"
SHA512: Final = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""The hash of the package, as `npm view pyodide@VERSION dist.integrity` prints it."""
PYODIDE_FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
DEPENDENCIES: Final = ("attrs", "typing-extensions")
PAGE: Final = "play/now"
FOLDER: Final = "play_now"
"""The folder of the files, below `docs` and below `_static` in the site."""
DOCS: Final = Path(__file__).parents[1]
ROOT: Final = DOCS.parent
SERVER: Final = ROOT / "src" / "keltis" / "server" / "static"
SHARED: Final = (
    *("board_game.mjs", "cells.mjs", "dom.mjs", "game.css", "game.mjs"),
    *("motion.mjs", "replay.mjs", "screen.mjs", "storage.mjs", "tile_game.mjs"),
)
"""The files that the pages of the server have, too."""
CACHE: Final = ROOT / "build" / "npm"
_SIZE_MARK: Final = "DOWNLOAD_SIZE"
_VERSION_MARK: Final = "PYODIDE_VERSION"


class PageLeftOut(Exception):
    """Why the page cannot be built."""


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("builder-inited", add_page)
    app.connect("source-read", fill_in)
    app.connect("html-page-context", add_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def add_page(app: Sphinx) -> None:
    """Put the files into the site, or leave the page out and say why."""
    target = Path(app.outdir) / "_static" / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    try:
        if app.builder.format != "html":
            raise PageLeftOut("only a site of HTML has it")  # noqa: TRY301 - one place leaves it out
        assemble(target)
    except PageLeftOut as reason:
        shutil.rmtree(target, ignore_errors=True)
        app.config.exclude_patterns = [*app.config.exclude_patterns, f"{PAGE}.md"]
        # Not a warning, as those are errors; not the log, as the option -q silences it.
        sys.stderr.write(f'The page "Play now" is left out: {reason}.\n')


def fill_in(app: Sphinx, docname: str, source: list[str]) -> None:
    """Write the size of the download on the page, or remove the lines that refer to it."""
    target = Path(app.outdir) / "_static" / FOLDER
    if not target.exists():
        source[0] = "".join(line for line in source[0].splitlines(True) if PAGE not in line)
    elif docname == PAGE:
        size = json.loads((target / "manifest.json").read_text(encoding="utf-8"))["size"]
        text = source[0].replace(_SIZE_MARK, f"{size / 1e6:.0f} MB")
        source[0] = text.replace(_VERSION_MARK, PYODIDE)


def add_files(app: Sphinx, page: str, _template: str, _context: object, _tree: object) -> None:
    """Give the page its style and its script."""
    if page == PAGE:
        app.add_css_file(f"{FOLDER}/game.css")
        app.add_css_file(f"{FOLDER}/play.css")
        app.add_js_file(f"{FOLDER}/page.mjs", type="module")


def assemble(target: Path) -> None:
    """Write everything that the page loads, and a manifest, into a folder."""
    package = fetch_pyodide()
    source = DOCS / FOLDER
    target.mkdir(parents=True)
    shared = [SERVER / name for name in SHARED]
    for path in (*source.glob("*.mjs"), *source.glob("*.css"), *shared):
        shutil.copy(path, target)
    with tarfile.open(package) as archive:
        for name in PYODIDE_FILES:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise PageLeftOut(f"pyodide {PYODIDE} has no file {name}")
            (target / name).write_bytes(member.read())
    wheel = build_wheel(target)
    pack_modules(target / "modules.zip", source / "play_tables")
    archives = [wheel.name, "modules.zip"]
    fetched = (*archives, *(name for name in PYODIDE_FILES if not name.endswith(".mjs")))
    manifest = {
        "archives": archives,
        "size": sum(path.stat().st_size for path in target.iterdir()),
        # The browser itself imports the modules of JavaScript, so the worker cannot count them.
        "fetched": sum((target / name).stat().st_size for name in fetched),
    }
    (target / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def fetch_pyodide() -> Path:
    """The npm package of Pyodide, from the cache or from the registry."""
    package = CACHE / f"pyodide-{PYODIDE}.tgz"
    if not package.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise PageLeftOut("npm is not installed")
        CACHE.mkdir(parents=True, exist_ok=True)
        command = [npm, "pack", "--silent", "--pack-destination", str(CACHE), f"pyodide@{PYODIDE}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or ["no message"]
            raise PageLeftOut(f"npm cannot fetch pyodide {PYODIDE} ({lines[0]})")
    digest = base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()
    if digest != SHA512:
        package.unlink()
        raise PageLeftOut(f"the package of pyodide {PYODIDE} has another hash than expected")
    return package


def build_wheel(folder: Path) -> Path:
    """Build the wheel of keltis in a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)  # noqa: S603 - our own command
    (wheel,) = folder.glob("*.whl")
    return wheel


def pack_modules(target: Path, package: Path) -> None:
    """Pack the dependencies of keltis as they are installed here, and the package of the tables."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in DEPENDENCIES:
            for path in metadata.files(name) or ():
                if path.suffix == ".py" or "licenses" in path.parts:
                    archive.writestr(path.as_posix(), path.read_binary())
        for module in sorted(package.glob("*.py")):
            archive.write(module, f"{package.name}/{module.name}")
