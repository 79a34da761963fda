"""A table as data for JSON, as one of its viewers may know it."""

from typing import TypedDict

from keltis.cards import Card
from keltis.notation import format_rules
from keltis.server._scenes import SceneDocument, scene_document, scene_picture
from keltis.server._table import BOTS, Table


class SeatDocument(TypedDict):
    """A seat. It is free if it has no name."""

    name: str | None
    is_bot: bool


class TableDocument(TypedDict):
    """A table, its game as a scene, and the picture of the board."""

    version: int
    rules: str
    viewer: int | None
    """The seat of the viewer; null for a spectator."""
    seats: list[SeatDocument]
    bots: list[str]
    """The bots for free seats."""
    scene: SceneDocument | None
    """The game; null before it starts."""
    picture: str | None
    """The board as SVG."""


def table_document(
    table: Table, viewer: int | None, *, card: Card | None, theme: str
) -> TableDocument:
    """A table as data for JSON. A card that the viewer has chosen is marked in the picture."""
    record = table.record
    return {
        "version": table.version,
        "rules": format_rules(table.rules),
        "viewer": viewer,
        "seats": [{"name": seat.name, "is_bot": seat.bot is not None} for seat in table.seats],
        "bots": list(BOTS),
        "scene": None if record is None else scene_document(record, viewer),
        "picture": (
            None if record is None else scene_picture(record, viewer, card=card, theme=theme)
        ),
    }
