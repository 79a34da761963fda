"""Tournaments: many games between bots, and what can be learnt from them.

    >>> from keltis.arena import play_tournament, standings
    >>> result = play_tournament(["greedy", "random"], deals=3, seed=7)
    >>> [(standing.name, standing.wins) for standing in standings(result)]
    [('greedy', 6), ('random', 0)]

Every deal is played with every seating, and all chance is derived from one seed. So the result does
not depend on how the games are spread over an executor: none, a process pool, or Dask's
`Client.get_executor()`. A bot that fails loses its game, with the reason in the result. A
tournament that is interrupted keeps its games, and with a journal it can go on.

`summary` is a table for people; `games_to_csv`, `standings_to_csv` and `tournament_to_json` are for
other programs; and with `pip install "keltis[plot]"` there are the plots of `keltis.arena.plots`.
"""

from keltis._shared.chance import derived_seed
from keltis._shared.exports import set_public_module
from keltis.arena.documents import tournament_from_json, tournament_to_json
from keltis.arena.entrants import Entrant, as_entrants
from keltis.arena.errors import ArenaError, PlotExtraMissing
from keltis.arena.games import play_game
from keltis.arena.intervals import Estimate, mean, wilson
from keltis.arena.plans import DEFAULT_MAX_TURNS, MAX_GAMES, Fixture, Plan
from keltis.arena.ratings import elo_ratings
from keltis.arena.results import Failure, Forfeit, GameEnd, GameResult, GoalEntry, TournamentResult
from keltis.arena.running import Progress, TournamentBroken, TournamentInterrupted, play_tournament
from keltis.arena.standings import (
    Lengths,
    Meeting,
    Meetings,
    Spread,
    Standing,
    end_counts,
    finished_scores,
    goal_curve,
    lengths,
    meetings,
    standings,
)
from keltis.arena.tables import games_to_csv, standings_to_csv, summary

__all__ = [
    "DEFAULT_MAX_TURNS",
    "MAX_GAMES",
    "ArenaError",
    "Entrant",
    "Estimate",
    "Failure",
    "Fixture",
    "Forfeit",
    "GameEnd",
    "GameResult",
    "GoalEntry",
    "Lengths",
    "Meeting",
    "Meetings",
    "Plan",
    "PlotExtraMissing",
    "Progress",
    "Spread",
    "Standing",
    "TournamentBroken",
    "TournamentInterrupted",
    "TournamentResult",
    "as_entrants",
    "derived_seed",
    "elo_ratings",
    "end_counts",
    "finished_scores",
    "games_to_csv",
    "goal_curve",
    "lengths",
    "mean",
    "meetings",
    "play_game",
    "play_tournament",
    "standings",
    "standings_to_csv",
    "summary",
    "tournament_from_json",
    "tournament_to_json",
    "wilson",
]

set_public_module(__name__)
