/* 128-bit sets of card ranks 1 … 126. GCC and Clang have everything needed built in. */
#ifndef OPENDEAL_BITS_H
#define OPENDEAL_BITS_H

#include <stdint.h>

typedef unsigned __int128 set128;

static inline set128 set_of(int rank) { return (set128)1 << rank; }
static inline int set_has(set128 s, int rank) { return (int)(s >> rank) & 1; }

static inline int set_count(set128 s)
{
    return __builtin_popcountll((uint64_t)s) + __builtin_popcountll((uint64_t)(s >> 64));
}

/* The lowest member; the set is not empty. */
static inline int set_lowest(set128 s)
{
    uint64_t low = (uint64_t)s;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(s >> 64));
}

/* The highest member, or 0 for the empty set (rank 0 is no card). */
static inline int set_highest(set128 s)
{
    uint64_t high = (uint64_t)(s >> 64), low = (uint64_t)s;
    if (high) return 127 - __builtin_clzll(high);
    return low ? 63 - __builtin_clzll(low) : 0;
}

/* One round of a multiply-and-fold hash; only spreads keys, never stands for one. */
static inline uint64_t hash_word(uint64_t hash, set128 word)
{
    unsigned __int128 m = (unsigned __int128)(hash ^ (uint64_t)word ^ 0x9E3779B97F4A7C15ull)
                        * ((uint64_t)(word >> 64) ^ 0xD6E8FEB86659FD93ull);
    hash = (uint64_t)m ^ (uint64_t)(m >> 64);
    m = (unsigned __int128)(hash + 0x2545F4914F6CDD1Dull) * 0x9FB21C651E98DF25ull;
    return (uint64_t)m ^ (uint64_t)(m >> 64);
}

#endif
