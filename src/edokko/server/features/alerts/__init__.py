"""Alerts: messages to a guest whose turn it is, over Web Push, webhooks and e-mail."""
