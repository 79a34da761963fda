"""`advise`: what the bots would do."""

import pytest

from cli.programs import Program, write
from keltis import new_game, observe
from keltis.bots import play_match
from keltis.documents import to_json
from keltis.notation import format_state, format_view
from keltis.record import format_record

STATE = new_game(2, seed=7)
VIEW = format_view(observe(STATE, 0))
DOCUMENT = to_json(observe(STATE, 0), indent=1)


def test_the_bots_say_what_they_would_do_in_a_view(keltis: Program) -> None:
    out = keltis.print("advise", write(VIEW), "--bot greedy --bot learnt --bot random")
    for text in ("(8 hidden)", "greedy would ", "points ahead", "visits", "random would "):
        assert text in out


def test_views_and_positions_give_the_same_as_text_and_json(keltis: Program) -> None:
    texts = (VIEW, DOCUMENT, format_state(STATE), to_json(STATE))
    outputs = {keltis.print("advise", write(text), "--bot greedy --seed 1") for text in texts}
    assert len(outputs) == 1


def test_greedy_and_learnt_are_asked_by_default(keltis: Program) -> None:
    assert "learnt would " in keltis.print("advise", write(VIEW))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (format_record(play_match(["random"] * 2, seed=1)), "this game is over, so there"),
        (VIEW.replace("64 cards", "63 cards"), "impossible position: "),
        (DOCUMENT.replace('"R1"', '"R2"', 1), "$.legal_moves[0].action: expected"),
        ("hello", "expected a game"),
        (b"\xff\xfe\x00", "this is not text in UTF-8"),
    ],
)
def test_another_file_is_refused(content: str | bytes, message: str, keltis: Program) -> None:
    assert keltis.fail("advise", write(content)).startswith(f"keltis: given.txt: {message}")
