# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A checker of refutations: does a SAT solver's proof show that its clauses cannot all be true?

The proof is a list of clauses, the lemmas, that ends with the empty one. Each must follow from the clauses and the
lemmas before it by *unit propagation* alone: assume that every literal of the lemma is false; then, whenever all
literals of a clause but one are false, that one must be true; so on until all literals of some clause are false. A
lemma that passes this test (reverse unit propagation, RUP) is a consequence, whatever made the solver think of it;
nothing that the solver says is believed.

The check goes forward through the proof and knows no more than the textbook: in each clause two literals are watched,
and it is looked at only when one of them becomes false. Once propagation is through, one of the two is false only if
the other is true. What propagates without any assumption stays true for good.

Deletions in a proof only save time. Whatever was derived follows from the clauses given, so a clause may always stay,
and what it led to holds without it. Hence a deletion of what is not stored does nothing, and a literal that is true
for good stays so when the clause that made it true is deleted. Solvers do that: such a clause says no more than the
literal.
"""

import re

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int32_t, int64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memmove, memset

from solver.strict_json import shown

_LINE = re.compile(r"\s*(d\s+)?((?:-?[1-9][0-9]*\s+)*)0\s*", re.ASCII)

cdef enum:
    MOST = 0x7FFFFFF0  # codes and places in the arena have 32 bits


def refutes(clauses, proof):
    """Does this proof derive the empty clause from these clauses, each lemma by reverse unit propagation?

    ``clauses``: literals as whole numbers, -x being the negation of x. ``proof``: lines of DRUP, ``1 -2 0`` for a
    lemma, ``d 1 -2 0`` for a clause that may be forgotten. It is read no further than to the line that decides: the
    first lemma that does not follow, or the first after which propagation alone finds the contradiction. What ``proof``
    raises passes through, so an iterator can show progress or stop the check. Memory grows with what is read, by four
    bytes a literal, and by some hundred a clause until it is deleted.

    Raises ``ValueError`` for a literal or a line that is none.
    """
    checker = _Checker()
    for clause in clauses:
        PyErr_CheckSignals()
        checker.add(checker.read(clause))
        if checker.refuted:
            return True
    for number, line in enumerate(proof, 1):
        PyErr_CheckSignals()
        parts = _LINE.fullmatch(line)
        if parts is None:
            raise ValueError(f"line {number} of the proof: expected literals and a 0, not {shown(line)}")
        clause = checker.read(map(int, parts[2].split()))
        if parts[1]:
            checker.delete(clause)
        elif checker.follows(clause):
            checker.add(clause)
            if checker.refuted:
                return True
        else:
            return False
    return False


cdef struct Watch:
    int32_t clause   # its place in the arena; ~place if it has two literals: then the blocker is the rest of it
    int32_t blocker  # another literal of it: while that is true, nothing follows from the clause


cdef struct WatchList:
    Watch* watches
    int32_t count, room


cdef class _Checker:
    """Clauses, and what is true without assumptions. A literal is coded as 2v, its negation as 2v + 1.

    ``arena``: at the place of a clause its length, then its literals, the two that are watched first. ``stored``: the
    places of all copies of a clause by its sorted literals; a dictionary compares these, not only their hashes.
    ``trail``: the literals that are true, in the order in which they became so; the first ``propagated`` are done.
    """

    cdef dict codes, stored
    cdef int32_t* arena
    cdef int64_t arena_size, arena_room
    cdef int8_t* value  # of a literal: 1 true, -1 false, 0 open
    cdef WatchList* watching  # for each literal the clauses in which it is watched
    cdef int32_t* trail
    cdef int64_t variables, variable_room, assigned, propagated
    cdef bint refuted

    def __cinit__(self):
        self.codes, self.stored = {}, {}

    def __dealloc__(self):
        for code in range(2 * self.variables):
            free(self.watching[code].watches)
        free(self.watching)
        free(self.value)
        free(self.trail)
        free(self.arena)

    # -- clauses -----------------------------------------------------------------------------------------------

    cdef tuple read(self, literals):
        """The codes of a clause, each once, sorted."""
        found = set()
        for literal in literals:
            code = self.codes.get(literal)
            found.add(self.new_variable(literal) if code is None else code)
        return tuple(sorted(found))

    cdef object new_variable(self, literal):
        """Variables are numbered as they come, so that memory does not depend on how large their numbers are."""
        if not isinstance(literal, int) or literal == 0:
            raise ValueError(f"expected a whole number other than 0 as a literal, not {shown(literal)}")
        cdef int64_t room
        if self.variables >= MOST // 2:
            raise MemoryError()
        if self.variables == self.variable_room:
            room = grown(self.variable_room)
            self.trail = <int32_t*> resized(self.trail, room * sizeof(int32_t))
            self.value = <int8_t*> resized(self.value, 2 * room)
            self.watching = <WatchList*> resized(self.watching, 2 * room * sizeof(WatchList))
            self.variable_room = room
        code = 2 * self.variables
        memset(&self.value[code], 0, 2)
        memset(&self.watching[code], 0, 2 * sizeof(WatchList))
        self.variables += 1
        self.codes[literal], self.codes[-literal] = code, code + 1
        return code

    cdef int add(self, tuple clause) except -1:
        """Add a clause that is given or has been shown to follow, and propagate what it makes true.

        Literals that are false for good are left out; a clause with one that is true for good says nothing.
        """
        cdef int64_t place = self.arena_size, length = len(clause)
        cdef int32_t code, size = 0
        if place + length >= MOST:
            raise MemoryError()
        if place + length >= self.arena_room:
            self.arena_room = grown(place + length)
            self.arena = <int32_t*> resized(self.arena, self.arena_room * sizeof(int32_t))
        for code in clause:
            if self.value[code] > 0:
                return 0
            if self.value[code] == 0:
                size += 1
                self.arena[place + size] = code
        if size == 0:
            self.refuted = True
        elif size == 1:
            self.assign(self.arena[place + 1])
            self.refuted = not self.propagate()
        else:
            self.arena[place] = size
            self.arena_size += 1 + size
            self.stored.setdefault(clause, []).append(place)
            self.watch(self.arena[place + 1], ~place if size == 2 else place, self.arena[place + 2])
            self.watch(self.arena[place + 2], ~place if size == 2 else place, self.arena[place + 1])
        return 0

    cdef int delete(self, tuple clause) except -1:
        """Forget one copy of a clause, if there is any."""
        places = self.stored.get(clause)
        if places is None:
            return 0
        cdef int64_t place = places.pop()
        if not places:
            del self.stored[clause]
        cdef int64_t mark = ~place if self.arena[place] == 2 else place
        self.unwatch(self.arena[place + 1], mark)
        self.unwatch(self.arena[place + 2], mark)
        return 0

    cdef int watch(self, int32_t code, int64_t clause, int32_t blocker) except -1:
        cdef WatchList* watching = &self.watching[code]
        if watching.count == watching.room:
            watching.room = grown(watching.room)
            watching.watches = <Watch*> resized(watching.watches, watching.room * sizeof(Watch))
        watching.watches[watching.count].clause = <int32_t> clause
        watching.watches[watching.count].blocker = blocker
        watching.count += 1
        return 0

    cdef void unwatch(self, int32_t code, int64_t clause) noexcept:
        cdef WatchList* watching = &self.watching[code]
        cdef int32_t i = 0
        while watching.watches[i].clause != clause:
            i += 1
        watching.count -= 1
        watching.watches[i] = watching.watches[watching.count]

    # -- propagation -------------------------------------------------------------------------------------------

    cdef bint follows(self, tuple clause) except -1:
        """Does propagation find a contradiction once all literals of the clause are false?"""
        cdef int64_t known = self.assigned
        cdef int32_t code
        cdef bint contradiction = False
        for code in clause:
            if self.value[code] > 0:  # it must be true; so also where a clause holds a literal and its negation
                contradiction = True
                break
            if self.value[code] == 0:
                self.assign(code ^ 1)
        if not contradiction:
            contradiction = not self.propagate()
        while self.assigned > known:
            self.assigned -= 1
            code = self.trail[self.assigned]
            self.value[code] = self.value[code ^ 1] = 0
        self.propagated = known
        return contradiction

    cdef inline void assign(self, int32_t code) noexcept:
        self.value[code] = 1
        self.value[code ^ 1] = -1
        self.trail[self.assigned] = code
        self.assigned += 1

    cdef bint propagate(self) except -1:
        """Draw all conclusions from the literals that became true; False when they contradict each other."""
        cdef WatchList* watching
        cdef Watch watch
        cdef int32_t* literals
        cdef int32_t false, other, size, i, kept, k
        cdef bint contradiction = False
        while self.propagated < self.assigned and not contradiction:
            false = self.trail[self.propagated] ^ 1
            self.propagated += 1
            watching = &self.watching[false]
            kept = 0
            for i in range(watching.count):
                watch = watching.watches[i]
                if self.value[watch.blocker] <= 0:
                    if watch.clause >= 0:
                        size = self.arena[watch.clause]
                        literals = &self.arena[watch.clause + 1]
                        other = literals[0] ^ literals[1] ^ false  # the other one that is watched
                        if self.value[other] <= 0:
                            k = 2
                            while k < size and self.value[literals[k]] < 0:
                                k += 1
                            if k < size:  # watched from now on; it is not false, so in another list than this
                                literals[0], literals[1], literals[k] = other, literals[k], false
                                self.watch(literals[1], watch.clause, other)
                                continue
                        watch.blocker = other
                    # All but the blocker are false, or it is true.
                    if self.value[watch.blocker] == 0:
                        self.assign(watch.blocker)
                    elif self.value[watch.blocker] < 0:
                        contradiction = True
                watching.watches[kept] = watch
                kept += 1
            watching.count = kept
        return not contradiction


cdef inline int64_t grown(int64_t room):
    """More room than this, by a share of it, so that growing costs little altogether."""
    return room + room // 2 + 8


cdef void* resized(void* block, int64_t size) except NULL:
    """The block with room for so many bytes."""
    cdef void* fresh = realloc(block, size)
    if fresh == NULL:
        raise MemoryError()
    return fresh
