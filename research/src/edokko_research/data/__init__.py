"""Samples: folders of Parquet files that a plan fixes, made chunk by chunk, and read for trainings."""
