"""What is special about the documents of tournaments, and of their journals."""

from typing import Final

import attrs

from keltis._documents import COUNT, SEAT, TEXT_RULES, read_old_rules
from keltis._shared.forms import Form, Items, Part, Range, Row, register
from keltis.arena._plan import Plan
from keltis.arena._results import GameResult, GoalEntry, TournamentResult
from keltis.errors import PlacedError
from keltis.notation import FILE_VERSION
from keltis.rules import Rules
from keltis.scoring import Score


class ArenaError(PlacedError):
    """A file of results is refused: `place` is a line or a path in JSON, `reason` says why."""


@attrs.frozen
class JournalHeading:
    """The first line of a journal."""

    plan: Plan


@attrs.frozen
class _Entrant:
    """An entrant of a plan."""

    name: str
    bot: str


def _entrants_of(plan: Plan) -> list[_Entrant]:
    return list(map(_Entrant, plan.names, plan.bots))


def _plan_of(
    *,
    entrants: tuple[_Entrant, ...],
    players: int,
    deals: int,
    seed: int,
    rules: Rules,
    max_turns: int,
) -> Plan:
    return Plan(
        names=tuple(entrant.name for entrant in entrants),
        bots=tuple(entrant.bot for entrant in entrants),
        players=players,
        deals=deals,
        seed=seed,
        rules=rules,
        max_turns=max_turns,
    )


def _upgraded(document: dict[str, object], version: int) -> dict[str, object]:
    """Read the rules of a plan if they are a text, as in files of versions 1 and 2."""
    plan = document.get("plan")
    if not isinstance(plan, dict):
        return document
    try:
        return {**document, "plan": read_old_rules(plan, version)}
    except PlacedError as error:
        raise PlacedError(f".plan{error.place}", error.reason) from None


_FROM_1: Final = Range(1)
register(
    Form(
        Plan,
        order=("entrants", "players", "deals", "seed", "rules", "max_turns"),
        fields={
            "entrants": Part(tuple[_Entrant, ...], _entrants_of),
            "players": _FROM_1,
            "deals": _FROM_1,
            "rules": TEXT_RULES,
            "max_turns": _FROM_1,
        },
        build=_plan_of,
        error=ArenaError,
    )
)
register(
    Form(
        GameResult,
        order=(
            *("game", "deal", "seed", "seating", "end", "winners", "scores"),
            *("turns", "decisions", "goal_entries", "forfeit"),
        ),
        fields={
            "game": Part(COUNT, "number"),
            "deal": COUNT,
            "winners": Items(SEAT),
            "scores": Items(Row((int, COUNT, int), Score)),
            "turns": COUNT,
            "decisions": COUNT,
            "goal_entries": Items(Row((COUNT, SEAT), GoalEntry)),
        },
        error=ArenaError,
    )
)
register(
    Form(
        TournamentResult,
        format="keltis-tournament",
        version=FILE_VERSION,
        newest=FILE_VERSION,
        upgrade=_upgraded,
        error=ArenaError,
        unlimited=True,
    )
)
register(
    Form(
        JournalHeading,
        format="keltis-tournament-journal",
        version=FILE_VERSION,
        newest=FILE_VERSION,
        upgrade=_upgraded,
        error=ArenaError,
        unlimited=True,
    )
)
