"""Attacks within this process. Each makes some attempts and raises where something is wrong."""

import json
import os
import pickle
import random
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TypeAlias

import attrs
from hypothesis import HealthCheck, given, settings
from hypothesis import seed as use_seed
from hypothesis import strategies as st

import arena_bots
import conftest  # noqa: F401 - it registers the profiles of the tests
import keltis
import test_record_mutations as files
from keltis import celtic
from keltis._lib.values import Immutable, _call_constructor, _constructor_arguments
from keltis._network import ValueNetwork
from keltis.arena import (
    ArenaError,
    Entrant,
    TournamentResult,
    play_tournament,
    sprt,
    summary,
    tally,
    tally_from_json,
    tally_to_json,
)
from keltis.bots import Bot
from keltis.celtic._engine.tiles import PLAYERS
from keltis.celtic.learning import encode as encode_tiles
from keltis.documents import to_json
from keltis.game import M, S
from keltis.learning import ACTION_COUNT, encode, move_of
from keltis.notation import format_state, parse_state
from keltis.self_play import bot_samples, load_samples
from keltis.testing import custom_rules
from leaning import ALL_RULES, leaning_game, start_of
from naive import NaiveGame
from test_against_naive import CHOOSERS
from test_view import rehidden

Attack: TypeAlias = Callable[[random.Random], int]
"""Makes attempts, and returns how many."""


class Wrong(Exception):
    """An attack has found something wrong."""


def damaged_records(rng: random.Random) -> int:
    """Read a damaged file of the board game in both formats."""
    return _read_damaged(files.BOARD_TEXT, rng) + _read_damaged(files.BOARD_JSON, rng)


def damaged_tile_records(rng: random.Random) -> int:
    """Read a damaged file of CELTIC! in both formats."""
    return _read_damaged(files.TILE_TEXT, rng) + _read_damaged(files.TILE_JSON, rng)


def _read_damaged(kind: files.Files[S, M], rng: random.Random) -> int:
    text = kind.damaged(rng)
    end = kind.try_to_read(text)
    if end not in ("read", "refused"):
        raise Wrong(f"{end}, for the file {text!r}")
    return 1


@cache
def _states() -> tuple[keltis.GameState, ...]:
    games = [leaning_game(start_of(rules, seed), seed) for seed, rules in enumerate(ALL_RULES * 2)]
    return tuple(state for game in games for state, _ in game)


def _values(rng: random.Random) -> list[object]:
    """Values of both games, some of which are in each other."""
    state, other = rng.choice(_states()), rng.choice(_states())
    tiles = rng.choice(files.tile_records())
    return [
        *(state, other, state.rules, state.players[0], keltis.observe(state, 0), other.tiles),
        *(rng.choice(files.board_records()), tiles, tiles.final, celtic.CELTIC, other.draw_pile),
        *(None, -1, True, 10**80, "R7", (), ((),) * 5, (0,) * 5, keltis.Colour.RED, other.phase),
    ]


@attrs.frozen
class _Forged:
    """Has the pickle of another value, with one argument changed."""

    value: Immutable
    name: str
    forged: object

    def __reduce__(self) -> tuple[object, ...]:
        arguments = _constructor_arguments(self.value) | {self.name: self.forged}
        return _call_constructor, (type(self.value), arguments)


def forged_pickles(rng: random.Random) -> int:
    """Load the pickle of a value in which one field has the content of another."""
    values = _values(rng)
    value = rng.choice([value for value in values if isinstance(value, Immutable)])
    fields = [field.name for field in attrs.fields(type(value)) if field.init and field.eq]
    other = rng.choice([*values, *(getattr(value, field) for field in fields)])
    data = pickle.dumps(_Forged(value, rng.choice(fields), other))
    with suppress(keltis.KeltisError):
        loaded: Immutable = pickle.loads(data)  # noqa: S301 - our own bytes
        if type(loaded) is not type(value) or attrs.evolve(loaded) != loaded:
            raise Wrong(f"a forged pickle gives {loaded!r}")
    return 1


