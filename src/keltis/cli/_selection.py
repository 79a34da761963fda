"""The choice that is marked on the screen, and how keys move the mark."""

from collections.abc import Sequence
from typing import Final, Generic

from rich.text import Text

from keltis.cli._games import Group, M, Option
from keltis.cli._screen import BACK_TAB, DOWN, LEFT, RIGHT, TAB, UP

_STEPS: Final = {LEFT: (-1, 0), RIGHT: (1, 0), UP: (0, -1), DOWN: (0, 1)}


class Selection(Generic[M]):
    """A mark on one option of one group. There is at least one group, with at least one option."""

    def __init__(self, groups: Sequence[Group[M]]) -> None:
        self.groups = groups
        self._group = 0
        self._option = 0

    @property
    def group(self) -> Group[M]:
        """The group with the mark."""
        return self.groups[self._group]

    @property
    def option(self) -> Option[M]:
        """The option with the mark."""
        return self.group.options[self._option]

    @property
    def is_flat(self) -> bool:
        """Whether every group has a single option."""
        return all(len(group.options) == 1 for group in self.groups)

    def handle(self, key: str) -> bool:
        """Move the mark; False if the key does not do that.

        Arrows go to the next group in their direction. Where all groups are side by side, the
        vertical ones go through the options, as Tab does everywhere.
        """
        if key in (TAB, BACK_TAB):
            self._turn_option(1 if key == TAB else -1)
        elif key in (UP, DOWN) and len({group.place[1] for group in self.groups}) == 1:
            self._turn_option(1 if key == DOWN else -1)
        elif key in _STEPS:
            self._go(*_STEPS[key])
        else:
            return False
        return True

    def _turn_option(self, step: int) -> None:
        self._option = (self._option + step) % len(self.group.options)

    def _go(self, right: int, down: int) -> None:
        """Go to the nearest group that lies in this direction, or round to the farthest behind."""
        x, y = self.group.place

        def distance(number: int) -> tuple[bool, int, int]:
            other_x, other_y = self.groups[number].place
            ahead = (other_x - x) * right + (other_y - y) * down
            aside = abs((other_x - x) * down) + abs((other_y - y) * right)
            return ahead < 0, ahead + 2 * aside if ahead > 0 else ahead, aside

        def is_elsewhere(number: int) -> bool:
            return bool(
                (self.groups[number].place[0] - x) * right
                + (self.groups[number].place[1] - y) * down
            )

        places = list(filter(is_elsewhere, range(len(self.groups))))
        if places:
            self._group = min(places, key=distance)
            self._option = 0

    def draw(self, width: int) -> tuple[Text, Text]:
        """Two lines: the groups, and the options of the group with the mark.

        Where every group has a single option, the first line is empty.
        """
        groups = _draw_strip(
            [(group.label, group.style) for group in self.groups], self._group, width
        )
        note = f"   {self.option.note}" if self.option.note else ""
        if self.is_flat:
            return Text(), groups + Text(note, style="dim")
        labels = [(option.label, "") for option in self.group.options]
        options = _draw_strip(labels, self._option, width - len(note))
        return groups, options + Text(note, style="dim")


def _draw_strip(labels: Sequence[tuple[str, str]], marked: int, width: int) -> Text:
    """Labels with their styles side by side; of too many, those around the mark."""
    lengths = [len(label) + 2 for label, _ in labels]
    first, stop = marked, marked + 1
    room = width - lengths[marked] - 2
    while True:
        if stop < len(labels) and lengths[stop] <= room:
            room -= lengths[stop]
            stop += 1
        elif first > 0 and lengths[first - 1] <= room:
            first -= 1
            room -= lengths[first]
        else:
            break
    strip = Text("<" if first else " ")
    for number in range(first, stop):
        label, style = labels[number]
        if number == marked:
            strip.append(f"[{label}]", style=f"bold reverse {style}")
        else:
            strip.append(f" {label} ", style=style)
    return strip.append(">" if stop < len(labels) else " ")
