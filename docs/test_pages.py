"""Checks of the pages; `python -m pytest docs --doctest-glob="*.md"` also runs their code."""

import ast
import importlib.util
import pkgutil
import re
import shlex
import subprocess
import sys
import zlib
from codeop import compile_command
from collections.abc import Iterator
from pathlib import Path

import pytest

import keltis

DOCS = Path(__file__).parent
ROOT = DOCS.parent
README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
INVENTORY = ROOT / "build" / "docs" / "objects.inv"
"""The public names, for links from the pages of other projects; Sphinx writes it."""
PAGES = sorted(DOCS.rglob("*.md"))
FENCE = re.compile(r"^(`{3,})(\S*)[^\n]*\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
PROMPT = re.compile(r"^(?:>>>|\.\.\.) ?(.*)$", re.MULTILINE)
LINK = re.compile(r"(?:\]\(|^\[[^]\n]+\]: |src=\"|srcset=\")([^)#\s\"]+)", re.MULTILINE)
REFERENCE = re.compile(r"\]\[([^\]]+)\]")
DEFINITION = re.compile(r"^\[([^\]]+)\]: ", re.MULTILINE)
HOSTED = re.compile(
    r"https://(?:github\.com/keltis/keltis/(?:blob|tree)/main"
    r"|raw\.githubusercontent\.com/keltis/keltis/main"
    r"|keltis\.readthedocs\.io/en/latest)/(.+)"
)
"""Where a file of this repository is published."""
# Commands that set up an environment, serve, or run a check or an example: `.ci/run` and the tests
# run these.
SET_UP = (
    "pip install ",
    "python3 -m venv ",
    ".venv/bin/",
    "source ",
    "python tests/bench/",
    "python examples/",
    "python -m keltis.testing.conformance ",
    "keltis serve ",
    "shtab ",
)
LARGEST_PICTURE = 100_000


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def reference() -> str:
    """The pages of the reference."""
    return "".join(map(read, sorted((DOCS / "reference").glob("*.md"))))


def blocks(language: str) -> Iterator[tuple[str, str]]:
    for page in (README, CONTRIBUTING, *PAGES):
        for fence in FENCE.finditer(page.read_text(encoding="utf-8")):
            if fence[2] == language:
                yield page.relative_to(ROOT).as_posix(), fence[3]


def docstrings() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield path.relative_to(ROOT).as_posix(), ast.get_docstring(node) or ""


def commands() -> list[tuple[str, list[str]]]:
    """By page, what it tells people to type."""
    typed: dict[str, list[str]] = {}
    for page, text in blocks("console"):
        typed.setdefault(page, []).extend(
            line for line in text.splitlines() if not line.startswith(SET_UP)
        )
    return [(page, lines) for page, lines in typed.items() if lines]


def test_every_block_of_python_is_a_doctest() -> None:
    for page, text in blocks("python"):
        assert text.startswith(">>> "), f"{page}: {text}"
        assert text.endswith("\n\n"), (
            f"{page}: an empty line must end the block, or its fence is read as output: {text}"
        )


def test_every_block_of_python_can_be_pasted_into_a_prompt() -> None:
    """A line of three dots ends each indented block, as an empty line does in a prompt."""
    for page, text in blocks("python"):
        paste(page, text)


def test_every_example_in_the_code_can_be_pasted_into_a_prompt() -> None:
    for name, text in docstrings():
        paste(name, text)


def paste(name: str, text: str) -> None:
    """Take the lines as a prompt does, one by one."""
    typed: list[str] = []
    for line in PROMPT.findall(text):
        typed.append(line)
        try:
            done = compile_command("\n".join(typed)) is not None
        except SyntaxError:
            pytest.fail(f"{name}: a line of three dots is missing before {line!r}")
        if done:
            typed.clear()
    assert not typed, f"{name}: a line of three dots is missing after {typed[-1]!r}"


def test_there_are_no_other_kinds_of_blocks() -> None:
    for page in PAGES:
        kinds = {fence[2] for fence in FENCE.finditer(page.read_text(encoding="utf-8"))}
        assert {kind for kind in kinds if not kind.startswith("{")} <= {
            "python",
            "console",
            "text",
        }, page


@pytest.mark.parametrize(
    ("page", "lines"), commands(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_commands_run(page: str, lines: list[str], tmp_path: Path) -> None:
    for line in lines:
        program, *arguments = shlex.split(line)
        assert program == "keltis", f"{page}: nothing here knows how to run {line!r}"
        done = subprocess.run(  # noqa: S603 - the commands are our own
            [sys.executable, "-m", "keltis", *arguments],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"


@pytest.mark.parametrize(
    ("page", "numbers"),
    [
        ("keltis", {"C": 4, "S": 6, "T": 8, "P": 6, "E": 3, "F": 4}),
        ("celtic", {"K": 14}),
    ],
)
def test_every_ruling_has_a_section(page: str, numbers: dict[str, int]) -> None:
    text = (DOCS / "rules" / f"{page}.md").read_text(encoding="utf-8")
    sections = re.findall(r"^### ([A-Z]\d+):", text, re.MULTILINE)
    assert sections == [
        f"{letter}{number}" for letter, count in numbers.items() for number in range(1, count + 1)
    ]


def test_links_of_the_readme_are_absolute_and_lead_to_files() -> None:
    links = LINK.findall(README.read_text(encoding="utf-8"))
    assert len(links) > 20
    for link in links:
        hosted = HOSTED.fullmatch(link)
        assert hosted is not None, link
        page = DOCS / hosted[1].replace(".html", ".md")
        assert (page if "readthedocs" in link else ROOT / hosted[1]).exists(), link


def test_every_link_of_the_readme_is_defined_and_used() -> None:
    text = README.read_text(encoding="utf-8")
    assert sorted(set(REFERENCE.findall(text))) == sorted(DEFINITION.findall(text))


def test_the_page_of_the_examples_has_all_of_them() -> None:
    shown = re.findall(
        r"^```\{literalinclude\} \.\./examples/(\S+)$",
        (DOCS / "examples.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert sorted(shown) == sorted(path.name for path in (ROOT / "examples").glob("*.py"))


def test_the_map_in_contributing_has_every_module() -> None:
    (tree,) = [text for page, text in blocks("text") if page == CONTRIBUTING.name]
    names = re.findall(r"^  (.*?)(?:   |$)", tree, re.MULTILINE)
    listed = {name.rstrip("/") for line in names for name in line.split()}
    modules = {module.name for module in pkgutil.iter_modules(keltis.__path__)}
    plain = {name for name in modules if not name.startswith("_")}
    assert listed == plain | {"__init__", "_lib", "_codec", "_engine", "_documents"}


def test_the_pages_are_built_with_what_contributing_names() -> None:
    (extras,) = re.findall(r'"\.\[([a-z,]+)\]" --group docs$', read(CONTRIBUTING), re.MULTILINE)
    assert f'install(session, "docs", "test", extras="{extras}")' in read(ROOT / "noxfile.py")


@pytest.mark.skipif(not INVENTORY.exists(), reason="`nox --sessions docs` builds the pages first")
def test_the_inventory_has_every_public_name_as_it_is_imported() -> None:
    packed = INVENTORY.read_bytes().split(b"\n", 4)[4]
    names = set(re.findall(r"^(\S+) py:", zlib.decompress(packed).decode(), re.MULTILINE))
    modules = [name for name in sorted(names) if f".. automodule:: {name}\n" in reference()]
    assert len(modules) > 20
    exported = {
        f"{module}.{name}"
        for module in modules
        for name in getattr(importlib.import_module(module), "__all__", ())
    }
    assert sorted(exported - names) == []
    assert {"keltis.GameRecord", "keltis.GameRecord.observe", "keltis.celtic.RecordError"} < names
    assert {"keltis.Tile.points", "keltis.batch.Batch.games"} < names  # `__init__` assigns them


@pytest.mark.parametrize("script", ["draw", "explain", "knots", "play", "terminal"])
def test_pictures_are_as_their_script_draws_them(script: str, tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location(script, DOCS / "pictures" / f"{script}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.main(tmp_path)
    drawn = sorted(tmp_path.iterdir())
    assert drawn
    for picture in drawn:
        assert picture.read_bytes() == (DOCS / "pictures" / picture.name).read_bytes(), picture.name


def test_pictures_are_small() -> None:
    pictures = list((DOCS / "pictures").glob("*.svg"))
    assert pictures
    for picture in pictures:
        assert picture.stat().st_size < LARGEST_PICTURE, picture.name
