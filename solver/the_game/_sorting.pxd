"""Sorting of plain words for the kernel: in place, without callbacks."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

cdef enum:
    MOST_KEYS = 4096  # of one pass of `distribute`


cdef inline uint64_t median(uint64_t a, uint64_t b, uint64_t c) noexcept nogil:
    if a < b:
        return b if b < c else (c if a < c else a)
    return a if a < c else (c if b < c else b)


cdef inline void partition(uint64_t* a, int64_t left, int64_t right, int64_t* first, int64_t* last) noexcept nogil:
    """Move the smaller words of a[left … right] to the front: up to `last[0]`; the larger ones begin at `first[0]`.

    What lies between the two, if anything, is in its final place.
    """
    cdef uint64_t pivot = median(a[left], a[(left + right) >> 1], a[right]), x
    cdef int64_t i = left, j = right
    while i <= j:
        while a[i] < pivot: i += 1
        while a[j] > pivot: j -= 1
        if i <= j:
            x = a[i]; a[i] = a[j]; a[j] = x
            i += 1
            j -= 1
    first[0] = i
    last[0] = j


cdef inline void sort_words(uint64_t* a, int64_t n) noexcept nogil:
    """Sort in place: quicksort down to short runs, the larger part waiting, then one insertion sort."""
    cdef int64_t waiting_from[64]
    cdef int64_t waiting_to[64]
    cdef int waiting = 0
    cdef int64_t left = 0, right = n - 1, i, j
    cdef uint64_t x
    while True:
        while right - left > 16:
            partition(a, left, right, &i, &j)
            if j - left > right - i:
                waiting_from[waiting] = left; waiting_to[waiting] = j
                left = i
            else:
                waiting_from[waiting] = i; waiting_to[waiting] = right
                right = j
            waiting += 1
        if waiting == 0:
            break
        waiting -= 1
        left = waiting_from[waiting]
        right = waiting_to[waiting]
    for i in range(1, n):
        x = a[i]
        j = i - 1
        while j >= 0 and a[j] > x:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = x


cdef inline void distribute(
    uint64_t* source, uint64_t* target, int64_t n, int shift, uint64_t least, uint64_t keys
) noexcept nogil:
    """One pass of a radix sort: copy in the order of `(word >> shift) - least`, which is below `keys`."""
    cdef uint32_t count[MOST_KEYS]
    cdef uint32_t total = 0, here
    cdef uint64_t key
    cdef int64_t i
    memset(count, 0, keys * 4)
    for i in range(n):
        count[(source[i] >> shift) - least] += 1
    for key in range(keys):
        here = count[key]
        count[key] = total
        total += here
    for i in range(n):
        key = (source[i] >> shift) - least
        target[count[key]] = source[i]
        count[key] += 1


cdef inline void sort_spread(uint64_t* a, uint64_t* spare, int64_t n) noexcept nogil:
    """Sort words whose upper bits are spread evenly; the result is in `spare`, which has room for them."""
    cdef int64_t i, first = 0
    distribute(a, spare, n, 52, 0, MOST_KEYS)
    for i in range(1, n + 1):
        if i == n or spare[i] >> 52 != spare[first] >> 52:
            sort_words(spare + first, i - first)
            first = i


cdef inline void select_words(uint64_t* a, int64_t n, int64_t k) noexcept nogil:
    """Rearrange so that the k smallest come first, in any order."""
    cdef int64_t left = 0, right = n - 1, i, j
    while left < right:
        partition(a, left, right, &i, &j)
        if k - 1 <= j:
            right = j
        elif k - 1 >= i:
            left = i
        else:
            break
