/* A perft and a thousand random games, with nothing but the C files of the engine:

   python -m edokko.native --sources .
   cc -O2 -fno-math-errno -I. -o games examples/games.c edokko.c && ./games */
#include "edokko.h"
#include <stdio.h>

enum { MOST = EDOKKO_MOST_OUTCOMES, MOST_LEGAL = EDOKKO_MOST_LEGAL };

static Tables tables;
static int64_t words[4], outcomes[MOST], weights[MOST];

/* Draw chance from a seed until a seat decides or the game is over. */
static void settle(State *game, int64_t seed[2]) {
    while (edokko_chance_outcomes_at(&tables, 1, game, 1, 0, outcomes, MOST, weights, MOST)) {
        int64_t outcome = edokko_draw_at(&tables, 1, game, 1, 0, seed, 2, words, 4, outcomes, MOST, weights, MOST);
        edokko_reveal_at(&tables, 1, game, 1, 0, outcome);
    }
}

static int16_t list_moves(State *game, int16_t moves[MOST_LEGAL]) {
    int16_t count;
    edokko_legal_lists(&tables, 1, game, 1, moves, 1, MOST_LEGAL, &count, 1);
    return count;
}

/* Return the number of sequences of `depth` decisions from a position. */
static long perft(const State *position, int64_t seed[2], int depth) {
    int16_t moves[MOST_LEGAL];
    State game = *position;
    int16_t count = list_moves(&game, moves);
    long leaves = 0;
    if (depth == 1) return count;
    for (int place = 0; place < count; place++) {
        game = *position;
        edokko_play_at(&tables, 1, &game, 1, 0, moves[place]);
        settle(&game, seed);
        leaves += perft(&game, seed, depth - 1);
    }
    return leaves;
}

int main(void) {
    int16_t moves[MOST_LEGAL], count;
    long decisions = 0;
    State game = {0};
    tables = *edokko_tables(2021, 2);
    edokko_begin_at(&tables, 1, &game, 1, 0);
    settle(&game, (int64_t[]){1, 0});
    printf("perft");
    for (int depth = 1; depth <= 8; depth++) printf(" %ld", perft(&game, (int64_t[]){1, 0}, depth));

    uint32_t random = 1; /* xorshift */
    tables = *edokko_tables(2021, 4);
    for (int64_t number = 0; number < 1000; number++) {
        game = (State){0};
        edokko_begin_at(&tables, 1, &game, 1, 0);
        for (settle(&game, (int64_t[]){number, 0}); (count = list_moves(&game, moves)) > 0; decisions++) {
            random ^= random << 13, random ^= random >> 17, random ^= random << 5;
            edokko_play_at(&tables, 1, &game, 1, 0, moves[random % (uint32_t)count]);
            settle(&game, (int64_t[]){number, 0});
        }
    }
    printf("\n1000 games, %ld decisions\n", decisions);
    return 0;
}
