"""Links to public names, and the texts below constants and fields that a package re-exports.

Autodoc describes what a package exports, but it finds the text below a constant or a field only in
the module that assigns it, and it resolves `Card` only on the page of `keltis`. A class that two
packages export is described on the page of one. All this is solved here.
"""

import pkgutil
import re
import sys
from collections.abc import Iterable
from enum import Enum
from functools import cache
from importlib import import_module
from typing import Final

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains.python import PyXRefRole
from sphinx.environment import BuildEnvironment
from sphinx.errors import PycodeError
from sphinx.pycode import ModuleAnalyzer

import keltis

PACKAGE: Final = "keltis"


class ApiRole(PyXRefRole):
    """A link from a page to a public name; `keltis.` may be left out."""

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
    app.connect("builder-inited", read_texts_of_fields)
    app.connect("source-read", remove_last_lines)
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("autodoc-process-docstring", insert_text_of_constant)
    app.connect("autodoc-process-docstring", separate_endings)
    app.connect("env-updated", add_other_names)
    app.connect("missing-reference", resolve_short_name)
    app.add_role("api", ApiRole())
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def remove_last_lines(_app: Sphinx, _docname: str, source: list[str]) -> None:
    """Remove the empty line that ends a block of Python on a page; only doctest needs it."""
    source[0] = source[0].replace("\n\n```\n", "\n```\n")


def shorten_signature(
    _app: Sphinx,
    what: str,
    _name: str,
    value: object,
    _options: object,
    _signature: str | None,
    _returned: str | None,
) -> tuple[str, None] | None:
    """Enumerations and protocols are not called, so they get no signature."""
    if what != "class" or not isinstance(value, type):
        return None
    is_called = not issubclass(value, Enum) and not getattr(value, "_is_protocol", False)
    return None if is_called else ("", None)


def read_texts_of_fields(_app: Sphinx) -> None:
    """Give each package the texts below the fields of the classes that it exports.

    Autodoc looks for them in the module that a class names, which is the package.
    """
    for info in pkgutil.walk_packages(keltis.__path__, prefix=f"{PACKAGE}."):
        if "._" not in info.name:
            module = import_module(info.name)
            for name in getattr(module, "__all__", ()):
                getattr(module, name)  # what is imported on first use is described, too
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == PACKAGE]
    for module in modules:
        texts = ModuleAnalyzer.for_module(module.__name__).find_attr_docs()
        for (class_name, field), text in texts.items():
            cls = vars(module).get(class_name)
            if cls is not None:  # else it is the text of a constant
                named = ModuleAnalyzer.for_module(cls.__module__).find_attr_docs()
                named.setdefault((class_name, field), text)


def insert_text_of_constant(
    _app: Sphinx, what: str, name: str, value: object, _options: object, lines: list[str]
) -> None:
    """Take the text of a constant from the module that assigns it."""
    if what != "data":
        return
    short_name = name.rpartition(".")[2]
    for place, module in sorted(sys.modules.items()):
        if place.partition(".")[0] == PACKAGE and vars(module).get(short_name) is value:
            try:
                texts = ModuleAnalyzer.for_module(place).find_attr_docs()
            except PycodeError:
                continue
            lines[:] = texts.get(("", short_name), lines)


def separate_endings(
    _app: Sphinx, _what: str, _name: str, _value: object, _options: object, lines: list[str]
) -> None:
    """Let an ending follow a name in backticks, as in "all `Card`s"."""
    lines[:] = [re.sub(r"(?<![`\w])(`[^`]+`)(?=\w)", r"\1\\ ", line) for line in lines]


def add_other_names(_app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Enter a class, its members too, by the names of all packages that export it.

    So links find it by each of them, and so do other projects, in the inventory.
    """
    domain = env.domains.python_domain
    exported = [
        (f"{module}.{name}", value)
        for module in domain.modules
        for name in getattr(import_module(module), "__all__", ())
        if isinstance(value := getattr(import_module(module), name), type)
    ]
    described = dict(domain.objects)
    homes = {
        value: name for name, value in exported if name in described and not described[name].aliased
    }
    for name, value in exported:
        home = homes[value]
        for place, entry in described.items():
            if place == home or place.startswith(f"{home}."):
                other = name + place.removeprefix(home)
                domain.objects.setdefault(other, entry._replace(aliased=True))
    return ()


def find_source(module: str, name: str) -> str | None:
    """Where a public name is defined, such as `keltis/game/_match.py#L20-L90`.

    A class or function names the package that exports it, so every module is searched.
    """
    value: object = import_module(module)
    for part in name.split("."):
        value = getattr(value, part, None)
    name = getattr(value, "__qualname__", name)
    for place, file in _definitions().get(name, ()):
        found = getattr(sys.modules[place], name.partition(".")[0], None)
        if found is getattr(import_module(module), name.partition(".")[0], None):
            return file
    return None


@cache
def _definitions() -> dict[str, list[tuple[str, str]]]:
    """By the qualified name of classes and functions, the modules and lines that define them."""
    found: dict[str, list[tuple[str, str]]] = {}
    for place in sorted(name for name in sys.modules if name.split(".")[0] == PACKAGE):
        try:
            analyzer = ModuleAnalyzer.for_module(place)
        except PycodeError:
            continue
        path = "keltis/" + analyzer.srcname.replace("\\", "/").rpartition("/src/keltis/")[2]
        for name, (kind, first, last) in analyzer.find_tags().items():
            if kind in {"class", "def"}:
                found.setdefault(name, []).append((place, f"{path}#L{first}-L{last}"))
    return found


def resolve_short_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.Element
) -> nodes.Element | None:
    """Look a name up in the package of its page, then in the packages around it.

    Type hints name the module that defines a class: `keltis._engine.cards.Card` is `keltis.Card`.
    """
    if node.get("refdomain") != "py":
        return None
    domain = env.domains.python_domain
    target = node.get("reftarget", "")
    names = [re.sub(r"\._\w+(\.[a-z]\w*)*(?=\.[A-Z])", "", target)]
    place = node.get("py:module") or PACKAGE
    while place:
        names.append(f"{place}.{target}")
        place = place.rpartition(".")[0]
    for name in names:
        if name in domain.objects:
            return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", name, node, text)
    return None
