/* What a caller may do wrong, and a callback that asks its own engine. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "heelstone.h"

static void expect(const heelstone *engine, const char *line, const char *expected) {
    char *answer = heelstone_ask(engine, line, NULL, NULL);
    if (strcmp(answer, expected) != 0)
        fprintf(stderr, "%s: %s\n", line ? line : "NULL", answer);
    assert(strcmp(answer, expected) == 0);
    heelstone_free_answer(answer);
}

static bool ask_again(const char *line, void *data) {
    assert(strncmp(line, "info depth 1 ", 13) == 0);
    expect(data, "board", "{\"refused\":\"the engine is in use\"}");
    return false;
}

int main(void) {
    const char *version = heelstone_version();
    assert(strcmp(version, VERSION) == 0);
    heelstone_free(NULL);
    heelstone_free_answer(NULL);
    heelstone_stop(NULL);
    expect(NULL, "board", "{\"refused\":\"no engine or no line was given\"}");

    heelstone *engine = heelstone_new(1);
    assert(engine);
    expect(engine, NULL, "{\"refused\":\"no engine or no line was given\"}");
    expect(engine, "", "{\"answer\":\"\"}");
    expect(engine, "\xff\xfe", "{\"refused\":\"unknown command\"}");
    expect(engine, "newgame othello", "{\"answer\":\"\"}");
    /* It ends with the first line, though nothing else limits it. */
    char *answer = heelstone_ask(engine, "analyze until-input", ask_again, engine);
    assert(strcmp(answer, "{\"answer\":\"\"}") == 0);
    heelstone_free_answer(answer);
    /* A stop before a search does nothing to it. */
    heelstone_stop(engine);
    expect(engine, "newgame tictactoe", "{\"answer\":\"\"}");
    expect(engine, "setup XX./OO./... b", "{\"answer\":\"\"}");
    expect(engine, "genmove", "{\"answer\":\"C3\"}");
    heelstone_free(engine);
    assert(heelstone_new((size_t)-1) == NULL);
    return 0;
}
