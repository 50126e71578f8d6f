"""The keys of the server: of links that work without a login, and of Web Push (VAPID).

The token of a link names a thing and is signed. The key of Web Push is a pair: a private key on the curve P-256, and
what browsers get of it.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SIGNATURE_BYTES = 18


def signed_token(key: bytes, purpose: str, subject: str) -> str:
    """Return the token of a link to the thing of an id without a dot. A token for another purpose is not valid."""
    return f"{subject}.{_signature(key, purpose, subject)}"


def subject_of(key: bytes, purpose: str, token: str) -> str | None:
    """Return the subject of a token; ``None`` if the signature is not that of this server and purpose."""
    subject, _, signature = token.partition(".")
    is_valid = hmac.compare_digest(signature.encode(), _signature(key, purpose, subject).encode())
    return subject if is_valid else None


def _signature(key: bytes, purpose: str, subject: str) -> str:
    digest = hmac.digest(key, f"{purpose}:{subject}".encode(), "sha256")
    return urlsafe_b64encode(digest[:SIGNATURE_BYTES]).decode()


def new_push_key() -> str:
    """Return a new private key on the curve P-256, as 32 bytes in Base64url."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def public_key_of(private_key: str) -> str:
    """Return the public key that a browser needs to subscribe; both keys are in Base64url."""
    number = int.from_bytes(urlsafe_b64decode(private_key + "=" * (-len(private_key) % 4)), "big")
    public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    return urlsafe_b64encode(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)).decode().rstrip("=")
