"""The search of the pages: what a reader types, and the page that must be near the top."""

from collections.abc import Iterator
from typing import Final

import pytest

from browser.driving import Visitor

WANTED: Final = {
    "install": "install",
    "pip": "install",
    "extras": "install",
    "license": "index",
    "changelog": "changelog",
    "contribute": "contributing",
    "play online": "play/now",
    "play now": "play/now",
    "browser": "play/now",
    "multiplayer": "howto/serve",
    "server": "howto/serve",
    "play with friends": "howto/serve",
    "docker": "howto/serve",
    "terminal": "howto/terminal",
    "command line": "howto/terminal",
    "replay": "howto/terminal",
    "house rules": "howto/own-rules",
    "variant": "howto/own-rules",
    "custom rules": "howto/own-rules",
    "how to play": "play/keltis",
    "scoring": "play/keltis",
    "wishing stone": "play/keltis",
    "rules": "rules/keltis",
    "clover": "rules/keltis",
    "rule book": "rules/sources",
    "celtic": "play/celtic",
    "knots": "rules/celtic",
    "german": "glossary",
    "spanish": "glossary",
    "first game": "tutorial/first-game",
    "tutorial": "tutorial/first-game",
    "write a bot": "tutorial/bot",
    "strategy": "tutorial/bot",
    "tournament": "tutorial/tournament",
    "elo": "tutorial/tournament",
    "sprt": "tutorial/tournament",
    "neural network": "howto/train",
    "reinforcement learning": "howto/train",
    "strongest bot": "explanation/bots",
    "bots": "explanation/bots",
    "MCTS": "explanation/bots",
    "determinization": "explanation/views",
    "hidden information": "explanation/views",
    "random seed": "explanation/chance",
    "reproducible": "explanation/chance",
    "timeout": "howto/bots-in-other-languages",
    "javascript": "howto/bots-in-other-languages",
    "rust": "howto/port",
    "cluster": "howto/many-machines",
    "slurm": "howto/many-machines",
    "dask": "howto/many-machines",
    "stable baselines": "howto/gymnasium",
    "gymnasium": "howto/gymnasium",
    "pettingzoo": "howto/pettingzoo",
    "openspiel": "howto/openspiel",
    "llm": "howto/language-models",
    "observation": "howto/encode",
    "action mask": "howto/encode",
    "vectorized": "howto/batch",
    "numpy": "howto/batch",
    "speed": "howto/batch",
    "save game": "howto/save",
    "json": "howto/json",
    "json schema": "howto/json",
    "svg": "howto/pictures",
    "jupyter": "howto/pictures",
    "animation": "howto/pictures",
    "hint": "howto/advise",
    "best move": "howto/advise",
    "statistics": "howto/analyse",
    "pandas": "howto/analyse",
    "hypothesis": "howto/testing",
    "perft": "howto/testing",
    "monte carlo": "howto/search",
    "rollout": "howto/search",
    "another game": "howto/another_game",
    "immutable": "explanation/immutable",
    "mutation testing": "explanation/correctness",
    "undo": "reference/game",
    "keyboard": "play/now",
    "shortcuts": "howto/terminal",
    "qr code": "howto/serve",
    "blunder": "howto/review",
    "tie break": "play/keltis",
    "end of the game": "play/keltis",
    "offline": "play/now",
    "pgn": "howto/save",
    "leaderboard": "tutorial/tournament",
    "significance": "tutorial/tournament",
    "time control": "howto/bots-in-other-languages",
    "api": "reference/index",
    "legal moves": "keltis.legal_moves",
    "legal_moves": "keltis.legal_moves",
    "apply move": "keltis.apply_move",
    "new game": "keltis.new_game",
    "play match": "keltis.play_match",
    "illegal move": "keltis.IllegalMove",
    "GameState": "keltis.GameState",
    "board text": "keltis.render.board_text",
}
"""By query, the page that must be among the first three results, or the name in the reference."""
SEARCH: Final = """
return arguments[0].map(query => {
  history.replaceState(null, "", "?q=" + encodeURIComponent(query));
  return Search._performSearch(...Search._parseQuery(query)).reverse()
    .map(([page, title, anchor, , , , kind]) => kind === "object" ? title : page + anchor);
});
"""


@pytest.fixture
def search_page(visitor: Visitor) -> Iterator[Visitor]:
    """A visitor on the page of the search, in a tab of its own."""
    with visitor.tab("search.html"):
        yield visitor


def test_each_query_finds_its_page_among_the_first_three(search_page: Visitor) -> None:
    found = search_page.browser.execute_script(SEARCH, list(WANTED))
    missed = {
        query: results[:3]
        for (query, wanted), results in zip(WANTED.items(), found, strict=True)
        if wanted not in [result.partition("#")[0] for result in results[:3]]
    }
    assert missed == {}


def test_a_page_that_its_keywords_and_its_text_match_is_found_once(search_page: Visitor) -> None:
    (results,) = search_page.browser.execute_script(SEARCH, ["house rules"])
    assert results.count("howto/own-rules") == 1
    assert not any("#index-" in result for result in results)
