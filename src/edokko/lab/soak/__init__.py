"""The soak test: differential testing of the plain and the compiled engine over many games."""
