"""How well judges of positions choose among the siblings of a decision: data, a measure, and a regression."""
