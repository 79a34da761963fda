"""Themes of pictures: their names, colours of a caller's own, and pictures that follow the page."""

import hashlib
import re
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final, TypeVar, final

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.errors import InvalidArgument

T = TypeVar("T")

EMPTY: Final[Mapping[str, str]] = MappingProxyType({})
"""No colours of a caller's own."""
_AUTO: Final = "auto"
_COLOUR: Final = re.compile("#[0-9a-f]{6}")
_PAINTED: Final = re.compile('(fill|stroke)="(#[0-9a-f]{6})"')
_NAMED: Final = re.compile('(id="|href="#)(keltis-[0-9a-f]{12})')
"""The ids of drawings that are used several times, and their uses."""
_DARK_INK: Final = "#16181a"
_LIGHT_INK: Final = "#ffffff"
_LIGHT_ENOUGH: Final = 0.18
"""The luminance from which dark ink has more contrast than white ink."""


@final
@attrs.frozen
class Paint(Immutable):
    """The colour of a surface, and of what is written on it."""

    fill: str
    ink: str


def draw_with_theme(
    themes: Mapping[str, T],
    name: str,
    recolour: Callable[[T], T],
    draw: Callable[[T], str],
) -> str:
    """Draw with the theme of this name: `light`, `dark`, or `auto`, which follows the page."""
    if name == _AUTO:
        light, dark = (draw(recolour(themes[each])) for each in ("light", "dark"))
        return _follow_page(light, dark)
    theme = themes.get(name)
    if theme is None:
        raise InvalidArgument(f"theme must be 'light', 'dark' or 'auto', not {short_repr(name)}")
    return draw(recolour(theme))


def _follow_page(light: str, dark: str) -> str:
    """The light picture, with a style sheet that makes it dark, and no wider, where the page is.

    The two pictures differ in their colours alone. Where one light colour stands for two dark ones,
    it is changed slightly, so that the style sheet can tell them apart. A browser looks for
    the class of a drawing that is used several times in that drawing only, so each has the class,
    and an id of its own: a light picture on the same page may have the drawing without the class.
    """
    dark_colours = iter([colour for _, colour in _PAINTED.findall(dark)])
    light_by_pair: dict[tuple[str, str], str] = {}

    def unique(found: re.Match[str]) -> str:
        pair = found[2], next(dark_colours)
        if pair not in light_by_pair:
            light_by_pair[pair] = _unused_colour(found[2], light_by_pair.values())
        return f'{found[1]}="{light_by_pair[pair]}"'

    drawn = _NAMED.sub(r"\1\2-auto", _PAINTED.sub(unique, light))
    name = f"keltis-{hashlib.sha256(drawn.encode()).hexdigest()[:12]}"
    rules = "".join(
        f'.{name} [{kind}="{colour}"]{{{kind}:{dark}}}'
        for (light, dark), colour in light_by_pair.items()
        for kind in ("fill", "stroke")
        if colour != dark
    )
    fit = f".{name}{{max-width:100%;height:auto}}"
    style = f"<style>@media (prefers-color-scheme: dark){{{rules}}}@media screen{{{fit}}}</style>"
    drawn = drawn.replace("<svg ", f'<svg class="{name}" ', 1)
    drawn = drawn.replace('<g id="', f'<g class="{name}" id="')
    return drawn.replace("<title>", f"{style}<title>", 1)


def _unused_colour(colour: str, used: Collection[str]) -> str:
    """The colour, or the nearest one in blue that is not used."""
    number = int(colour[1:], 16)
    return next(near for step in range(256) if (near := f"#{number ^ step:06x}") not in used)


def as_colours(colours: Mapping[str, str], known: Collection[str]) -> dict[str, str]:
    """The colours of a caller, by the name of what they are for.

    >>> as_colours({"board": "#FFFFFF"}, ["board"])
    {'board': '#ffffff'}
    """
    checked = {}
    for name, colour in colours.items():
        if name not in known:
            raise InvalidArgument(
                f"colours has no part {short_repr(name)}; the parts are {', '.join(known)}"
            )
        if not _COLOUR.fullmatch(colour.lower()):
            raise InvalidArgument(
                f"the colour of {name!r} must be text like '#2460a8', not {short_repr(colour)}"
            )
        checked[name] = colour.lower()
    return checked


def paint_of(colour: str | None, default: Paint) -> Paint:
    """A surface of this colour with ink that is legible on it, or the default for None."""
    if colour is None:
        return default
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
