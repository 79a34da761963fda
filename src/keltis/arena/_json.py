"""Tournaments as JSON: the writer, and a strict reader that names the place of every fault."""

import enum
import json
from collections.abc import Callable
from typing import Final, TypeVar

from keltis._shared.documents import Json, read_name
from keltis._shared.json import JsonValue, as_indent, read_version
from keltis.arena._plan import Plan
from keltis.arena._results import (
    Failure,
    Forfeit,
    GameEnd,
    GameResult,
    GoalEntry,
    TournamentResult,
)
from keltis.documents import read_rules, rules_document
from keltis.errors import KeltisError, PlacedError
from keltis.notation import FILE_VERSION
from keltis.scoring import Score

T = TypeVar("T")
E = TypeVar("E", bound=enum.Enum)

FORMAT: Final = "keltis-tournament"


class ArenaError(PlacedError):
    """A file of results is refused: `place` is a line or a path in JSON, `reason` says why."""


def tournament_to_json(result: TournamentResult, *, indent: int | None = None) -> str:
    """Return a tournament as JSON; `tournament_from_json` reads it back.

    The document has `format`, `version`, `plan` and `games`. All statistics follow from these.

    >>> from keltis.arena import play_tournament, tournament_from_json, tournament_to_json
    >>> result = play_tournament(["random", "random"], deals=1, seed=7)
    >>> tournament_from_json(tournament_to_json(result)) == result
    True
    """
    document: Json = {
        "format": FORMAT,
        "version": FILE_VERSION,
        "plan": plan_document(result.plan),
        "games": [game_document(game) for game in result.games],
    }
    return json.dumps(document, indent=as_indent(indent), ensure_ascii=False)


def tournament_from_json(text: str) -> TournamentResult:
    """Parse a tournament from JSON; a fault is an `ArenaError` with its path.

    >>> from keltis.arena import tournament_from_json
    >>> tournament_from_json('{"format": "keltis-tournament", "version": 4, "plan": 0, "games": 0}')
    Traceback (most recent call last):
    ...
    keltis.arena.ArenaError: $.version: unsupported version 4 (newest supported: 3)
    """
    document = JsonValue.load(text, ArenaError)
    version = read_version(document, file_format=FORMAT, newest=FILE_VERSION)
    parts = document.as_object("format", "version", "plan", "games")
    plan = read_plan(parts["plan"], version)
    games = tuple(map(read_game, parts["games"].as_array()))
    return _build(parts["games"], lambda: TournamentResult(plan, games))


def plan_document(plan: Plan) -> Json:
    """Return a plan as a JSON value."""
    return {
        "entrants": [
            {"name": name, "bot": bot} for name, bot in zip(plan.names, plan.bots, strict=True)
        ],
        "players": plan.players,
        "deals": plan.deals,
        "seed": plan.seed,
        "rules": rules_document(plan.rules),
        "max_turns": plan.max_turns,
    }


def read_plan(part: JsonValue, version: int) -> Plan:
    """Read a plan from a JSON value in a file of this version."""
    parts = part.as_object("entrants", "players", "deals", "seed", "rules", "max_turns")
    entrants = [entrant.as_object("name", "bot") for entrant in parts["entrants"].as_array()]
    names = tuple(entrant["name"].as_string() for entrant in entrants)
    bots = tuple(entrant["bot"].as_string() for entrant in entrants)
    rules = read_rules(parts["rules"], version)
    players, deals, seed, max_turns = (
        parts[key].as_integer() for key in ("players", "deals", "seed", "max_turns")
    )
    return _build(
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
    """Return a game as a JSON value."""
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
    """Read a game from a JSON value."""
    parts = part.as_object(*_GAME_PARTS)
    forfeit = None if parts["forfeit"].is_null else _read_forfeit(parts["forfeit"])
    number, deal, seed, turns, decisions = (
        parts[key].as_integer() for key in ("game", "deal", "seed", "turns", "decisions")
    )
    seating = tuple(name.as_string() for name in parts["seating"].as_array())
    end = _read_member(parts["end"], GameEnd)
    winners = tuple(seat.as_integer() for seat in parts["winners"].as_array())
    scores = tuple(Score(*_numbers(score, 3)) for score in parts["scores"].as_array())
    entries = tuple(map(_read_goal_entry, parts["goal_entries"].as_array()))
    return _build(
        part,
        lambda: GameResult(
            number=number,
            deal=deal,
            seed=seed,
            seating=seating,
            end=end,
            winners=winners,
            scores=scores,
            turns=turns,
            decisions=decisions,
            goal_entries=entries,
            forfeit=forfeit,
        ),
    )


def _read_forfeit(part: JsonValue) -> Forfeit:
    parts = part.as_object("seat", "failure", "detail")
    seat, detail = parts["seat"].as_integer(), parts["detail"].as_string()
    failure = _read_member(parts["failure"], Failure)
    return _build(part, lambda: Forfeit(seat, failure, detail))


def _read_goal_entry(part: JsonValue) -> GoalEntry:
    turn, seat = _numbers(part, 2)
    return _build(part, lambda: GoalEntry(turn, seat))


def _numbers(part: JsonValue, count: int) -> list[int]:
    numbers = [item.as_integer() for item in part.as_array()]
    if len(numbers) != count:
        raise part.error(f"expected {count} whole numbers, not {len(numbers)}")
    return numbers


def _read_member(part: JsonValue, members: type[E]) -> E:
    return members(read_name(part, [str(member.value) for member in members]))


def _build(part: JsonValue, build: Callable[[], T]) -> T:
    """Build a value, and let its faults name the place of the part."""
    try:
        return build()
    except KeltisError as error:
        raise part.error(str(error)) from None
