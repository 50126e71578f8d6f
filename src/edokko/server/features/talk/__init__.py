"""Talk at a table: the chat, reactions, the notes of a guest, and whom a guest has muted."""
