/* Word-level parts of the kernel: sets of card ranks 1 … 126, and dominance of whole positions at a time.
   GCC and Clang have everything needed built in. */
#ifndef OPENDEAL_BITS_H
#define OPENDEAL_BITS_H

#if !defined(__GNUC__) || !defined(__SIZEOF_INT128__)
#error "opendeal's kernel needs GCC or Clang on a 64-bit machine: it uses 128-bit integers and vector types"
#endif

#include <stdint.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

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

/* Does any of the n positions with tops kept[…] dominate the one with tops t? At most two piles a direction: four
   16-bit lanes R << 8 | L in one word, descending piles in the upper half.

   A lane of k is at least as good as one of t if R of k <= L of t, or if both are equal. In each lane of `same` (piles
   matched in order) and `other` (the other way round) bit 7 is set exactly then: L | 0x80 less R keeps bit 7 if
   R <= L, and 0x8000 less the difference of the lanes keeps bit 15 if they are equal. No lane borrows from its
   neighbour, because R and L are below 128. */
static int any_dominates4_plain(const uint64_t *kept, int64_t n, uint64_t t)
{
    const uint64_t bytes = 0x00FF00FF00FF00FFull, evens = 0x0000FFFF0000FFFFull;
    const uint64_t bit7 = 0x0080008000800080ull, bit15 = 0x8000800080008000ull;
    const uint64_t limit = (t & bytes) | bit7;
    for (int64_t i = 0; i < n; i++) {
        uint64_t k = kept[i], swapped = ((k & evens) << 16) | ((k >> 16) & evens);
        uint64_t same = ((limit - ((k >> 8) & bytes)) | ((bit15 - (k ^ t)) >> 8)) & bit7;
        uint64_t other = ((limit - ((swapped >> 8) & bytes)) | ((bit15 - (swapped ^ t)) >> 8)) & bit7;
        if (((uint32_t)same == (uint32_t)bit7 || (uint32_t)other == (uint32_t)bit7)
            && (same >> 32 == bit7 >> 32 || other >> 32 == bit7 >> 32)) return 1;
    }
    return 0;
}

#if defined(__x86_64__)
/* The same, four positions at a time; a quarter faster over all where the processor can. */
typedef uint64_t words4 __attribute__((vector_size(32)));
typedef uint32_t halves4 __attribute__((vector_size(32)));

__attribute__((target("avx2"))) static inline words4 dominators(words4 k, words4 t, words4 limit)
{
    const words4 bytes = (words4){} + 0x00FF00FF00FF00FFull, evens = (words4){} + 0x0000FFFF0000FFFFull;
    const words4 bit7 = (words4){} + 0x0080008000800080ull, bit15 = (words4){} + 0x8000800080008000ull;
    words4 swapped = ((k & evens) << 16) | ((k >> 16) & evens);
    words4 same = ((limit - ((k >> 8) & bytes)) | ((bit15 - (k ^ t)) >> 8)) & bit7;
    words4 other = ((limit - ((swapped >> 8) & bytes)) | ((bit15 - (swapped ^ t)) >> 8)) & bit7;
    words4 good = (words4)(((halves4)same == (halves4)bit7) | ((halves4)other == (halves4)bit7));
    return good & (good >> 32);
}

__attribute__((target("avx2"))) static int any_dominates4_avx2(const uint64_t *kept, int64_t n, uint64_t t)
{
    const words4 target = (words4){} + t, limit = (words4){} + ((t & 0x00FF00FF00FF00FFull) | 0x0080008000800080ull);
    words4 k;
    int64_t i = 0;
    for (; i + 4 <= n; i += 4) {
        memcpy(&k, kept + i, sizeof k);
        k = dominators(k, target, limit);
        if ((uint32_t)(k[0] | k[1] | k[2] | k[3])) return 1;
    }
    if (i < n) {
        /* R = 127, L = 0 dominates nothing: it fills the last block. */
        k = (words4){} + 0x7F007F007F007F00ull;
        memcpy(&k, kept + i, (size_t)(n - i) * sizeof *kept);
        k = dominators(k, target, limit);
        if ((uint32_t)(k[0] | k[1] | k[2] | k[3])) return 1;
    }
    return 0;
}
#endif

static inline int any_dominates4(const uint64_t *kept, int64_t n, uint64_t t)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return any_dominates4_avx2(kept, n, t);
#endif
    return any_dominates4_plain(kept, n, t);
}

/* Return what was freed to the system: the GNU library keeps it otherwise, up to several times of what is in use. */
static inline void give_back_memory(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

#endif
