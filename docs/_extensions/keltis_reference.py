"""The reference, made from the code.

A page that has the line `{{ api keltis.record }}` gets everything which that module offers; after a
colon, modules can be named that come first. `{{ inside keltis }}` stands for all other modules
below it, with what no other page tells. So nothing public can be left out, and no list of names has
to be kept up to date. In docstrings, a name in single backticks links to where it is described, if
it is anywhere; in the pages, the role `api` does the same and must find something.
"""

import ast
import importlib
import inspect
import pkgutil
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final, ParamSpec, TypeVar

import attrs
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains.python import PyXRefRole
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

LOG: Final = logging.getLogger(__name__)
PLACE: Final = re.compile(r"^\{\{ (api|inside) ([\w.]+)(?:: ([\w ]+))? \}\}$", re.MULTILINE)
PROMPTS: Final = re.compile(r"^ *>>> .*(?:\n.+)*", re.MULTILINE)
LAST_LINE: Final = re.compile(r"\n\n```$", re.MULTILINE)
LONGEST_VALUE: Final = 70
PAGES: Final = Path(__file__).parents[1] / "reference"


class ApiRole(PyXRefRole):
    """A reference from a page; `keltis.` may be left out."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: nodes.Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        refnode["refdomain"] = "py"
        return super().process_link(env, refnode, has_explicit_title, title, target)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", fill_in)
    app.connect("autodoc-process-signature", signature)
    app.connect("autodoc-process-docstring", endings)
    app.connect("missing-reference", found)
    app.connect("env-check-consistency", complain_about_missing)
    app.add_role("api", ApiRole())
    app.add_role_to_domain("py", "said", PyXRefRole())
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def fill_in(_app: Sphinx, _docname: str, source: list[str]) -> None:
    """Put what the code says in its place on a page."""
    source[0] = PLACE.sub(lambda place: "\n".join(_written(*place.groups(""))), source[0])
    source[0] = LAST_LINE.sub("\n```", source[0])  # only doctest needs it


def _written(kind: str, name: str, first: str) -> Iterator[str]:
    if kind == "api":
        yield from _package(name, [f"{name}.{module}" for module in first.split()])
        return
    for module in _modules(name):
        names = [
            found
            for found in _own_names(module)
            if (module.__name__, found) not in _told_elsewhere()
        ]
        if module.__name__ not in _pages() and names:
            yield from [
                f"## `{module.__name__}`",
                "",
                *_about(module),
                *_described(module.__name__, names),
            ]


def _package(name: str, first: list[str]) -> Iterator[str]:
    """All that a module offers; if most of it comes from other modules, these give the headings."""
    module = importlib.import_module(name)
    yield from [*_about(module), "```{eval-rst}", f".. py:module:: {name}", "```", ""]
    own = [found for found in _own_names(module) if found in _offered(module)]
    yield from _described(name, own)
    origins = _reexports(module)
    for origin, names in ({origin: origins[origin] for origin in first} | origins).items():
        sentence = (inspect.getdoc(importlib.import_module(origin)) or origin).split("\n")[0]
        heading = (
            re.sub(r" \([A-Z]\d+.*?\)", "", sentence).split(": ")[0].split(". ")[0].rstrip(".")
        )
        yield from [f"## {heading}", ""]
        if guests := [guest for guest in names if _home(name, guest) != name]:
            yield from [
                ", ".join(f"{{api}}`{_home(name, guest)}.{guest}`" for guest in guests)
                + ", here too.",
                "",
            ]
        yield from _described(name, [own for own in names if _home(name, own) == name])


def _about(module: ModuleType) -> list[str]:
    """What a module says of itself, which reads as Markdown, but for prompts: these would be quotations there."""
    text = inspect.getdoc(module) or ""
    return [PROMPTS.sub(lambda found: f"```python\n{textwrap.dedent(found[0])}\n```", text), ""]


def _described(place: str, names: Iterable[str]) -> Iterator[str]:
    """The names as autodoc describes them at this place, and plain values as their own module does."""
    module = importlib.import_module(place)
    yield from ["````{eval-rst}", f".. py:currentmodule:: {place}", ""]
    for name in names:
        value = getattr(module, name)
        if inspect.isclass(value):
            kind = "exception" if issubclass(value, BaseException) else "class"
            yield from [f".. auto{kind}:: {place}.{name}", "   :members:", "   :undoc-members:", ""]
        elif inspect.isfunction(value):
            yield from [f".. autofunction:: {place}.{name}", ""]
        else:
            yield from _data(place, name)
    yield from ["````", ""]


def _data(place: str, name: str) -> Iterator[str]:
    """A constant or an alias, with the text that follows it in the source."""
    expression, text = _assigned(_origin(place, name)).get(name, ("", ""))
    value = getattr(importlib.import_module(place), name)
    if isinstance(value, int | str):
        expression = repr(value)
    yield f".. py:data:: {name}"
    if 0 < len(expression) <= LONGEST_VALUE:
        yield f"   :value: {expression}"
    yield from ["", textwrap.indent(text, "   "), ""]


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(importlib.import_module(module)))


@cache
def _assigned(module: str) -> dict[str, tuple[str, str]]:
    """What is assigned to the names of a module, and what the text after it says."""
    found = {}
    body = _tree(module).body
    for node, following in zip(body, [*body[1:], None], strict=True):
        match node:
            case ast.AnnAssign(target=ast.Name(name), value=ast.expr() as value) | ast.Assign(
                [ast.Name(name)], value=value
            ):
                match following:
                    case ast.Expr(ast.Constant(str(text))):
                        found[name] = ast.unparse(value), inspect.cleandoc(text)
                    case _:
                        found[name] = ast.unparse(value), ""
    return found


@cache
def _reexports(module: ModuleType) -> dict[str, list[str]]:
    """By the modules they come from, the names that a package offers and has from there."""
    found: dict[str, list[str]] = {}
    for node in _tree(module.__name__).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [alias.asname or alias.name for alias in node.names]
            if offered := [name for name in names if name in _offered(module)]:
                found[node.module] = offered
    return found


@cache
def _offered(module: ModuleType) -> list[str]:
    return list(getattr(module, "__all__", _own_names(module)))


@cache
def _own_names(module: ModuleType) -> list[str]:
    """The public names that are defined in a module, in the order of the source."""
    names = [
        node.name
        for node in _tree(module.__name__).body
        if isinstance(node, ast.ClassDef | ast.FunctionDef)
    ]
    assigned = _assigned(module.__name__)
    spoken = [
        name
        for name, (_, text) in assigned.items()
        if text or isinstance(getattr(module, name), int | str)
    ]
    return [name for name in [*spoken, *names] if not name.startswith("_")]


@cache
def _origin(place: str, name: str) -> str:
    """The module in which a name is assigned."""
    for origin, names in _reexports(importlib.import_module(place)).items():
        if name in names:
            return _origin(origin, name)
    return place


@cache
def _home(page: str, name: str) -> str:
    """Of the pages that offer the same thing, the one where it is described: the nearest to its module."""
    origin = _origin(page, name)
    offers = [other for other in _pages() if name in _offered(importlib.import_module(other))]
    offers = [other for other in offers if _origin(other, name) == origin]
    return max(offers, key=lambda other: (len(_shared(other, origin)), -len(other)))


def _shared(one: str, other: str) -> list[str]:
    """The packages that two modules have in common."""
    return [place for place in _parents(one) if place in _parents(other)]


def _modules(package: str) -> Iterator[ModuleType]:
    """A package's modules that can be imported, by name."""
    root = importlib.import_module(package)
    for info in sorted(
        pkgutil.walk_packages(root.__path__, f"{package}."), key=lambda info: info.name
    ):
        if not info.name.endswith("__main__"):
            yield importlib.import_module(info.name)


