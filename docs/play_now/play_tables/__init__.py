"""The Python side of the page "Play now": the tables at which a visitor plays.

The worker of the page passes a request to `answer` and gets a response, both as JSON. Positions,
moves and records in them are documents of the library. The rest is listed with the types of the
tables.
"""

from play_tables.requests import answer

__all__ = ["answer"]
