"""`keltis serve`."""

import json
import signal
import socket
import subprocess
import sys
import threading
from http.client import HTTPResponse
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from keltis.cli import _serve, main

pytest.importorskip("uvicorn", reason="the extra is not installed: pip install keltis[server]")
import uvicorn


def open_page(address: str) -> HTTPResponse:
    """Open a table, and the stream of events that its page has."""
    body = json.dumps({"name": "Ann", "players": 2, "rules": "KELTIS"}).encode()
    request = Request(f"{address}tables", body, {"Content-Type": "application/json"})  # noqa: S310 - ours
    with urlopen(request, timeout=600) as answer:  # noqa: S310 - ours
        link = json.load(answer)["link"]
    stream: HTTPResponse = urlopen(f"{address.rstrip('/')}{link}events", timeout=600)  # noqa: S310 - ours
    return stream


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_it_serves_until_it_is_interrupted_with_a_page_open(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    command = [sys.executable, "-m", "keltis", "serve", "--port", "0", "--folder", str(folder)]
    with subprocess.Popen(  # noqa: S603 - ours
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline().startswith(f"Tables are kept in {folder}")
            address = process.stdout.readline().strip()
            with open_page(address) as stream:
                assert stream.readline() == b"data: 1\n"
                process.send_signal(signal.SIGINT)
                output, errors = process.communicate(timeout=600)
        finally:
            process.kill()
    assert (process.returncode, output, errors) == (0, "", "")
    assert len(list(folder.glob("*.table.json"))) == 1


def test_a_server_that_stops_ends_the_streams_of_its_pages(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = _serve._make_server(tmp_path, "")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            with open_page(f"http://127.0.0.1:{listener.getsockname()[1]}/") as stream:
                assert stream.readline() == b"data: 1\n"
                server.should_exit = True
                assert b"data:" not in stream.read()
        finally:
            server.should_exit = True
            thread.join(60)
    assert caplog.records == []


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[uvicorn.Config]:
    """The configurations with which the server was asked to run; it stops at once."""
    configurations: list[uvicorn.Config] = []

    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        assert sockets
        configurations.append(server.config)

    monkeypatch.setattr(uvicorn.Server, "run", run)
    return configurations


def test_it_logs_no_address_with_a_token(
    tmp_path: Path, served: list[uvicorn.Config], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", "--folder", str(tmp_path)]) == 0
    assert not served[0].access_log
    assert served[0].log_config is None  # else it would close the handlers of the program
    assert "http://127.0.0.1:" in capsys.readouterr().out


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104 - the point
def test_on_all_interfaces_it_prints_an_address_for_the_others(
    tmp_path: Path,
    served: list[uvicorn.Config],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    host: str,
) -> None:
    if host == "::" and not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    monkeypatch.setattr(_serve, "_own_addresses", lambda: ["192.0.2.7"])
    assert main(["serve", "--port", "0", "--folder", str(tmp_path), "--host", host]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.rpartition(":")[0] for line in lines[1:]] == [
        "http://127.0.0.1",
        "http://192.0.2.7",
    ]
    assert served


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])  # noqa: S104 - the point
def test_on_all_interfaces_the_addresses_of_ipv4_can_be_opened(host: str) -> None:
    if host == "::" and not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    with _serve._listen(host, 0) as listener:
        port = listener.getsockname()[1]
        socket.create_connection(("127.0.0.1", port), timeout=600).close()


def test_an_address_of_ipv6_has_brackets() -> None:
    assert _serve._addresses("::1", 8000) == ["http://[::1]:8000/"]


def test_a_machine_without_a_network_has_no_address_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Unconnected(socket.socket):
        def connect(self, _: object) -> None:
            raise OSError("no network")

    monkeypatch.setattr(socket, "socket", Unconnected)
    assert _serve._own_addresses() == []


def test_a_machine_in_a_network_has_an_address_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    class Connected(socket.socket):
        def connect(self, _: object) -> None:
            pass

        def getsockname(self) -> tuple[str, int]:
            return "192.0.2.7", 9

    monkeypatch.setattr(socket, "socket", Connected)
    assert _serve._own_addresses() == ["192.0.2.7"]


def test_a_port_that_is_taken_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--folder", str(tmp_path)]) == 1
    assert "in use" in capsys.readouterr().err


def test_a_port_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["serve", "--port", "65536"])
    assert "expected a port from 0 to 65535, not 65536" in capsys.readouterr().err


def test_without_the_extra_the_command_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_serve, "find_spec", lambda _: None)
    assert main(["serve"]) == 1
    assert 'pip install "keltis[server]"' in capsys.readouterr().err
