"""The model: which card lies when on which pile, and where turns end, as 0/1 variables and clauses.

``LineModel`` asks for a line of exactly so many cards. What the rules demand comes first, one method a family of
constraints; then what merely helps the search: *redundant* families follow from the others, *normal forms* keep at
least one of the best lines and drop others that come to the same. With or without them (``helped``), answers are the
same.

The normal forms hold together: of the best lines that end turns early, keep the one whose row of piles, slot by slot,
comes first in the order of numbers. Where a line breaks a normal form of piles, renaming equal piles or exchanging
neighbouring cards makes that row smaller, and neither touches the ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from ortools.sat.python import cp_model

from solver.result import Objective
from solver.the_game.cpsat.timeline import Timeline
from solver.the_game.notation import Line, Play, Turn

Literal = cp_model.LiteralT
"""A 0/1 variable, its negation, or a constant."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A pile as the model sees it: it goes up, since for descending piles all numbers are negated.

    ``tops`` are the numbers it may show, sorted. The ``rank`` of a card is the place of its number among them; the top
    at the beginning has the rank ``start``.
    """

    tops: tuple[int, ...]
    start: int
    rank: dict[int, int]
    trick: dict[int, int]
    """The rank of the top on which a card is a backwards trick, for cards that have such a partner."""


class LineModel:
    """All lines of ``length`` cards, as a CP-SAT model; for the objectives turns and tricks, the fewest of them."""

    def __init__(
        self,
        timeline: Timeline,
        length: int,
        objective: Objective,
        *,
        helped: bool = True,
        checkpoint: Callable[[], None] = lambda: None,
    ) -> None:
        """``length`` is at least 1. ``checkpoint`` is called between two families; it may raise to give up."""
        self.timeline = timeline
        self.model = cp_model.CpModel()
        self._deal = timeline.deal
        self._length = length
        self._objective: Objective = objective
        self._players = self._deal.players
        self._owners = {card: player for player, hand in enumerate(self._deal.hands) for card in hand}
        self._places = {card: place for place, card in enumerate(self._deal.deck)}
        self._cards = sorted((*self._owners, *self._places))
        self._piles = range(self._deal.rules.pile_count)
        self.slots = range(1, length + sum(timeline.ghosts) + 1)
        self._lanes = [self._lane(pile) for pile in self._piles]

        self._variables()
        for family in self._families(helped):
            family()
            checkpoint()
        if objective != "cards":
            self.model.minimize(self._cost)

    def ask_for_at_most(self, value: int) -> None:
        """Only lines of at most so many turns or tricks will do."""
        self.model.add(self._cost <= value)

    def _families(self, helped: bool) -> Iterator[Callable[[], None]]:
        """The families of constraints that this deal needs."""
        several = self._players > 1
        yield self._a_slot_holds_one_card
        yield self._a_card_is_laid_once
        yield self._piles_show_the_last_card
        yield self._cards_fit
        yield self._deck_cards_are_drawn_first
        yield self._turns_reach_the_minimum
        if several:
            yield self._players_take_turns
            yield self._players_lay_their_own_cards
        if any(self.timeline.ghosts):
            yield self._ghosts_come_first
            yield self._spare_slots_come_last
        if helped:
            yield self._redundant_turns_are_no_longer_than_a_hand
            yield self._normal_form_equal_piles_open_in_order
            yield self._normal_form_a_turn_goes_from_pile_to_pile
        if helped and not several:
            yield self._normal_form_alone_turns_end_early
            yield self._normal_form_alone_plays_that_could_come_earlier

    # -- variables ---------------------------------------------------------------------------------------------

    def _variables(self) -> None:
        new = self.model.new_bool_var
        last = self.slots[-1]
        self._yes: Literal = self.model.new_constant(1)
        # lays[card, slot, pile]
        self._lays: dict[tuple[int, int, int], Literal] = {
            (card, slot, pile): new(f"{card}@{pile},{slot}")
            for card in self._cards
            for slot in range(self._first_slot(card), last + 1)
            for pile in self._piles
        }
        # taken[pile, slot]: this slot's card lies on this pile
        self._taken = {(pile, slot): new(f"pile {pile},{slot}") for pile in self._piles for slot in self.slots}
        # tricks by (card, slot, pile), for cards with a partner
        self._backwards = {
            (card, slot, pile): new(f"trick {card}@{pile},{slot}")
            for (card, slot, pile) in self._lays
            if card in self._lanes[pile].trick
        }
        # at_least[pile, slot, rank]: after this slot the pile shows at least the top of this rank (1 and up)
        self._at_least: dict[tuple[int, int, int], Literal] = {}
        for pile, lane in enumerate(self._lanes):
            for rank in range(1, len(lane.tops)):
                self._at_least[pile, 0, rank] = self._yes if lane.start >= rank else ~self._yes
                for slot in self.slots:
                    self._at_least[pile, slot, rank] = new(f"top {pile},{slot}>={lane.tops[rank]}")
        # ends[slot]: a turn ends here and another one follows
        self._ends: dict[int, Literal] = {slot: new(f"end {slot}") for slot in range(last)}
        if self.timeline.starter is None:
            self.model.add(self._ends[0] == 1)  # a turn begins
        # plays[player, slot]
        self._plays: dict[tuple[int, int], Literal] = {
            (player, slot): self._yes if self._players == 1 else new(f"player {player},{slot}")
            for player in range(self._players)
            for slot in self.slots
        }
        # ghosts[player, slot]: the player's ghosts begin here
        self._ghosts = {
            (player, slot): new(f"ghosts {player},{slot}")
            for player, count in enumerate(self.timeline.ghosts)
            if count
            for slot in range(1, last - count + 1)
        }
        # made where they are asked for: has a turn ended, and what is known of hands once the deck is empty
        self._some_ends: dict[tuple[int, int], Literal] = {}
        self._empties: dict[tuple[int, int], Literal] = {}
        self._laid: dict[tuple[int, int], Literal] = {}
        # spare[slot]: the line is over
        self._spare = {slot: new(f"spare {slot}") for slot in self.slots if slot > self._length}

    def _first_slot(self, card: int) -> int:
        place = self._places.get(card)
        return 1 if place is None else self.timeline.replaces(place) + 1

    def _lane(self, pile: int) -> Lane:
        sign = 1 if self._deal.rules.is_ascending(pile) else -1
        start, step = sign * self._deal.tops[pile], self._deal.rules.step
        tops = sorted({start, *(sign * card for card in self._cards)})
        ranks = {top: rank for rank, top in enumerate(tops)}
        partners = {card: ranks.get(sign * card + step) for card in self._cards} if step else {}
        return Lane(
            tuple(tops),
            ranks[start],
            {card: ranks[sign * card] for card in self._cards},
            {card: partner for card, partner in partners.items() if partner is not None},
        )

    def _shows_at_least(self, pile: int, slot: int, rank: int) -> Literal:
        if rank == 0:
            return self._yes
        return self._at_least.get((pile, slot, rank), ~self._yes)  # above the highest rank

    def _ghost_at(self, slot: int) -> list[Literal]:
        """The literals of which one is true if this slot is a ghost."""
        return [
            literal
            for (player, begin), literal in self._ghosts.items()
            if begin <= slot < begin + self.timeline.ghosts[player]
        ]

    # -- the rules ---------------------------------------------------------------------------------------------

    def _a_slot_holds_one_card(self) -> None:
        on_pile: dict[tuple[int, int], list[Literal]] = {key: [] for key in self._taken}
        for (_, slot, pile), literal in self._lays.items():
            on_pile[pile, slot].append(literal)
        for key, literals in on_pile.items():
            self.model.add(sum(literals) == self._taken[key])
        for slot in self.slots:
            spare = [self._spare[slot]] if slot in self._spare else []
            self.model.add_exactly_one(
                *(self._taken[pile, slot] for pile in self._piles), *self._ghost_at(slot), *spare
            )
        if self._spare:
            self.model.add(sum(self._taken.values()) == self._length)

    def _a_card_is_laid_once(self) -> None:
        by_card: dict[int, list[Literal]] = {card: [] for card in self._cards}
        for (card, _, _), literal in self._lays.items():
            by_card[card].append(literal)
        for literals in by_card.values():
            if self._length == len(self._cards):
                self.model.add_exactly_one(literals)
            else:
                self.model.add_at_most_one(literals)

    def _piles_show_the_last_card(self) -> None:
        for pile, lane in enumerate(self._lanes):
            for slot in self.slots:
                for rank in range(1, len(lane.tops)):
                    now, before = self._at_least[pile, slot, rank], self._at_least[pile, slot - 1, rank]
                    if rank > 1:
                        self.model.add_implication(now, self._at_least[pile, slot, rank - 1])
                    self.model.add_bool_or(self._taken[pile, slot], ~now, before)
                    self.model.add_bool_or(self._taken[pile, slot], now, ~before)
        for (card, slot, pile), literal in self._lays.items():
            rank = self._lanes[pile].rank[card]
            self.model.add_implication(literal, self._shows_at_least(pile, slot, rank))
            self.model.add_implication(literal, ~self._shows_at_least(pile, slot, rank + 1))

    def _cards_fit(self) -> None:
        """A card lies above the top, or it is a backwards trick and then lies on its partner."""
        for (card, slot, pile), literal in self._lays.items():
            lane = self._lanes[pile]
            above = ~self._shows_at_least(pile, slot - 1, lane.rank[card])
            trick = self._backwards.get((card, slot, pile))
            if trick is None:
                self.model.add_implication(literal, above)
                continue
            partner = lane.trick[card]
            self.model.add_bool_or(~literal, above, trick)
            self.model.add_implication(trick, literal)
            self.model.add_implication(trick, self._shows_at_least(pile, slot - 1, partner))
            self.model.add_implication(trick, ~self._shows_at_least(pile, slot - 1, partner + 1))

    def _deck_cards_are_drawn_first(self) -> None:
        """A deck card is laid after an end that comes, at the earliest, with the slot that it replaces."""
        for (card, slot, _), literal in self._lays.items():
            if card in self._places:
                self.model.add_implication(literal, self._held_at(card, slot))

    def _held_at(self, card: int, slot: int) -> Literal:
        """The literal for "is in the first hands or has been drawn when this slot's card is laid"."""
        place = self._places.get(card)
        return self._yes if place is None else self._some_end(self.timeline.replaces(place), slot)

    def _some_end(self, begin: int, slot: int) -> Literal:
        """The literal for "a turn ends with one of the slots from ``begin`` on and before ``slot``"."""
        if slot == begin + 1:
            return self._ends[begin]
        if (begin, slot) not in self._some_ends:
            literal = self.model.new_bool_var(f"some end {begin}..{slot - 1}")
            self._some_ends[begin, slot] = literal
            before, last = self._some_end(begin, slot - 1), self._ends[slot - 1]
            self.model.add_implication(before, literal)
            self.model.add_implication(last, literal)
            self.model.add_bool_or(~literal, before, last)
        return self._some_ends[begin, slot]

    def _turns_reach_the_minimum(self) -> None:
        """Two ends are as far apart as the minimum, or the hand was laid to the last card.

        While the deck lasts the hand is full at the beginning of a turn, so that the minimum is known.
        """
        timeline = self.timeline
        if timeline.starter is not None:
            for slot in range(min(timeline.first_turn_at_least, len(self._ends))):
                self.model.add(self._ends[slot] == 0)
        for begin in self._ends:
            minimum = min(timeline.least(begin), timeline.hand_limit)
            for end in range(begin + 1, min(begin + minimum, len(self._ends))):
                if not timeline.deck_is_empty(begin):
                    self.model.add_implication(self._ends[begin], ~self._ends[end])
                    continue
                for player in range(self._players):
                    self.model.add_bool_or(
                        ~self._ends[begin], ~self._ends[end], ~self._plays[player, end], self._empty(player, end)
                    )

    def _players_take_turns(self) -> None:
        """After an end the next player plays; once the deck is empty, the next one who still holds a card."""
        players, starter = range(self._players), self.timeline.starter
        for slot in self.slots:
            self.model.add_exactly_one(self._plays[player, slot] for player in players)
        for slot in range(0 if starter is not None else 1, self.slots[-1]):
            end = self._ends[slot]
            for player in players:
                before = self._plays[player, slot] if slot else (self._yes if player == starter else ~self._yes)
                self.model.add_bool_or(end, ~before, self._plays[player, slot + 1])
                if not self.timeline.deck_is_empty(slot):
                    self.model.add_bool_or(~end, ~before, self._plays[(player + 1) % self._players, slot + 1])
                    continue
                for steps in range(2, self._players + 1):
                    after = self._plays[(player + steps) % self._players, slot + 1]
                    for skipped in range(1, steps):
                        empty = self._empty((player + skipped) % self._players, slot)
                        self.model.add_bool_or(~end, ~before, ~after, empty)

    def _players_lay_their_own_cards(self) -> None:
        """Of the deck, players own what replaces their cards."""
        for (card, slot, _), literal in self._lays.items():
            for player in range(self._players):
                self.model.add_bool_or(~literal, ~self._owns(player, card), self._plays[player, slot])

    def _owns(self, player: int, card: int) -> Literal:
        """The literal for "this is or will be a card of this player"."""
        owner = self._owners.get(card)
        if owner is None:
            slot = self.timeline.replaces(self._places[card])
            if slot in self.slots:
                return self._plays[player, slot]
            owner = self.timeline.starter
        return self._yes if owner == player else ~self._yes

    def _empty(self, player: int, slot: int) -> Literal:
        """The literal for "has laid every card"; asked only where the deck is empty after this slot."""
        if (player, slot) not in self._empties:
            literal = self.model.new_bool_var(f"empty {player},{slot}")
            self._empties[player, slot] = literal
            for card in self._cards:
                self.model.add_bool_or(~literal, ~self._owns(player, card), self._laid_by(card, slot))
        return self._empties[player, slot]

    def _laid_by(self, card: int, slot: int) -> Literal:
        """The literal for "this card lies there after this slot"."""
        if slot < self._first_slot(card):
            return ~self._yes
        if (card, slot) not in self._laid:
            literal = self.model.new_bool_var(f"laid {card},{slot}")
            self._laid[card, slot] = literal
            here = [self._lays[card, slot, pile] for pile in self._piles]
            self.model.add(cp_model.LinearExpr.sum([self._laid_by(card, slot - 1), *here]) == literal)
        return self._laid[card, slot]

    def _ghosts_come_first(self) -> None:
        """A player with ghosts begins the first turn with all of them, and lays no card before."""
        for player, count in enumerate(self.timeline.ghosts):
            if not count:
                continue
            begins = {slot: literal for (owner, slot), literal in self._ghosts.items() if owner == player}
            self.model.add_at_most_one(begins.values())
            hand = len(self._deal.hands[player])
            for slot, ghosts in begins.items():
                self.model.add_implication(ghosts, self._ends[slot - 1])
                for ghost in range(slot, slot + count):
                    self.model.add_implication(ghosts, self._plays[player, ghost])
                shortest = count + min(self.timeline.least(slot - 1), hand)
                for end in range(slot, min(slot - 1 + shortest, len(self._ends))):
                    self.model.add_implication(ghosts, ~self._ends[end])
            for slot in self.slots:
                earlier = [ghosts for begin, ghosts in begins.items() if begin <= slot]
                self.model.add_bool_or(~self._plays[player, slot], *earlier, self._spare.get(slot, ~self._yes))

    def _spare_slots_come_last(self) -> None:
        """The line ends with its last card, not with ghosts or an end."""
        for slot, spare in self._spare.items():
            if slot + 1 in self._spare:
                self.model.add_implication(spare, self._spare[slot + 1])
            self.model.add_implication(spare, ~self._ends[slot - 1])
            for ghost in self._ghost_at(slot - 1):
                self.model.add_implication(spare, ~ghost)

    # -- what helps --------------------------------------------------------------------------------------------

    def _redundant_turns_are_no_longer_than_a_hand(self) -> None:
        limit, starter = self.timeline.hand_limit, self.timeline.starter
        if starter is not None:
            first = len(self._deal.hands[starter])
            if first < self._length:
                self.model.add_bool_or(self._ends[slot] for slot in range(first + 1))
        for begin in range(1, self.slots[-1] - limit):
            over = self._spare.get(begin + limit + 1, ~self._yes)
            self.model.add_bool_or(over, *(self._ends[slot] for slot in range(begin, begin + limit)))

    def _normal_form_equal_piles_open_in_order(self) -> None:
        """Of piles that show the same top at the beginning, the first one is the first to take a card."""
        rules = self._deal.rules
        for pile in self._piles[1:]:
            before = pile - 1
            same_direction = rules.is_ascending(before) == rules.is_ascending(pile)
            if same_direction and self._deal.tops[before] == self._deal.tops[pile]:
                for slot in self.slots:
                    earlier = (self._taken[before, other] for other in range(1, slot))
                    self.model.add_bool_or(~self._taken[pile, slot], *earlier)

    def _normal_form_a_turn_goes_from_pile_to_pile(self) -> None:
        """Cards of one turn on different piles can change places: within a turn, piles come in order."""
        for slot in self.slots[:-1]:
            for pile in self._piles:
                for earlier in self._piles[:pile]:
                    self.model.add_bool_or(self._ends[slot], ~self._taken[pile, slot], ~self._taken[earlier, slot + 1])

    def _normal_form_alone_turns_end_early(self) -> None:
        """Alone, drawing early only adds choice, as long as the minimum can be kept.

        With an empty deck nothing is gained by ending a turn. A turn of at least twice the minimum m can as well end
        after m cards: the rest is a turn of its own, or joins the next one if the deck is empty. How far shorter turns
        go does matter (see ``search``), and so do longer ones where turns are counted.
        """
        timeline, last = self.timeline, len(self._ends)
        if not self._deal.deck:
            for end in self._ends.values():
                self.model.add(end == 0)
            return
        for begin in self._ends:
            if timeline.deck_is_empty(begin):
                for end in range(begin + 1, last):
                    self.model.add_implication(self._ends[begin], ~self._ends[end])
        if self._objective == "turns":
            return
        minimum = min(self._deal.rules.min_plays, timeline.hand_limit)
        longest = timeline.first_turn_at_least + minimum - 1
        if longest < last:
            self.model.add_bool_or(self._ends[slot] for slot in range(longest + 1))
        for begin in self._ends:
            longest = begin + 2 * minimum - 1
            if longest < last and not timeline.deck_is_empty(begin):
                self.model.add_bool_or(
                    ~self._ends[begin], *(self._ends[slot] for slot in range(begin + 1, longest + 1))
                )

    def _normal_form_alone_plays_that_could_come_earlier(self) -> None:
        """Alone, a card that was in hand in the turn before changes places with the last card of that turn.

        As within a turn, it has to if its pile comes first.
        """
        for slot in self.slots[:-1]:
            for pile in self._piles:
                for earlier in self._piles[:pile]:
                    for card in self._cards:
                        if self._first_slot(card) <= slot:
                            self.model.add_bool_or(
                                ~self._held_at(card, slot),
                                ~self._taken[pile, slot],
                                ~self._lays[card, slot + 1, earlier],
                            )

    # -- values and lines --------------------------------------------------------------------------------------

    @cached_property
    def _cost(self) -> cp_model.LinearExprT:
        """Backwards tricks, or turns in which a card is laid."""
        total = cp_model.LinearExpr.sum
        if self._objective == "tricks":
            return total(list(self._backwards.values()))
        without_cards = [ghosts for (player, _), ghosts in self._ghosts.items() if not self._deal.hands[player]]
        return 1 + total([end for slot, end in self._ends.items() if slot > 0]) - total(without_cards)

    def line(self, solver: cp_model.CpSolver) -> Line:
        """The line of the solution that the solver has found."""
        rules, several = self._deal.rules, self._players > 1
        laid = {
            slot: Play(card, rules.pile_name(pile))
            for (card, slot, pile), literal in self._lays.items()
            if solver.boolean_value(literal)
        }
        turns: list[Turn] = []
        start = self._deal.starts()[0]
        if solver.boolean_value(self._ends[0]) and start.may_end_turn:
            turns.append(Turn((), start.to_play if several else None))
        plays: list[Play] = []
        for slot in self.slots:
            if slot in laid:
                plays.append(laid[slot])
            over = slot == self.slots[-1] or solver.boolean_value(self._ends[slot])
            if over and plays:
                player = next(p for p in range(self._players) if solver.boolean_value(self._plays[p, slot]))
                turns.append(Turn(tuple(plays), player if several else None))
                plays = []
        return Line(tuple(turns), closed=False)
