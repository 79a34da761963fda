"""The time of what other programs call, in microseconds, beside `apply_move`.

Run it as `python tests/bench/programs.py`. The calls alternate, so that a busy machine slows all of
them alike; the figure is the best of all rounds.
"""

import random
import time
from collections.abc import Callable

import keltis
from keltis import Card, Deal, Discard, Lay, celtic
from keltis.bots import advise, play_match
from keltis.celtic.bots import RandomBot
from keltis.celtic.bots import play_match as play_celtic
from keltis.celtic.encoding import encode as encode_tiles
from keltis.encoding import encode
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
HAND = "R1 R3 P7 P8 G2 G2 B0 B9"
TILES = ".W.C.1.WC C.2.W.C.W .3.W.C.C1 W.C.2.W.C .C.W.3.W2"

CALLS: dict[str, tuple[Callable[[], object], int]] = {
    "apply_move": (lambda: keltis.apply_move(STATE, MOVE), 200),
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
    "encode": (lambda: encode(VIEW), 20),
    "legal_action_ids": (lambda: keltis.legal_action_ids(VIEW), 20),
    "celtic encode": (lambda: encode_tiles(TILES_LAID), 20),
    "celtic legal_action_ids": (lambda: celtic.legal_action_ids(TILES_LAID), 20),
    "parse_view": (lambda: parse_view(TEXT), 3),
    "setup_view": (lambda: keltis.setup_view(players=2, hand=HAND, tiles=TILES), 3),
    "setup_game": (
        lambda: keltis.setup_game(hands=[HAND, None], tiles=TILES, rng=RNG),
        3,
    ),
    "advise, greedy": (lambda: advise(keltis.observe(STATE, STATE.to_move), bots=["greedy"]), 1),
    "play_out": (lambda: keltis.play_out(STATE, lambda state: keltis.legal_moves(state)[0]), 1),
    "play_match, greedy": (lambda: play_match(["greedy", "greedy"], seed=7), 1),
    "compare_readings": (lambda: keltis.compare_readings(RECORD, keltis.KELTIS_LITERAL), 1),
    "record_rows": (lambda: record_rows(RECORD), 1),
    "game_rows": (lambda: game_rows([RECORD]), 10),
    "Discard(card)": (lambda: Discard(CARD), 200),
    'Lay("R7", "small")': (lambda: Lay("R7", "small"), 200),
    'Card.parse("R7")': (lambda: Card.parse("R7"), 200),
    "hash(state), again": (lambda: hash(STATE), 200),
    "str(view)": (lambda: str(VIEW), 1),
}


def main() -> None:
    """Print the best time of each call."""
    best = dict.fromkeys(CALLS, float("inf"))
    for _ in range(ROUNDS):
        for name, (call, number) in CALLS.items():
            start = time.perf_counter()
            for _ in range(number):
                call()
            best[name] = min(best[name], (time.perf_counter() - start) / number)
    unit = best["apply_move"]
    for name, seconds in best.items():
        print(f"{name:24} {seconds * 1e6:10.1f} us {seconds / unit:10.1f} x apply_move")


if __name__ == "__main__":
    main()
