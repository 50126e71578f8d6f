"""The commands of ``edokko lab``, and what they share."""
