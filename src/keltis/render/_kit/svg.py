"""SVG as text: elements, shapes, and labels that fit."""

import hashlib
import math
from collections.abc import Iterable
from html import escape
from typing import Final, TypeAlias, final

from keltis.render._kit.terminal import clip_text, text_width

Attribute: TypeAlias = str | float | None
Point: TypeAlias = tuple[float, float]

_LETTER: Final = 0.72
"""The greatest width of a letter in a short text, by its height: bold digits of wide fonts."""
_LETTER_IN_WORDS: Final = 0.65
"""The width of a letter in a longer text, where narrow letters make up for wide ones."""
_MIN_SIZE: Final = 9.0
"""The smallest font size; a text that is still too long is clipped."""
_ARROW_HEAD: Final = 20.0
_BASELINE: Final = 0.35
"""The distance from the middle of a letter down to the baseline, by its height."""


@final
class AutoColour(str):
    """A colour that a style sheet replaces where the page is dark, by the class of the element."""

    __slots__ = ("css_class",)

    css_class: str

    def __new__(cls, colour: str, css_class: str) -> "AutoColour":
        """A light colour, and the class of elements that have it."""
        self = super().__new__(cls, colour)
        self.css_class = css_class
        return self


def content_id(drawn: str, digits: int = 12) -> str:
    """A name for something that is drawn or styled, made of its hash.

    Where two pictures on a page have the same name, they mean the same.
    """
    return f"keltis-{hashlib.sha256(drawn.encode()).hexdigest()[:digits]}"


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
    >>> element("circle", r=3, fill=AutoColour("#ffffff", "page"))
    '<circle r="3" fill="#ffffff" class="page-fill"/>'
    """
    classes = [
        f"{value.css_class}-{name}"
        for name, value in attributes.items()
        if isinstance(value, AutoColour)
    ]
    if classes:
        own = attributes.get("class_")
        attributes["class_"] = " ".join([*([str(own)] if own else []), *classes])
    written = [tag]
    for name, value in attributes.items():
        if value is not None:
            text = escape(value) if isinstance(value, str) else format_number(value)
            written.append(f'{name.rstrip("_").replace("_", "-")}="{text}"')
    start = " ".join(written)
    return f"<{start}>{''.join(children)}</{tag}>" if children else f"<{start}/>"


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    *look: Attribute,
    rx: Attribute = None,
    **attributes: Attribute,
) -> str:
    """A rectangle with its top left corner here; its look is its fill, its stroke and the width."""
    box = {"x": x, "y": y, "width": width, "height": height}
    return element("rect", **box, rx=rx, **_look(*look), **attributes)


def square(middle: Point, size: float, *look: Attribute, **attributes: Attribute) -> str:
    """A square about a point."""
    return rect(middle[0] - size / 2, middle[1] - size / 2, size, size, *look, **attributes)


def circle(middle: Point, radius: float, *look: Attribute, **attributes: Attribute) -> str:
    """A circle; its look is its fill, its stroke and the width of that."""
    x, y = middle
    return element("circle", cx=x, cy=y, r=radius, **_look(*look), **attributes)


def _look(
    fill: Attribute, stroke: Attribute = None, width: Attribute = None
) -> dict[str, Attribute]:
    return {"fill": fill, "stroke": stroke, "stroke_width": width}


def curve(data: str, stroke: str, width: float, **attributes: Attribute) -> str:
    return element("path", d=data, fill="none", stroke=stroke, stroke_width=width, **attributes)


def translate(place: Point) -> str:
    """The transform that moves something drawn about (0, 0) to a place."""
    return f"translate({format_number(place[0])} {format_number(place[1])})"


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
    width: float,
    ink: str,
    *,
    anchor: str = "middle",
    bold: bool = False,
) -> str:
    """A text whose middle is at height `y`.

    It fits this width in any usual font: the font shrinks, and then the text is clipped.
    """
    letter = _LETTER if text_width(text) <= 8 else _LETTER_IN_WORDS
    size = min(size, max(_MIN_SIZE, width / (letter * max(text_width(text), 1))))
    text = clip_text(text, int(width / (letter * size) + 0.01), mark="…")
    return element(
        "text",
        escape(text),
        x=x,
        y=y + _BASELINE * size,
        font_size=size,
        text_anchor=anchor,
        fill=ink,
        font_weight="bold" if bold else None,
    )


def signed_text(points: int) -> str:
    """A number, with a real minus sign if it is negative."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def percent(share: float, *, signed: bool = False) -> str:
    """A probability, or a change of one, in percent.

    >>> percent(0.125), percent(0.125, signed=True)
    ('12 %', '+12 %')
    """
    sign = "+" if signed else ""
    return f"{100 * share:{sign}.0f} %".replace("-", "\N{MINUS SIGN}")
