"""Alerts over HTTP: channels, tests, the links in messages, and addresses that are refused (SSRF)."""

from __future__ import annotations

import asyncio
import re
import ssl
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from edokko.server.features.alerts import outgoing
from edokko.server.features.alerts.outgoing import DeliveryError, Outgoing
from edokko.server.features.alerts.public_addresses import check_url, is_public
from tests.helpers.receivers import Subscription, http_receiver, smtp_receiver
from tests.helpers.server import Person, Server, sqlite_in


@pytest.fixture(scope="module")
def alert_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite whose operator allows no private networks and has no mail server."""
    server = Server(sqlite_in(tmp_path_factory.mktemp("alerts")))
    server.start()
    yield server
    assert server.stop() == 0


@pytest.fixture
def client(alert_server: Server) -> Iterator[Person]:
    person = Person(alert_server)
    yield person
    person.close()


# --- addresses that are refused


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fd00::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:7f00:1::",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "fec0::1",
        "64:ff9b:1::1",
        "5f00::1",
        "100::1",
        "3fff::1",
        "::9.9.9.9",
    ],
)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    assert not is_public(address)


def test_public_addresses_are_allowed() -> None:
    assert all(map(is_public, ("9.9.9.9", "2620:fe::fe", "::ffff:9.9.9.9")))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]"])
def test_no_request_reaches_a_private_address_under_any_name(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check is made at the socket, so it also holds when the name resolved to another address before."""
    monkeypatch.setattr(outgoing, "check_url", lambda url, **options: None)

    async def run() -> None:
        async with http_receiver() as receiver:
            client = Outgoing(may_be_private=False)
            try:
                with pytest.raises(DeliveryError, match=r"^no answer$") as refusal:
                    await client.post(f"http://{host}:{receiver.port}/", b"x", {})
            finally:
                await client.close()
            assert refusal.value.is_permanent
            assert receiver.requests == []

    asyncio.run(run())


@pytest.mark.parametrize("port", [1, 22, 25, 465, 993])
def test_a_webhook_cannot_name_the_ports_of_other_services(port: int) -> None:
    with pytest.raises(ValueError, match=f"^port {port} cannot be used: it must be 443, or 1024 or higher$"):
        check_url(f"https://example.com:{port}/", may_be_private=False)


def test_the_ports_of_web_servers_can_be_named() -> None:
    for url in ("https://example.com/", "https://example.com:443/", "https://example.com:8443/"):
        check_url(url, may_be_private=False)


