"""What is special about the documents of tournaments, and of their journals."""

import enum
from collections.abc import Callable
from typing import Final, TypeVar, overload

import attrs

from keltis._codec.forms import Form, Items, Names, Part, Range, Row, register
from keltis._documents import COUNT, SEAT, TEXT_RULES, read_old_rules
from keltis._engine.ending import EndReason
from keltis._engine.rules import Rules
from keltis._engine.scoring import Score
from keltis._game import GAME
from keltis.arena._plan import Plan, PlayedGame
from keltis.arena._results import (
    AnyResult,
    Forfeit,
    GameEnd,
    GameResult,
    GoalEntry,
    TournamentResult,
    score_numbers,
)
from keltis.documents import from_json, to_json
from keltis.errors import KeltisError, PlacedError
from keltis.game import Game, M, R, S, V
from keltis.game import Score as GameScore
from keltis.notation import FILE_VERSION

T = TypeVar("T")


class ArenaError(PlacedError):
    """A file of results is refused: `place` is a line or a path in JSON, `reason` says why."""


@attrs.frozen
class JournalHeading:
    """The first line of a journal."""

    plan: Plan[PlayedGame]


@attrs.frozen
class _Entrant:
    """An entrant of a plan."""

    name: str
    bot: str


def _entrants_of(plan: Plan[PlayedGame]) -> list[_Entrant]:
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
_KELTIS_ENDS: Final[tuple[enum.Enum, ...]] = (*EndReason, *GameEnd)
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
            "end": Names({str(end.value): end for end in _KELTIS_ENDS}),
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
        fields={"plan": Plan, "games": Items(GameResult)},
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
        fields={"plan": Plan},
        format="keltis-tournament-journal",
        version=FILE_VERSION,
        newest=FILE_VERSION,
        upgrade=_upgraded,
        error=ArenaError,
        unlimited=True,
    )
)


# Tournaments of other games: plain values, which the game reads


@attrs.frozen
class _AnyPlan:
    entrants: tuple[_Entrant, ...]
    players: int
    deals: int
    seed: int
    rules: str
    """In the notation of the game."""
    max_turns: int


@attrs.frozen
class _AnyGame:
    game: int
    deal: int
    seed: int
    seating: tuple[str, ...]
    end: str
    winners: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    turns: int
    decisions: int
    goal_entries: tuple[tuple[int, int], ...]
    forfeit: Forfeit | None


@attrs.frozen
class _AnyTournament:
    game: str
    plan: _AnyPlan
    games: tuple[_AnyGame, ...]


@attrs.frozen
class _AnyHeading:
    game: str
    plan: _AnyPlan


register(Form(_AnyGame, error=ArenaError))
register(Form(_AnyTournament, format="tournament", error=ArenaError, unlimited=True))
register(Form(_AnyHeading, format="tournament-journal", error=ArenaError, unlimited=True))


def tournament_to_json(result: AnyResult, *, indent: int | None = None) -> str:
    """Return a tournament of any game as JSON; `tournament_from_json` reads it back.

    The document has the plan and the games. All statistics follow from these.

    >>> from keltis import celtic
    >>> from keltis.arena import play_tournament, tournament_from_json, tournament_to_json
    >>> result = play_tournament(["random", "random"], game=celtic.GAME, deals=1, seed=7)
    >>> tournament_from_json(tournament_to_json(result), game=celtic.GAME) == result
    True
    """
    plan = result.plan
    if plan.game is GAME:
        return to_json(result, indent)
    games = tuple([_any_game(game) for game in result.games])
    return to_json(_AnyTournament(plan.game.name, _any_plan(plan), games), indent)


@overload
def tournament_from_json(text: str) -> TournamentResult: ...
@overload
def tournament_from_json(
    text: str, *, game: Game[S, V, M, R]
) -> TournamentResult[GameScore, Game[S, V, M, R]]: ...
def tournament_from_json(
    text: str,
    *,
    game: Game[S, V, M, R] = GAME,  # type: ignore[assignment]  # exact in the overloads
) -> TournamentResult[GameScore, Game[S, V, M, R]]:
    """Parse a tournament of a game from JSON; a fault is an `ArenaError` with its path.

    >>> from keltis.arena import tournament_from_json
    >>> tournament_from_json('{"format": "keltis-tournament", "version": 4, "plan": 0, "games": 0}')
    Traceback (most recent call last):
    ...
    keltis.arena.ArenaError: $.version: unsupported version 4 (newest supported: 3)
    """
    if game is GAME:
        result = from_json(TournamentResult, text)
        return TournamentResult(_with_game(result.plan, game), result.games)
    found = from_json(_AnyTournament, text)
    plan = _plan_from(found.game, found.plan, game, "$")
    games = tuple(
        [_game_from(played, game, f"$.games[{place}]") for place, played in enumerate(found.games)]
    )
    return _build("$.games", lambda: TournamentResult(plan, games))


