"""The verbs of the solver on the command line."""
