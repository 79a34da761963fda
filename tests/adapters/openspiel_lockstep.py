"""OpenSpiel's form of the games beside the scalar engine: every state of many games is compared.

    nox --sessions peers -- --games 10000

plays them. OpenSpiel's own loop, `evaluate_bots`, drives each game, and a bot notes what OpenSpiel
says of every state. Afterwards the scalar engine plays the same game from `setup_game` on, with the
cards drawn on top of the pile, and must say the same.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import pyspiel
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots

import keltis
from keltis import PRESETS, Card, Colour, GameState, Rules, Tile, celtic
from keltis._engine.cards import count_cards
from keltis.adapters.openspiel import CelticState, KeltisState
from keltis.celtic.learning import encode as encode_celtic
from keltis.celtic.notation import format_rules as format_celtic_rules
from keltis.learning import encode
from keltis.notation import format_rules
from leaning import CLOVERS, SHORT

CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
DRAW_PILE: Final = keltis.action_id(keltis.Draw(None))
LEANS: Final = (0.3, 0.8, 0.95)
"""How much the players of a game prefer progress to other moves."""
TENSORS: Final = 0.25
"""The share of decisions in which the tensor is compared too."""


Items: TypeAlias = Counter[Tile | Card]
"""What chance can still give, counted."""


class Note(NamedTuple):
    """What OpenSpiel says of one state."""

    player: int
    actions: list[int]
    probabilities: list[float]
    """At a chance node."""
    tensor: list[float]
    """What the player sees, at some of the decisions."""
    position: GameState | celtic.GameState | None


class NotingBot(pyspiel.Bot):  # type: ignore[misc] # pyspiel has no types
    """A player who notes every state and moves at random, leaning towards progress."""

    def __init__(self, seat: int, notes: list[Note], rng: random.Random, lean: float) -> None:
        super().__init__()
        self._seat, self._notes, self._rng, self._lean = seat, notes, rng, lean

    def restart_at(self, state: KeltisState) -> None:
        """Begin a game."""

    def inform_action(self, state: KeltisState, player: int, action: int) -> None:
        """Note a chance node; the loop tells all bots of it, and one of them is enough."""
        del action
        if self._seat == 0 and player == CHANCE:
            actions, probabilities = zip(*state.chance_outcomes(), strict=True)
            self._notes.append(Note(CHANCE, [*actions], [*probabilities], [], state.position))

    def step(self, state: KeltisState) -> int:
        """Note a decision, and make it."""
        actions: list[int] = state.legal_actions()
        looks = self._rng.random() < TENSORS
        tensor = state.observation_tensor(self._seat) if looks else []
        player: int = state.current_player()
        self._notes.append(Note(player, actions, [], tensor, state.position))
        if self._rng.random() < self._lean:
            actions = [action for action in actions if is_progress(action)] or actions
        return self._rng.choice(actions)


def is_progress(action: int) -> bool:
    """Whether a move lays a card, advances a figure or draws from the face-down pile."""
    return not isinstance(keltis.move_of(action), keltis.Discard) and not 1 <= action <= 5


def play_game(state: KeltisState | CelticState, seed: int, leans: Sequence[float]) -> list[Note]:
    """Play a whole game by OpenSpiel's loop, with a note for every state before the end."""
    rng = random.Random(seed)
    notes: list[Note] = []
    lean = rng.choice(leans)
    bots = [NotingBot(seat, notes, rng, lean) for seat in range(state.num_players())]
    evaluate_bots(state, bots, np.random.RandomState(seed))
    return notes


def compare_keltis(rules: Rules, players: int, seed: int) -> Counter[str]:
    """Play one game, compare all its states, and count them; `AssertionError` if they differ."""
    returns = ("win_shares", "score_margins")[seed % 2]
    parameters = {"players": players, "rules": format_rules(rules), "returns": returns}
    state: KeltisState = pyspiel.load_game("python_keltis", parameters).new_initial_state()
    notes = play_game(state, seed, LEANS)
    scalar, rest = scalar_start(rules, players, state)
    dealt = len(rules.tiles) + players * rules.hand_size
    history = [(item.player, item.action) for item in state.full_history()]
    assert len(history) == len(notes)
    compare_deal(rules, notes[:dealt], history)
    moves = counts = 0
    for note, (player, action) in zip(notes[dealt:], history[dealt:], strict=True):
        assert isinstance(note.position, GameState)
        compare_positions(note.position, scalar)
        assert note.player == player
        if player == CHANCE:
            pool: Items = Counter(scalar.draw_pile + scalar.removed)
            compare_outcomes(note, pool, rest)
            scalar = keltis.apply_move(scalar, keltis.Draw(None))
            counts += 1
            continue
        assert player == scalar.to_move
        assert note.actions == list(keltis.legal_action_ids(scalar))
        if note.tensor:
            assert note.tensor == list(encode(keltis.observe(scalar, player)))
        moves += 1
        if action != DRAW_PILE:
            scalar = keltis.apply_move(scalar, keltis.move_of(action))
    end = keltis.outcome(scalar)
    assert state.position is not None
    compare_positions(state.position, scalar)
    truncated = moves == state.get_game().max_game_length() and end is None
    if end is None:
        assert truncated
        assert state.returns() == [0.0] * players
    else:
        value = keltis.win_shares if returns == "win_shares" else keltis.score_margins
        assert state.returns() == list(value(end))
    by_figure = end is not None and end.reason is keltis.EndReason.FIFTH_FIGURE
    return Counter(
        {
            "games": 1,
            "states": len(notes) + 1,
            "decisions": moves,
            "chance nodes": dealt + counts,
            "truncated games": int(truncated),
            "ends by the last figure": int(by_figure),
        }
    )


