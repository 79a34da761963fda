"""The time of what other programs call, in microseconds, beside `apply_move`.

Run it as `python tests/bench/programs.py`. It measures CPU time, and the calls alternate, so that a
busy machine slows all of them alike; the figure is the best of all rounds.
"""

import random
import time
from collections.abc import Callable

import keltis
from keltis import Card, Deal, Discard, GameState, Lay, PlayerView, celtic
from keltis.arena import elo_ratings, mean, wilson
from keltis.bots import advise, play_match
from keltis.celtic.bots import RandomBot
from keltis.celtic.bots import play_match as play_celtic
from keltis.celtic.learning import encode as encode_tiles
from keltis.documents import from_json, schema, to_document, to_json
from keltis.events import events
from keltis.learning import encode, layout
from keltis.notation import format_view, parse_view
from keltis.record import RecordSampler, game_rows, record_rows, resample_record

ROUNDS = 40
RECORD = play_match(["greedy", "greedy"], seed=7)
STATE = RECORD.state_at(len(RECORD) // 2 // 2 * 2)
MOVE = keltis.legal_moves(STATE)[0]
VIEW = keltis.observe(STATE, STATE.to_move)
SEEN = RECORD.observe(0)
SAMPLER = RecordSampler(SEEN)
TEXT = format_view(VIEW)
CARD = next(iter(keltis.draw_counts(STATE)))
TILES_LAID = play_celtic([RandomBot(), RandomBot()], seed=7).state_at(10)
DEAL = Deal(2)
RNG = random.Random(1)
EVENT = events(STATE, MOVE)[0]
ACTION = keltis.action_id(MOVE)
OUTCOME = keltis.Outcome(
    keltis.EndReason.DRAW_PILE_EMPTY, keltis.scores(RECORD.final), winners=(0,)
)
REFUSAL = keltis.IllegalMove(keltis.Illegality.DRAW_DUE, MOVE, STATE)
VIEW_JSON, STATE_JSON = to_json(VIEW), to_json(STATE)
HAND = "R1 R3 P7 P8 G2 G2 B0 B9"
TILES = "..W.C1W.C .C.2.WC.W .3W.C.C.1 .W.C2.W.C ..CW.3W.2"

CALLS: dict[str, tuple[Callable[[], object], int]] = {
    "apply_move": (lambda: keltis.apply_move(STATE, MOVE), 200),
    "view_document": (lambda: to_document(VIEW), 5),
    "view_to_json": (lambda: to_json(VIEW), 5),
    "view_from_json": (lambda: from_json(PlayerView, VIEW_JSON), 2),
    "state_document": (lambda: to_document(STATE), 5),
    "state_to_json": (lambda: to_json(STATE), 5),
    "state_from_json": (lambda: from_json(GameState, STATE_JSON), 2),
    "move_document": (lambda: to_document(MOVE), 100),
    "event_document": (lambda: to_document(EVENT), 100),
    "refusal_document": (lambda: to_document(REFUSAL), 100),
    "schema": (lambda: schema(PlayerView), 2),
    "celtic to_json": (lambda: to_json(TILES_LAID), 5),
    "draw_counts(state)": (lambda: keltis.draw_counts(STATE), 50),
    "draw_counts(view)": (lambda: keltis.draw_counts(VIEW), 20),
    "with_top": (lambda: keltis.with_top(STATE, CARD), 200),
    "with_top with an rng": (lambda: keltis.with_top(STATE, CARD, RNG), 200),
    "Deal.counts": (DEAL.counts, 50),
    "Deal.with_next": (lambda: DEAL.with_next(keltis.Tile.CLOVER), 50),
    "Deal.state": (lambda: DEAL.state(RNG), 10),
    "resample_record": (lambda: resample_record(SEEN, RNG), 1),
    "RecordSampler": (lambda: RecordSampler(SEEN), 1),
    "sampler.sample": (lambda: SAMPLER.sample(RNG), 5),
    "sampler.sample_state": (lambda: SAMPLER.sample_state(RNG), 20),
    "layout": (lambda: layout(keltis.KELTIS, 2), 50),
    "encode": (lambda: encode(VIEW), 20),
    "legal_action_ids": (lambda: keltis.legal_action_ids(VIEW), 20),
    "legal_action_mask": (lambda: keltis.legal_action_mask(VIEW), 20),
    "action_count": (lambda: keltis.action_count(keltis.KELTIS), 50),
    "action_id": (lambda: keltis.action_id(MOVE), 100),
    "move_of": (lambda: keltis.move_of(ACTION), 100),
    "celtic encode": (lambda: encode_tiles(TILES_LAID), 20),
    "celtic legal_action_ids": (lambda: celtic.legal_action_ids(TILES_LAID), 20),
    "parse_view": (lambda: parse_view(TEXT), 3),
    "setup_view": (lambda: keltis.setup_view(players=2, hand=HAND, tiles=TILES), 3),
    "setup_game": (lambda: keltis.setup_game(hands=[HAND, None], tiles=TILES, rng=RNG), 3),
    "advise, greedy": (lambda: advise(keltis.observe(STATE, STATE.to_move), bots=["greedy"]), 1),
    "win_shares": (lambda: keltis.win_shares(OUTCOME), 100),
    "score_margins": (lambda: keltis.score_margins(OUTCOME), 100),
    "score_bounds": (lambda: keltis.score_bounds(keltis.KELTIS), 20),
    "play_out": (lambda: keltis.play_out(STATE, lambda _, moves, __: moves[0]), 1),
    "play_match, greedy": (lambda: play_match(["greedy", "greedy"], seed=7), 1),
    "record.turns": (lambda: RECORD.turns, 2),
    "record.undo": (RECORD.undo, 20),
    "compare_readings": (lambda: keltis.compare_readings(RECORD, keltis.KELTIS_LITERAL), 1),
    "record_rows": (lambda: record_rows(RECORD), 1),
    "game_rows": (lambda: game_rows([RECORD]), 10),
    "Discard(card)": (lambda: Discard(CARD), 200),
    'Lay("R7", "small")': (lambda: Lay("R7", "small"), 200),
    'parse_move("lay R7 small")': (lambda: keltis.parse_move("lay R7 small"), 50),
    'Card.parse("R7")': (lambda: Card.parse("R7"), 200),
    "hash(state), again": (lambda: hash(STATE), 200),
    "str(view)": (lambda: str(VIEW), 1),
    "wilson": (lambda: wilson(8, 10), 50),
    "mean, 12 values": (lambda: mean(range(12)), 20),
    "elo_ratings of two": (lambda: elo_ratings([[0, 30], [10, 0]]), 1),
}


def main() -> None:
    """Print the best time of each call."""
    best = dict.fromkeys(CALLS, float("inf"))
    for _ in range(ROUNDS):
        for name, (call, number) in CALLS.items():
            start = time.process_time()
            for _ in range(number):
                call()
            best[name] = min(best[name], (time.process_time() - start) / number)
    unit = best["apply_move"]
    for name, seconds in best.items():
        print(f"{name:28} {seconds * 1e6:10.1f} us {seconds / unit:10.1f} x apply_move")


if __name__ == "__main__":
    main()
