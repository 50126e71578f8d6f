"""The tests: the tree mirrors the package's; `helpers` has what several of them share."""
