"""Runs of many games as tables: plans, chunks, the engines that play them, and the tables' schema."""
