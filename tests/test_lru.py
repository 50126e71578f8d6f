"""The dictionary that forgets the entry that was used longest ago."""

from __future__ import annotations

from edokko.lru import Lru


def test_the_entry_used_longest_ago_goes_first() -> None:
    cache: Lru[str, int] = Lru(2)
    cache["a"] = 1
    cache["b"] = 2
    assert cache.get("a") == 1
    cache["c"] = 3
    assert list(cache) == ["a", "c"]
    cache["a"] = 4
    cache.update({"d": 5})
    assert (list(cache), cache.get("c"), cache.get("c", 7)) == (["a", "d"], None, 7)
