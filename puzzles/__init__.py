"""Puzzles made of open deals, and the place where the whole command line is assembled."""
