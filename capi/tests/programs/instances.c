/* 32 engines in one process, each in a thread: each plays a game of its own, and some searches
   are stopped from the main thread. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heelstone.h"

enum { ENGINES = 32, MIB = 1 };

static const char *const GAMES[] = {"tictactoe", "connect4", "othello", "stonehenge"};

struct seat {
    heelstone *engine;
    pthread_t thread;
    int number;
    atomic_bool is_searching;
    int lines;
};

/* Asks, and ends the program unless the answer begins as expected. */
static void expect(struct seat *seat, const char *line, const char *beginning) {
    char *answer = heelstone_ask(seat->engine, line, NULL, NULL);
    if (strncmp(answer, beginning, strlen(beginning)) != 0) {
        fprintf(stderr, "engine %d: %s: %s\n", seat->number, line, answer);
        exit(1);
    }
    heelstone_free_answer(answer);
}

static bool count(const char *line, void *data) {
    struct seat *seat = data;
    seat->lines += strstr(line, "\"depth\":") != NULL;
    atomic_store(&seat->is_searching, true);
    return true;
}

static void *play(void *data) {
    struct seat *seat = data;
    char line[64];
    snprintf(line, sizeof line, "newgame %s", GAMES[seat->number % 4]);
    expect(seat, line, "{\"answer\":\"\"}");
    expect(seat, "book off", "{\"answer\":");
    expect(seat, "nodes 300", "{\"answer\":");
    for (int ply = 0; ply < 4; ply++)
        expect(seat, "genmove", "{\"answer\":\"");
    expect(seat, "history", "{\"answer\":\"");
    expect(seat, "state json", "{\"answer\":{\"");
    expect(seat, "play nowhere", "{\"refused\":\"");
    /* It has no limit: the main thread ends it. */
    expect(seat, "newgame othello", "{\"answer\":");
    expect(seat, "book off", "{\"answer\":");
    heelstone_free_answer(heelstone_ask(seat->engine, "analyze until-input json", count, seat));
    return NULL;
}

int main(void) {
    static struct seat seats[ENGINES];
    for (int i = 0; i < ENGINES; i++) {
        seats[i].number = i;
        seats[i].engine = heelstone_new(MIB);
        if (!seats[i].engine || pthread_create(&seats[i].thread, NULL, play, &seats[i]) != 0)
            return 1;
    }
    for (int i = 0; i < ENGINES; i++) {
        while (!atomic_load(&seats[i].is_searching))
            sched_yield();
        heelstone_stop(seats[i].engine);
        pthread_join(seats[i].thread, NULL);
        if (seats[i].lines == 0)
            return 1;
    }
    for (int i = 0; i < ENGINES; i++)
        heelstone_free(seats[i].engine);
    puts("32 engines played");
    return 0;
}
