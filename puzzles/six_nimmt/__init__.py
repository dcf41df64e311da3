"""Puzzles of 6 nimmt!: rounds in which every hand is known, and one seat or the whole table is to take little."""
