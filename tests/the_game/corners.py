"""Small deals on which a careless search goes wrong."""

from __future__ import annotations

from solver.the_game.deal import Deal
from solver.the_game.rules import Rules

ONE_PILE = {"ascending": 1, "descending": 0, "step": 0}
CORNERS = {
    # After 2 3 the hand is 4 6 7, and 6 or 7 must be laid before 5 comes: only 2 3 4 | 5 6 7 wins, although the first
    # turn could end after two cards. Ending a turn early draws sooner now, but later turns then end at other cards.
    "a long turn shifts the draws": Deal(Rules(high=7, hand_size=3, **ONE_PILE), ((2, 3, 4),), (6, 7, 5)),
    # The same where a backwards trick needs the shift: 6 7 | 5* 3* 4 | 2* 8 9.
    "a long turn for a trick": Deal(
        Rules(high=9, ascending=1, descending=0, step=2, hand_size=3), ((4, 6, 7),), (3, 5, 9, 8, 2)
    ),
    # 4 now would lock 3 out: the turn under way has to end before another card is laid.
    "ending the turn under way": Deal(
        Rules(high=9, hand_size=2, min_plays=1, **ONE_PILE), ((4,),), (3,), piles=(2,), to_play=0, played_this_turn=1
    ),
    "ending it with several players": Deal(
        Rules(high=9, hand_size=2, min_plays=1, **ONE_PILE), ((4,), (3,)), (), (2,), to_play=0, played_this_turn=1
    ),
    # The only thing that can be done is to end the turn and draw.
    "an empty hand in mid-turn": Deal(
        Rules(high=9, hand_size=1, **ONE_PILE), ((),), (3, 4), piles=(2,), to_play=0, played_this_turn=1
    ),
    "only the second player can begin": Deal(Rules(high=9, hand_size=1, **ONE_PILE), ((3,), (2,))),
}
"""All of them can be won, each by something that a careless search leaves out."""
