"""What OpenSpiel's observers have in common: tensors made of encoded fields."""

from collections.abc import Iterable, Mapping
from math import prod
from typing import Final, Protocol

import numpy as np
import pyspiel
from numpy.typing import NDArray

from keltis._shared.text import short_repr
from keltis.errors import InvalidArgument

DEFAULT_KIND: Final = pyspiel.IIGObservationType(perfect_recall=False)
"""What `make_py_observer` observes unless it is told otherwise."""


class ObservationKind(Protocol):
    """What to observe: `pyspiel.IIGObservationType`."""

    @property
    def public_info(self) -> bool: ...
    @property
    def perfect_recall(self) -> bool: ...
    @property
    def private_info(self) -> object: ...


class EncodedField(Protocol):
    """A field of a layout of `keltis.encoding` or `keltis.celtic.encoding`."""

    @property
    def name(self) -> str: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def start(self) -> int: ...
    @property
    def stop(self) -> int: ...


class EncodedTensor:
    """A tensor that holds some fields of an encoding, and a view of it for each field."""

    def __init__(self, fields: Iterable[EncodedField]) -> None:
        places: list[int] = []
        spans: dict[str, tuple[int, tuple[int, ...]]] = {}
        for field in fields:
            spans[field.name] = len(places), field.shape
            places += range(field.start, field.stop)
        self._places = np.array(places, np.intp)
        self.values: NDArray[np.float32] = np.zeros(len(places), np.float32)
        self.by_name: dict[str, NDArray[np.float32]] = {
            name: self.values[start : start + prod(shape)].reshape(shape)
            for name, (start, shape) in spans.items()
        }

    def write(self, code: bytes | None) -> None:
        """Write an encoded view, or zeros for None."""
        if code is None:
            self.values.fill(0)
        else:
            self.values[:] = np.frombuffer(code, np.uint8)[self._places]


def require_kind(kind: ObservationKind, parameters: Mapping[str, object] | None) -> None:
    """Refuse what no observer here observes."""
    if parameters:
        raise InvalidArgument(f"an observer has no parameters, not {short_repr(parameters)}")
    if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
        raise InvalidArgument("an observer sees the private information of one player, or of none")
