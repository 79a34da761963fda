"""Pictures in files: SVG, and PNG by whichever converter there is."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from keltis.cli.errors import CommandError
from keltis.cli.files import require_place, write_text
from keltis.cli.screens import screen

_MISSING: Final = "a PNG needs a converter: pip install cairosvg, or install rsvg-convert (librsvg2-bin) or inkscape"


def write_pictures(picture: str, *, svg: Path | None, png: Path | None) -> None:
    """Put a picture into the files that are asked for, and say so."""
    for path, write in ((svg, write_text), (png, write_png)):
        if path is not None:
            write(path, picture)
            screen().print(f"written: {path}", soft_wrap=True)


def write_png(path: Path, picture: str) -> None:
    """Put a picture into a file as PNG."""
    require_place(path)
    command = _converter(path)
    if command is None:
        raise CommandError(_MISSING)
    done = subprocess.run(command, input=picture.encode(), capture_output=True, check=False)  # noqa: S603 - one of those below
    if done.returncode or not path.exists():
        reason = done.stderr.decode(errors="replace").strip() or f"exit code {done.returncode}"
        raise CommandError(f"{path}: {command[0]} could not write it: {reason}")


def _converter(path: Path) -> list[str] | None:
    """The command that makes this file of an SVG from its standard input."""
    if find_spec("cairosvg") is not None:
        return [sys.executable, "-m", "cairosvg", "-", "-o", str(path)]
    if rsvg := shutil.which("rsvg-convert"):
        return [rsvg, "--output", str(path)]
    if inkscape := shutil.which("inkscape"):
        return [inkscape, "--pipe", "--export-type=png", f"--export-filename={path}"]
    return None
