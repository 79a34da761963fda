"""SVG as text: elements, labels that fit, and whole pictures.

Pictures have no style sheets, and only films have ids, so that several of them on one page of a
notebook cannot clash.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final, TypeAlias, TypeVar, final

import attrs

from keltis._shared.terminal import clip_text, text_width
from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.errors import InvalidArgument

T = TypeVar("T")

Attribute: TypeAlias = str | float | None
Point: TypeAlias = tuple[float, float]

_LETTER: Final = 0.72
"""The greatest width of a letter in a short text, by its height: bold digits of wide fonts."""
_LETTER_IN_WORDS: Final = 0.65
"""The width of a letter in a longer text, where narrow letters make up for wide ones."""
_MIN_SIZE: Final = 9.0
"""The smallest font size; a text that is still too long is clipped."""
_BASELINE: Final = 0.35
"""The distance from the middle of a letter down to the baseline, by its height."""


@final
@attrs.frozen
class Paint(Immutable):
    """The colour of a surface, and of what is written on it."""

    fill: str
    ink: str


def theme_by_name(themes: Mapping[str, T], name: str) -> T:
    """The theme `light` or `dark` of a game."""
    theme = themes.get(name) if isinstance(name, str) else None
    if theme is None:
        raise InvalidArgument(f"theme must be 'light' or 'dark', not {short_repr(name)}")
    return theme


def picture(title: str, text: str, size: tuple[float, float], page: Paint, *parts: str) -> str:
    """A whole picture with its title and its description, on a page of this colour."""
    width, height = map(format_number, size)
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(text)),
        element("rect", width=size[0], height=size[1], fill=page.fill),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="img",
        font_family="sans-serif",
    )


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
