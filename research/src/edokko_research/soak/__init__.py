"""The soak test: differential testing of the plain and the native engine over many games."""
