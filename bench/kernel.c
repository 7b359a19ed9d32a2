/* The rules of the game a third time, in C, for boards of one word: what the machine can do.
 *
 * A benchmark only: bench/kernel.py compiles it where there is a compiler, runs it beside
 * taupes.kernel, and checks that both play the same games to the last random number. It reads the
 * tables of taupes.kernel.tables (offsets below must agree with taupes/kernel/layout.py) and keeps
 * a position in local variables and registers.
 */
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t u64;
typedef u64 Lanes __attribute__((vector_size(64), aligned(8), may_alias));

enum { SEATS = 2, ALL_MOLES = 3, FIRST = 4, LAST_LEVEL = 5, LEAVES_FREELY = 6, MUST_PASS = 7,
       COUNTS_POINTS = 8, STALL_LIMIT = 9,
       HANDS = 16, HAND_WORDS = 16, HAND_COUNT = 0, HAND_DRAWS = 2,
       STEPS = HANDS + 64 * HAND_WORDS, STEP_WORDS = 48, REACHES = STEPS + 4 * STEP_WORDS,
       LEVELS = REACHES + 32,
       CELLS_AT = 0, HOLES_AT = 2, SPECIALS_AT = 4, HOLE_COUNT_AT = 6, STARTS_AT = 16,
       EXTRA_STARTS_AT = 80, ENTRIES_AT = 144, LEVEL_WORDS = 272 };
enum { GAMES, TURNS, DECISIONS, DRAWN, WINS };

#define CELLS 61
#define RING ((1ull << CELLS) - 1)
#define ALL_DISCS 63
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

static inline u64 stir(u64 rng) { return (rng & 0xFFFFFFFFu) * 1932734418u + (rng >> 32); }
static inline u64 below(u64 rng, u64 n) { return ((rng ^ rng >> 32) & 0xFFFFFFFFu) * n >> 32; }
static inline int count(u64 word) { return __builtin_popcountll(word); }

/* The n-th cell of a set, as a set of its own. */
static inline u64 nth_cell(u64 word, int n) {
#ifdef __BMI2__
    return _pdep_u64(1ull << n, word);
#else
    while (n--) word &= word - 1;
    return word & -word;
#endif
}

typedef struct {
    u64 moles[4], occupied;
    u64 hands[4];
    int seat, level, stall, most, is_over, winners;
    int points[4];
    const u64 *block;
} Position;

/* The six directions side by side, in one register where the machine has such wide ones. */
static inline int find(const u64 *t, const Position *p, int disc, const u64 *starts, u64 movers,
                       u64 ways[8]) {
    const Lanes *turns = (const Lanes *)(t + STEPS + STEP_WORDS * (disc - 1));
    Lanes run = (Lanes){} + (RING & ~p->occupied);
    run &= run >> turns[0] | run << turns[1];
    run &= run >> turns[2] | run << turns[3];
    run = run >> turns[4] | run << turns[5];
    run &= *(const Lanes *)starts & movers;
    *(Lanes *)ways = run;
    int total = 0;
    for (int way = 0; way < 6; way++) total += count(ways[way]);
    return total;
}

static int is_complete(const Position *p) {
    u64 holes = p->block[HOLES_AT];
    return !(holes & ~p->occupied) || !(p->occupied & ~holes);
}

/* The rare ends of a board and of the game. Returns whether the next player goes on. */
static __attribute__((noinline)) void end_board(const u64 *t, Position *p) {
    int seats = t[SEATS], last = t[LAST_LEVEL];
    int stand_off = (u64)p->stall == t[STALL_LIMIT];
    int drawn = stand_off && (p->level == last || !(p->occupied & p->block[HOLES_AT]));
    if (!drawn && (stand_off || is_complete(p))) {
        while (p->level < last) {
            u64 holes = p->block[HOLES_AT];
            p->occupied &= holes;
            for (int seat = 0; seat < seats; seat++) {
                p->moles[seat] &= holes;
                if (p->level == last - 1) p->points[seat] += count(p->moles[seat]);
            }
            p->level++;
            p->block += LEVEL_WORDS;
            if (!is_complete(p)) break;
        }
        p->stall = 0;
        p->most = count(p->occupied & p->block[HOLES_AT]);
    }
    int alive = 0, survivor = -1, digger = -1, winner = -1, bonus = 1;
    for (int seat = seats - 1; seat >= 0; seat--)
        if (p->moles[seat]) {
            alive++;
            survivor = seat;
            if (p->level == last && p->moles[seat] & p->block[HOLES_AT]) digger = seat;
        }
    if (digger >= 0) winner = digger;
    else if (drawn) winner = -1;
    else if (alive == 1) {
        winner = survivor;
        if (p->level < last) {
            int holes = count(t[LEVELS + (last - 1) * LEVEL_WORDS + HOLES_AT]);
            int moles = count(p->moles[survivor]);
            bonus += moles < holes ? moles : holes;
        }
    } else {
        do p->seat = p->seat + 1 < seats ? p->seat + 1 : 0;
        while (!p->moles[p->seat]);
        return;
    }
    p->is_over = 1;
    p->winners = winner >= 0 ? 1 << winner : 0;
    if (t[COUNTS_POINTS]) {
        if (winner >= 0) p->points[winner] += bonus;
        int most = 1;
        p->winners = 0;
        for (int seat = 0; seat < seats; seat++) {
            if (p->points[seat] > most) most = p->points[seat], p->winners = 0;
            if (p->points[seat] == most) p->winners |= 1 << seat;
        }
    }
}

