"""The Game on the table of terminal play."""
