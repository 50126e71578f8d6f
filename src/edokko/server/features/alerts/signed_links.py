"""Links that work without a login: their token names a thing and is signed with a key of the server."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode

SIGNATURE_BYTES = 18


def signed_token(key: bytes, purpose: str, subject: str) -> str:
    """Return the token of a link.

    Args:
        key: the key of the server.
        purpose: what the link does. A token for another purpose is not valid.
        subject: the id of the thing, without a dot.
    """
    return f"{subject}.{_signature(key, purpose, subject)}"


def subject_of(key: bytes, purpose: str, token: str) -> str | None:
    """Return the subject of a token; ``None`` if the signature is not that of this server and purpose."""
    subject, _, signature = token.partition(".")
    is_valid = hmac.compare_digest(signature.encode(), _signature(key, purpose, subject).encode())
    return subject if is_valid else None


def _signature(key: bytes, purpose: str, subject: str) -> str:
    digest = hmac.digest(key, f"{purpose}:{subject}".encode(), "sha256")
    return urlsafe_b64encode(digest[:SIGNATURE_BYTES]).decode()
