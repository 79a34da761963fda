"""`review`: play and luck apart."""

from pathlib import Path

import pytest

from cli.programs import Program, write
from keltis.bots import Review, play_match, review
from keltis.documents import from_json
from keltis.record import GameRecord, format_record

RECORD = play_match(["greedy", "random"], seed=7, max_moves=40)
GAME = format_record(RECORD)


def test_why_the_players_won_and_lost(keltis: Program) -> None:
    out = keltis.print("review", write(GAME))
    assert "chance to win" in out
    assert "By the network of learnt" in out
    told = review(RECORD)
    for move in told.mistakes:
        assert f"{move.move}" in out
    assert out.count("draw pile") == sum(move.card is not None for move in told.strokes_of_luck)


def test_all_decisions_can_be_shown(keltis: Program) -> None:
    out = keltis.print("review", write(GAME), "--all")
    assert len(out.splitlines()) > len(RECORD)
    assert keltis.width <= 80


def test_a_game_without_mistakes_has_no_table_of_them(keltis: Program) -> None:
    out = keltis.print("review", write(format_record(RECORD.until(2))))
    assert "better" not in out


def test_the_picture_and_the_json(keltis: Program) -> None:
    out = keltis.print("review", write(GAME), "--svg a.svg --theme dark --out a.json")
    assert out.endswith("written: a.svg\nwritten: a.json\n")
    assert Path("a.svg").read_text(encoding="utf-8") == review(RECORD).to_svg(theme="dark")
    assert from_json(Review, Path("a.json").read_text(encoding="utf-8")) == review(RECORD)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (format_record(GameRecord.seeded(2, seed=1)), "there is no move to review"),
        ("hello", "expected a game"),
    ],
)
def test_what_is_no_game_is_refused(content: str, message: str, keltis: Program) -> None:
    assert keltis.fail("review", write(content)).startswith(f"keltis: given.txt: {message}")


def test_play_says_how_to_review_the_game(keltis: Program) -> None:
    keltis("play --seed 1 --against random --save mine.txt --name Ann", lines="1\n" * 400)
    assert "keltis review mine.txt" in keltis.text
