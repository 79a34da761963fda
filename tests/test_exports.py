"""Names that a package imports on first use."""

import pytest

import keltis
import keltis.bots
import keltis.render
from keltis._shared.exports import lazy_exports


def test_a_submodule_is_imported_on_first_use() -> None:
    assert lazy_exports("keltis", {}, ("render",))("render") is keltis.render


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'keltis' has no attribute 'reder'"):
        keltis.reder  # type: ignore[attr-defined]  # on purpose  # noqa: B018 - it raises


def test_a_method_has_the_module_of_its_class() -> None:
    """Else doctest does not run its examples."""
    assert keltis.bots.SearchBot.analyse.__module__ == keltis.bots.SearchBot.__module__
    assert keltis.GameRecord.seeded.__module__ == keltis.GameRecord.__module__
