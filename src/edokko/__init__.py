"""edokko: the board game IKI as a library, a command and a fast environment. Unofficial."""

__version__ = "0.1.0"