static inline void end_turn(const u64 *t, Position *p) {
    int seat = p->seat, seats = t[SEATS];
    p->hands[seat] = p->hands[seat] ? p->hands[seat] : ALL_DISCS;
    u64 holes = p->block[HOLES_AT];
    int home = count(p->occupied & holes), is_more = home > p->most;
    p->stall = is_more ? 0 : p->stall + 1;
    p->most = is_more ? home : p->most;
    int next = seat;
    do next = next + 1 < seats ? next + 1 : 0;
    while (UNLIKELY(!p->moles[next]) && next != seat);
    if (UNLIKELY((u64)home >= p->block[HOLE_COUNT_AT] || !(p->occupied & ~holes) ||
                 (u64)p->stall == t[STALL_LIMIT] || next == seat))
        end_board(t, p);
    else
        p->seat = next;
}

static inline int is_home(const Position *p) {
    return !(p->moles[p->seat] & ~p->block[HOLES_AT]);
}

static inline __attribute__((always_inline)) u64 play(const u64 *t, u64 rng, int64_t games,
                                                      int is_hungry, int64_t limit,
                                                      int64_t *tally) {
    for (int64_t game = 0; game < games; game++) {
        Position p = {.seat = t[FIRST], .block = t + LEVELS};
        int seats = t[SEATS];
        for (int seat = 0; seat < seats; seat++) p.hands[seat] = ALL_DISCS;
        int64_t decisions = t[ALL_MOLES], turns = 0;
        for (int64_t n = 0; n < decisions; n++) {
            u64 places = p.block[CELLS_AT] & ~p.block[HOLES_AT] & ~p.occupied;
            rng = stir(rng);
            u64 mole = nth_cell(places, below(rng, count(places)));
            p.moles[p.seat] |= mole;
            p.occupied |= mole;
            p.seat = p.seat + 1 < seats ? p.seat + 1 : 0;
        }
        int is_extra = 0;
        while (LIKELY(!p.is_over) && decisions < limit) {
            decisions++;
            if (UNLIKELY(is_extra || is_home(&p))) {
                rng = stir(rng);
                int is_idle = is_hungry ? is_home(&p)
                                        : below(rng, 2) == 0 || (!is_extra && t[MUST_PASS]);
                if (is_idle) {
                    end_turn(t, &p);
                    is_extra = 0;
                    turns++;
                    continue;
                }
            }
            const u64 *hand = t + HANDS + HAND_WORDS * p.hands[p.seat];
            rng = stir(rng);
            u64 drawn = hand[HAND_DRAWS + below(rng, hand[HAND_COUNT])];
            p.hands[p.seat] = drawn & ALL_DISCS;
            int disc = drawn >> 6;

            u64 ways[8], mine = p.moles[p.seat];
            const u64 *starts = p.block + (is_extra ? EXTRA_STARTS_AT : STARTS_AT) + 16 * (disc - 1);
            u64 staying = t[LEAVES_FREELY] && !is_hungry ? 0 : p.block[HOLES_AT];
            int total = find(t, &p, disc, starts, mine & ~staying, ways);
            if (UNLIKELY(!total)) total = find(t, &p, disc, starts, mine & staying, ways);
            u64 special = 0;
            if (LIKELY(total)) {
                if (is_hungry) {
                    const u64 *entries = p.block + ENTRIES_AT + 16 * (disc - 1);
                    int found = 0;
                    for (int way = 0; way < 6; way++) found += count(ways[way] & entries[way]);
                    if (found)
                        for (int way = 0; way < 6; way++) ways[way] &= entries[way];
                    total = found ? found : total;
                }
                rng = stir(rng);
                int n = below(rng, total), way = 0, before = 0, sum = 0;
                for (int i = 0; i < 5; i++) {
                    sum += count(ways[i]);
                    way += n >= sum;
                    before = n >= sum ? sum : before;
                }
                u64 origin = nth_cell(ways[way], n - before);
                int reach = t[REACHES + 8 * (disc - 1) + way];
                u64 target = (origin << reach | origin >> (CELLS - reach)) & RING;
                p.moles[p.seat] ^= origin | target;
                p.occupied ^= origin | target;
                special = target & p.block[SPECIALS_AT];
            }
            if (UNLIKELY(special && !is_extra)) {
                if (!p.hands[p.seat]) p.hands[p.seat] = ALL_DISCS;
                is_extra = 1;
                continue;
            }
            end_turn(t, &p);
            is_extra = 0;
            turns++;
        }
        tally[GAMES]++;
        tally[TURNS] += turns;
        tally[DECISIONS] += decisions;
        tally[DRAWN] += !p.winners;
        for (int seat = 0; seat < seats; seat++) tally[WINS + seat] += p.winners >> seat & 1;
    }
    return rng;
}

/* Twice, so that each way of playing is compiled for itself. */
u64 play_many(const u64 *t, u64 rng, int64_t games, int is_hungry, int64_t limit, int64_t *tally) {
    return is_hungry ? play(t, rng, games, 1, limit, tally) : play(t, rng, games, 0, limit, tally);
}
