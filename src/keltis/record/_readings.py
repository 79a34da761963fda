"""Readings of the rules compared: the same deal and the same moves under other rules."""

from typing import final

import attrs

from keltis._engine.legality import Illegality, illegality, legal_moves
from keltis._engine.play import apply_move
from keltis._engine.rules import Rules
from keltis._engine.scoring import Outcome, Score, outcome, scores
from keltis._engine.state import GameState
from keltis._lib.values import Immutable
from keltis.errors import InvalidState
from keltis.record._record import GameRecord


@final
@attrs.frozen
class ReadingComparison(Immutable):
    """A game under its own rules and under others: where the two part, and how they end."""

    rules: Rules
    """The other rules."""
    faults: tuple[str, ...] = ()
    """Why the start of the game is impossible under them; empty if it is possible."""
    moves: int = 0
    """The number of moves that were made under them."""
    first_difference: int | None = None
    """The number of the first move, from 0, that leads to another position; None if none does.

    A position is another if any part of it differs, apart from the rules themselves.
    """
    first_choice: int | None = None
    """The number of the first decision, from 0, at which other moves are legal; None if none is."""
    illegal: Illegality | None = None
    """Why the move after the last one that was made is illegal under them; None if all are legal.

    If a game is over earlier, this is the reason why its later moves are illegal.
    """
    scores: tuple[tuple[Score, ...], tuple[Score, ...]] | None = None
    """The scores under the game's own rules and the others, after the moves made under both.

    None if the start is impossible.
    """
    outcomes: tuple[Outcome | None, Outcome | None] = (None, None)
    """The outcome of the whole game under its own rules, and after `moves` under the others."""

    @property
    def is_same(self) -> bool:
        """Whether all moves are possible, with the same positions and the same scores."""
        if self.scores is None or self.first_difference is not None or self.illegal is not None:
            return False
        return self.scores[0] == self.scores[1] and self.outcomes[0] == self.outcomes[1]

    @property
    def winners_differ(self) -> bool:
        """Whether both end the game, with other winners."""
        own, other = self.outcomes
        return own is not None and other is not None and own.winners != other.winners


def compare_readings(record: GameRecord, rules: Rules) -> ReadingComparison:
    """Replay the deal and the moves of a game under other rules, and say where the two part.

    The moves are made one by one until one is illegal under the other rules, or the game is over
    under them. A deal with other cards or tiles than the other rules have is impossible under them,
    and the comparison says why.

    >>> import keltis
    >>> record = keltis.bots.play_match(["greedy", "greedy"], seed=7)
    >>> comparison = keltis.compare_readings(record, keltis.Rules(goal_figures=3))
    >>> comparison.first_difference, str(comparison.illegal)
    (67, 'the game is over')
    >>> [end.winners for end in comparison.outcomes]
    [(1,), (1,)]
    >>> keltis.compare_readings(record, keltis.Rules(hand_size=7)).faults[0]
    'seat 0 must hold 7 cards now, not 8 (S3)'
    """
    try:
        state = attrs.evolve(record.start, rules=rules)
    except InvalidState as error:
        return ReadingComparison(rules, error.faults, outcomes=(record.outcome, None))
    first_difference = first_choice = illegal = None
    made = 0
    for number, (own, move) in enumerate(record):
        if first_choice is None and legal_moves(state) != legal_moves(own):
            first_choice = number
        illegal = illegality(state, move)
        if illegal is not None:
            break
        state = apply_move(state, move)
        made += 1
        if first_difference is None and _differ(state, record.states[made]):
            first_difference = number
    return ReadingComparison(
        rules,
        moves=made,
        first_difference=first_difference,
        first_choice=first_choice,
        illegal=illegal,
        scores=(scores(record.states[made]), scores(state)),
        outcomes=(record.outcome, outcome(state)),
    )


def _differ(one: GameState, other: GameState) -> bool:
    return any(
        getattr(one, field.name) != getattr(other, field.name)
        for field in attrs.fields(GameState)
        if field.eq and field.name != "rules"
    )
