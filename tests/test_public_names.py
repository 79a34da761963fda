"""Public and private: a reader sees from a name which of the two it is.

A public module has a page in the reference. Every other module begins with an underscore, is in a
package that does, or is on the map of the rules, whose names users import from the package.
"""

import importlib
import importlib.metadata
import inspect
import pkgutil
import re
from enum import Enum
from pathlib import Path
from types import MappingProxyType, ModuleType

import attrs
import pytest

import keltis
from helpers import run_python

PAGES = [
    path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parents[1] / "docs" / "reference").glob("*.md"))
]
"""The texts of the reference."""
_OWN = "arena arena.plots batch bots documents events learning notation record render"
_CELTIC = "bots documents events learning notation record render"
_TOOLS = "adapters cli game self_play server testing testing.conformance"
_ADAPTERS = "gymnasium openspiel pettingzoo"
PUBLIC = {
    *("keltis", "keltis.celtic"),
    *(f"keltis.{name}" for name in f"{_OWN} {_TOOLS}".split()),
    *(f"keltis.celtic.{name}" for name in _CELTIC.split()),
    *(f"keltis.adapters.{name}" for name in _ADAPTERS.split()),
}
"""The modules that users import, each with a page in the reference."""
RULES = {"keltis": ("errors",), "keltis.celtic": ("puzzles",)}
"""By package, the modules that keep plain names, although users import from the package."""
MODULES = [
    "keltis",
    *(info.name for info in pkgutil.walk_packages(keltis.__path__, prefix="keltis.")),
]
KINDS = {"Codec", "Converted", "Part", "Range"}
"""What `Form`, which has an example, is made of. `ProgramError`, the base of its kinds, has one."""
public_modules = pytest.mark.parametrize("name", sorted(PUBLIC))


def is_private(name: str) -> bool:
    return any(part.startswith("_") for part in name.split("."))


def import_public(name: str) -> ModuleType:
    """Import a module, or skip the test if it is an adapter whose framework is missing."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        if not name.startswith("keltis.adapters."):
            raise
        pytest.skip(str(error))


def exported(name: str) -> dict[str, object]:
    """What a module offers: its `__all__`, or the public classes and functions that it defines."""
    module = import_public(name)
    names: list[str] | None = getattr(module, "__all__", None)
    if names is not None:
        return {public: getattr(module, public) for public in names}
    return {
        public: value
        for public, value in vars(module).items()
        if is_class_or_function(value)
        and not public.startswith("_")
        and value.__module__ == module.__name__
    }


def is_class_or_function(value: object) -> bool:
    """Whether `automodule` describes a re-exported value; all others need `autodata`."""
    return inspect.isclass(value) or inspect.isfunction(value)


def classes_and_functions(name: str) -> list[str]:
    return [public for public, value in exported(name).items() if is_class_or_function(value)]


def page_of(name: str) -> str:
    """The text of the page that describes a module."""
    directive = re.compile(rf"^\.\. automodule:: {re.escape(name)}$", re.MULTILINE)
    (text,) = [text for text in PAGES if directive.search(text)]
    return text


def test_a_module_is_public_or_on_the_map_or_begins_with_an_underscore() -> None:
    on_the_map = {f"{game}.{module}" for game, modules in RULES.items() for module in modules}
    others = set(MODULES) - PUBLIC - on_the_map
    assert sorted(name for name in others if not is_private(name)) == []


def test_every_public_submodule_is_there_after_import_keltis() -> None:
    submodules = {name.split(".")[1] for name in PUBLIC - {"keltis"}} - {"batch", "self_play"}
    code = f"import keltis; print(all(getattr(keltis, name) for name in {submodules}))"
    assert run_python(code) == "True\n"


def test_dir_lists_the_names_that_are_imported_on_first_use() -> None:
    code = "import keltis; print({*keltis.__all__, 'batch'} - {*dir(keltis)})"
    assert run_python(code).strip() == "set()"


def test_the_reference_has_a_page_for_every_public_module_and_for_no_other() -> None:
    described = re.findall(r"^\.\. automodule:: (\S+)$", "\n".join(PAGES), re.MULTILINE)
    assert sorted(described) == sorted(PUBLIC)


def test_the_summary_of_the_top_package_has_every_class_and_function() -> None:
    listed = re.findall(r"^   (\w+)$", page_of("keltis"), re.MULTILINE)
    assert sorted(listed) == sorted(classes_and_functions("keltis"))


@public_modules
def test_every_exported_constant_has_an_entry_in_the_reference(name: str) -> None:
    entries = re.findall(r"^\.\. autodata:: (\w+)$", page_of(name), re.MULTILINE)
    assert sorted(entries) == sorted(set(exported(name)) - set(classes_and_functions(name)))


@public_modules
def test_a_module_and_what_it_exports_have_docstrings(name: str) -> None:
    assert import_public(name).__doc__
    values, names = exported(name), classes_and_functions(name)
    assert [public for public in names if not inspect.getdoc(values[public])] == []


@public_modules
def test_what_is_exported_is_public_and_names_a_public_module_or_its_source(name: str) -> None:
    assert [public for public in exported(name) if public.startswith("_")] == []
    for public in classes_and_functions(name):
        value = exported(name)[public]
        if isinstance(value, type) and not issubclass(value, BaseException):
            assert f"class {value.__name__}" in inspect.getsource(value)
        else:
            assert value.__module__ in PUBLIC


@public_modules
def test_no_plain_assignment_changes_what_is_exported(name: str) -> None:
    """And so none changes the rules; `tests/batch/test_batch.py` has the same about arrays."""
    for value in exported(name).values():
        if isinstance(value, type) and issubclass(value, Enum):
            attributes: list[tuple[object, str]] = [(value, member) for member in value.__members__]
            attributes += [(member, text) for member in value for text in ("value", "a_new_name")]
        elif isinstance(value, type) and attrs.has(value) and not inspect.isabstract(value):
            bare, names = object.__new__(value), [*attrs.fields_dict(value), "a_new_name"]
            attributes = [(bare, text) for text in names]
        else:
            assert callable(value) or isinstance(value, MappingProxyType) or hash(value)
            continue
        for holder, attribute in attributes:
            with pytest.raises(AttributeError):
                setattr(holder, attribute, None)
            with pytest.raises(AttributeError):
                delattr(holder, attribute)


@pytest.mark.parametrize(
    "name",
    [
        *("keltis.bots", "keltis.documents", "keltis.learning"),
        *("keltis.celtic.bots", "keltis.celtic.documents", "keltis.celtic.learning"),
    ],
)
def test_what_other_programs_use_has_an_example(name: str) -> None:
    values = exported(name)
    docs = {public: inspect.getdoc(values[public]) or "" for public in classes_and_functions(name)}
    missing = {
        public
        for public, doc in docs.items()
        if ">>>" not in doc and not public.endswith("Document")  # `ViewDocument` has one for all
    }
    assert (
        missing
        <= {*("ProgramEnded", "ProgramFailed", "ProgramNotStarted", "ProgramTimeout")} | KINDS
    )


def test_the_version_is_that_of_the_distribution() -> None:
    assert keltis.__version__ == importlib.metadata.version("keltis")
