"""Names that a package imports on first use."""

import pytest

import keltis
import keltis.render
from keltis._shared.exports import lazy_exports


def test_a_submodule_is_imported_on_first_use() -> None:
    assert lazy_exports("keltis", {}, ("render",))("render") is keltis.render


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'keltis' has no attribute 'reder'"):
        keltis.reder  # type: ignore[attr-defined]  # on purpose  # noqa: B018 - it raises
