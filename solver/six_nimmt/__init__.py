"""6 nimmt! (Wolfgang Kramer, 1994): exact rows, and exact analysis of rounds in which everything is known."""
