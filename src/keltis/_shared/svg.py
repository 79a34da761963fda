"""Elements of SVG as text.

There are no style sheets in them, and ids only in films, so that several pictures on one page of a
notebook cannot clash.
"""

from collections.abc import Iterable
from html import escape
from typing import Final, TypeAlias

from keltis._shared.terminal import clipped, text_width

Attribute: TypeAlias = str | float | None
Point: TypeAlias = tuple[float, float]

_LETTER: Final = 0.72
"""How wide a letter of a short text is at most, by its height: bold digits of the widest usual fonts."""
_LETTER_IN_WORDS: Final = 0.65
"""How wide a letter is in a longer text, where narrow ones make up for wide ones."""
_LEAST_SIZE: Final = 9.0
"""Letters are not made smaller than this; a text that is still too long is cut."""
_BASELINE: Final = 0.35
"""How far the baseline is below the middle of a letter, by its height."""


def number(value: float) -> str:
    """A number, short.

    >>> number(3.0), number(2.345), number(-0.001)
    ('3', '2.3', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def element(tag: str, *children: str, **attributes: Attribute) -> str:
    """An element; `_` in the name of an attribute stands for `-`, and None leaves it out.

    >>> element("circle", cx=1, cy=2.5, r=3, fill_opacity=None)
    '<circle cx="1" cy="2.5" r="3"/>'
    """
    written = [tag]
    for name, value in attributes.items():
        if value is not None:
            text = escape(value) if isinstance(value, str) else number(value)
            written.append(f'{name.rstrip("_").replace("_", "-")}="{text}"')
    start = " ".join(written)
    return f"<{start}>{''.join(children)}</{tag}>" if children else f"<{start}/>"


def group(kind: str, title: str, *children: str, **attributes: Attribute) -> str:
    """What belongs together, with a name for programs and a title for people."""
    return element(
        "g", element("title", escape(title)), *children, class_=f"keltis-{kind}", **attributes
    )


def path_data(*steps: tuple[str, Iterable[Point]]) -> str:
    """The data of a path, of commands with absolute points.

    >>> path_data(("M", [(0, 0)]), ("L", [(3, 4.5)]), ("Z", []))
    'M0 0L3 4.5Z'
    """
    return "".join(
        f"{command}{' '.join(f'{number(x)} {number(y)}' for x, y in points)}"
        for command, points in steps
    )


def polygon(points: Iterable[Point], **attributes: Attribute) -> str:
    """A polygon."""
    return element(
        "polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes
    )


def label(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    room: float,
    anchor: str = "middle",
    **attributes: Attribute,
) -> str:
    """A text whose middle is at this height. It keeps within its room in any usual font: smaller, and in the end cut."""
    letter = _LETTER if text_width(text) <= 8 else _LETTER_IN_WORDS
    size = min(size, max(_LEAST_SIZE, room / (letter * max(text_width(text), 1))))
    text = clipped(text, int(room / (letter * size) + 0.01), mark="…")
    return element(
        "text",
        escape(text),
        x=x,
        y=y + _BASELINE * size,
        font_size=size,
        text_anchor=anchor,
        **attributes,
    )


def times(count: int) -> str:
    """How many there are of something."""
    return f"\N{MULTIPLICATION SIGN}{count}"


def signed(points: int) -> str:
    """A number with a minus sign where it has one."""
    return str(points).replace("-", "\N{MINUS SIGN}")
