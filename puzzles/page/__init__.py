"""The static page on which puzzles are played: its files are in ``assets``, what builds it beside it."""
