"""The generated constructors and successors of frozen classes."""

import inspect
import traceback
import typing
from collections.abc import Callable
from types import ModuleType
from typing import Final, Protocol, final

import attrs
import pytest

from keltis._engine import draws, players, state
from keltis._lib.values import Immutable, successor, trusted_constructor
from keltis.celtic._engine import state as celtic_state


def _check_size(_box: "Box", _field: object, value: int) -> None:
    if value < 0:
        raise ValueError(f"size {value} is negative")


@final
@attrs.frozen
class Box(Immutable):
    size: int = attrs.field(validator=_check_size)
    name: str = "box"
    double: int = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "double", _double(self))


def _double(box: Box) -> int:
    return 2 * box.size


class WithName(Protocol):
    def __call__(self, box: Box, /, *, name: str) -> Box: ...


trusted_box = trusted_constructor(Box, double=_double)
with_name: WithName = successor(Box, "name")
BOX = Box(3)


def test_a_trusted_constructor_makes_the_same_value_without_checks() -> None:
    assert trusted_box(3) == BOX
    assert trusted_box(size=3, name="chest") == Box(3, "chest")
    assert trusted_box(3).double == BOX.double == 6
    assert type(trusted_box(-1)) is Box
    with pytest.raises(ValueError, match="negative"):
        Box(-1)


def test_a_successor_copies_everything_but_the_named_fields() -> None:
    chest = with_name(BOX, name="chest")
    assert chest == Box(3, "chest")
    assert chest.double == 6
    assert type(chest) is Box
    assert BOX.name == "box"


def test_a_traceback_shows_the_generated_source() -> None:
    with pytest.raises(AttributeError) as caught:
        with_name(None, name="chest")  # type: ignore[arg-type] # the point of the test
    assert "self.size = value.size" in "".join(traceback.format_exception(caught.value))


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
