"""A table as data for JSON, as one of its viewers may know it."""

from collections.abc import Mapping
from typing import TypedDict

from keltis.server._page import M, R, S, V
from keltis.server._table import Table


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
    scene: Mapping[str, object] | None
    """The game; null before it starts."""
    picture: str | None
    """The board as SVG."""


def table_document(
    table: Table[S, V, M, R], viewer: int | None, *, choice: str | None, theme: str
) -> TableDocument:
    """A table as data for JSON. What the viewer has chosen so far is marked in the picture."""
    return {
        "version": table.version,
        "rules": table.page.game.notation.format_rules(table.rules),
        "viewer": viewer,
        "seats": [{"name": seat.name, "is_bot": seat.bot is not None} for seat in table.seats],
        "bots": list(table.bots),
        "scene": table.scene(viewer),
        "picture": table.picture(viewer, choice=choice, theme=theme),
    }
