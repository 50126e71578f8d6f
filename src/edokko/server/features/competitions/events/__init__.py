"""Events: rounds of tables for the same players, paired by results or by a schedule."""