def scalar_start(
    rules: Rules, players: int, end: KeltisState
) -> tuple[GameState, tuple[Card, ...]]:
    """The same deal by `setup_game`, with the cards that were drawn on top; and the cards."""
    kinds = tuple(dict.fromkeys(rules.deck))
    chosen = [item.action for item in end.full_history() if item.player == CHANCE]
    laid = iter([tuple(Tile)[number] for number in chosen[: len(rules.tiles)]])
    cards = [kinds[number] for number in chosen[len(rules.tiles) :]]
    in_hands = players * rules.hand_size
    drawn = cards[in_hands:]
    unseen = list((Counter(rules.deck) - Counter(cards)).elements())
    size = rules.removed_with(players)
    start = keltis.setup_game(
        hands=[cards[n * rules.hand_size : (n + 1) * rules.hand_size] for n in range(players)],
        tiles={colour: {row: next(laid) for row in rules.tile_rows[colour]} for colour in Colour},
        removed=unseen[:size],
        draw_pile=[*unseen[size:], *reversed(drawn)],
        rules=rules,
    )
    return start, kinds


def compare_deal(rules: Rules, notes: Sequence[Note], history: Sequence[tuple[int, int]]) -> None:
    """Tiles and cards come with the shares that they have among those that are left."""
    kinds = tuple(dict.fromkeys(rules.deck))
    tiles: Items = Counter(rules.tiles)
    cards: Items = Counter(rules.deck)
    for note, (player, action) in zip(notes, history, strict=False):
        assert note.player == player == CHANCE
        assert note.position is None
        if tiles.total():
            compare_outcomes(note, tiles, tuple(Tile))
            tiles[tuple(Tile)[action]] -= 1
        else:
            compare_outcomes(note, cards, kinds)
            cards[kinds[action]] -= 1


def compare_outcomes(note: Note, left: Items, numbered: Sequence[Tile | Card]) -> None:
    total = left.total()
    expected = [(n, left[item] / total) for n, item in enumerate(numbered) if left[item]]
    assert list(zip(note.actions, note.probabilities, strict=True)) == expected


def compare_positions(position: GameState, scalar: GameState) -> None:
    """All that is known with open hands, and the pool of which the rest is drawn."""
    assert keltis.observe(position, None) == keltis.observe(scalar, None)
    assert [player.hand for player in position.players] == [p.hand for p in scalar.players]
    pools = [count_cards([state.draw_pile, state.removed]) for state in (position, scalar)]
    assert pools[0] == pools[1]


def compare_celtic(rules: celtic.Rules, seed: int) -> Counter[str]:
    """The same for a game of CELTIC!."""
    parameters = {"rules": format_celtic_rules(rules)}
    state: CelticState = pyspiel.load_game("python_celtic", parameters).new_initial_state()
    notes = play_game(state, seed, [0.0])
    scalar = celtic.new_game(rules=rules)
    for note, action in zip(notes, state.history(), strict=True):
        assert note.position == scalar
        assert note.player == scalar.to_move
        assert note.actions == list(celtic.legal_action_ids(scalar))
        if note.tensor:
            assert note.tensor == list(encode_celtic(scalar, scalar.to_move))
        scalar = celtic.apply_move(scalar, celtic.move_of(action))
    end = celtic.outcome(scalar)
    assert end is not None
    assert state.position == scalar
    share = {celtic.Owner.ORANGE: 1.0, celtic.Owner.BLUE: -1.0, None: 0.0}[end.winner]
    assert state.returns() == [share, -share]
    return Counter(games=1, states=len(notes) + 1, decisions=len(notes))


class Kind(NamedTuple):
    """Games of one kind."""

    name: str
    compare: Callable[[int], Counter[str]]
    """Plays the game of a seed and compares its states."""


KINDS: Final = [
    *[
        Kind(f"{name}, {players} players", partial(compare_keltis, rules, players))
        for name, rules in {**PRESETS, "short paths": SHORT, "clovers": CLOVERS}.items()
        for players in (2, 3, 4)
    ],
    Kind("CELTIC!", partial(compare_celtic, celtic.CELTIC)),
    Kind("CELTIC!, 7 by 4", partial(compare_celtic, celtic.Rules(width=7, height=4))),
]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games and print what was compared; the first difference ends the run."""
    parser = argparse.ArgumentParser("openspiel_lockstep", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000, help="of all kinds together")
    parser.add_argument("--only", default="", help="only the kinds with this in their names")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    options = parser.parse_args(arguments)
    total: Counter[str] = Counter()
    start = time.monotonic()
    kinds = [kind for kind in KINDS if options.only in kind.name]
    for number, kind in enumerate(kinds):
        counts: Counter[str] = Counter()
        for game in range(number, options.games, len(kinds)):
            counts += kind.compare(options.seed + game)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{kind.name}: {counts['games']} games ")
        sys.stdout.write(f"{kind.name}: {summary(counts)}\n")
        sys.stdout.flush()
        total += counts
    seconds = time.monotonic() - start
    sys.stdout.write(f"all: {summary(total)}, differences: none, {seconds:.0f} seconds\n")
    return 0


def summary(counts: Counter[str]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


if __name__ == "__main__":
    sys.exit(main())
