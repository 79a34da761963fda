"""The import order is the architecture: a module imports only what is above it on the map."""

import ast
import sys
from collections.abc import Callable
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import keltis
from helpers import run_python

PACKAGE = Path(keltis.__file__).parent
MAP = [
    *("errors", "_lib", "_codec", "game", "render._kit", "_engine"),
    *("learning", "events", "notation", "documents", "record", "_documents"),
    *("_weights", "_network", "_layers", "batch"),
    *("render", "bots", "arena", "self_play"),
    *("adapters", "_game"),
    *("server", "testing", "cli"),
]
"""The modules and packages of the board game, top to bottom."""
ENGINE = [
    *("cards", "rules", "columns", "moves", "players", "options", "ending", "validation"),
    *("state", "view", "setup", "legality", "play", "scoring", "draws"),
]
"""The rules of the board game, top to bottom."""
CELTIC_MAP = [
    *("_engine", "learning", "events", "puzzles"),
    *("notation", "record", "_documents", "documents"),
    *("render", "bots", "_game"),
]
"""The same for CELTIC!."""
CELTIC_ENGINE = [
    *("tiles", "moves", "frontier", "rules", "strands", "state"),
    *("setup", "legality", "play", "scoring"),
]
KIT = "keltis.render._kit"
"""What pictures are made of: it knows no game, and both games and all tools may import it."""
LATE = {"keltis._game", "keltis.celtic._game"}
"""The records of all modules of a game, which those modules import when they are called."""
CORE = {"attrs", "keltis", "typing_extensions"} | set(sys.stdlib_module_names)
EXTRAS = {
    "adapters": {"PIL", "gymnasium", "numpy", "pettingzoo", "pyspiel", "resvg_py"},
    "batch": {"numba", "numpy"},
    "_layers": {"numpy"},
    "arena": {"dask", "distributed", "matplotlib", "pyarrow"},
    "cli": {"matplotlib", "resvg_py", "rich", "textual", "uvicorn"},
    "self_play": {"numpy", "pyarrow"},
    "server": {"segno", "starlette"},
    "testing": {"hypothesis"},
}
"""The optional dependencies by the package that may import them."""


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def imports(name: str) -> frozenset[str]:
    """The modules that a module imports. Drawing in `__str__` or a notebook does not count."""
    imported: set[str] = set()
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    displays = [
        f for f in functions if f.name in ("_repr_svg_", "_repr_html_", "_tuple_html_", "__str__")
    ]
    drawing = {id(inner) for function in displays for inner in ast.walk(function)}
    for node in ast.walk(tree):
        if id(node) in drawing:
            continue
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: write the import out"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            imported |= {inner if inner in MODULES else str(node.module) for inner in names}
    return frozenset(imported)


@cache
def own_imports(name: str) -> list[str]:
    """The modules of the library that a module imports, itself not among them."""
    return sorted((imports(name) & MODULES.keys()) - {name} - LATE)


def room(name: str) -> str:
    """The place on the map that a module belongs to, such as `render` or `celtic.play`."""
    if name.startswith(KIT):
        return KIT.removeprefix("keltis.")
    parts = name.split(".")[1:] or ["keltis"]
    return ".".join(parts[:2]) if parts[0] == "celtic" else parts[0]


def allowed_rooms(name: str) -> set[str]:
    own = room(name)
    if own.endswith("_engine"):
        return {"errors", "_lib", own}
    if own.startswith("celtic"):
        below = CELTIC_MAP if own == "celtic" else CELTIC_MAP[: CELTIC_MAP.index(own[7:]) + 1]
        above = {"errors", "_lib", "_codec", "game", "render._kit"}
        return above | {"celtic", *(f"celtic.{place}" for place in below)}
    if own in ("keltis", "__main__", "_game"):
        return {"keltis", *MAP}
    above = set(MAP[: MAP.index(own) + 1])
    if own in ("adapters", "cli", "server", "testing"):
        above |= {"celtic", *(f"celtic.{place}" for place in CELTIC_MAP)}
    return above


def is_above(name: str, module: str) -> bool:
    if module not in own_imports(name):
        return True
    if module == "keltis.celtic":
        own = room(name).partition(".")[0]
        return own in ("adapters", "celtic", "cli", "keltis", "server", "testing")
    return room(module) in allowed_rooms(name)


