"""Games that the adapters must be able to play, and what learners must see of them."""

import random
from collections.abc import Callable
from typing import Final, Generic

import attrs
import pytest

import keltis
import noughts
from keltis import GameRecord, Rules, celtic
from keltis.game import Game, M, Match, R, Record, Returns, S, V
from keltis.testing import playthrough

TINY: Final = Rules(cards_removed=((2, 90), (3, 82), (4, 74)))
"""Rules of short games: there are four cards to draw."""
OWN: Final = Rules(values=tuple(range(21)), goal_figures=2, may_take_own_discard=False)
"""Rules of our own, with more actions than any named rule set."""
RULES: Final = {**keltis.PRESETS, "own": OWN, "tiny": TINY}
"""Rules by name."""
CELTIC_RULES: Final = {
    "printed": celtic.CELTIC,
    "wide": celtic.Rules(width=6, height=4),
    "small": celtic.Rules(width=3, height=3, start=2),
}


@attrs.frozen(kw_only=True)
class Case(Generic[S, V, M, R]):
    """A game with its rules, and what the adapters must say of it."""

    game: Game[S, V, M, R]
    rules: R
    players: int = 2
    returns: Returns = "win_shares"
    encode: Callable[[S, int], bytes]
    """What the player at a seat sees."""
    number: Callable[[M, int], int]
    """The action number of a move of the player at a seat."""
    worth: Callable[[S], tuple[float, ...]]
    """What the finished game is worth to each player."""
    play: Callable[[S, random.Random], Record[S, M]] | None = None
    """A whole game from this start; else bots play at random."""

    def record(self, seed: int) -> Record[S, M]:
        """A whole game."""
        start = self.game.engine.new_game(self.players, seed=seed, rules=self.rules)
        if self.play is not None:
            return self.play(start, random.Random(seed))
        bots = (self.game.bots.make_bot("random"),) * self.players
        record = self.game.record.GameRecord(start)
        return Match(game=self.game, record=record, bots=bots, seed=seed).advance().record

    def mask(self, state: S, seat: int, *, over: bool = False) -> list[int]:
        """By action number, 1 if the player at a seat can take the action."""
        decides = seat == state.to_move and not over
        moves = self.game.engine.legal_moves(state) if decides else ()
        legal = {self.number(move, seat) for move in moves}
        count = self.game.learning.action_count(self.rules)
        return [int(action in legal) for action in range(count)]


def keltis_case(
    rules: Rules = keltis.KELTIS, players: int = 2, returns: Returns = "win_shares"
) -> Case[keltis.GameState, keltis.PlayerView, keltis.Move, Rules]:
    def worth(state: keltis.GameState) -> tuple[float, ...]:
        end = keltis.outcome(state)
        assert end is not None
        return keltis.win_shares(end) if returns == "win_shares" else keltis.score_margins(end)

    def play(start: keltis.GameState, rng: random.Random) -> GameRecord:
        return GameRecord(start, tuple(move for _, move in playthrough(start, rng, lean=0.8)))

    return Case(
        game=keltis.GAME,
        rules=rules,
        players=players,
        returns=returns,
        encode=lambda state, seat: keltis.learning.encode(keltis.observe(state, seat)),
        number=lambda move, _seat: keltis.action_id(move),
        worth=worth,
        play=play,
    )


def celtic_case(
    rules: celtic.Rules = celtic.CELTIC,
) -> Case[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules]:
    def number(move: celtic.Move, seat: int) -> int:
        """The own tiles of a player have always the same numbers."""
        action = celtic.action_id(move)
        return celtic.opponent_action(action) if seat else action

    def worth(state: celtic.GameState) -> tuple[float, ...]:
        end = celtic.outcome(state)
        assert end is not None
        by_winner = {None: (0.0, 0.0), celtic.Owner.ORANGE: (1.0, -1.0)}
        return by_winner.get(end.winner, (-1.0, 1.0))

    players: tuple[celtic.Player, ...] = (celtic.Owner.ORANGE, celtic.Owner.BLUE)
    return Case(
        game=celtic.GAME,
        rules=rules,
        encode=lambda state, seat: celtic.learning.encode(state, players[seat]),
        number=number,
        worth=worth,
    )


NOUGHTS: Final = Case(
    game=noughts.GAME,
    rules=noughts.GAME.rules,
    encode=noughts.encode,
    number=lambda move, _seat: noughts.SQUARES.index(move),
    worth=lambda state: {1: (1.0, -1.0), 0: (0.0, 0.0), -1: (-1.0, 1.0)}[_noughts_winner(state)],
)
"""The game of the page "Add a game of your own"."""


def _noughts_winner(state: noughts.State) -> int:
    end = noughts.outcome(state)
    assert end is not None
    return {(0,): 1, (1,): -1, (0, 1): 0}[end.winners]


def keltis_cases() -> dict[str, Case[keltis.GameState, keltis.PlayerView, keltis.Move, Rules]]:
    """Cases by name: all rules with all numbers of players and returns."""
    named: tuple[Returns, ...] = ("win_shares", "score_margins")
    return {
        f"{name}, {players} players, {returns}": keltis_case(rules, players, returns)
        for name, rules in RULES.items()
        for players in (2, 3, 4)
        for returns in named
    }


def celtic_cases() -> dict[
    str, Case[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules]
]:
    """The same for CELTIC!."""
    return {f"CELTIC!, {name}": celtic_case(rules) for name, rules in CELTIC_RULES.items()}


def with_cases(keltis_env: object, celtic_env: object, noughts_env: object) -> pytest.MarkDecorator:
    """Tests with every case, and with the environment of its game."""
    every = [
        *(pytest.param(case, keltis_env, id=name) for name, case in keltis_cases().items()),
        *(pytest.param(case, celtic_env, id=name) for name, case in celtic_cases().items()),
        pytest.param(NOUGHTS, noughts_env, id="noughts"),
    ]
    return pytest.mark.parametrize(("case", "env_class"), every)
