"""The search bot: rollouts of whole turns with the value network of `learnt`."""

import random
import sys
from collections.abc import Sequence
from typing import Final, final

import attrs

from keltis._engine.moves import Move
from keltis._engine.view import PlayerView
from keltis._lib.checks import ABOVE_ZERO, as_int, as_number
from keltis._network import ValueNetwork, load_network
from keltis.bots._bot import Candidate, require_decision

DEFAULT_ITERATIONS: Final = 185
"""The rollouts for one decision if no budget is given."""


@final
@attrs.frozen
class SearchBot:
    """Tries the best turns of `LearntBot` in rollouts, and makes the best of them.

    Each rollout determinizes the view, that is, samples the hidden cards. Then each player makes
    the turn that the network values most, from what that player knows, three times after the turn
    that is tried; the network values the searcher's last two turns. All candidates meet the same
    determinizations, and those that fall behind leave. The real hidden cards are not available: a
    view does not have them.

    The budget for a decision is a number of rollouts, of seconds, or both; the first to run out
    ends the search. With iterations alone, the same view and the same generator give the same move
    on the same machine. It runs on the kernels of `keltis.batch`, so it needs that extra; `learnt`
    does not. The network must have learnt the rules, as for `LearntBot`.

    >>> import random
    >>> import keltis
    >>> from keltis.bots import SearchBot
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> bot = SearchBot(iterations=30)
    >>> bot(view, keltis.legal_moves(view), random.Random(7)) in keltis.legal_moves(view)
    True
    """

    iterations: int | None = None
    seconds: float | None = None
    weights: str | None = None
    """A file that `keltis train` wrote, or None for our own weights."""
    _network: ValueNetwork = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        import keltis.batch  # noqa: F401, PLC0415 - an extra, which says what to install

        iterations, seconds = self.iterations, self.seconds
        if iterations is not None:
            object.__setattr__(self, "iterations", as_int(iterations, "iterations", 1))
        elif seconds is None:
            object.__setattr__(self, "iterations", DEFAULT_ITERATIONS)
        if seconds is not None:
            expected = "a number above 0"
            seconds = as_number(seconds, "seconds", expected, ABOVE_ZERO, sys.float_info.max)
            object.__setattr__(self, "seconds", seconds)
        object.__setattr__(self, "_network", load_network(self.weights))

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Return the move with the most rollouts, of equal ones that with the best value."""
        candidates = self.analyse(view, moves, rng)
        return max(candidates, key=lambda candidate: (candidate.visits, candidate.value)).move

    def analyse(
        self, view: PlayerView, moves: Sequence[Move], rng: random.Random
    ) -> tuple[Candidate, ...]:
        """Return a candidate for each of the moves, in their order. A single move is not searched.

        >>> import random
        >>> import keltis
        >>> from keltis.bots import SearchBot
        >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
        >>> moves = keltis.legal_moves(view)
        >>> candidates = SearchBot(iterations=30).analyse(view, moves, random.Random(7))
        >>> sum(candidate.visits for candidate in candidates) <= 30
        True
        """
        from keltis.batch import search_moves  # noqa: PLC0415 - an extra

        require_decision(view, moves)
        if len(moves) == 1:
            return (Candidate(moves[0], 0, 0.5),)
        found = search_moves(
            view,
            moves,
            iterations=self.iterations,
            seconds=self.seconds,
            seed=rng.getrandbits(64),
            network=self._network,
        )
        return tuple(map(Candidate, moves, found.visits.tolist(), found.values.tolist()))
