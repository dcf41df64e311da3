"""The CP-SAT engine: a complete model of the rules, solved by OR-Tools. Needs the extra ``opendeal[cpsat]``."""

from solver.the_game.cpsat.engine import solve as solve
