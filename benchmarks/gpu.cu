/* Random games on a GPU, a thread for each, with the engine's own rules: benchmarks/gpu.py puts their C text before
   this one. A state lies in the memory of its thread. The moves come from the xorshift of examples/games.c, whose state
   begins with the number of the game and 1. */
extern "C" __global__ void play_random_games(Tables *tables, State *games, int64_t *decisions, int64_t count) {
    int64_t number = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= count) return;
    State game = {};
    int64_t seed[2] = {number, 0}, words[4], outcomes[MOST_OUTCOMES], weights[MOST_OUTCOMES], played = 0;
    int16_t moves[MOST_LEGAL], legal = 0;
    uint32_t random = (uint32_t)number + 1;
    edokko_begin_at(tables, 1, &game, 1, 0);
    for (;;) {
        while (edokko_chance_outcomes_at(tables, 1, &game, 1, 0, outcomes, MOST_OUTCOMES, weights, MOST_OUTCOMES)) {
            int64_t outcome = edokko_draw_at(
                tables, 1, &game, 1, 0, seed, 2, words, 4, outcomes, MOST_OUTCOMES, weights, MOST_OUTCOMES);
            edokko_reveal_at(tables, 1, &game, 1, 0, outcome);
        }
        edokko_legal_lists(tables, 1, &game, 1, moves, 1, MOST_LEGAL, &legal, 1);
        if (legal == 0) break;
        random ^= random << 13, random ^= random >> 17, random ^= random << 5;
        edokko_play_at(tables, 1, &game, 1, 0, moves[random % (uint32_t)legal]);
        played++;
    }
    games[number] = game;
    decisions[number] = played;
}
