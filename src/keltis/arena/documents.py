"""Tournaments as JSON, and back. What is read is checked: a file that contradicts itself is refused."""

import enum
import json
from collections.abc import Callable
from typing import Final, TypeAlias, TypeVar

from keltis._shared.json import JsonValue, read_version
from keltis._shared.text import quoted
from keltis.arena.errors import ArenaError
from keltis.arena.plans import Plan
from keltis.arena.results import Failure, Forfeit, GameEnd, GameResult, GoalEntry, TournamentResult
from keltis.errors import InvalidArgument, KeltisError
from keltis.notation import file_version, format_rules, newest_version, parse_rules
from keltis.scoring import Score

T = TypeVar("T")
E = TypeVar("E", bound=enum.Enum)
Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | None"
"""What is written: there are no fractions in it, and no true or false."""

FORMAT: Final = "keltis-tournament"


def tournament_to_json(result: TournamentResult, *, indent: int | None = None) -> str:
    """A tournament as JSON; `tournament_from_json` reads it back.

    It has `format`, `version`, `plan` and `games`. All statistics follow from these.
    """
    if type(result) is not TournamentResult:
        raise InvalidArgument(f"expected a TournamentResult, not {type(result).__name__}")
    document: Json = {
        "format": FORMAT,
        "version": file_version(result.plan.rules),
        "plan": plan_document(result.plan),
        "games": [game_document(game) for game in result.games],
    }
    return json.dumps(document, indent=indent, ensure_ascii=False)


def tournament_from_json(text: str) -> TournamentResult:
    """The tournament that this JSON says.

    What is wrong with it is told by `ArenaError`, which names the path in the JSON.

    >>> tournament_from_json('{"format": "keltis-tournament", "version": 2, "plan": {}, "games": []}')
    Traceback (most recent call last):
    ...
    keltis.arena.ArenaError: $.version: unsupported version 2 (newest supported: 1)
    """
    if type(text) is not str:
        raise InvalidArgument(f"expected text, not {type(text).__name__}")
    document = JsonValue.load(text, ArenaError)
    version = read_version(document, file_format=FORMAT, newest=newest_version())
    parts = document.as_object("format", "version", "plan", "games")
    plan = read_plan(parts["plan"], version)
    games = tuple(read_game(game) for game in parts["games"].as_array())
    return _built(parts["games"], lambda: TournamentResult(plan, games))


def plan_document(plan: Plan) -> Json:
    """A plan as a value of JSON."""
    return {
        "entrants": [
            {"name": name, "bot": bot} for name, bot in zip(plan.names, plan.bots, strict=True)
        ],
        "players": plan.players,
        "deals": plan.deals,
        "seed": plan.seed,
        "rules": format_rules(plan.rules, version=file_version(plan.rules)),
        "max_turns": plan.max_turns,
    }


def read_plan(part: JsonValue, version: int) -> Plan:
    """The plan that a value of JSON in a file of this version says."""
    parts = part.as_object("entrants", "players", "deals", "seed", "rules", "max_turns")
    entrants = [entrant.as_object("name", "bot") for entrant in parts["entrants"].as_array()]
    names = tuple(entrant["name"].as_string() for entrant in entrants)
    bots = tuple(entrant["bot"].as_string() for entrant in entrants)
    rules_text = parts["rules"].as_string()
    rules = _built(parts["rules"], lambda: parse_rules(rules_text, version=version))
    players, deals, seed, max_turns = (
        parts[key].as_integer() for key in ("players", "deals", "seed", "max_turns")
    )
    return _built(
        part,
        lambda: Plan(
            names=names,
            bots=bots,
            players=players,
            deals=deals,
            seed=seed,
            rules=rules,
            max_turns=max_turns,
        ),
    )


def game_document(game: GameResult) -> Json:
    """A game as a value of JSON."""
    return {
        "game": game.number,
        "deal": game.deal,
        "seed": game.seed,
        "seating": list(game.seating),
        "end": game.end.value,
        "winners": list(game.winners),
        "scores": [[score.paths, score.tile_points, score.wishing_stones] for score in game.scores],
        "turns": game.turns,
        "decisions": game.decisions,
        "goal_entries": [[entry.turn, entry.seat] for entry in game.goal_entries],
        "forfeit": None if game.forfeit is None else _forfeit_document(game.forfeit),
    }


def _forfeit_document(forfeit: Forfeit) -> Json:
    return {"seat": forfeit.seat, "failure": forfeit.failure.value, "detail": forfeit.detail}


_GAME_PARTS: Final = (
    *("game", "deal", "seed", "seating", "end", "winners", "scores"),
    *("turns", "decisions", "goal_entries", "forfeit"),
)


def read_game(part: JsonValue) -> GameResult:
    """The game that a value of JSON says."""
    parts = part.as_object(*_GAME_PARTS)
    forfeit = None if parts["forfeit"].is_null else _read_forfeit(parts["forfeit"])
    number, deal, seed, turns, decisions = (
        parts[key].as_integer() for key in ("game", "deal", "seed", "turns", "decisions")
    )
    seating = tuple(name.as_string() for name in parts["seating"].as_array())
    end = _member(parts["end"], GameEnd)
    winners = tuple(seat.as_integer() for seat in parts["winners"].as_array())
    scores = tuple(Score(*_numbers(score, 3)) for score in parts["scores"].as_array())
    entries = tuple(GoalEntry(*_numbers(entry, 2)) for entry in parts["goal_entries"].as_array())
    return _built(
        part,
        lambda: GameResult(
            number, deal, seed, seating, end, winners, scores, turns, decisions, entries, forfeit
        ),
    )


def _read_forfeit(part: JsonValue) -> Forfeit:
    parts = part.as_object("seat", "failure", "detail")
    return Forfeit(
        parts["seat"].as_integer(), _member(parts["failure"], Failure), parts["detail"].as_string()
    )


def _numbers(part: JsonValue, count: int) -> list[int]:
    numbers = [item.as_integer() for item in part.as_array()]
    if len(numbers) != count:
        raise part.error(f"expected {count} whole numbers, not {len(numbers)}")
    return numbers


def _member(part: JsonValue, members: type[E]) -> E:
    for member in members:
        if member.value == part.as_string():
            return member
    raise part.error(
        f"expected one of {', '.join(repr(member.value) for member in members)}, not {quoted(part.as_string())}"
    )


def _built(part: JsonValue, build: Callable[[], T]) -> T:
    """What is built from what a part says, whose faults come to name its place."""
    try:
        return build()
    except KeltisError as error:
        raise part.error(str(error)) from None
