"""What is special about the documents of tournaments, and of their journals, of any game."""

import enum
from collections.abc import Callable
from functools import partial
from typing import Final, overload

import attrs

from keltis._codec.codec import read_form
from keltis._codec.forms import Converted, Form, Part, codec_of, register
from keltis._codec.json import dump
from keltis._codec.kinds import Items, Names, Range, Row, Seed
from keltis._documents import COUNT, SEAT, TEXT_RULES, read_old_rules, upgraded_at
from keltis._game import GAME
from keltis.arena._plan import Plan, PlayedGame
from keltis.arena._results import (
    AnyResult,
    GameEnd,
    GameResult,
    GoalEntry,
    TournamentResult,
    score_numbers,
)
from keltis.arena._tally import EntrantTally, Tally
from keltis.errors import PlacedError
from keltis.game import Game, M, R, S, V
from keltis.game import Score as GameScore
from keltis.notation import FILE_VERSION


class ArenaError(PlacedError):
    """A file of results is rejected: `place` is a line or a path in JSON, `reason` says why."""


@attrs.frozen
class JournalHeading:
    """The first line of a journal."""

    plan: Plan[PlayedGame]


@attrs.frozen
class _Entrant:
    """An entrant of a plan."""

    name: str
    bot: str


@attrs.frozen
class Forms:
    """How the tournaments of a game are written."""

    plan: Form[Plan[PlayedGame]]
    game: Form[GameResult[GameScore]]
    tournament: Form[TournamentResult[GameScore, PlayedGame]]
    heading: Form[JournalHeading]
    tally: Form[Tally]


_made: Final[dict[int, Forms]] = {}
"""By the identity of the game, which the forms hold: not every game can be hashed."""


def forms_of(game: PlayedGame) -> Forms:
    if id(game) not in _made:
        _made[id(game)] = _make_forms(game)
    return _made[id(game)]


def _make_forms(game: PlayedGame) -> Forms:
    score = Converted(score_numbers, game.engine.read_score, tuple[int, ...])
    rules = Part(Converted(game.format_rules, game.notation.parse_rules), "rules")
    seat, version, upgrade = COUNT, 1, None
    if game is GAME:  # as in 0.1.0 and 0.2.0
        number = codec_of(int)
        score = attrs.evolve(score, kind=Row(number, COUNT, number))
        rules, seat, version = TEXT_RULES, SEAT, FILE_VERSION
        upgrade = upgraded_at("plan", read_old_rules)
    entry = Converted(attrs.astuple, lambda numbers: GoalEntry(*numbers), Row(COUNT, seat))
    from_1 = Range(1)
    ends: tuple[enum.Enum, ...] = (*game.engine.EndReason, *GameEnd)
    plan = Form(
        Plan,
        order=("entrants", "players", "deals", "seed", "rules", "max_turns"),
        fields={
            "entrants": Part(
                tuple[_Entrant, ...], lambda plan: map(_Entrant, plan.names, plan.bots)
            ),
            "players": from_1,
            "deals": from_1,
            "seed": Seed(),
            "rules": rules,
            "max_turns": from_1,
        },
        build=partial(_plan_of, game),
        error=ArenaError,
    )
    result = Form(
        GameResult,
        order=(
            *("game", "deal", "seed", "seating", "end", "winners", "scores"),
            *("turns", "decisions", "goal_entries", "forfeit"),
        ),
        fields={
            "game": Part(COUNT, "number"),
            "deal": COUNT,
            "seed": Seed(),
            "end": Names({str(end.value): end for end in ends}, title="End"),
            "winners": Items(seat),
            "scores": Items(score),
            "turns": COUNT,
            "decisions": COUNT,
            "goal_entries": Items(entry),
        },
        error=ArenaError,
    )
    heading = Form(
        JournalHeading,
        fields={"plan": plan},
        format=f"{game.name}-tournament-journal",
        version=version,
        upgrade=upgrade,
        error=ArenaError,
        unlimited=True,
    )
    tournament = Form(
        TournamentResult,
        fields={"plan": plan, "games": Items(result)},
        format=f"{game.name}-tournament",
        version=version,
        upgrade=upgrade,
        error=ArenaError,
        unlimited=True,
    )
    return Forms(plan, result, tournament, heading, _tally_form(game, plan))


def _tally_form(game: PlayedGame, plan: Form[Plan[PlayedGame]]) -> Form[Tally]:
    pairs = Items(Row(COUNT, COUNT))
    numbers = ("games", "wins", "shared_wins", "forfeits", "longest")
    entrant = Form(
        EntrantTally,
        fields={
            **dict.fromkeys(numbers, COUNT),
            "scores": Items(Row(codec_of(int), COUNT)),
            "entries": pairs,
        },
    )
    return Form(
        Tally,
        fields={
            "plan": plan,
            "deals": pairs,
            "ends": Items(COUNT),
            "turns": pairs,
            "decisions": pairs,
            "entrants": Items(entrant),
            "pairs": Items(Items(Row(COUNT, COUNT, COUNT))),
        },
        format=f"{game.name}-tally",
        error=ArenaError,
        unlimited=True,
    )


def _plan_of(
    game: PlayedGame, *, entrants: tuple[_Entrant, ...], **others: object
) -> Plan[PlayedGame]:
    build: Callable[..., Plan[PlayedGame]] = Plan
    names, bots = zip(*map(attrs.astuple, entrants), strict=True) if entrants else ((), ())
    return build(names=names, bots=bots, game=game, **others)


register(*attrs.astuple(forms_of(GAME), recurse=False))


def tournament_to_json(result: AnyResult, *, indent: int | None = None) -> str:
    """Return a tournament of any game as JSON; `tournament_from_json` reads it back.

    The document has the plan and the games. All statistics follow from these.

    >>> from keltis import celtic
    >>> from keltis.arena import play_tournament, tournament_from_json, tournament_to_json
    >>> result = play_tournament(["random", "random"], game=celtic.GAME, deals=1, seed=7)
    >>> tournament_from_json(tournament_to_json(result), game=celtic.GAME) == result
    True
    """
    return dump(forms_of(result.plan.game).tournament.write(result), indent)


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
    result = read_form(forms_of(game).tournament, text)
    return TournamentResult(of_game(result.plan, game), result.games)


def tally_to_json(sums: Tally, *, indent: int | None = None) -> str:
    """Return the sums of a tournament of any game as JSON; `tally_from_json` reads it back."""
    return dump(forms_of(sums.plan.game).tally.write(sums), indent)


def tally_from_json(text: str, *, game: PlayedGame = GAME) -> Tally:
    """Parse the sums of a tournament from JSON; a fault is an `ArenaError` with its path.

    >>> from keltis.arena import play_tournament, tally_from_json, tally_to_json
    >>> sums = play_tournament(["random", "random"], deals=1, seed=7, keep_games=False)
    >>> tally_from_json(tally_to_json(sums)) == sums
    True
    """
    return read_form(forms_of(game).tally, text)


def of_game(plan: Plan[PlayedGame], game: Game[S, V, M, R]) -> Plan[Game[S, V, M, R]]:
    """The same plan. Type checkers know what is played."""
    build: Callable[..., Plan[Game[S, V, M, R]]] = Plan
    return build(**attrs.asdict(plan, recurse=False) | {"game": game})
