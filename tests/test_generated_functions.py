"""The generated constructors and successors of frozen classes."""

import inspect
import traceback
import typing
from collections.abc import Callable
from types import ModuleType
from typing import Final

import pytest

from keltis._engine import draws, players, state
from keltis._lib.values import successor, trusted_constructor
from keltis.celtic._engine import state as celtic_state


def test_a_traceback_shows_the_generated_source() -> None:
    with pytest.raises(AttributeError) as caught:
        players.with_hand(None, hand=(), seen=())  # type: ignore[arg-type] # the point of the test
    assert "self.columns = value.columns" in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("generate", [trusted_constructor, successor])
def test_only_attrs_classes_have_them(generate: Callable[[type], object]) -> None:
    with pytest.raises(TypeError, match="is not an attrs class"):
        generate(int)


@pytest.mark.parametrize(
    ("module", "count"), [(players, 3), (state, 2), (draws, 1), (celtic_state, 1)]
)
def test_a_successor_takes_just_the_fields_that_its_type_says(
    module: ModuleType, count: int
) -> None:
    successors = {
        name: typing.get_args(hint)[0]
        for name, hint in typing.get_type_hints(module).items()
        if typing.get_origin(hint) is Final
        and name.removeprefix("_").startswith(("with_", "after_"))
    }
    assert len(successors) == count
    for name, protocol in successors.items():
        _, *declared = inspect.signature(protocol.__call__).parameters.values()
        generated = inspect.signature(getattr(module, name)).parameters.values()
        assert [field.name for field in generated if field.kind is field.KEYWORD_ONLY] == [
            field.name for field in declared if field.kind is field.KEYWORD_ONLY
        ]
