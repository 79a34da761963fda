"""A server for friends: they play in their browsers, and bots take the empty seats.

`keltis serve` starts it. `create_app` gives the web application for an ASGI server of your own.
A page never receives a card that its player may not know: scenes are made from views.

    >>> from keltis import GameRecord
    >>> from keltis.server import KELTIS_PAGE
    >>> record = GameRecord.seeded(2, seed=1, names=("Ann", "Bob"))
    >>> KELTIS_PAGE.scene(record, 1)["view"]["viewer"]
    1
"""

from typing import TYPE_CHECKING

from keltis._lib.exports import lazy_exports, set_public_module
from keltis.server._page import (
    CELTIC_PAGE,
    KELTIS_PAGE,
    CelticScene,
    KeltisScene,
    MomentDocument,
    Page,
    ReviewDocument,
    SceneDocument,
    TurnDocument,
)
from keltis.server._streams import client_network as client_network  # for the program
from keltis.server._table import TableError

if TYPE_CHECKING:
    from keltis.server._app import create_app
else:
    __getattr__ = lazy_exports(__name__, {"create_app": "keltis.server._app"})

__all__ = [
    "CELTIC_PAGE",
    "KELTIS_PAGE",
    "CelticScene",
    "KeltisScene",
    "MomentDocument",
    "Page",
    "ReviewDocument",
    "SceneDocument",
    "TableError",
    "TurnDocument",
    "create_app",
]

set_public_module(__name__)
