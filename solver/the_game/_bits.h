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

/* Four 16-bit lanes R << 8 | L in one word, descending piles in the upper half. */
#define LOW_BYTES 0x00FF00FF00FF00FFull
#define BIT7 0x0080008000800080ull
#define BIT15 0x8000800080008000ull
#define SECONDS 0x0080000000800000ull

/* The lanes with the two of each direction exchanged. */
static inline uint64_t crosswise(uint64_t lanes)
{
    const uint64_t firsts = 0x0000FFFF0000FFFFull;
    return (lanes & firsts) << 16 | (lanes >> 16 & firsts);
}

/* Does any of the n positions with tops kept[…] dominate the one with tops t? At most two piles a direction.

   A lane of k is at least as good as one of t if R of k <= L of t, or if both are equal. In each lane of `same` (piles
   matched in order) and `other` (the other way round) bit 7 is set exactly then: L | 0x80 less R keeps bit 7 if
   R <= L, and 0x8000 less the difference of the lanes keeps bit 15 if they are equal. No lane borrows from its
   neighbour, because R and L are below 128. */
static int any_dominates4_plain(const uint64_t *kept, int64_t n, uint64_t t)
{
    const uint64_t limit = (t & LOW_BYTES) | BIT7;
    for (int64_t i = 0; i < n; i++) {
        uint64_t k = kept[i], swapped = crosswise(k);
        uint64_t same = ((limit - ((k >> 8) & LOW_BYTES)) | ((BIT15 - (k ^ t)) >> 8)) & BIT7;
        uint64_t other = ((limit - ((swapped >> 8) & LOW_BYTES)) | ((BIT15 - (swapped ^ t)) >> 8)) & BIT7;
        if (((uint32_t)same == (uint32_t)BIT7 || (uint32_t)other == (uint32_t)BIT7)
            && (same >> 32 == BIT7 >> 32 || other >> 32 == BIT7 >> 32)) return 1;
    }
    return 0;
}

#if defined(__x86_64__)
/* The same, four positions at a time, where the processor can. Here a lane of k is not at least as good if its upper byte R
   is greater than L of t and the lanes differ; the lower bytes are compared with 127, which none is greater than. */
typedef uint64_t words4 __attribute__((vector_size(32)));
typedef uint32_t halves4 __attribute__((vector_size(32)));
typedef uint16_t lanes4 __attribute__((vector_size(32)));
typedef int8_t bytes4 __attribute__((vector_size(32)));

__attribute__((target("avx2"))) static inline words4 worse_lanes(words4 k, words4 t, words4 limit)
{
    return (words4)((bytes4)k > (bytes4)limit) & ~(words4)((lanes4)k == (lanes4)t);
}

__attribute__((target("avx2"))) static int any_dominates4_avx2(const uint64_t *kept, int64_t n, uint64_t t)
{
    const uint64_t turned = crosswise(t), most = 0x007F007F007F007Full;
    const words4 same = (words4){} + t, same_limit = (words4){} + ((t & LOW_BYTES) << 8 | most);
    const words4 other = (words4){} + turned, other_limit = (words4){} + ((turned & LOW_BYTES) << 8 | most);
    for (int64_t i = 0; i < n; i += 4) {
        words4 k;
        if (i + 4 <= n) {
            memcpy(&k, kept + i, sizeof k);
        } else {
            /* R = 127, L = 0 dominates nothing: it fills the last block. */
            k = (words4){} + 0x7F007F007F007F00ull;
            memcpy(&k, kept + i, (size_t)(n - i) * sizeof *kept);
        }
        words4 good = (words4)(((halves4)worse_lanes(k, same, same_limit) == 0)
                             | ((halves4)worse_lanes(k, other, other_limit) == 0));
        if (__builtin_ia32_movmskpd256((__attribute__((vector_size(32))) double)(good & (good << 32)))) return 1;
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

static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }

/* How many of the four 16-bit lanes have bit 7, where no other bits are set. */
static inline int lane_count(uint64_t lanes) { return (int)((lanes >> 7) * 0x0001000100010001ull >> 48); }

/* Memory that will be read soon. */
static inline void prefetch(const void *place) { __builtin_prefetch(place); }

/* Return what was freed to the system: the GNU library keeps it otherwise, up to several times of what is in use. */
static inline void give_back_memory(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

#endif
