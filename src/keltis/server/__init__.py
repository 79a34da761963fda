"""A server for friends: they play in their browsers, and bots take the empty seats.

`keltis serve` starts it. `create_app` gives the web application for an ASGI server of your own.
A page never receives a card that its player may not know: scenes are made from views.

    >>> from keltis import GameRecord
    >>> from keltis.server import scene_document
    >>> record = GameRecord.seeded(2, seed=1, names=("Ann", "Bob"))
    >>> scene_document(record, 1)["view"]["viewer"]
    1
"""

from typing import TYPE_CHECKING

from keltis._lib.exports import lazy_exports, set_public_module
from keltis.server._page import SceneDocument, TurnDocument, scene_document, scene_picture
from keltis.server._streams import client_network as client_network  # for the program
from keltis.server._table import TableError

if TYPE_CHECKING:
    from keltis.server._app import create_app
else:
    __getattr__ = lazy_exports(__name__, {"create_app": "keltis.server._app"})

__all__ = [
    "SceneDocument",
    "TableError",
    "TurnDocument",
    "create_app",
    "scene_document",
    "scene_picture",
]

set_public_module(__name__)
