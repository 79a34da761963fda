"""Which presets follow a clause of the texts: the table must say what is found by playing.

A probe plays what a clause says under some rules. Every clause about which the presets could differ
has one, so that neither a missing nor a wrong `followed_by` stays unseen.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import Final, TypeAlias

import attrs
import pytest

from clauses import CLAUSES, RULE_CLAUSES, Clause, rules_page
from helpers import play, texts
from keltis import (
    PRESETS,
    Card,
    Colour,
    GameState,
    Rules,
    Tile,
    new_game,
    observe,
    score,
)
from keltis.testing import Seat, position

R, Y, P, G, B = Colour
Probe: TypeAlias = Callable[[Rules], bool]
PROBES: Final[dict[str, Probe]] = {}
"""By the id of a clause."""
CLAUSE_BY_ID: Final = {clause.id: clause for clause in CLAUSES}
EVERY_OTHER_ROW: Final = ((2, 4, 6, 8, 9),) * 5


def probes(ids: str) -> Callable[[Probe], Probe]:
    """The decorator of a probe for these clauses."""

    def register(probe: Probe) -> Probe:
        PROBES.update(dict.fromkeys(ids.split(), probe))
        return probe

    return register


def at_table(rules: Rules, seat: Seat, **tiles: Tile) -> GameState:
    """A position under these rules, with tiles on every other row."""
    rules = attrs.evolve(rules, tile_rows=EVERY_OTHER_ROW)
    return position(seat, Seat(), tiles=tiles, rules=rules)


def on_a_clover(rules: Rules) -> GameState:
    """A step is owed. One figure can move, one is at the end of its path, and three wait."""
    seat = Seat(hand="R5 Y7", laid="R3", at="P9")
    return play(at_table(rules, seat, R2=Tile.CLOVER, P9=Tile.ONE), "lay R5")


def on_a_finished_path(rules: Rules) -> GameState:
    """A card was laid on a finished path. One other figure can move, and three wait."""
    seat = Seat(hand="R10", laid="R1 R2 R3 R4 R5 R6 R7 R8 R9", at="P2")
    return play(at_table(rules, seat), "lay R10")


def can_lay(rules: Rules, column: str, *cards: str) -> bool:
    """Whether each of these cards could be the next one of a red column."""
    return all(
        f"lay {card}" in texts(at_table(rules, Seat(hand=card, laid=column))) for card in cards
    )


def cannot_lay(rules: Rules, column: str, *cards: str) -> bool:
    return not any(can_lay(rules, column, card) for card in cards)


def can_lay_all(rules: Rules, cards: str) -> bool:
    """Whether a column can be laid in this order."""
    column = cards.split()
    return all(
        can_lay(rules, " ".join(column[:count]), column[count]) for count in range(1, len(column))
    )


def stone_points(rules: Rules, stones: int) -> int:
    """What so many wishing stones score."""
    places = [f"{path.letter}{row}" for path in (R, Y) for row in EVERY_OTHER_ROW[path]]
    seat = Seat(at="R9 Y9", taken=" ".join(places[:stones]))
    return score(at_table(rules, seat), 0).wishing_stones


def values_of(rules: Rules) -> list[int]:
    return sorted({card.value for card in rules.deck})


@probes("S0.10 S4.8")
def the_deck_has_zeros(rules: Rules) -> bool:
    return values_of(rules) == list(range(11)) and len(rules.deck) == 110


@probes("S3.7")
def the_deck_has_no_zeros(rules: Rules) -> bool:
    return values_of(rules) == list(range(1, 11))


@probes("S3.8")
def each_card_is_there_twice(rules: Rules) -> bool:
    return set(Counter(rules.deck).values()) == {2}


@probes("S0.1 S4.1")
def two_to_four_can_play(rules: Rules) -> bool:
    return rules.player_counts == (2, 3, 4)


@probes("S0.18 S4.14")
def only_those_who_play_have_figures(rules: Rules) -> bool:
    return all(len(new_game(count, rules=rules).players) == count for count in (2, 3, 4))


@probes("S0.30 S4.20")
def thirty_cards_leave_with_two_players(rules: Rules) -> bool:
    return len(new_game(2, rules=rules).removed) == 30


@probes("S3.20")
def with_two_players_the_rest_is_the_draw_pile(rules: Rules) -> bool:
    return len(new_game(2, rules=rules).draw_pile) == len(rules.deck) - 16


@probes("S0.32")
def no_card_leaves_with_three_or_four_players(rules: Rules) -> bool:
    return not any(new_game(count, rules=rules).removed for count in (3, 4))


@probes("S0.31")
def nobody_sees_the_removed_cards(rules: Rules) -> bool:
    state = new_game(2, rules=rules)
    count, hidden = len(state.removed), sorted(state.draw_pile + state.removed)
    other = attrs.evolve(state, removed=tuple(hidden[:count]), draw_pile=tuple(hidden[count:]))
    return all(observe(state, seat) == observe(other, seat) for seat in (0, 1, None))


@probes("S0.3")
def cards_drive_the_figures(rules: Rules) -> bool:
    state = at_table(rules, Seat(hand="R7 Y7", laid="R3 R5"))
    rows = [play(state, card).players[0].rows for card in ("lay R7", "lay Y7 small")]
    return rows == [(3, 0, 0, 0, 0), (2, 1, 0, 0, 0)]


@probes("S0.52 S3.28 S4.80")
def a_card_is_laid_out(rules: Rules) -> bool:
    state = play(at_table(rules, Seat(hand="R7")), "lay R7 small")
    return state.players[0].columns[R] == (Card(R, 7),)


@probes("S3.25")
def a_card_is_laid_or_discarded(rules: Rules) -> bool:
    moves = texts(at_table(rules, Seat(hand="R7")))
    return {"lay R7 small", "lay R7 large", "discard R7"} <= set(moves)


@probes("S0.53 S3.29 S3.83 S4.34")
def the_first_card_brings_a_figure_to_the_first_stone(rules: Rules) -> bool:
    state = play(at_table(rules, Seat(hand="R7")), "lay R7 small")
    owed = on_a_clover(rules)
    later = [play(owed, step).players[0] for step in texts(owed)]
    return state.players[0].rows[R] == 1 and all(
        bool(row) == bool(column)  # so no figure is there before the first card
        for player in later
        for row, column in zip(player.rows, player.columns, strict=True)
    )


@probes("S0.54 S4.81")
def the_figure_is_chosen(rules: Rules) -> bool:
    return {"lay R7 small", "lay R7 large"} <= set(texts(at_table(rules, Seat(hand="R7"))))


@probes("S3.82")
def another_path_can_be_begun(rules: Rules) -> bool:
    return "lay Y7 small" in texts(at_table(rules, Seat(hand="Y7", at="R3")))


@probes("S0.4 S4.4")
def a_column_goes_up_or_down(rules: Rules) -> bool:
    return (
        can_lay(rules, "R5 R6", "R7")
        and cannot_lay(rules, "R5 R6", "R4")
        and can_lay(rules, "R6 R5", "R4")
        and cannot_lay(rules, "R6 R5", "R7")
    )


@probes("S0.58 S4.37")
def after_a_low_start_equal_or_larger_values_follow(rules: Rules) -> bool:
    return can_lay_all(rules, "R3 R3 R6 R6 R7") and cannot_lay(rules, "R3 R6", "R5")


@probes("S0.59 S4.38")
def the_first_worked_example_can_be_laid(rules: Rules) -> bool:
    return can_lay_all(rules, "R3 R3 R6 R7 R7")


@probes("S0.60 S4.39")
def after_a_high_start_equal_or_smaller_values_follow(rules: Rules) -> bool:
    return can_lay_all(rules, "R9 R9 R6 R6 R5") and cannot_lay(rules, "R9 R6", "R7")


@probes("S0.61 S4.40")
def the_second_worked_example_can_be_laid(rules: Rules) -> bool:
    return can_lay_all(rules, "R9 R8 R8 R5 R3")


@probes("S0.62 S4.41")
def the_first_different_value_decides(rules: Rules) -> bool:
    return can_lay(rules, "R5 R5", "R4", "R6") and cannot_lay(rules, "R5 R5 R6", "R4")


@probes("S0.63 S4.77")
def the_decision_binds_one_colour(rules: Rules) -> bool:
    state = at_table(rules, Seat(hand="R1 R9 Y1 Y9", laid="R5 R6 Y5 Y4"))
    return {"lay R9", "lay Y1"} == {"lay R1", "lay R9", "lay Y1", "lay Y9"} & set(texts(state))


@probes("S3.33 S3.51 S3.74")
def two_equal_cards_decide(rules: Rules) -> bool:
    return can_lay(rules, "R5", "R4", "R6") and cannot_lay(rules, "R5 R5", "R4", "R6")


@probes("S3.34")
def cards_go_on_that_way_or_repeat(rules: Rules) -> bool:
    return can_lay(rules, "R5 R6", "R6", "R7") and can_lay(rules, "R6 R5", "R5", "R4")


@probes("S3.35")
def turning_round_is_forbidden(rules: Rules) -> bool:
    return cannot_lay(rules, "R5 R6", "R5") and cannot_lay(rules, "R6 R5", "R6")


@probes("S3.36")
def values_may_be_skipped(rules: Rules) -> bool:
    return can_lay(rules, "R5 R6", "R9") and can_lay(rules, "R6 R5", "R2")


@probes("S3.37")
def values_may_be_repeated(rules: Rules) -> bool:
    return can_lay(rules, "R5", "R5") and can_lay(rules, "R5 R6", "R6")


@probes("S0.64 S0.67 S3.38 S3.52 S3.76")
def a_card_on_a_finished_path_moves_another_figure(rules: Rules) -> bool:
    state = on_a_finished_path(rules)
    rows = play(state, "advance P").players[0].rows
    return rows == (9, 0, 3, 0, 0) and "advance R" not in texts(state)


@probes("S0.65 S3.39 S4.42")
def the_step_of_a_finished_path_is_an_offer(rules: Rules) -> bool:
    return {"advance P", "decline"} <= set(texts(on_a_finished_path(rules)))


@probes("S0.66 S3.84 S3.86 S4.43")
def a_finished_path_moves_any_other_figure(rules: Rules) -> bool:
    return {"advance B small", "advance B large"} <= set(texts(on_a_finished_path(rules)))


@probes("S0.73 S3.85 S4.50")
def a_clover_moves_any_figure(rules: Rules) -> bool:
    return {"advance B small", "advance B large"} <= set(texts(on_a_clover(rules)))


@probes("S0.72 S3.44")
def a_clover_is_an_order(rules: Rules) -> bool:
    return "decline" not in texts(on_a_clover(rules))


@probes("S4.46")
def a_clover_is_an_offer(rules: Rules) -> bool:
    return "decline" in texts(on_a_clover(rules))


@probes("S3.81")
def a_clover_may_be_spent_on_an_end_stone(rules: Rules) -> bool:
    return "advance P" in texts(on_a_clover(rules))


@probes("S3.88")
def nothing_leads_beyond_the_end_stone(rules: Rules) -> bool:
    state = on_a_clover(rules)
    return all(play(state, step).players[0].rows[P] == 9 for step in texts(state))


@probes("S0.6 S0.42 S0.94 S3.54 S4.26 S4.66")
def the_number_of_wishing_stones_scores(rules: Rules) -> bool:
    return stone_points(rules, 5) > 0 > stone_points(rules, 0)


@probes("S0.7 S4.6")
def too_few_wishing_stones_cost(rules: Rules) -> bool:
    return stone_points(rules, 5) > 0 > stone_points(rules, 1)


def table_entry(stones: int, points: int) -> Probe:
    """The probe of a line in a table of wishing stones."""
    return lambda rules: stone_points(rules, stones) == points


for ids, line in {
    "S0.95 S3.66 S4.70": (0, -4),
    "S0.96 S3.67 S4.71": (1, -3),
    "S0.97": (2, 2),
    "S3.68 S4.72": (2, -2),
    "S0.98 S3.69": (3, 3),
    "S4.73": (3, -3),
    "S0.99 S3.70": (4, 6),
    "S4.74": (4, -6),
    "S0.100 S3.71 S4.75": (5, 10),
}.items():
    probes(ids)(table_entry(*line))


def switches(ruling: str) -> set[str]:
    """The fields of `Rules` that the page names as the switches of a ruling."""
    _, _, section = rules_page("keltis").partition(f"\n### {ruling}: ")
    section, _, _ = section.partition("\n##")
    lines = re.findall(r"^- Switch: (.+)$", section, re.MULTILINE)
    return set(re.findall(r"`(\w+)`", " ".join(lines)))


def could_differ(clause: Clause) -> bool:
    """Whether the presets have different values for a switch of the clause's rulings."""
    fields = set().union(*map(switches, clause.rulings))
    return any(len({getattr(rules, name) for rules in PRESETS.values()}) > 1 for name in fields)


def test_every_clause_about_which_the_presets_could_differ_has_a_probe() -> None:
    doubtful = {
        clause.id for clause in RULE_CLAUSES if clause.source != "K" and could_differ(clause)
    }
    assert doubtful == set(PROBES)


@pytest.mark.parametrize("clause_id", PROBES)
def test_the_presets_that_follow_a_clause_are_those_that_the_table_names(clause_id: str) -> None:
    following = [name for name, rules in PRESETS.items() if PROBES[clause_id](rules)]
    named = CLAUSE_BY_ID[clause_id].followed_by
    assert following == (list(PRESETS) if named is None else named)


def test_the_rules_that_the_page_gives_for_the_spanish_edition_follow_it_to_the_letter() -> None:
    spanish = Rules(wishing_stone_points=(-4, -3, -2, -3, -6, 10), advance_may_enter=True)
    assert f">>> spanish = {spanish!r}\n" in rules_page("keltis")
    clauses = [clause_id for clause_id in PROBES if clause_id.startswith("S4.")]
    broken = [clause_id for clause_id in clauses if not PROBES[clause_id](spanish)]
    assert broken == ["S4.34"]  # the first card brings no second figure to a path
