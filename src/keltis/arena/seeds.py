"""Where the chance of a tournament comes from: every seed is derived from one."""

import hashlib
import json


def derived_seed(seed: int, *path: str | int) -> int:
    """The seed for one purpose, such as `derived_seed(7, "deal", 3)`: a number below 2**63, the same on every machine.

    How: the list of the name `keltis.arena`, the seed and the path is written as JSON in ASCII
    without spaces, as in `["keltis.arena",7,"deal",3]`; the first eight bytes of its SHA-256, read
    as one big-endian number, are halved. So no seed depends on which games were played before, or
    where.

    >>> derived_seed(7, "deal", 3)
    8179280862120324438
    """
    text = json.dumps(["keltis.arena", seed, *path], separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8], "big") >> 1
