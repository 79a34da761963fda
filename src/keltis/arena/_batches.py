"""Games of a tournament on the kernels of `keltis.batch`: the same results in less time."""

import importlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from keltis._engine.scoring import Score as KeltisScore
from keltis._game import GAME
from keltis.arena._plan import Entrant, Plan, PlayedGame
from keltis.arena._play import Limits
from keltis.arena._results import GameEnd, GameResult, GoalEntry, winners_of
from keltis.bots import GreedyBot, RandomBot
from keltis.errors import InvalidArgument
from keltis.game import M, Score, V

if TYPE_CHECKING:
    from keltis.batch import Policy

MIN_GAMES: Final = 1_000
"""From this number of games on, kernels are the default: compiling them can take a minute."""


_BOTS: "Final[Mapping[Policy, type[RandomBot | GreedyBot]]]" = {
    "random": RandomBot,
    "greedy": GreedyBot,
}


def policy_of(entrant: Entrant[V, M]) -> "Policy | None":
    """The compiled form of an entrant's bot, or None if it has none."""
    for name, kind in _BOTS.items():
        if entrant.bot == name or isinstance(entrant.bot, kind):
            return name
    return None


def is_installed() -> bool:
    """Whether `keltis.batch` can be imported here, with what it needs."""
    try:
        importlib.import_module("keltis.batch")
    except ImportError:
        return False
    return True


def can_use_batches(
    entrants: Sequence[Entrant[V, M]], limits: Limits, games: int, game: PlayedGame = GAME
) -> bool:
    """Whether games are played in batches by default."""
    return games >= MIN_GAMES and not _obstacle(entrants, limits, game) and is_installed()


def require_batches(entrants: Sequence[Entrant[V, M]], limits: Limits, game: PlayedGame) -> None:
    """Raise `InvalidArgument` if a tournament cannot be played in batches."""
    if obstacle := _obstacle(entrants, limits, game):
        raise InvalidArgument(f"batch must be False or None: {obstacle}")
    importlib.import_module("keltis.batch")  # says what to install


def _obstacle(entrants: Sequence[Entrant[V, M]], limits: Limits, game: PlayedGame) -> str:
    """Why games cannot be played in batches; empty if they can."""
    if game is not GAME:
        return f"{game.title} has no kernels"
    for entrant in entrants:
        if policy_of(entrant) is None:
            return f"{entrant.label} has no compiled form; random and greedy have"
    if limits.keep_moves:
        return "batches keep no records"
    return "batches have no time limits and no isolation" if limits.needs_processes else ""


def batch_results(
    plan: Plan[PlayedGame], entrants: Sequence[Entrant[V, M]], numbers: Sequence[int]
) -> list[GameResult[Score]]:
    """Play some games of a plan with the kernels."""
    from keltis.batch import END_REASONS, play_matches  # noqa: PLC0415 - an extra

    by_name = {entrant.name: policy_of(entrant) or "random" for entrant in entrants}
    fixtures = [plan.fixture(number) for number in numbers]
    matches = play_matches(
        [[by_name[name] for name in fixture.seating] for fixture in fixtures],
        seeds=[fixture.seed for fixture in fixtures],
        policy_seeds=[plan.bot_seed(fixture) for fixture in fixtures],
        rules=GAME.require_rules(plan.rules),
        max_turns=plan.max_turns,
    )
    ends = [reason or GameEnd.TRUNCATED for reason in END_REASONS]
    results: list[GameResult[Score]] = []
    for fixture, reason, points, turns, decisions, goal_turns, goal_seats in zip(
        fixtures,
        matches.batch.outcomes().reasons.tolist(),
        matches.batch.itemised_scores().tolist(),
        matches.turns.tolist(),
        matches.decisions.tolist(),
        matches.goal_turns.tolist(),
        matches.goal_seats.tolist(),
        strict=True,
    ):
        scores = tuple([KeltisScore(*items) for items in points])
        entries = zip(goal_turns, goal_seats, strict=True)
        results.append(
            GameResult(
                number=fixture.number,
                deal=fixture.deal,
                seed=fixture.seed,
                seating=fixture.seating,
                end=ends[reason],
                winners=winners_of(ends[reason], scores, None),
                scores=scores,
                turns=turns,
                decisions=decisions,
                goal_entries=tuple([GoalEntry(turn, seat) for turn, seat in entries if turn]),
            )
        )
    return results
