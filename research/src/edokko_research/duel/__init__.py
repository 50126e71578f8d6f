"""Games of one player against copies of another, played wholly in native code."""
