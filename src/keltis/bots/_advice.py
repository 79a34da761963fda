"""What bots would do in a position, and how they value the other moves."""

import random
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final, Protocol, final, runtime_checkable

import attrs

from keltis._engine.legality import legal_moves
from keltis._engine.moves import Move
from keltis._engine.view import PlayerView
from keltis._lib.chance import generator
from keltis._lib.values import Immutable
from keltis.bots._bot import Candidate, require_decision
from keltis.bots._luck import best_value
from keltis.bots._registry import make_bot
from keltis.events import meaning, preview
from keltis.render._kit.html import html_table
from keltis.render._kit.svg import percent

ADVISERS: Final = ("greedy", "learnt")
"""The bots that `advise` asks if you name no others."""
_LISTED: Final = 5
"""The number of candidates in a table."""


@runtime_checkable
class AnalysingBot(Protocol):
    """A bot that can value every move, as `GreedyBot`, `LearntBot` and `SearchBot` do.

    >>> from keltis.bots import AnalysingBot, make_bot
    >>> [isinstance(make_bot(name), AnalysingBot) for name in ("greedy", "random")]
    [True, False]
    """

    def analyse(
        self, view: PlayerView, moves: Sequence[Move], rng: random.Random, /
    ) -> tuple[Candidate, ...]:
        """Return a candidate for each of the moves, in their order."""


@final
@attrs.frozen
class Advice(Immutable):
    """What one bot would do, and why.

    >>> import keltis
    >>> from keltis.bots import advise
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> (advice,) = advise(view, bots=["greedy"])
    >>> print(f"{advice.bot}: {advice.move}, the best of {len(advice.candidates)} moves")
    greedy: lay B0 large, the best of 24 moves
    """

    bot: str
    """The name of the bot."""
    move: Move
    """Its choice."""
    candidates: tuple[Candidate, ...]
    """All legal moves, the best first; empty if the bot does not value its moves."""
    chances: tuple[float, ...]
    """The probability to win after each candidate, or after its choice if there are none.

    They come from the value function that `review` judges by, whichever bot is asked.
    """

    def explain(self, view: PlayerView, *, who: str = "") -> str:
        """Sentences about the choice: where it leads, and what the next best move would lose.

        >>> import keltis
        >>> from keltis.bots import advise
        >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
        >>> (advice,) = advise(view, bots=["random"], seed=1)
        >>> print(advice.explain(view))  # doctest: +ELLIPSIS
        The random bot would lay the yellow 0 with a small figure. The chance to win is ... %.
        """
        leads = preview(view, self.move)
        text = f"{who or f'The {self.bot} bot'} would {meaning(self.move)}"
        text += f" ({leads})." if leads else "."
        text += f" The chance to win is {percent(self.chances[0])}"
        if len(self.candidates) > 1:
            best, other, *_ = self.candidates
            text += f"; if you {meaning(other.move)}, it is {percent(self.chances[1])}"
            if best.visits == 1 and (loss := f"{best.value - other.value:.1f}") != "0.0":
                text += f", with {loss} points less"
        return f"{text}."

    def _repr_html_(self) -> str:
        """The table in a notebook: the best moves with their values."""
        title = f"{self.bot} would {self.move}"
        return html_table(title, *self.table) if self.candidates else f"<p>{escape(title)}</p>"

    @property
    def table(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """The headings of a table of the best moves, and its rows."""
        best = self.candidates[:_LISTED]
        is_points = all(candidate.visits == 1 for candidate in self.candidates)
        rows = []
        for each, chance in zip(best, self.chances, strict=False):
            told = (f"{each.value:+.1f}",) if is_points else (f"{each.value:.2f}", str(each.visits))
            rows.append((str(each.move), percent(chance), *told))
        values = ("points ahead",) if is_points else ("value", "visits")
        return ("move", "chance", *values), rows


def advise(
    view: PlayerView,
    *,
    bots: Sequence[str] = ADVISERS,
    seed: int | None = None,
    rng: random.Random | None = None,
) -> tuple[Advice, ...]:
    """What bots would do in the place of the viewer, who must be the player to move.

    :param bots: names for `make_bot`. Those that value moves also give all their candidates:
        `greedy` by the expected lead in points, `learnt` by a value from 0 to 1, and `search` by
        the number of its rollouts and this value. Beside them are the probabilities to win by which
        `review` judges
    :param seed: of the bots (default: random)
    :param rng: your own source of chance, in place of a seed

    >>> import keltis
    >>> from keltis.bots import advise
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> (advice,) = advise(view, bots=["greedy"], seed=1)
    >>> advice.move in keltis.legal_moves(view), len(advice.candidates)
    (True, 24)
    >>> advice.candidates[0].move == advice.move
    True
    """
    chance = generator(seed, rng)
    moves = legal_moves(view)
    require_decision(view, moves)
    chances = best_value(view.rules, len(view.players)).chances(view, moves)
    return tuple(
        [_advice(name, view, dict(zip(moves, chances, strict=True)), chance) for name in bots]
    )


def _advice(
    name: str, view: PlayerView, chances: Mapping[Move, float], rng: random.Random
) -> Advice:
    bot, moves = make_bot(name), tuple(chances)
    if not isinstance(bot, AnalysingBot):
        move = bot(view, moves, rng)
        return Advice(name, move, (), (chances[move],))
    candidates = tuple(sorted(bot.analyse(view, moves, rng), key=_rank, reverse=True))
    of_candidates = tuple([chances[candidate.move] for candidate in candidates])
    return Advice(name, candidates[0].move, candidates, of_candidates)


def _rank(candidate: Candidate) -> tuple[int, float]:
    return candidate.visits, candidate.value
