"""Why a message was not accepted, and whether a repetition is of use."""

from __future__ import annotations

LONGEST_REASON = 200
MOST_RETRY_AFTER = 3600.0
"""The longest delay that a receiver may ask for, in seconds."""


class DeliveryError(Exception):
    """A message was not accepted.

    Args:
        reason: for the log and the guest.
        is_permanent: whether a repetition is of no use.
        is_gone: whether the receiver does not exist any more.
        retry_after: seconds after which the receiver wants the repetition.
        is_timeout: whether the receiver has not answered in time.
        was_tried: whether the receiver was tried; otherwise this process had no capacity for it.
    """

    def __init__(
        self,
        reason: str,
        *,
        is_permanent: bool = False,
        is_gone: bool = False,
        retry_after: float = 0.0,
        is_timeout: bool = False,
        was_tried: bool = True,
    ) -> None:
        self.reason = " ".join(reason.split())[:LONGEST_REASON]
        self.is_permanent = is_permanent or is_gone
        self.is_gone = is_gone
        self.is_timeout = is_timeout
        self.was_tried = was_tried
        self.retry_after = min(retry_after, MOST_RETRY_AFTER)
        super().__init__(self.reason)
