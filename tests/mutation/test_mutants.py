"""The mutants that mutation testing makes of a module."""

from pathlib import Path

import pytest

from mutation.mutants import module_mutants
from mutation.runs import paths_of_tests


def changes(tmp_path: Path, source: str) -> list[str]:
    """What the last statement of a source becomes in each of its mutants."""
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    return [mutant.name.partition("  =>  ")[2] for mutant in module_mutants("module", path)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", ["x = a <= b"]),
        ("x = a is b", ["x = a is not b"]),
        ("x = a and b", ["x = a or b", "x = b", "x = a"]),
        ("x = a + b", ["x = a - b"]),
        ("x = 1", ["x = 2", "x = 0"]),
        ("x = True", ["x = False"]),
        ("x = None", ["x = True"]),
        ("x = -a", ["x = a"]),
        ("x = max(a)", ["x = min(a)"]),
        ("x = a[b:]", ["x = a[:]"]),
        ("call()", ["pass"]),
        ("if a: x = b", ["if not a:"]),
    ],
)
def test_a_statement_has_these_mutants(tmp_path: Path, source: str, expected: list[str]) -> None:
    assert changes(tmp_path, source) == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""Text."""',
        "x = 'text'",
        "x = f'{1}'",
        "x: Literal[1]",
        "@decorator(1)\ndef f(): pass",
        "x = zip(a, b, strict=True)",
        "X: TypeAlias = A | None",
        "def _repr_svg_(self): return draw(self)",
    ],
)
def test_texts_types_pictures_and_decorators_have_no_mutants(tmp_path: Path, source: str) -> None:
    assert changes(tmp_path, source) == []


def test_a_mutant_knows_the_outermost_function_and_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("@d\ndef f():\n    def g():\n        return x\n", encoding="utf-8")
    (mutant,) = module_mutants("module", path)
    assert mutant.function == ("f", 1)
    assert mutant.name == "f.g: return x  =>  return None"


def test_equal_changes_are_numbered(tmp_path: Path) -> None:
    assert changes(tmp_path, "call()\ncall()\n") == ["pass", "pass  (2)"]


def test_the_modules_and_their_tests_exist() -> None:
    assert [path for path in paths_of_tests() if not Path(path).is_file()] == []