def mutated_positions(rng: random.Random) -> int:
    """Change one part of a position: it is refused, or a state that can be played and written."""
    state, other = rng.choice(_states()), rng.choice(_states())
    field = rng.choice([field.name for field in attrs.fields(keltis.GameState) if field.init])
    changes: dict[str, object] = {field: getattr(other, field)}
    if rng.random() < 0.5:
        player = attrs.fields(keltis.PlayerState)
        name = rng.choice([field.name for field in player if field.init])
        seat = rng.randrange(len(state.players))
        new = getattr(rng.choice(other.players), name)
        with suppress(keltis.KeltisError):
            changed = attrs.evolve(state.players[seat], **{name: new})
            players = (*state.players[:seat], changed, *state.players[seat + 1 :])
            changes = {"players": players}
    try:
        mutated: keltis.GameState = attrs.evolve(state, **changes)  # type: ignore[arg-type]  # the point
    except keltis.KeltisError:
        return 1
    if parse_state(format_state(mutated)) != mutated:
        raise Wrong(f"another state is read: {format_state(mutated)}")
    if bool(keltis.legal_moves(mutated)) is not (keltis.outcome(mutated) is None):
        raise Wrong(f"no end and no moves: {format_state(mutated)}")
    for move in keltis.legal_moves(mutated):
        attrs.evolve(keltis.apply_move(mutated, move))  # a refusal is an error
    return 1


def legality_questions(rng: random.Random) -> int:
    """Ask about moves in games under extreme rules, beside the other engine.

    The naive engine of the tests lists the legal moves.
    """
    asked = 0

    @use_seed(rng.getrandbits(64))
    @settings(
        max_examples=20, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(custom_rules(), st.integers(1, 5), st.sampled_from(sorted(CHOOSERS)))
    def compare(rules: keltis.Rules, players: int, style: str) -> None:
        nonlocal asked
        with suppress(keltis.InvalidArgument):  # a number of players that the rules do not have
            state = keltis.new_game(players, seed=rng.getrandbits(32), rules=rules)
            asked += _compare_engines(state, CHOOSERS[style], rng)

    compare()
    return asked


def _compare_engines(
    state: keltis.GameState, choose: Callable[[NaiveGame, random.Random], str], rng: random.Random
) -> int:
    naive, asked = NaiveGame.of(state), 0
    moves = [move_of(action) for action in range(ACTION_COUNT)]
    while naive.over() is None:
        legal = set(naive.moves())
        for move in rng.sample(moves, 100):
            asked += 1
            if (keltis.illegality(state, move) is None) is not (str(move) in legal):
                raise Wrong(f"the engines disagree about {move} in {format_state(state)}")
        by_text = {str(move): move for move in keltis.legal_moves(state)}
        text = choose(naive, rng)
        state = keltis.apply_move(state, by_text[text])
        naive.play(text)
        if by_text.keys() != legal or NaiveGame.of(state) != naive:
            raise Wrong(f"the engines disagree after {text} in {format_state(state)}")
    return asked


def permuted_hidden_cards(rng: random.Random) -> int:
    """Hide other cards from a viewer, who must not see a difference."""
    state = rng.choice(_states())
    viewer = rng.choice([None, *range(len(state.players))])
    views = [keltis.observe(one, viewer) for one in (state, rehidden(state, viewer, rng))]
    of_views: list[Callable[[keltis.PlayerView], object]] = [repr, str, hash, pickle.dumps]
    of_views += [to_json, keltis.legal_moves, keltis.legal_action_mask]
    if viewer is not None:  # a spectator's view has no encoding
        of_views.append(encode)
    for of_view in of_views:
        if of_view(views[0]) != of_view(views[1]):
            raise Wrong(f"{of_view.__name__} of a view shows hidden cards: {format_state(state)}")
    return 1


def permuted_tile_histories(rng: random.Random) -> int:
    """Lay the tiles of CELTIC! in another order: the codes and the actions are the same."""
    record = rng.choice(files.tile_records())
    state = rng.choice(record.states)
    viewer = rng.choice(PLAYERS)
    lays = rng.sample(state.lays, len(state.lays))
    again = celtic.setup_game(lays, to_move=state.to_move, rules=state.rules)
    for of_state in (encode_tiles, celtic.legal_action_mask):
        if of_state(state) != of_state(again):
            raise Wrong(f"{of_state.__name__} depends on the history: {state!r}")
    if encode_tiles(state, viewer) == encode_tiles(state, celtic.opponent(viewer)):
        raise Wrong(f"both players see the same bytes: {state!r}")
    actions = celtic.legal_action_ids(state)
    if tuple(map(celtic.action_id, map(celtic.move_of, actions))) != actions:
        raise Wrong(f"other numbers than {actions}: {state!r}")
    return 1


HOSTILE: list[Bot] = [
    *(arena_bots.crasher, arena_bots.quitter, arena_bots.cheat),
    *(arena_bots.Mute(), arena_bots.LateCrasher(50)),
]


def hostile_bots(rng: random.Random) -> int:
    """Play two games against a bot that misbehaves: it loses both."""
    bot = rng.choice(HOSTILE)
    entrants = [Entrant(name := "hostile", bot), Entrant("hasty", arena_bots.hasty)]
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        result = play_tournament(entrants, deals=1, seed=rng.getrandbits(32))
    for game in result.games:
        if game.forfeit is None or game.seating[game.forfeit.seat] != name:
            raise Wrong(f"{bot} does not lose: {game!r}")
    return len(result.games)


def cut_journals(rng: random.Random) -> int:
    """Resume a tournament from a journal that is cut off or damaged."""
    seed = rng.randrange(5)
    expected, journal = _journal(seed)
    cut = rng.randrange(len(journal) + 1)
    damaged = journal[:cut]
    if rng.random() < 0.3:
        damaged = journal[:cut] + bytes([rng.randrange(256)]) + journal[cut + 1 :]
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "journal")
        path.write_bytes(damaged)
        try:
            result = _play(seed, path, resume=True)
        except ArenaError:
            if damaged == journal[:cut]:
                raise Wrong(f"a journal that is cut off after {cut} bytes is refused") from None
            return 1
    if damaged == journal[:cut] and result != expected:
        raise Wrong(f"the tournament goes on in another way after {cut} bytes")
    return 1


