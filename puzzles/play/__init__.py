"""Playing puzzles in the terminal."""
