"""Finding and counting the solutions of the puzzles (K13, K14)."""

import math
import random
from collections.abc import Iterator

from keltis._shared.chance import generator
from keltis._shared.text import short_repr
from keltis.celtic.catalogue import catalogue_of
from keltis.celtic.filling import Filling
from keltis.celtic.rules import CELTIC, Rules, require_rules
from keltis.errors import InvalidArgument


def solve(*, hard: bool = False, seed: int | None = None, rules: Rules = CELTIC) -> Filling | None:
    """A solution of the easy or the hard puzzle, chosen at random, or None if there is none.

    The same seed gives the same solution on every machine and Python version. Every solution of the
    easy puzzle is as likely as any other. The first call takes as long as `count_fillings`.

    >>> solve(seed=1), solve(hard=True, seed=2)
    (<2C444/2FFFD/6FFD5/57955/3BAB9>, <6C6A8/7FFA8/7FFAC/7FB81/3BAA8>)
    """
    require_rules(rules)
    if type(hard) is not bool:
        raise InvalidArgument(f"hard must be True or False, not {short_repr(hard)}")
    rng = generator(seed)
    catalogue = catalogue_of(rules)
    for number in _scattered(catalogue.count, rng):
        filling = catalogue.filling(number)
        if not hard or filling.knots == 1:
            return filling
    return None


def count_fillings(*, rules: Rules = CELTIC) -> int:
    """How many solutions the easy puzzle has, exactly (K13).

    Tiles of one shape count as the same, whoever owns them; times `colourings`, they count as
    different. Fillings that are turned or mirrored images of each other are counted one by one. It
    takes about a second for 5 by 5, and much longer for a larger window.

    >>> count_fillings()
    96448
    """
    require_rules(rules)
    return catalogue_of(rules).count


def fillings(*, rules: Rules = CELTIC) -> Iterator[Filling]:
    """All solutions of the easy puzzle, one after the other."""
    require_rules(rules)
    catalogue = catalogue_of(rules)
    return map(catalogue.filling, range(catalogue.count))


def colourings(*, rules: Rules = CELTIC) -> int:
    """In how many ways the tiles of any one filling can be shared out among their owners.

    >>> colourings()
    24300000
    """
    require_rules(rules)
    by_shape = zip(*rules.supplies, strict=True)
    return math.prod(
        math.factorial(sum(counts)) // math.prod(map(math.factorial, counts)) for counts in by_shape
    )


def _scattered(count: int, rng: random.Random) -> Iterator[int]:
    """All numbers below `count`, each once: from any one on in steps of any size, round and round."""
    if not count:
        return
    number = int(rng.random() * count)
    step = int(rng.random() * count)
    while math.gcd(step, count) != 1:
        step += 1
    for _ in range(count):
        yield number
        number = (number + step) % count