def write_heading(plan: Plan[PlayedGame]) -> str:
    """The first line of a journal."""
    if plan.game is GAME:
        return to_json(JournalHeading(plan))
    return to_json(_AnyHeading(plan.game.name, _any_plan(plan)))


def read_heading(line: str, place: str, game: Game[S, V, M, R]) -> Plan[Game[S, V, M, R]]:
    """The plan in the first line of a journal."""
    if game is GAME:
        return _with_game(from_json(JournalHeading, line, place=place).plan, game)
    found = from_json(_AnyHeading, line, place=place)
    return _plan_from(found.game, found.plan, game, place)


def write_game(game: GameResult[GameScore], played: PlayedGame) -> str:
    """A game as a line of a journal."""
    return to_json(game if played is GAME else _any_game(game))


def read_game(line: str, place: str, game: Game[S, V, M, R]) -> GameResult[GameScore]:
    """The game in a line of a journal."""
    if game is GAME:
        return from_json(GameResult, line, place=place)
    return _game_from(from_json(_AnyGame, line, place=place), game, place)


def _with_game(plan: Plan[PlayedGame], game: Game[S, V, M, R]) -> Plan[Game[S, V, M, R]]:
    """The same plan, of this game."""
    return Plan(
        names=plan.names,
        bots=plan.bots,
        players=plan.players,
        deals=plan.deals,
        seed=plan.seed,
        game=game,
        rules=plan.rules,
        max_turns=plan.max_turns,
    )


def _any_plan(plan: Plan[PlayedGame]) -> _AnyPlan:
    return _AnyPlan(
        entrants=tuple(_entrants_of(plan)),
        players=plan.players,
        deals=plan.deals,
        seed=plan.seed,
        rules=plan.game.format_rules(plan.rules),
        max_turns=plan.max_turns,
    )


def _plan_from(
    name: str, found: _AnyPlan, game: Game[S, V, M, R], place: str
) -> Plan[Game[S, V, M, R]]:
    if name != game.name:
        raise ArenaError(f"{place}.game", f"expected {game.name!r}, not {name!r}")
    return _build(
        f"{place}.plan",
        lambda: Plan(
            names=tuple(entrant.name for entrant in found.entrants),
            bots=tuple(entrant.bot for entrant in found.entrants),
            players=found.players,
            deals=found.deals,
            seed=found.seed,
            game=game,
            rules=game.notation.parse_rules(found.rules),
            max_turns=found.max_turns,
        ),
    )


def _any_game(game: GameResult[GameScore]) -> _AnyGame:
    return _AnyGame(
        game=game.number,
        deal=game.deal,
        seed=game.seed,
        seating=game.seating,
        end=str(game.end.value),
        winners=game.winners,
        scores=tuple([score_numbers(score) for score in game.scores]),
        turns=game.turns,
        decisions=game.decisions,
        goal_entries=tuple([(entry.turn, entry.seat) for entry in game.goal_entries]),
        forfeit=game.forfeit,
    )


def _game_from(found: _AnyGame, game: Game[S, V, M, R], place: str) -> GameResult[GameScore]:
    ends = {str(end.value): end for end in (*game.engine.EndReason, *GameEnd)}
    if found.end not in ends:
        raise ArenaError(f"{place}.end", f"expected one of {', '.join(ends)}, not {found.end!r}")
    return _build(
        place,
        lambda: GameResult(
            number=found.game,
            deal=found.deal,
            seed=found.seed,
            seating=found.seating,
            end=ends[found.end],
            winners=found.winners,
            scores=tuple([game.engine.read_score(numbers) for numbers in found.scores]),
            turns=found.turns,
            decisions=found.decisions,
            goal_entries=tuple([GoalEntry(*entry) for entry in found.goal_entries]),
            forfeit=found.forfeit,
        ),
    )


def _build(place: str, build: Callable[[], T]) -> T:
    """Build a value, and let its faults name the place."""
    try:
        return build()
    except KeltisError as error:
        raise ArenaError(place, str(error)) from None