def damaged_networks(rng: random.Random) -> int:
    """Read a damaged file of a network: it is rejected, or can be saved and read again."""
    head, weights = _network()
    text = files.ON_JSON[rng.randrange(len(files.ON_JSON))](head, rng).replace("...", weights)
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "network")
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        with suppress(keltis.InvalidArgument):
            network = ValueNetwork.load(path)
            network.save(path)
            if ValueNetwork.load(path).weights != network.weights:
                raise Wrong(f"another network is read: {text[:2_000]}")
    return 1


@cache
def _network() -> tuple[str, str]:
    """The file of our own network: with three dots in place of its weights, and these."""
    document = json.loads(resources.files("keltis.bots").joinpath("learnt.json").read_text("utf-8"))
    return json.dumps({**document, "weights": "..."}, indent=1), document["weights"]


def damaged_samples(rng: random.Random) -> int:
    """Read a damaged file of self-play: it is rejected, or has arrays of the right types."""
    suffix = rng.choice(("npz", "parquet"))
    data = bytearray(_samples(suffix))
    for _ in range(rng.choice((1, 1, 2, 8))):
        start, size = rng.randrange(len(data)), rng.randrange(30)
        data[start : start + rng.choice((0, size))] = rng.randbytes(rng.choice((0, size)))
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, f"samples.{suffix}")
        path.write_bytes(data)
        with suppress(keltis.InvalidArgument):
            load_samples(path)
    return 1


@cache
def _samples(suffix: str) -> bytes:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, f"samples.{suffix}")
        bot_samples(["random", "random"], games=1, seed=7).save(path)
        return path.read_bytes()


def damaged_tallies(rng: random.Random) -> int:
    """Read damaged sums of a tournament: rejected, or all statistics follow from them."""
    text = _tally()
    for _ in range(rng.choice((1, 1, 2, 3))):
        text = rng.choice((files.change_a_number, *files.ON_JSON))(text or "x", rng)
    try:
        sums = tally_from_json(text)
    except ArenaError:
        return 1
    if tally_from_json(tally_to_json(sums)) != sums:
        raise Wrong(f"other sums are read: {text!r}")
    summary(sums)
    sprt(sums, 0, 10)
    return 1


@cache
def _tally() -> str:
    return tally_to_json(tally(_journal(0)[0]), indent=1)


@cache
def _journal(seed: int) -> tuple[TournamentResult, bytes]:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "journal")
        return _play(seed, path), path.read_bytes()


def _play(seed: int, journal: Path, *, resume: bool = False) -> TournamentResult:
    entrants = [Entrant("hasty", arena_bots.hasty), Entrant("careful", arena_bots.careful)]
    return play_tournament(
        entrants, deals=2, seed=seed, max_turns=20, journal=journal, resume=resume
    )
