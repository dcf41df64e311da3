"""6 nimmt! on the table of terminal play."""
