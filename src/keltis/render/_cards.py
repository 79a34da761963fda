"""Cards, hands and piles of cards."""

from collections.abc import Sequence
from typing import Final

from keltis._shared.narration import count_noun
from keltis.cards import Card, Colour
from keltis.render._kit.svg import element, group, label
from keltis.render._kit.themes import Paint
from keltis.render._marks import Marks
from keltis.render._shapes import symbol
from keltis.render._theme import Theme

CARD: Final = (48.0, 68.0)
"""The width and the height of a card."""
_ROOM_FOR_SYMBOL: Final = 40.0
"""The visible width of a card that has room for its symbol beside its letter."""


def card(
    x: float,
    y: float,
    face: Card,
    theme: Theme,
    *,
    visible: float = CARD[0],
    marked: bool = False,
) -> str:
    """A card face up with its value, letter and symbol.

    `visible` is the width that is not under the next card.
    """
    paint = theme.path(face.colour)
    visible = min(visible, CARD[0])
    wide = visible >= _ROOM_FOR_SYMBOL
    letter_x = x + (13 if wide else visible / 2)
    return group(
        "card",
        str(face),
        _blank(x, y, paint, theme, marked=marked),
        label(
            x + visible / 2,
            y + 24,
            str(face.value),
            34,
            max_width=visible - 3,
            fill=paint.ink,
            font_weight="bold",
        ),
        label(
            letter_x,
            y + 54,
            face.colour.letter,
            23,
            max_width=min(visible, 22),
            fill=paint.ink,
            font_weight="bold",
        ),
        symbol((x + 34, y + 54), 8.5, face.colour, paint.ink) if wide else "",
        data_card=str(face),
    )


def back(x: float, y: float, theme: Theme) -> str:
    """A card face down."""
    width, height = CARD
    inner = element(
        "rect",
        x=x + 5,
        y=y + 5,
        width=width - 10,
        height=height - 10,
        rx=3,
        fill="none",
        stroke=theme.back.ink,
        opacity=0.45,
    )
    return element("g", _blank(x, y, theme.back, theme), inner, class_="keltis-back")


def _blank(x: float, y: float, paint: Paint, theme: Theme, *, marked: bool = False) -> str:
    return element(
        "rect",
        x=x,
        y=y,
        width=CARD[0],
        height=CARD[1],
        rx=6,
        fill=paint.fill,
        stroke=theme.accent if marked else theme.edge,
        stroke_width=5 if marked else 1,
    )


def hand(
    x: float, y: float, room: float, faces: Sequence[Card], hidden: int, marks: Marks, theme: Theme
) -> str:
    """Cards side by side, face-down cards last, closer together where there are many."""
    count = len(faces) + hidden
    step = min(CARD[0] + 5, (room - CARD[0]) / max(count - 1, 1))
    places = [x + step * place for place in range(count)]
    drawn = [
        card(place, y, face, theme, visible=step, marked=face in marks.cards)
        for place, face in zip(places, faces, strict=False)
    ]
    return "".join(drawn + [back(place, y, theme) for place in places[len(faces) :]])


def discard_pile(
    x: float, y: float, colour: Colour, pile: Sequence[Card], marks: Marks, theme: Theme
) -> str:
    """The top of a colour's discard pile, and the number of its cards."""
    title = f"{colour} discard pile: {count_noun(len(pile), 'card')}"
    data = {"data_path": colour.letter, "data_pile": colour.letter}
    marked = colour in marks.piles
    if not pile:
        middle = y + CARD[1] / 2
        letter = label(x + 13, middle, colour.letter, 23, max_width=22, fill=theme.faint)
        sign = symbol((x + 34, middle), 8.5, colour, theme.faint)
        place = _empty_place(x, y, theme, marked=marked)
        return group("discards", title, place, letter, sign, **data)
    under = [_blank(x + lift, y - lift, theme.path(colour), theme) for lift in _lifts(len(pile))]
    top = card(x, y, pile[-1], theme, marked=marked or pile[-1] in marks.cards)
    return group("discards", title, *under, top, _count(x, y, len(pile), theme), **data)


def draw_pile(x: float, y: float, size: int, marks: Marks, theme: Theme) -> str:
    """The face-down pile and its size."""
    title = f"draw pile: {count_noun(size, 'card')}"
    count, marked = _count(x, y, size, theme), None in marks.piles
    if not size:
        place = _empty_place(x, y, theme, marked=marked)
        return group("pile", title, place, count, data_pile="pile")
    backs = [back(x + lift, y - lift, theme) for lift in (*_lifts(size), 0)]
    if marked:
        backs.append(_empty_place(x, y, theme, marked=True))
    return group("pile", title, *backs, count, data_pile="pile")


def _count(x: float, y: float, cards: int, theme: Theme) -> str:
    """The number of cards under a pile."""
    return label(
        x + CARD[0] / 2,
        y + CARD[1] + 16,
        str(cards),
        20,
        max_width=CARD[0],
        fill=theme.page.ink,
    )


def _lifts(size: int) -> tuple[int, ...]:
    """The offsets of the cards that show under the top card of a pile, at most two."""
    return (5, 2)[max(3 - size, 0) :]


def _empty_place(x: float, y: float, theme: Theme, *, marked: bool) -> str:
    """An empty place for a pile, or the mark around one."""
    width, height = CARD
    return element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=6,
        fill="none",
        stroke=theme.accent if marked else theme.faint,
        stroke_width=5 if marked else 1.5,
        stroke_dasharray=None if marked else "5 4",
    )