@cache
def _pages() -> frozenset[str]:
    """The modules that have a page, or a part of one, for themselves."""
    texts = [path.read_text(encoding="utf-8") for path in PAGES.glob("*.md")]
    return frozenset(
        place[2] for text in texts for place in PLACE.finditer(text) if place[1] == "api"
    )


@cache
def _told_elsewhere() -> frozenset[tuple[str, str]]:
    """Modules and names in them that are described where they are offered."""
    offers = [(page, name) for page in _pages() for name in _offered(importlib.import_module(page))]
    return frozenset((_origin(page, name), name) for page, name in offers)


def signature(
    _app: Sphinx,
    what: str,
    _name: str,
    value: object,
    _options: object,
    said: str | None,
    _returned: str | None,
) -> tuple[str | None, str | None] | None:
    """The fields of a value without their defaults, which can be long; enums and protocols are not called."""
    if what != "class" or not isinstance(value, type):
        return None
    if issubclass(value, Enum) or getattr(value, "_is_protocol", False):
        return "", None
    if attrs.has(value) and said and "__attrs_init__" not in vars(value):
        fields = [field for field in attrs.fields(value) if field.init]
        starred = ["*"] if fields and fields[0].kw_only else []
        shown = [
            field.name if field.default is attrs.NOTHING else f"{field.name}=..."
            for field in fields
        ]
        return f"({', '.join([*starred, *shown])})", None
    return None


def endings(
    _app: Sphinx, _what: str, _name: str, _value: object, _options: object, lines: list[str]
) -> None:
    """Let an ending follow a name in backticks, as in "all `Card`s", which Markdown allows and reStructuredText does not."""
    lines[:] = [re.sub(r"(?<![`\w])(`[^`]+`)(?=\w)", r"\1\\ ", line) for line in lines]


def found(
    _app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.Element
) -> nodes.Element | None:
    """Where a name leads that was not found as it was written."""
    target, kind = node.get("reftarget", ""), node.get("reftype", "")
    if node.get("refdomain") != "py":
        return None
    domain = env.domains.python_domain
    places = ["keltis", *_parents(node.get("py:module") or "")]
    for name in [f"{place}.{target}" for place in places[::-1]] + [_public_name(target)]:
        if name in domain.objects:
            return domain.resolve_xref(env, node["refdoc"], _app.builder, "obj", name, node, text)
    # What stands in backticks need not be a name at all, and nobody looks a type variable up.
    return text if kind == "said" or _is_type_variable(target) else None


def _parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _is_type_variable(target: str) -> bool:
    module, _, name = target.rpartition(".")
    found = getattr(sys.modules.get(module), name, None)
    return isinstance(found, TypeVar | ParamSpec)


@cache
def _public_name(target: str) -> str:
    """Where something is described that is defined at this place."""
    origin, _, name = target.rpartition(".")
    for page in _pages():
        if name in _offered(importlib.import_module(page)) and _origin(page, name) == origin:
            return f"{page}.{name}"
    return target


def complain_about_missing(_app: Sphinx, env: BuildEnvironment) -> None:
    """Every package that offers something has a page, and every name that it offers is on it."""
    described = env.domains.python_domain.objects
    for module in [importlib.import_module("keltis"), *_modules("keltis")]:
        if hasattr(module, "__all__") and module.__name__ not in _pages():
            LOG.warning("%s has no page in docs/reference", module.__name__)
    for page in _pages():
        for name in _offered(importlib.import_module(page)):
            if f"{_home(page, name)}.{name}" not in described:
                LOG.warning("%s.%s is not described", page, name)
