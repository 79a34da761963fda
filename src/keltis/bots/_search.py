"""The search bot: information-set Monte Carlo tree search, its budget and its engines."""

import math
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, final, get_args

import attrs

from keltis._engine.moves import Move
from keltis._engine.view import PlayerView, complete_state, determinize, hidden_cards
from keltis._lib.checks import ABOVE_ZERO, as_int, as_number
from keltis._lib.text import short_repr
from keltis.bots._bot import Candidate, require_decision
from keltis.bots._evaluation import add_in_order
from keltis.bots._tree import Determinization, Node, select, visit
from keltis.errors import InvalidArgument

Engine: TypeAlias = Literal["compiled", "python"]
"""What runs the iterations: the kernels of `keltis.batch`, or plain Python."""
_ENGINES: Final = get_args(Engine)

DEFAULT_ITERATIONS: Final[Mapping[str, int]] = MappingProxyType({"compiled": 3000, "python": 300})
"""By engine, the iterations for one decision if no budget is given."""


@final
@attrs.frozen
class SearchBot:
    """Plays by information-set Monte Carlo tree search.

    Each iteration determinizes the view, that is, samples the hidden cards; descends a tree by PUCT
    with priors from a policy; plays a rollout by the same policy; and adds the reward to the nodes
    on the way. There is one tree for all determinizations, so a move is good if it is good on
    average. The real hidden cards are not available: a view does not have them.

    The budget for a decision is a number of iterations, of seconds, or both; the first to run out
    ends the search. With iterations alone, the same view and the same generator give the same move.

    The engine `"compiled"` runs on the kernels of `keltis.batch`, some fifty times as fast as
    `"python"`, and plays its rollouts to the end of the game; it needs the extra `batch`. Without a
    choice it is used if the extra is installed. The two play different games: name the engine if a
    game has to be the same on another machine.

    >>> import random
    >>> import keltis
    >>> from keltis.bots import SearchBot
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> bot = SearchBot(iterations=30, engine="python")
    >>> print(bot(view, keltis.legal_moves(view), random.Random(7)))
    lay B0 large
    """

    iterations: int | None = None
    seconds: float | None = None
    engine: Engine | None = None

    def __attrs_post_init__(self) -> None:
        iterations, seconds = self.iterations, self.seconds
        engine = _choose_engine(self.engine)
        object.__setattr__(self, "engine", engine)
        if iterations is not None:
            object.__setattr__(self, "iterations", as_int(iterations, "iterations", 1))
        elif seconds is None:
            object.__setattr__(self, "iterations", DEFAULT_ITERATIONS[engine])
        if seconds is not None:
            expected = "a number above 0"
            seconds = as_number(seconds, "seconds", expected, ABOVE_ZERO, sys.float_info.max)
            object.__setattr__(self, "seconds", seconds)

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Return the move with the highest visit count, of equal ones that with the best value."""
        candidates = self.analyse(view, moves, rng)
        return max(candidates, key=lambda candidate: (candidate.visits, candidate.value)).move

    def analyse(
        self, view: PlayerView, moves: Sequence[Move], rng: random.Random
    ) -> tuple[Candidate, ...]:
        """Return a candidate for each of the moves, in their order. A single move is not searched.

        The search stops early when the iterations left could not change the most visited move.

        >>> import random
        >>> import keltis
        >>> from keltis.bots import SearchBot
        >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
        >>> candidates = SearchBot(iterations=30, engine="python").analyse(
        ...     view, keltis.legal_moves(view), random.Random(7)
        ... )
        >>> best = max(candidates, key=lambda candidate: candidate.visits)
        >>> str(best.move), best.visits, round(best.value, 2)
        ('lay B0 large', 11, 0.65)
        """
        require_decision(view, moves)
        if len(moves) == 1:
            return (Candidate(moves[0], 0, 0.5),)
        search = self._search_compiled if self.engine == "compiled" else self._search_in_python
        visits, rewards = search(view, moves, rng)
        mean = add_in_order(rewards) / sum(visits)
        return tuple(
            [
                Candidate(move, count, reward / count if count else mean)
                for move, count, reward in zip(moves, visits, rewards, strict=True)
            ]
        )

    def _search_compiled(
        self, view: PlayerView, moves: Sequence[Move], rng: random.Random
    ) -> tuple[list[int], list[float]]:
        """Return the visit count and the sum of rewards of each move."""
        from keltis.batch import search_moves  # noqa: PLC0415 - an extra

        found = search_moves(
            view, moves, iterations=self.iterations, seconds=self.seconds, seed=rng.getrandbits(64)
        )
        return found.visits.tolist(), found.total_rewards.tolist()

    def _search_in_python(
        self, view: PlayerView, moves: Sequence[Move], rng: random.Random
    ) -> tuple[list[int], list[float]]:
        """Return the visit count and the sum of rewards of each move."""
        children = Node(1.0).expand(complete_state(view, hidden_cards(view)), moves)
        determinizations: list[Determinization] = []
        for count in self._budget():
            if self._is_decided(children, count):
                break
            chosen = select(children)
            node = children[chosen]
            # Common random numbers: all moves meet the same determinizations in the same order.
            if node.visit_count == len(determinizations):
                determinizations.append((determinize(view, rng), rng.getrandbits(64)))
            visit(node, moves[chosen], determinizations[node.visit_count])
        return [node.visit_count for node in children], [node.total_reward for node in children]

    def _is_decided(self, children: Sequence[Node], count: int) -> bool:
        """Return whether no other move can overtake the most visited in the iterations left."""
        *_, second, first = sorted([node.visit_count for node in children])
        return self.iterations is not None and first - second > self.iterations - count

    def _budget(self) -> Iterator[int]:
        """Count iterations while there is budget, and at least one."""
        end = math.inf if self.seconds is None else time.perf_counter() + self.seconds
        count = 0
        while count != self.iterations and (not count or time.perf_counter() < end):
            yield count
            count += 1


def _choose_engine(engine: Engine | None) -> Engine:
    """Return the engine that was asked for, or the faster one of those that are installed."""
    if engine is not None and engine not in _ENGINES:
        raise InvalidArgument(f'engine must be "compiled" or "python", not {short_repr(engine)}')
    if engine == "python":
        return engine
    try:
        import keltis.batch  # noqa: F401, PLC0415 - an extra
    except ImportError:
        if engine is not None:
            raise
        return "python"
    return "compiled"
