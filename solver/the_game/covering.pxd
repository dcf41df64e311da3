# Types for covering.py, which Cython compiles with them. Sets of up to 126 cards are 128-bit words in C.

import cython

cdef extern from *:
    """
    typedef unsigned __int128 card_set;
    """
    ctypedef unsigned long long card_set

@cython.final
cdef class Covering:
    cdef card_set[256] up
    cdef card_set[256] down
    cdef card_set[32] needs
    cdef int[32] matched
    cdef int[32] tried
    cdef int ascending, piles, cards

    @cython.locals(parent=Py_ssize_t, pile=int, before=card_set)
    cpdef Py_ssize_t uncovered(
        self, const unsigned char* parents, Py_ssize_t parent_count, int card, card_set unplayed,
        const unsigned char* covers, Py_ssize_t cover_count, int allowed,
    )
    @cython.locals(pile=int)
    cpdef bint is_open(
        self, const unsigned char* tops, card_set unplayed, const unsigned char* covers, Py_ssize_t cover_count, int allowed,
    )
    cdef card_set fitting(self, int pile, int top) noexcept
    @cython.locals(cover=Py_ssize_t)
    cdef bint is_covered(self, const unsigned char* covers, Py_ssize_t count) noexcept
    @cython.locals(pile=int, partner=int)
    cdef bint has_matching(
        self, int first, int end, const unsigned char* covers, Py_ssize_t count, Py_ssize_t cover
    ) noexcept
    @cython.locals(partner=int, owner=int)
    cdef bint match(
        self, int pile, int first, int end, const unsigned char* covers, Py_ssize_t count, Py_ssize_t cover
    ) noexcept
    @cython.locals(reached_up=card_set, reached_down=card_set, dead=card_set, card=int)
    cdef bint is_hopeless(self, card_set unplayed, int allowed) noexcept
    @cython.locals(pile=int, card=int, found=card_set, before=card_set)
    cdef card_set reached(self, int first, int end, card_set unplayed) noexcept
