"""The engine under the rules: fields of a state, and one source that runs as plain Python and native."""
