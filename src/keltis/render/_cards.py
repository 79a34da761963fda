"""Cards, hands and piles of cards."""

from collections.abc import Sequence
from typing import Final

from keltis._shared.svg import Paint, element, group, label
from keltis.cards import Card, Colour
from keltis.render._theme import Theme

CARD: Final = (36.0, 48.0)
"""The width and the height of a card."""


def card(x: float, y: float, face: Card, theme: Theme, visible: float = CARD[0]) -> str:
    """A card face up with its value and letter; `visible` is the width not under the next card."""
    paint = theme.path(face.colour)
    return group(
        "card",
        str(face),
        _blank(x, y, paint, theme),
        label(x + 8, y + 9, face.colour.letter, 11, max_width=12, fill=paint.ink),
        label(
            x + visible / 2,
            y + 29,
            str(face.value),
            22,
            max_width=visible - 2,
            fill=paint.ink,
            font_weight="bold",
        ),
    )


def back(x: float, y: float, theme: Theme) -> str:
    """A card face down."""
    width, height = CARD
    inner = element(
        "rect",
        x=x + 4,
        y=y + 4,
        width=width - 8,
        height=height - 8,
        rx=2.5,
        fill="none",
        stroke=theme.back.ink,
        opacity=0.45,
    )
    return element("g", _blank(x, y, theme.back, theme), inner, class_="keltis-back")


def _blank(x: float, y: float, paint: Paint, theme: Theme) -> str:
    return element(
        "rect", x=x, y=y, width=CARD[0], height=CARD[1], rx=4.5, fill=paint.fill, stroke=theme.edge
    )


def hand(x: float, y: float, room: float, faces: Sequence[Card], hidden: int, theme: Theme) -> str:
    """Cards side by side, face-down cards last, closer together where there are many."""
    count = len(faces) + hidden
    step = min(CARD[0] + 6, (room - CARD[0]) / max(count - 1, 1))
    places = [x + step * place for place in range(count)]
    drawn = [
        card(place, y, face, theme, min(step, CARD[0]))
        for place, face in zip(places, faces, strict=False)
    ]
    return "".join(drawn + [back(place, y, theme) for place in places[len(faces) :]])


def discard_pile(x: float, y: float, colour: Colour, pile: Sequence[Card], theme: Theme) -> str:
    """The top of a colour's discard pile, and the number of its cards."""
    width, height = CARD
    count = label(
        x + width / 2, y + height + 13, str(len(pile)), 14, max_width=width, fill=theme.page.ink
    )
    title = f"{colour} discard pile: {len(pile)} cards"
    if not pile:
        letter = label(
            x + width / 2, y + height / 2, colour.letter, 18, max_width=width, fill=theme.faint
        )
        return group("discards", title, _empty_place(x, y, theme), letter, count)
    under = [_blank(x + lift, y - lift, theme.path(colour), theme) for lift in _lifts(len(pile))]
    return group("discards", title, *under, card(x, y, pile[-1], theme), count)


def draw_pile(x: float, y: float, size: int, theme: Theme) -> str:
    """The face-down pile and its size."""
    width, height = CARD
    count = label(
        x + width / 2, y + height + 13, str(size), 14, max_width=width, fill=theme.page.ink
    )
    title = f"draw pile: {size} cards"
    if not size:
        return group("pile", title, _empty_place(x, y, theme), count)
    return group(
        "pile", title, *(back(x + lift, y - lift, theme) for lift in (*_lifts(size), 0)), count
    )


def _lifts(size: int) -> tuple[int, ...]:
    """The offsets of the cards that show under the top card of a pile, at most two."""
    return (4, 2)[max(3 - size, 0) :]


def _empty_place(x: float, y: float, theme: Theme) -> str:
    """An empty place for a pile."""
    width, height = CARD
    return element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=4.5,
        fill="none",
        stroke=theme.faint,
        stroke_dasharray="4 3",
    )
