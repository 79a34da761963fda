"""The import order is the architecture: a module imports only those above it, and the rules need no extra."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import keltis

PACKAGE = Path(keltis.__file__).parent
RULES = [
    *(
        "errors",
        "immutable",
        "chance",
        "cards",
        "board",
        "rules",
        "columns",
        "moves",
        "options",
        "players",
    ),
    *("ending", "soundness", "state", "scoring", "dealing", "setup", "legality", "listing", "play"),
]
"""The map of the rules, top to bottom."""
AROUND = ["view", "determinization", "actions", "events", "notation", "record"]
"""What a program needs around them, likewise."""
CELTIC = [
    *(
        "tiles",
        "moves",
        "grid",
        "rules",
        "weave",
        "frontier",
        "soundness",
        "state",
        "setup",
        "ending",
        "legality",
        "listing",
    ),
    *(
        "play",
        "tracing",
        "scoring",
        "filling",
        "catalogue",
        "puzzles",
        "notation",
        "record",
        "render",
        "bots",
    ),
]
"""The map of the other game, likewise."""
ALLOWED = {"attrs", "keltis", "typing_extensions"} | set(sys.stdlib_module_names)


def imports(path: Path) -> set[str]:
    """The modules that a file imports, written out."""
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    # A picture is drawn by what stands below, when a notebook asks for it, and not before.
    drawing = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == "_repr_svg_"
    ]
    drawn = {id(inner) for function in drawing for inner in ast.walk(function)}
    for node in ast.walk(tree):
        if id(node) in drawn:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written out"
            found.add(str(node.module))
            if node.module in ("keltis", "keltis.celtic"):
                found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("name", [*RULES, *AROUND])
def test_a_module_of_the_rules_imports_only_those_above_it(name: str) -> None:
    modules = [*RULES, *AROUND]
    above = {f"keltis.{module}" for module in modules[: modules.index(name) + 1]}
    files = list((PACKAGE / name).glob("*.py")) or [PACKAGE / f"{name}.py"]
    for found in map(imports, files):
        ours = {module for module in found if module.startswith("keltis.")}
        assert {".".join(module.split(".")[:2]) for module in ours} <= above
        assert {module.partition(".")[0] for module in found} <= ALLOWED | (
            {"cattrs"} if name == "record" else set()
        )


@pytest.mark.parametrize("name", CELTIC)
def test_a_module_of_the_other_game_imports_only_those_above_it(name: str) -> None:
    above = {
        "keltis.celtic",
        *(f"keltis.celtic.{module}" for module in CELTIC[: CELTIC.index(name) + 1]),
    }
    files = list((PACKAGE / "celtic" / name).glob("*.py")) or [PACKAGE / "celtic" / f"{name}.py"]
    for found in map(imports, files):
        ours = {module for module in found if module.startswith("keltis.celtic")}
        assert {".".join(module.split(".")[:3]) for module in ours} <= above
        assert {module.partition(".")[0] for module in found} <= ALLOWED


def test_the_map_of_the_other_game_is_complete() -> None:
    assert {
        path.stem for path in (PACKAGE / "celtic").iterdir() if not path.stem.startswith("__")
    } == set(CELTIC)


def test_only_the_program_knows_the_other_game() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.relative_to(PACKAGE).parts[0] not in ("celtic", "cli"):
            assert not any(module.startswith("keltis.celtic") for module in imports(path)), path


def test_importing_the_library_imports_no_extra() -> None:
    code = "import sys; before = set(sys.modules); import keltis; print(*set(sys.modules) - before)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )  # noqa: S603 - ours
    loaded = {name.partition(".")[0] for name in result.stdout.split()}
    assert "keltis" in loaded
    assert loaded <= ALLOWED | {"attr"}


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix()
)
def test_no_module_is_a_heap(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 320


def test_the_top_module_is_reexports_and_nothing_else() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    kinds = {type(node) for node in tree.body}
    assert kinds == {ast.Expr, ast.ImportFrom, ast.Assign}
    assert len(set(keltis.__all__)) == len(keltis.__all__)
    assert all(hasattr(keltis, name) for name in keltis.__all__)
