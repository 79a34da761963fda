"""SVG as text: elements, labels that fit, and whole pictures.

Only films have ids, and only pictures that follow the page have a style sheet. Both have names
made of a hash, so that several pictures on one page cannot clash.
"""

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, TypeAlias

from keltis._shared.checks import as_number
from keltis._shared.text import short_repr
from keltis.errors import InvalidArgument
from keltis.render._kit.terminal import clip_text, text_width
from keltis.render._kit.themes import Paint

Attribute: TypeAlias = str | float | None
Point: TypeAlias = tuple[float, float]

_LETTER: Final = 0.72
"""The greatest width of a letter in a short text, by its height: bold digits of wide fonts."""
_LETTER_IN_WORDS: Final = 0.65
"""The width of a letter in a longer text, where narrow letters make up for wide ones."""
_MAX_SIZE: Final = 10_000
_MIN_SIZE: Final = 9.0
"""The smallest font size; a text that is still too long is clipped."""
_ARROW_HEAD: Final = 20.0
_BASELINE: Final = 0.35
"""The distance from the middle of a letter down to the baseline, by its height."""


def picture(
    title: str,
    text: str,
    box: tuple[float, float],
    page: Paint,
    *parts: str,
    size: float | None = None,
) -> str:
    """A whole picture with its title and its description, on a page of this colour.

    `size` is the width in pixels; None leaves it to the program that displays the picture.
    """
    width, height = map(format_number, box)
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(text)),
        element("rect", width=box[0], height=box[1], fill=page.fill),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=size,
        height=None if size is None else size * box[1] / box[0],
        role="img",
        font_family="sans-serif",
    )


def require_size(size: float | None) -> None:
    """Refuse a width in pixels that no picture can have."""
    if size is not None:
        as_number(size, "size", f"a width in pixels from 1 to {_MAX_SIZE}, or None", 1, _MAX_SIZE)


def name_tuple(names: Sequence[str]) -> tuple[str, ...]:
    """Names as a tuple; a text alone is refused, though it is a sequence of letters."""
    if isinstance(names, str):
        raise InvalidArgument(
            f"names must be a list or tuple with a name for each player, not {short_repr(names)}"
        )
    return tuple(names)


def initial(name: str) -> str:
    """The first letter of a name as a capital, or nothing if it has no letter.

    >>> initial("ann"), initial("7 of 9"), initial("42")
    ('A', 'O', '')
    """
    letter = next((char for char in name if char.isalpha()), "")
    return upper if len(upper := letter.upper()) == 1 else letter


def format_number(value: float) -> str:
    """A number with at most one decimal.

    >>> format_number(3.0), format_number(2.345), format_number(-0.001)
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
            text = escape(value) if isinstance(value, str) else format_number(value)
            written.append(f'{name.rstrip("_").replace("_", "-")}="{text}"')
    start = " ".join(written)
    return f"<{start}>{''.join(children)}</{tag}>" if children else f"<{start}/>"


def group(kind: str, title: str, *children: str, **attributes: Attribute) -> str:
    """A group with a class for programs, `keltis-<kind>`, and a title for people."""
    return element(
        "g", element("title", escape(title)), *children, class_=f"keltis-{kind}", **attributes
    )


def path_data(*steps: tuple[str, Iterable[Point]]) -> str:
    """The data of a path, of commands with absolute points.

    >>> path_data(("M", [(0, 0)]), ("L", [(3, 4.5)]), ("Z", []))
    'M0 0L3 4.5Z'
    """
    return "".join(
        f"{command}{' '.join(f'{format_number(x)} {format_number(y)}' for x, y in points)}"
        for command, points in steps
    )


def polygon(points: Iterable[Point], **attributes: Attribute) -> str:
    """A polygon with these corners."""
    corners = " ".join(f"{format_number(x)},{format_number(y)}" for x, y in points)
    return element("polygon", points=corners, **attributes)


def arrow(
    start: Point,
    end: Point,
    colour: str,
    casing: str,
    *,
    gaps: tuple[float, float] = (0, 0),
    opacity: float | None = None,
) -> str:
    """An arrow with a casing around it; the gaps leave room for what is at its ends."""
    (x, y), (end_x, end_y) = start, end
    length = math.hypot(end_x - x, end_y - y)
    along = (end_x - x) / length, (end_y - y) / length

    def at(distance: float, aside: float = 0) -> Point:
        return (
            x + along[0] * distance - along[1] * aside,
            y + along[1] * distance + along[0] * aside,
        )

    tip = length - gaps[1]
    neck = tip - _ARROW_HEAD
    tail = min(gaps[0], neck - 1)
    outline = [at(tail, 3.5), at(neck, 3.5), at(neck, 11), at(tip)]
    outline += [at(neck, -11), at(neck, -3.5), at(tail, -3.5)]
    return polygon(
        outline,
        fill=colour,
        stroke=casing,
        stroke_width=2,
        stroke_linejoin="round",
        opacity=opacity,
        class_="keltis-arrow",
    )


def label(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    max_width: float,
    anchor: str = "middle",
    **attributes: Attribute,
) -> str:
    """A text whose middle is at height `y`.

    It fits `max_width` in any usual font: the font shrinks, and then the text is clipped.
    """
    letter = _LETTER if text_width(text) <= 8 else _LETTER_IN_WORDS
    size = min(size, max(_MIN_SIZE, max_width / (letter * max(text_width(text), 1))))
    text = clip_text(text, int(max_width / (letter * size) + 0.01), mark="…")
    return element(
        "text",
        escape(text),
        x=x,
        y=y + _BASELINE * size,
        font_size=size,
        text_anchor=anchor,
        **attributes,
    )


def times_text(count: int) -> str:
    """A count behind a multiplication sign."""
    return f"\N{MULTIPLICATION SIGN}{count}"


def signed_text(points: int) -> str:
    """A number, with a real minus sign if it is negative."""
    return str(points).replace("-", "\N{MINUS SIGN}")
