"""The play server over HTTP: permissions, refusals and headers."""

import http.client
import random
import re
import secrets
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from urllib.parse import urlencode, urljoin

import play_server
import pytest
from play_server import HEADERS, PlayServer, Table, page

import keltis
from examples.serving import (
    SINGLE_COPIES,
    hidden_cards,
    named_cards,
    record_of,
    require_no_leak,
    require_no_leaks,
    run_server,
    state_of,
    tokens_of,
)
from keltis import GameState
from keltis.testing import playthrough
from profiles import by_profile

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Client:
    """An HTTP client with the tokens of both players."""

    def __init__(self, server: PlayServer) -> None:
        self.server = server
        self.table = server.table
        self.tokens = tokens_of(server.table)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, dict[str, str], str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=20)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read().decode()
        finally:
            connection.close()

    def page(self, seat: int) -> str:
        status, _, text = self.ask("GET", f"/{self.tokens[seat]}/")
        assert status == 200
        return text

    def post(self, seat: int, body: bytes) -> tuple[int, str]:
        status, _, text = self.ask("POST", f"/{self.tokens[seat]}/move", body, FORM)
        return status, text

    def move(self, seat: int, move: object, **fields: object) -> tuple[int, str]:
        return self.post(
            seat, urlencode({"move": move, "version": self.table.version, **fields}).encode()
        )

    def raw(self, request: str) -> int:
        """The status of the response to a request that http.client cannot send."""
        with socket.create_connection(
            ("127.0.0.1", self.server.server_port), timeout=20
        ) as connection:
            connection.sendall(request.encode("latin-1"))
            return int(connection.makefile("rb").readline().split()[1])


@pytest.fixture
def client() -> Iterator[Client]:
    with run_server(keltis.new_game(2, seed=1)) as (server, _):
        yield Client(server)


def buttons(text: str) -> list[str]:
    return re.findall('<button name="move" value="([^"]+)"', text)


def test_the_page_has_a_button_for_each_legal_move_of_the_player_to_move(client: Client) -> None:
    assert sorted(buttons(client.page(0))) == sorted(
        map(str, keltis.legal_moves(state_of(client.table)))
    )
    assert buttons(client.page(1)) == []
    assert "Your turn" in client.page(0)
    assert "Ann is thinking" in client.page(1)


def test_a_link_without_its_last_slash_redirects_to_the_page(client: Client) -> None:
    token = client.tokens[0]
    status, headers, text = client.ask("GET", f"/{token}")
    assert (status, headers["Location"], text) == (301, f"{token}/", "")
    assert urljoin(f"http://server/{token}", headers["Location"]) == f"http://server/{token}/"
    assert client.ask("GET", "/nobody")[0] == 404


def test_a_move_redirects_to_the_page_and_is_described_there(client: Client) -> None:
    status, headers, _ = client.ask(
        "POST", f"/{client.tokens[0]}/move", b"version=0&move=discard+R6", FORM
    )
    assert (status, headers["Location"]) == (303, "./")
    assert client.move(0, "draw pile")[0] == 303
    drawn = next(iter(keltis.observe(state_of(client.table), 0).hand or ()))
    assert "Ann discards R6." in client.page(1)
    assert "Ann draws a card from the pile." in client.page(1)
    assert re.search("Ann draws [RYPGB][0-9]+ from the pile.", client.page(0)), drawn
    assert client.ask("GET", f"/{client.tokens[1]}/version")[2] == "2"


FORGERIES: list[Callable[[str], str]] = [
    lambda _: secrets.token_urlsafe(),
    lambda _: "",
    lambda _: "0",
    lambda _: "%00",
    lambda _: "\xe4\xf6",
    lambda token: token[:-1],
    lambda token: token + "A",
    lambda token: token.swapcase(),
    lambda token: f"..%2f{token}",
    lambda token: f"?{token}",
    lambda token: token.replace(token[0], f"%{ord(token[0]):02x}"),
]


@pytest.mark.parametrize("forge", FORGERIES)
@pytest.mark.parametrize("place", ["", "version", "move"])
def test_a_forged_token_gets_404(client: Client, forge: Callable[[str], str], place: str) -> None:
    path = f"/{forge(client.tokens[1])}/{place}"
    assert client.raw(f"GET {path} HTTP/1.0\r\n\r\n") == 404
    assert client.raw(f"POST {path} HTTP/1.0\r\nContent-Length: 15\r\n\r\nmove=discard+R6") == 404
    assert len(record_of(client.table)) == 0


def test_responses_without_a_token_contain_no_card_and_no_token(client: Client) -> None:
    for path in (
        "/",
        "/favicon.ico",
        "/nobody/",
        "/nobody/move",
        f"/{client.tokens[0]}/other",
        "/style.css",
        "/script.js",
    ):
        _, _, text = client.ask("GET", path)
        assert not named_cards(text)
        assert not any(token in text for token in client.tokens)
        assert "<svg" not in text


