"""The key pair of the server for Web Push (VAPID): a private key on the curve P-256, and what browsers get of it."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def new_push_key() -> str:
    """Return a new private key on the curve P-256, as 32 bytes in Base64url."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def public_key_of(private_key: str) -> str:
    """Return the public key that a browser needs to subscribe, in Base64url.

    Args:
        private_key: 32 bytes in Base64url.
    """
    number = int.from_bytes(urlsafe_b64decode(private_key + "=" * (-len(private_key) % 4)), "big")
    public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    return urlsafe_b64encode(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)).decode().rstrip("=")
