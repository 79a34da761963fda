"""The games of a tournament as records."""

from keltis.arena._plan import Plan
from keltis.arena._results import GameResult, TournamentResult
from keltis.errors import InvalidArgument
from keltis.record import MAX_MOVES, GameRecord


def game_records(result: TournamentResult) -> tuple[GameRecord, ...]:
    """Return the records of the games that `play_tournament(keep_records=True)` played.

    The names are those of the entrants; a record has none if a file could not have them.

    >>> from keltis.arena import game_records, play_tournament
    >>> result = play_tournament(["greedy", "random"], games=2, seed=7, keep_records=True)
    >>> [record.names for record in game_records(result)]
    [('greedy', 'random'), ('random', 'greedy')]
    """
    return tuple([_record(result.plan, game) for game in result.games])


def _record(plan: Plan, game: GameResult) -> GameRecord:
    if game.moves is None:
        raise InvalidArgument(
            f"the moves of game {game.number} were not kept: play it with keep_records=True"
        )
    if len(game.moves) > MAX_MOVES:
        raise InvalidArgument(f"game {game.number} has more than the {MAX_MOVES} moves of a record")
    names = () if any("#" in name for name in game.seating) else game.seating
    start = GameRecord.seeded(plan.players, game.seed, rules=plan.rules, names=names)
    moves = iter(game.moves)
    return start.play(lambda _: next(moves, None))