def test_tokens_are_long_and_differ_between_players_and_games() -> None:
    tokens = [token for _ in range(20) for token in tokens_of(Table(keltis.new_game(2, seed=1)))]
    assert len(set(tokens)) == 40
    assert min(map(len, tokens)) >= 43


@pytest.mark.parametrize(
    ("seat", "body", "says"),
    [
        (1, b"version=0&move=discard+R6", "not your turn: Ann"),
        (1, b"version=0&move=castle", "not your turn: Ann"),
        (0, b"version=7&move=discard+R6", "moved on"),
        (0, b"version=&move=discard+R6", "moved on"),
        (0, b"version=00&move=discard+R6", "moved on"),
        (0, b"move=discard+R6", "moved on"),
        (0, b"version=0&move=draw+pile", "a card must be"),
        (0, b"version=0&move=discard+B10", "discard B10"),
        (0, b"version=0&move=castle", "expected discard"),
        (0, b"version=0&move=discard+R6%0A", "You cannot do this"),
        (0, b"version=0&move=", "expected discard"),
        (0, b"version=0", "expected discard"),
        (0, b"version=0&move=%FF", "You cannot do this"),
        (0, b"version=0&move=" + b"x" * 90_000, "You cannot do this"),
        (0, b"discard R6", "moved on"),
        (0, b"\xff\xfe", "moved on"),
        (0, b"", "moved on"),
        (0, b"&" * 90_000, "moved on"),
    ],
)
def test_a_refused_move_is_explained_on_the_players_own_page(
    client: Client, seat: int, body: bytes, says: str
) -> None:
    status, text = client.post(seat, body)
    assert status == 409
    (alert,) = re.findall('role="alert">(.*?)</p>', text)
    assert says in alert
    assert len(alert) < 1_000
    assert "<svg" in text
    assert len(record_of(client.table)) == 0


@pytest.mark.parametrize("length", ["", "-1", "many", "1_5", "²", "100000", "9" * 30])
def test_without_a_valid_content_length_the_body_is_not_read(client: Client, length: str) -> None:
    line = f"Content-Length: {length}\r\n" if length else ""
    request = f"POST /{client.tokens[0]}/move HTTP/1.0\r\n{line}\r\nversion=0&move=discard+R6"
    assert client.raw(request) == 409
    assert len(record_of(client.table)) == 0


def test_the_first_value_of_a_repeated_field_counts(client: Client) -> None:
    assert client.post(0, b"version=0&move=discard+R6&move=discard+R9&seat=1")[0] == 303
    assert list(map(str, record_of(client.table).moves)) == ["discard R6"]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"])
def test_other_methods_are_not_implemented(client: Client, method: str) -> None:
    assert client.ask(method, f"/{client.tokens[0]}/")[0] == 501


def test_every_response_has_the_privacy_headers(client: Client) -> None:
    token = client.tokens[0]
    answers = [
        client.ask("GET", f"/{token}/"),
        client.ask("GET", f"/{token}/version"),
        client.ask("GET", "/script.js"),
        client.ask("GET", "/nobody/"),
        client.ask("POST", f"/{token}/move", b"version=0&move=castle", FORM),
        client.ask("POST", f"/{token}/move", b"version=0&move=discard+R6", FORM),
        client.ask("PUT", f"/{token}/"),
    ]
    for _, headers, _ in answers:
        assert headers.items() >= HEADERS.items()
        assert "Python" not in headers["Server"]
    policy = HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy


def test_the_page_loads_nothing_from_other_hosts_and_has_no_inline_code(client: Client) -> None:
    text = client.page(0)
    assert set(re.findall(r'(?:src|href)="([^"]*)"', text)) == {
        "data:,",
        "/style.css",
        "/script.js",
    }
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"<script>|<style|\sstyle=|\son\w+=", text)
    assert client.tokens[0] not in text


def test_text_from_a_client_is_escaped(client: Client) -> None:
    _, text = client.move(0, "lay <b>\"'&")
    assert "<b>\"'" not in text
    assert "&lt;b&gt;" in text


def test_names_are_escaped() -> None:
    with run_server(keltis.new_game(2, seed=1), ("<i>Ann</i>", "Bob & co")) as (server, _):
        client = Client(server)
        client.move(0, "discard R6")
        assert "<i>Ann" not in client.page(0)
        assert "&lt;i&gt;Ann&lt;/i&gt; discards R6." in client.page(1)
        assert "You are <b>Bob &amp; co</b>" in client.page(1)


