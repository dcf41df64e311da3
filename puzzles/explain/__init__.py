"""What the rules make of a position or a line, explained as a person would check it."""