def is_public_or_near(name: str, module: str) -> bool:
    """Whether the second module is not a private one of a package that the first is not in."""
    package, _, private = module.partition("._")
    if module not in own_imports(name) or module.startswith((KIT, "keltis.celtic._engine")):
        return True
    return not private or package == "keltis" or f"{name}.".startswith(f"{package}.")


def is_installed(name: str, module: str) -> bool:
    """Whether the second module is no extra, or one of the package that the first is in."""
    return module.partition(".")[0] in CORE | EXTRAS.get(room(name), set())


@pytest.mark.parametrize("allowed", [is_above, is_public_or_near, is_installed])
def test_modules_import_only_what_they_may(allowed: Callable[[str, str], bool]) -> None:
    faults = [
        f"{name} imports {module}"
        for name in MODULES
        for module in sorted(imports(name))
        if not allowed(name, module)
    ]
    assert not faults


@pytest.mark.parametrize(
    ("package", "order"), [("keltis._engine", ENGINE), ("keltis.celtic._engine", CELTIC_ENGINE)]
)
def test_the_rules_are_in_their_order(package: str, order: list[str]) -> None:
    modules = [f"{package}.{name}" for name in order]
    assert {name for name in MODULES if name.startswith(f"{package}.")} == set(modules)
    for place, name in enumerate(modules):
        below = {module for module in own_imports(name) if module in modules[place:]}
        assert not below, f"{name} imports what is below it"


def test_the_commands_of_both_games_import_neither_of_them() -> None:
    """They take the terminal of a game, from `_keltis` or from `_celtic`."""
    modules = ["keltis.cli._play", "keltis.cli._watch"]
    for name in modules:
        modules += [module for module in own_imports(name) if module not in modules]
    rooms = {"errors", "_lib", "_codec", "game", "render._kit", "cli"}
    assert {room(name) for name in modules} == rooms


def test_no_modules_import_each_other() -> None:
    TopologicalSorter({name: own_imports(name) for name in MODULES}).prepare()


def test_the_map_is_complete() -> None:
    assert {room(name) for name in MODULES} == {
        *MAP,
        *(f"celtic.{place}" for place in CELTIC_MAP),
        *("keltis", "__main__", "celtic"),
    }


def test_importing_the_library_imports_no_extra() -> None:
    code = "import sys; before = set(sys.modules); import keltis; print(*set(sys.modules) - before)"
    loaded = {name.partition(".")[0] for name in run_python(code).split()}
    assert "keltis" in loaded
    assert loaded <= CORE | {"attr"}


def test_bots_can_be_imported_where_there_are_no_processes() -> None:
    """As in a browser, where the page "Play now" runs."""
    no_processes = "import sys; sys.modules['_multiprocessing'] = None"
    run_python(f"{no_processes}; import keltis.bots, keltis.celtic.bots")


def test_records_and_notations_are_imported_on_first_use() -> None:
    loaded = "'keltis.record' in sys.modules, 'keltis.notation' in sys.modules"
    printed = run_python(f"import sys, keltis; print({loaded}, keltis.GameRecord.__name__)")
    assert printed.split() == ["False", "False", "GameRecord"]


def test_an_unknown_name_is_no_attribute_of_the_library() -> None:
    with pytest.raises(AttributeError, match=r"^module 'keltis' has no attribute 'Record'$"):
        getattr(keltis, "Record")  # noqa: B009 - a checker refuses keltis.Record


def test_no_module_is_longer_than_600_lines() -> None:
    lines = {name: path.read_text(encoding="utf-8").count("\n") for name, path in MODULES.items()}
    faults = [f"{name} has {count} lines" for name, count in lines.items() if count > 600]
    assert not faults


def test_the_top_module_only_reexports() -> None:
    tree = ast.parse(MODULES["keltis"].read_text(encoding="utf-8"))
    (lazy,) = (node for node in tree.body if isinstance(node, ast.If))
    assert ast.unparse(lazy.test) == "TYPE_CHECKING"
    assert {type(node) for node in tree.body} == {ast.Expr, ast.ImportFrom, ast.Assign, ast.If}
    assert len(set(keltis.__all__)) == len(keltis.__all__)
    assert all(hasattr(keltis, public) for public in keltis.__all__)
