"""A screen for tests: keys from a list, and frames as text."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from keltis.cli._screen import Size


class FakeScreen:
    """Presses keys, and keeps what is drawn. After the last key the input ends.

    A None among the keys is a time in which no key is pressed.
    """

    def __init__(self, keys: Iterable[str | None], size: tuple[int, int] = (80, 24)) -> None:
        self.size = Size(*size)
        self.frames: list[str] = []
        self.delays: list[float | None] = []
        """How long each key was waited for."""
        self._keys = iter(keys)

    def draw(self, lines: Sequence[Text]) -> None:
        """Keep a frame, which must fit the window."""
        assert len(lines) <= self.size.lines
        self.frames.append("\n".join(line.plain.rstrip() for line in lines))

    def read_key(self, seconds: float | None = None) -> str | None:
        """The next key."""
        self.delays.append(seconds)
        for key in self._keys:
            return key
        raise EOFError

    @property
    def last(self) -> str:
        """The last frame."""
        return self.frames[-1]

    @property
    def text(self) -> str:
        """The last frame without its line breaks."""
        return " ".join(self.last.split())
