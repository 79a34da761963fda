"""The example in which a language model plays."""

import random
import sys

import pytest
from language_model import RULES, command_model, language_model, prompt_of, read_answer

import keltis
from keltis import Discard, Draw, KeltisError


def view_of(state: keltis.GameState) -> tuple[keltis.PlayerView, tuple[keltis.Move, ...]]:
    return keltis.observe(state, state.to_move), keltis.legal_moves(state)


def test_the_rules_fit_a_prompt() -> None:
    assert len(RULES) < 2_000
    assert "-4 -3 -2 1 2 3 6 7 10" in RULES
    assert "-4 -3 2 3 6 10" in RULES


def test_the_prompt_has_all_moves_and_no_hidden_card() -> None:
    state = keltis.new_game(2, seed=7)
    view, moves = view_of(state)
    prompt = prompt_of(view, moves)
    assert all(f"\n{move}\n" in prompt for move in moves)
    other = keltis.determinize(view, random.Random(1))
    assert other != state
    assert prompt_of(*view_of(other)) == prompt


@pytest.mark.parametrize(
    "answer",
    [
        "discard R1",
        "I lay R1 small? No:\n\n**discard R1**",
        "`discard R1`.\n",
        "Move: discard R1 !",
    ],
)
def test_the_last_move_in_an_answer_counts(answer: str) -> None:
    assert read_answer(answer) == Discard("R1")


@pytest.mark.parametrize("answer", ["", "pass", "discard R123", "lay X3", "discard r1 " * 3])
def test_an_answer_without_a_move_is_rejected(answer: str) -> None:
    with pytest.raises(KeltisError):
        read_answer(answer)


def test_a_model_is_told_what_was_wrong_and_asked_again() -> None:
    answers, prompts = iter(["Hello!", "draw pile", "discard R1"]), list[str]()

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    move = language_model(ask)(*view_of(keltis.new_game(2, seed=7)), random.Random(0))
    assert move == Discard("R1")
    assert "I cannot read your answer" in prompts[1]
    assert "“draw pile” is illegal: a card must be played first" in prompts[2]


def test_a_model_that_never_learns_plays_on() -> None:
    view, moves = view_of(keltis.new_game(2, seed=7))
    answers = iter(["Sorry?"] * 3 + ["draw pile"])
    model = language_model(lambda _: next(answers))
    assert model(view, moves, random.Random(0)) in moves
    assert list(answers) == ["draw pile"]


def test_a_command_reads_the_prompt_and_writes_the_answer() -> None:
    code = "import sys; print('draw', sys.stdin.read())"
    assert read_answer(command_model(f'{sys.executable} -c "{code}"')("pile")) == Draw(None)
