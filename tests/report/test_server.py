"""The server of a report: this machine only, its own name only, its own folder only."""

import http.client
import threading

import pytest
from tests.waiting import PATIENCE_S

from mesocosm.errors import UserError
from mesocosm.report.server import make_server


@pytest.fixture
def served(tmp_path):
    folder = tmp_path / "site"
    (folder / "data").mkdir(parents=True)
    (folder / "index.html").write_text("the page")
    (folder / "data" / "one.js").write_text("receive()")
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    with make_server(folder, 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def ask(server, path, host=None, method="GET"):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE_S)
    connection.putrequest(method, path, skip_host=True)
    connection.putheader("Host", host or f"127.0.0.1:{server.server_port}")
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer, body


def test_pages_and_data_are_handed_out(served):
    answer, body = ask(served, "/?view=items")
    assert (answer.status, body) == (200, "the page")
    answer, _ = ask(served, "/data/one.js?x=1")
    assert answer.getheader("Content-Type").startswith("text/javascript")
    assert answer.getheader("X-Content-Type-Options") == "nosniff"
    assert ask(served, "/index.html", f"localhost:{served.server_port}")[0].status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1:1", "127.0.0.1:port", "", "127.0.0.1.evil"]
)
def test_another_name_is_refused(served, host):
    answer, body = ask(served, "/index.html", host or "-")
    assert answer.status == 421
    assert "the page" not in body


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/link.txt", "/data/", "/nothing", "//etc/passwd", "/\x00"]
)
def test_nothing_outside_the_folder_and_no_lists(served, path):
    answer, body = ask(served, path.replace("\x00", "%00"))
    assert answer.status == 404
    assert "secret" not in body.replace("secret.txt", "")


def test_nothing_is_taken(served):
    assert ask(served, "/index.html", method="POST")[0].status == 501


def test_it_listens_on_loopback_only(served):
    assert served.server_address[0] == "127.0.0.1"


def test_a_port_in_use_is_told(served, tmp_path):
    with pytest.raises(UserError, match=f"port {served.server_port} cannot be used"):
        make_server(tmp_path, served.server_port)