def self_signed() -> ssl.SSLContext:
    """Return a context whose certificate no client trusts."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "secret.internal")]), datetime.now(UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(now).not_valid_after(now + timedelta(days=1))
    pem = builder.sign(key, SHA256()).public_bytes(Encoding.PEM)
    pem += key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.NamedTemporaryFile(suffix=".pem") as file:
        file.write(pem)
        file.flush()
        context.load_cert_chain(file.name)
    return context


def test_a_guest_does_not_learn_why_there_was_no_answer() -> None:
    """Regression: the error of a certificate was shown in full, so a webhook could scan ports."""

    async def reason(url: str) -> str:
        client = Outgoing(may_be_private=True)
        try:
            with pytest.raises(DeliveryError) as failure:
                await client.post(url, b"x", {})
        finally:
            await client.close()
        return failure.value.reason

    async def run() -> list[str]:
        async def hang_up(reader: asyncio.StreamReader, venue: asyncio.StreamWriter) -> None:
            venue.close()

        tls = await asyncio.start_server(hang_up, "127.0.0.1", 0, ssl=self_signed())
        plain = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        ports = [server.sockets[0].getsockname()[1] for server in (tls, plain)]
        reasons = [await reason(f"https://127.0.0.1:{port}/") for port in ports]
        reasons.append(await reason(f"http://127.0.0.1:{ports[1]}/"))
        for server in (tls, plain):
            server.close()
        return [*reasons, await reason(f"http://127.0.0.1:{ports[1]}/"), await reason("http://nowhere.invalid/")]

    assert asyncio.run(run()) == ["no answer"] * 5


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/hook",
        "ftp://example.com/",
        "https://user:password@example.com/",
        "https://127.0.0.1/hook",
        "https://localhost/hook",
        "https://[::1]/",
        "https://169.254.169.254/latest/meta-data",
        "https://host.invalid/",
        "https://example.com:99999/",
        "https://",
        "nonsense",
    ],
)
def test_a_webhook_that_cannot_be_used_is_refused_at_once(client: Person, url: str) -> None:
    assert client.post("/api/alerts/webhooks", {"url": url}, expect=400)["code"] == "bad_address"
    push = {"endpoint": url, "keys": {"p256dh": "abc", "auth": "abc"}}
    assert client.post("/api/alerts/push", push, expect=400)["code"] == "bad_address"
    assert client.get("/api/alerts")["channels"] == []


# --- settings


def test_quiet_hours_are_stored_and_checked(client: Person) -> None:
    quiet = {"start": 1320, "end": 420, "zone": "Europe/Warsaw"}
    assert client.http.put("/api/alerts", json={"quiet": quiet}).json()["quiet"] == quiet
    for wrong in ({"zone": "Europe/Edo"}, {"zone": "../etc/passwd"}, {"start": 420}, {"end": 1440}):
        assert client.http.put("/api/alerts", json={"quiet": quiet | wrong}).status_code == 400
    assert client.get("/api/alerts")["quiet"] == quiet
    assert "quiet" not in client.http.put("/api/alerts", json={"quiet": None}).json()


def test_without_a_mail_server_there_is_no_email(client: Person) -> None:
    assert not client.get("/api/alerts")["mail"]
    assert client.post("/api/alerts/emails", {"address": "a@b.example"}, expect=409)["code"] == "no_mail"


def test_the_push_key_is_that_of_the_server(alert_server: Server, client: Person) -> None:
    key = client.get("/api/alerts")["push_key"]
    assert len(key) == 87
    other = Person(alert_server)
    assert other.get("/api/alerts")["push_key"] == key
    other.close()


# --- with receivers on this machine


def test_channels_are_added_tested_confirmed_and_stopped(tmp_path: Any) -> None:
    def steps(server: Server, webhook: Any, smtp: Any) -> None:
        server.start()
        bo, other = Person(server), Person(server)
        try:
            # Webhooks: the secret is shown once.
            hook = bo.post("/api/alerts/webhooks", {"url": f"{webhook.address}/secret-path"}, 201)
            assert hook["secret"].startswith("edokko_")
            (listed,) = bo.get("/api/alerts")["channels"]
            assert "secret" not in listed
            assert listed["name"] == "127.0.0.1", "the path of a webhook is its password"
            test = f"/api/alerts/channels/{hook['id']}/test"
            assert bo.post(test) == {"sent": True}
            assert webhook.requests[-1].json["kind"] == "test"
            webhook.answer(403)
            assert bo.post(test) == {"sent": False, "error": "status 403"}
            assert bo.get("/api/alerts")["channels"][0]["error"] == "status 403"
            assert other.post(test, expect=404)["code"] == "no_channel"
            for style, field in (("discord", "content"), ("slack", "text")):
                added = bo.post("/api/alerts/webhooks", {"url": f"{webhook.address}/{style}", "style": style}, 201)
                assert "secret" not in added
                bo.post(f"/api/alerts/channels/{added['id']}/test")
                assert webhook.requests[-1].json[field].startswith("This is a test.")
            # Web Push.
            browser = Subscription(f"{webhook.address}/push")
            push = {"endpoint": browser.endpoint, "keys": browser.keys, "name": "Phone"}
            added = bo.post("/api/alerts/push", push, 201)
            bo.post(f"/api/alerts/channels/{added['id']}/test")
            assert browser.decrypt(webhook.requests[-1])["title"] == "A test"
            # E-mail: the address has to be confirmed, and opening the link alone does not do it.
            assert bo.post("/api/alerts/emails", {"address": "not an address"}, expect=400)["code"] == "bad_address"
            mail = bo.post("/api/alerts/emails", {"address": "bo@mail.example"}, 201)
            assert not mail["confirmed"]
            text = smtp.mails[0].get_payload(decode=True).decode()
            path = re.search(r"/alerts/confirm/\S+", text)[0]  # type: ignore[index]
            visitor = Person(server)
            page = visitor.http.get(path)
            assert page.status_code == 200
            assert "bo@mail.example" in page.text
            assert "form-action 'self'" in page.headers["content-security-policy"]
            assert "script-src 'self'" in page.headers["content-security-policy"]
            assert not bo.get("/api/alerts")["channels"][-1]["confirmed"]
            assert visitor.http.post(path).status_code == 200
            assert bo.get("/api/alerts")["channels"][-1]["confirmed"]
            assert bo.post(f"/api/alerts/channels/{mail['id']}/test") == {"sent": True}
            # The link of another purpose, and a changed one, are not valid.
            stop = re.search(r"<http://[^/]+(/\S+)>", smtp.mails[1]["list-unsubscribe"])[1]  # type: ignore[index]
            assert visitor.http.post(stop.replace("/stop/", "/confirm/")).status_code == 404
            assert visitor.http.post(stop[:-1] + ("A" if stop[-1] != "A" else "B")).status_code == 404
            assert visitor.http.get(stop).status_code == 200
            assert len(bo.get("/api/alerts")["channels"]) == 5
            # One click, as a mail program sends it.
            clicked = visitor.http.post(stop, data={"List-Unsubscribe": "One-Click"})
            assert clicked.status_code == 200
            assert [channel["kind"] for channel in bo.get("/api/alerts")["channels"]].count("email") == 0
            assert visitor.http.post(stop).status_code == 200, "a second click is no error"
            assert bo.http.delete(f"/api/alerts/channels/{hook['id']}").status_code == 204
            assert visitor.http.get(path).status_code == 404
            visitor.close()
        finally:
            bo.close()
            other.close()
            assert server.stop() == 0

    async def run() -> None:
        async with http_receiver() as webhook, smtp_receiver() as smtp:
            settings = {
                "EDOKKO_ALERT_PRIVATE": "1",
                "EDOKKO_SMTP": smtp.address,
                "EDOKKO_SMTP_FROM": "iki@iki.example",
                "EDOKKO_ORIGINS": "http://iki.example",
            }
            await asyncio.to_thread(steps, Server(sqlite_in(tmp_path), settings), webhook, smtp)

    asyncio.run(run())
