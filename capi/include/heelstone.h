/* Heelstone: an engine that plays and solves board games. docs/c.md has an example. */

#ifndef HEELSTONE_H
#define HEELSTONE_H

/* Written by cbindgen from capi/src/lib.rs: change that file. */

#include <stdbool.h>
#include <stddef.h>

/*
 An engine: a game in progress, its table and its settings.
 */
typedef struct heelstone heelstone;

/*
 Gets a line of a long answer, such as that of `analyze`, as soon as it is there. It is called in
 the thread that asked. `line` is valid until it returns; `data` is what the caller gave.
 It returns `false` to end the command.
 */
typedef bool (*heelstone_on_line)(const char *line, void *data);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Returns the version of the library, such as "0.2.0".
 */
const char *heelstone_version(void);

/*
 Makes an engine with a table of `mib` MiB, or returns NULL if there is not so much memory, or if
 the library was built for newer processors than this one. An engine has a game in progress and
 all its settings; a process may have many.
 */
struct heelstone *heelstone_new(size_t mib);

/*
 Frees an engine, which no thread may be using. NULL is allowed.
 */
void heelstone_free(struct heelstone *engine);

/*
 Carries out a line of the protocol, such as "play D3", and returns a JSON object:
 `{"answer":...}` with a text, or the object of a command that answers JSON;
 `{"refused":"illegal move"}` with the reason, if nothing was done.

 The lines of a long answer go to `on_line` one by one, with `data`. Without it (NULL), they are
 in the object, as `"lines":[...]`.

 The caller frees the text with `heelstone_free_answer`. An engine carries out one line at a
 time, and refuses others until it is done.
 */
char *heelstone_ask(const struct heelstone *engine,
                    const char *line,
                    heelstone_on_line on_line,
                    void *data);

/*
 Frees an answer. NULL is allowed.
 */
void heelstone_free_answer(char *answer);

/*
 Ends the search in progress, which answers with what it has found. Any thread may call it, at
 any time until the engine is freed; without a search it does nothing.
 */
void heelstone_stop(const struct heelstone *engine);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HEELSTONE_H */
