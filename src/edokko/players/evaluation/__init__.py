"""The evaluation of positions: weights, features, the static evaluation of a seat, the outlook."""
