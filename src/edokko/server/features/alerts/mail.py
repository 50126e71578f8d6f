"""E-mail by the operator's SMTP server."""

from __future__ import annotations

from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime, parseaddr
from typing import Any
from urllib.parse import unquote, urlsplit

import aiosmtplib

from edokko.catalogue import Catalogue
from edokko.server.features.alerts.message import Message
from edokko.server.features.alerts.outgoing import DeliveryError

TIMEOUT = 20.0
"""Seconds for each step of the conversation with the SMTP server."""
PORTS = {"smtp": 25, "starttls": 587, "smtps": 465}
"""The schemes of the server's address: plain, encrypted by STARTTLS, encrypted from the start."""
UNSUBSCRIBE = "List-Unsubscribe"


class _Policy(EmailPolicy):
    """A policy that does not fold a link into encoded words (RFC 2047), which no mail program would follow."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        if name == UNSUBSCRIBE:
            return f"{name}: {value}{self.linesep}".encode()
        return super().fold_binary(name, value)


def mail_of(message: Message, sender: str, receiver: str, now: float) -> EmailMessage:
    """Return a message as an e-mail of plain text, with the headers by which mail programs unsubscribe (RFC 8058).

    The sender is an address with or without a name.
    """
    catalogue = Catalogue(message.language)
    mail = EmailMessage(_Policy(linesep="\r\n"))
    name, address = parseaddr(sender)
    mail["From"] = Address(name, addr_spec=address)
    mail["To"] = Address(addr_spec=receiver)
    mail["Subject"] = message.title
    mail["Date"] = format_datetime(datetime.fromtimestamp(now, UTC))
    mail["Message-ID"] = f"<{message.id}@{address.rpartition('@')[2]}>"
    mail["Content-Language"] = message.language
    mail["Auto-Submitted"] = "auto-generated"
    mail[UNSUBSCRIBE] = f"<{message.stop}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    end = catalogue.text("alert-mail-stop", link=message.stop)
    mail.set_content(f"{message.text}\n\n{message.link}\n\n-- \n{end}\n")
    return mail


async def send(server: str, sender: str, receiver: str, message: Message, now: float) -> None:
    """Send a message to an e-mail address, over a server such as ``smtps://user:password@host:port``.

    Its scheme is one of :data:`PORTS`.

    Raises:
        DeliveryError: the SMTP server did not accept it.
    """
    parts = urlsplit(server)
    try:
        await aiosmtplib.send(
            mail_of(message, sender, receiver, now).as_bytes(),
            sender=parseaddr(sender)[1],
            recipients=[receiver],
            hostname=parts.hostname,
            port=parts.port or PORTS[parts.scheme],
            username=unquote(parts.username) if parts.username else None,
            password=unquote(parts.password) if parts.password else None,
            use_tls=parts.scheme == "smtps",
            # Without encryption where it is asked for, the library raises an error; it never falls back.
            start_tls=parts.scheme == "starttls",
            timeout=TIMEOUT,
        )
    except aiosmtplib.SMTPRecipientsRefused as error:
        refusal = error.recipients[0]
        raise DeliveryError(f"{refusal.code} {refusal.message}", is_permanent=refusal.code >= 500) from error
    except aiosmtplib.SMTPAuthenticationError as error:
        # The operator's mistake: it may be mended before the last attempt.
        raise DeliveryError(f"the SMTP server refuses the login: {error.code}") from error
    except aiosmtplib.SMTPResponseException as error:
        raise DeliveryError(f"{error.code} {error.message}", is_permanent=error.code >= 500) from error
    except (aiosmtplib.SMTPException, OSError, ValueError) as error:
        raise DeliveryError(f"the SMTP server cannot be used: {type(error).__name__}") from error
