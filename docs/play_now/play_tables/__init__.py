"""The Python side of the page "Play now": the tables at which a visitor plays.

The worker of the page passes a request to `answer` and gets a response, both as JSON: the document
of a table, as the server has it, and the record of the game.
"""

from play_tables.requests import answer

__all__ = ["answer"]
