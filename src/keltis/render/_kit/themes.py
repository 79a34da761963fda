"""Themes: the colours of a picture by its parts, and pictures that follow the page.

A fixed theme writes its colours as attributes. A picture that follows the page has the light ones
as attributes, which every program can draw, and a style sheet with the dark ones.
"""

import re
from collections.abc import Iterable, Mapping
from html import escape
from types import MappingProxyType
from typing import Final, Generic, TypeAlias, TypedDict, TypeVar, final

import attrs

from keltis._lib.checks import as_number
from keltis._lib.text import short_repr
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument
from keltis.render._kit.svg import AutoColour, content_id, element, format_number

EMPTY: Final[Mapping[str, str]] = MappingProxyType({})
"""No colours of a caller's own."""
_COLOUR: Final = re.compile("#[0-9a-f]{6}")
_DARK_INK: Final = "#16181a"
_LIGHT_INK: Final = "#ffffff"
_LIGHT_ENOUGH: Final = 0.18
"""The luminance from which dark ink has more contrast than white ink."""
_MAX_SIZE: Final = 10_000
_FIXED: Final = ("light", "dark")


@final
@attrs.frozen
class Paint(Immutable):
    """The colour of a surface, and of what is written on it."""

    fill: str
    ink: str


Tone: TypeAlias = str | Paint
"""The colour of a part: of a line or a surface, or of a surface with ink on it."""
Tones: TypeAlias = tuple[Tone, Tone]
"""The light tone of a part, and the dark one."""

COMMON: Final[Mapping[str, Tones]] = MappingProxyType(
    {
        "page": (Paint("#faf6ec", "#26241f"), Paint("#15181b", "#ece8de")),
        "panel": (Paint("#fffdf7", "#26241f"), Paint("#1f2428", "#ece8de")),
        "accent": ("#b3560b", "#f0a040"),
        "glow": ("#fff4a8", "#8a6d00"),
    }
)
"""The parts that have the same colours in all games."""


class Look(TypedDict, total=False):
    """The options of every picture."""

    size: float | None
    """The width in pixels."""
    theme: str
    """`light`, `dark`, or `auto` to follow the page."""
    colours: Mapping[str, str]
    """Colours that replace those of the theme, by part."""


class Theme:
    """All colours of a picture. The theme of a game declares its own parts too."""

    page: Paint
    panel: Paint
    accent: str
    """The last move, and the edge of the panel of the player to move, or of the winners."""
    glow: str
    """What a caller highlights."""
    line: str
    """Thin lines, and the edges of panels."""
    faint: str
    """Less important writing, still legible on a panel and the page."""
    edge: str
    """The edges of pieces."""

    def __init__(
        self, tones: Mapping[str, Tone], size: float | None, css_class: str = "", style: str = ""
    ) -> None:
        self.paints = {part: tone for part, tone in tones.items() if isinstance(tone, Paint)}
        """The parts with ink, also those whose name is computed."""
        self._size = size
        self._css_class = css_class
        self._style = style
        for part, tone in tones.items():
            setattr(self, part, tone)

    def picture(self, title: str, text: str, box: tuple[float, float], parts: Iterable[str]) -> str:
        """A picture of this width and height; `text` is for readers who cannot see it."""
        width, height = box
        size = self._size
        return element(
            "svg",
            self._style,
            element("title", escape(title)),
            element("desc", escape(text)),
            element("rect", width=width, height=height, fill=self.page.fill),
            *parts,
            class_=self._css_class or None,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {format_number(width)} {format_number(height)}",
            width=size,
            height=None if size is None else size * height / width,
            role="img",
            font_family="sans-serif",
        )


T = TypeVar("T", bound=Theme)


@final
@attrs.frozen
class Palette(Immutable, Generic[T]):
    """The colours of the pictures of a game, light and dark."""

    make_theme: type[T]
    tones: Mapping[str, Tones]

    def theme(
        self, theme: str = "light", *, size: float | None = None, colours: Mapping[str, str] = EMPTY
    ) -> T:
        """The theme of this name, with the options of a caller."""
        if size is not None:
            expected = f"a width in pixels from 1 to {_MAX_SIZE}, or None"
            as_number(size, "size", expected, 1, _MAX_SIZE)
        tones = {**self.tones, **_own_tones(colours, self.tones)}
        if theme == "auto":
            return self.make_theme(*_follow_page(tones, size))
        if theme not in _FIXED:
            raise InvalidArgument(
                f"theme must be 'light', 'dark' or 'auto', not {short_repr(theme)}"
            )
        place = _FIXED.index(theme)
        return self.make_theme({part: pair[place] for part, pair in tones.items()}, size)


def _follow_page(
    tones: Mapping[str, Tones], size: float | None
) -> tuple[dict[str, Tone], float | None, str, str]:
    """The arguments of a theme with the light tones, classes, and a style sheet.

    The names of the classes have a hash of the colours: other pictures on the page keep theirs.
    On a screen the picture is no wider than the page.
    """
    name = content_id(repr(tones), 6)
    rules: list[str] = []

    def adapt(part: str, light: str, dark: str) -> str:
        if light == dark:
            return light
        css_class = f"{name}-{part.replace(' ', '-')}"
        rules.extend(f".{css_class}-{kind}{{{kind}:{dark}}}" for kind in ("fill", "stroke"))
        return AutoColour(light, css_class)

    adapted: dict[str, Tone] = {}
    for part, (light, dark) in tones.items():
        if isinstance(light, Paint) and isinstance(dark, Paint):
            ink = adapt(f"{part}-ink", light.ink, dark.ink)
            adapted[part] = Paint(adapt(part, light.fill, dark.fill), ink)
        else:
            adapted[part] = adapt(part, str(light), str(dark))
    dark_rules = f"@media (prefers-color-scheme: dark){{{''.join(rules)}}}"
    fit = f"@media screen{{.{name}{{max-width:100%;height:auto}}}}"
    return adapted, size, name, element("style", dark_rules, fit)


def _own_tones(colours: Mapping[str, str], known: Mapping[str, Tones]) -> dict[str, Tones]:
    """The colours of a caller by part, the same in light and dark."""
    own: dict[str, Tones] = {}
    for part, colour in colours.items():
        if part not in known:
            raise InvalidArgument(
                f"colours has no part {short_repr(part)}; the parts are {', '.join(known)}"
            )
        lower = colour.lower()
        if not _COLOUR.fullmatch(lower):
            raise InvalidArgument(
                f"the colour of {part!r} must be text like '#2460a8', not {short_repr(colour)}"
            )
        tone = legible_paint(lower) if isinstance(known[part][0], Paint) else lower
        own[part] = (tone, tone)
    return own


def legible_paint(colour: str) -> Paint:
    """A surface of this colour, with ink that is legible on it."""
    return Paint(colour, _DARK_INK if luminance(colour) > _LIGHT_ENOUGH else _LIGHT_INK)


def luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1.

    >>> luminance("#000000"), luminance("#ffffff")
    (0.0, 1.0)
    """
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
