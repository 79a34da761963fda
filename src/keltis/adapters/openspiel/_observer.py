"""What the observers of both games have in common: tensors made of encoded fields."""

from collections.abc import Iterable, Mapping
from math import prod
from typing import Final, Protocol

import numpy as np
import pyspiel
from numpy.typing import NDArray

from keltis._shared.text import short_repr
from keltis.errors import InvalidArgument

DEFAULT_KIND: Final = pyspiel.IIGObservationType(perfect_recall=False)
"""What `make_py_observer` observes by default."""


class ObservationKind(Protocol):
    """What to observe: `pyspiel.IIGObservationType`."""

    @property
    def public_info(self) -> bool: ...
    @property
    def perfect_recall(self) -> bool: ...
    @property
    def private_info(self) -> object: ...


class EncodedField(Protocol):
    """A field of a layout of `keltis.learning` or `keltis.celtic.learning`."""

    @property
    def name(self) -> str: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def start(self) -> int: ...
    @property
    def stop(self) -> int: ...


class EncodingObserver:
    """An observer whose tensor has fields of an encoding, and `dict` a view of each by name."""

    def __init__(
        self,
        fields: Iterable[EncodedField],
        kind: ObservationKind,
        parameters: Mapping[str, object] | None,
    ) -> None:
        if parameters:
            raise InvalidArgument(f"an observer takes no parameters, not {short_repr(parameters)}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise InvalidArgument(
                "an observer sees the private information of one player, or of none"
            )
        self._public: bool = kind.public_info
        self._private: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall: bool = kind.perfect_recall
        places: list[int] = []
        spans: dict[str, tuple[int, tuple[int, ...]]] = {}
        for field in fields:
            if not self._recall and self._observes(field.name):  # a history has no fixed length
                spans[field.name] = len(places), field.shape
                places += range(field.start, field.stop)
        self._places = np.array(places, np.intp)
        self._values: NDArray[np.float32] = np.zeros(len(places), np.float32)
        self.tensor: NDArray[np.float32] | None = None if self._recall else self._values
        self.dict: dict[str, NDArray[np.float32]] = {
            name: self._values[start : start + prod(shape)].reshape(shape)
            for name, (start, shape) in spans.items()
        }

    def _observes(self, field: str) -> bool:
        """Whether the tensor has this field; CELTIC! has public fields only."""
        if field == "hand":
            return self._private
        if field == "hidden":  # the deck without what is public and without the hand
            return self._private and self._public
        return self._public

    def _write(self, code: bytes | None) -> None:
        """Write an encoded view into the tensor, or zeros for None."""
        if code is None:
            self._values.fill(0)
        else:
            self._values[:] = np.frombuffer(code, np.uint8)[self._places]
