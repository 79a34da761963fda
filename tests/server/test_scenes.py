"""A scene has what its viewer may know, and nothing else."""

import json
import random
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import keltis
from helpers import table
from keltis import GameRecord, GameState
from keltis.events import Event, events
from keltis.game import Viewer
from keltis.server import KELTIS_PAGE, KeltisScene, _page
from keltis.testing import records
from record_helpers import whole_record


def scene_text(record: GameRecord, viewer: int | None) -> str:
    return json.dumps([scene_document(record, viewer), scene_picture(record, viewer)])


def scene_document(record: GameRecord, viewer: int | None) -> KeltisScene:
    return KELTIS_PAGE.scene(record, viewer)


def scene_picture(record: GameRecord, viewer: int | None, choice: str | None = None) -> str:
    return KELTIS_PAGE.picture(record, viewer, choice=choice, theme="light")


@given(records(), st.none() | st.integers(0, 1), st.randoms(use_true_random=False))
def test_other_hidden_cards_give_the_same_scene(
    record: GameRecord, viewer: int | None, rng: random.Random
) -> None:
    assume(keltis.outcome(record.final) is None)  # at the end all hands are open
    here = GameRecord(record.final, names=record.names)
    elsewhere = keltis.determinize(keltis.observe(record.final, viewer), rng)
    other = GameRecord(elsewhere, names=record.names)
    assert scene_text(other, viewer) == scene_text(here, viewer)


def test_at_the_end_all_hands_are_open() -> None:
    record = whole_record()
    assert scene_document(record.until(0), None)["hands"] is None
    hands = [[str(card) for card in player.hand] for player in record.final.players]
    assert scene_document(record, None)["hands"] == hands


def test_the_log_names_only_the_cards_that_the_viewer_drew() -> None:
    record = GameRecord.seeded(2, seed=1, names=("Ann", "Bob"))
    for text in ("discard R6", "draw pile"):
        record = record.append(keltis.parse_move(text))
    card = str(record.start.draw_pile[-1])
    assert scene_document(record, 0)["log"][0]["sentences"] == [f"You discard R6, draw {card}."]
    assert scene_document(record, 0)["drawn"] == card
    for viewer in (1, None):
        scene = scene_document(record, viewer)
        assert scene["log"][0]["sentences"] == ["Ann discards R6."]
        assert scene["drawn"] is None


def test_the_log_has_the_last_turns() -> None:
    record = whole_record()
    log = scene_document(record, 0)["log"]
    assert [turn["number"] for turn in log] == [*range(1, len(record.turns) + 1)][-24:]
    assert log[-1]["seat"] == record.turns[-1][0][0].to_move
    assert [len(turn["sentences"]) for turn in log] == [1] * 23 + [2]  # and how it ended


@pytest.mark.parametrize("viewer", [None, 0])
def test_a_scene_needs_the_events_of_its_log_alone(
    monkeypatch: pytest.MonkeyPatch, viewer: int | None
) -> None:
    record = whole_record()
    computed: list[keltis.Move] = []

    def count(state: GameState, move: keltis.Move, viewer: Viewer) -> tuple[Event, ...]:
        computed.append(move)
        return events(state, move, viewer)

    for module in (_page, keltis.events):
        monkeypatch.setattr(module, "events", count)
    scene_document(record, viewer)
    shown = {move for turn in record.turns[-24:] for _, move in turn}
    assert len(computed) <= 2 * sum(map(len, record.turns[-24:])) + 1  # and the last card drawn
    assert shown <= set(computed)


@pytest.mark.parametrize(("viewer", "marked"), [(0, 3), (1, 3), (3, 1), (None, 1)])
def test_the_picture_marks_the_moves_since_the_turn_of_the_viewer(
    viewer: int | None, marked: int
) -> None:
    record = GameRecord.seeded(4, seed=1)
    for _ in range(4):
        card = record.final.players[record.final.to_move].hand[0]
        record = record.append(keltis.parse_move(f"lay {card} small"))
        record = record.append(keltis.Draw(None))
    assert scene_picture(record, viewer).count('class="keltis-last"') == marked


@pytest.mark.parametrize(("card", "marked"), [(None, 0), ("R6", 1)])
def test_the_picture_marks_where_the_chosen_card_can_be_laid(card: str | None, marked: int) -> None:
    picture = scene_picture(GameRecord.seeded(2, seed=1), 0, card)
    assert len(re.findall('class="keltis-highlight"', picture)) == marked


def test_the_picture_has_an_arrow_for_every_step_that_a_clover_gives() -> None:
    position = table("", "R3 R4 R5 Y1", phase=keltis.Phase.ADVANCE, may_decline=True)
    picture = scene_picture(GameRecord(position), 0)
    steps = {move for move in keltis.legal_moves(position) if isinstance(move, keltis.Advance)}
    assert len(re.findall('class="keltis-arrow"', picture)) == len({move.colour for move in steps})


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(keltis.InvalidArgument, match="theme must be 'light', 'dark' or 'auto'"):
        KELTIS_PAGE.picture(GameRecord.seeded(2, seed=1), 0, choice=None, theme="pink")