def test_a_whole_game_over_http_names_no_hidden_card_to_either_player() -> None:
    start = keltis.new_game(2, seed=3, rules=SINGLE_COPIES)
    every = by_profile(8, 1)
    with run_server(start) as (server, responses):
        client = Client(server)
        for number, (state, move) in enumerate(playthrough(start, random.Random(3))):
            pages = [client.page(seat) for seat in (0, 1)] if number % every == 0 else []
            for seat, text in enumerate(pages):
                # The search for names works: it finds the hand.
                assert set(map(str, state.players[seat].hand)) <= named_cards(text)
                require_no_leak(text, state, seat)
                assert bool(buttons(text)) == (seat == state.to_move)
                wrong = client.move(1 - state.to_move, move)
                assert wrong[0] == 409
            assert client.move(state.to_move, move, version=number)[0] == 303
        end = keltis.outcome(state_of(server.table))
        assert end is not None
        for seat in (0, 1):
            text = client.page(seat)
            require_no_leak(text, state_of(server.table), seat)
            assert "The game is over" in text
            assert " won!" in text
            assert not buttons(text)
            assert "Seat" not in text
            assert client.move(seat, "draw pile")[0] == 409
        assert require_no_leaks(responses, server.table) > 3 * (number // every)
        assert hidden_cards(state_of(server.table), 0)  # even at the end something remains hidden


def test_the_search_for_hidden_cards_detects_the_page_of_the_other_player() -> None:
    table = Table(keltis.new_game(2, seed=3, rules=SINGLE_COPIES))
    with pytest.raises(AssertionError):
        require_no_leak(page(table.observe(1), 1), state_of(table), 0)


@pytest.mark.parametrize("seed", range(by_profile(2, 6)))
def test_the_page_does_not_depend_on_hidden_cards(seed: int) -> None:
    rng = random.Random(seed)
    states = [state for state, _ in playthrough(keltis.new_game(2, seed=seed), rng)]
    for state in rng.sample(states, 8):
        for seat in (0, 1):
            other_world = keltis.determinize(keltis.observe(state, seat), rng)
            assert page(Table(other_world).observe(seat), seat) == page(
                Table(state).observe(seat), seat
            )


def test_only_one_of_many_simultaneous_requests_makes_the_move(client: Client) -> None:
    threads = 12
    together = Barrier(threads)

    def post(_: int) -> int:
        together.wait(20)
        return client.move(0, "discard R6", version=0)[0]

    with ThreadPoolExecutor(threads) as pool:
        assert Counter(pool.map(post, range(threads))) == {303: 1, 409: threads - 1}
    assert len(record_of(client.table)) == 1


def test_readers_see_whole_positions_while_others_play() -> None:
    reads = by_profile(10, 40)
    start = keltis.new_game(2, seed=5, rules=SINGLE_COPIES)
    moves = [(state.to_move, move) for state, move in playthrough(start, random.Random(5))][:60]
    with run_server(start) as (server, responses):
        client = Client(server)

        def play(_: int) -> None:
            for number, (seat, move) in enumerate(moves):
                assert client.move(seat, move, version=number)[0] == 303

        def read(seat: int) -> None:
            for _ in range(reads):
                text = client.page(seat)
                (version,) = re.findall('<main data-version="([0-9]+)"', text)
                assert f'name="version" value="{version}"' in text
                assert text.count("<li>") - text.count('<li><span class="card') == int(version)

        with ThreadPoolExecutor(5) as pool:
            for done in [pool.submit(play, 0), *(pool.submit(read, seat) for seat in (0, 1, 0, 1))]:
                done.result(60)
        assert len(record_of(server.table)) == len(moves)
        assert require_no_leaks(responses, server.table) == 4 * reads


def test_a_game_with_too_many_moves_is_refused_its_next_move(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keltis._shared.records.MAX_MOVES", 0)
    status, text = client.move(0, "discard R6")
    assert (status, "at most 0 moves" in text) == (409, True)


def test_it_listens_on_this_machine_only(client: Client) -> None:
    assert client.server.server_address[0] == "127.0.0.1"


def test_nothing_is_logged(client: Client, capfd: pytest.CaptureFixture[str]) -> None:
    client.page(0)
    client.move(0, "castle")
    assert capfd.readouterr() == ("", "")


def test_without_a_seed_the_operating_system_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[GameState] = []
    monkeypatch.setattr(
        play_server, "demonstrate", lambda server: dealt.append(state_of(server.table))
    )
    play_server.main([])
    play_server.main([])
    play_server.main(["--seed", "4"])
    play_server.main(["--seed", "4"])
    assert dealt[0] != dealt[1]
    assert dealt[2] == dealt[3]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_the_command_serves_until_it_is_interrupted() -> None:
    command = [sys.executable, "-W", "error", play_server.__file__, "--port", "0", "--seed", "1"]
    with subprocess.Popen(  # noqa: S603 - ours
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            process.stdout.readline()
            links = [process.stdout.readline().strip() for _ in range(2)]
            for link, who in zip(links, ("Ann", "Bob"), strict=True):
                assert f"You are <b>{who}</b>" in play_server.fetch(link)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=300)
        finally:
            process.kill()
    assert (process.returncode, output, errors) == (0, "The game has ended.\n", "")


def test_the_example_is_one_file_and_needs_the_standard_library_only() -> None:
    imported = re.findall(
        r"^(?:from|import) (\w+)",
        Path(play_server.__file__).read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert set(imported) <= {"keltis", *sys.stdlib_module_names}
