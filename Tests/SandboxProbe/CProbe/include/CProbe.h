// Attempts at what a sandboxed process must not be able to do, each by the system call itself.
#ifndef SCRIM_CPROBE_H
#define SCRIM_CPROBE_H

#include <stddef.h>

/// How many attempts there are, and their names.
size_t probe_count(void);
const char *probe_name(size_t number);

/// Makes the attempt of this name.
///
/// Returns 0 if it succeeded, otherwise the error number; EINVAL for an unknown name.
int probe_attempt(const char *name);

/// Runs `body` in a child of a process that the attempts are aimed at, its victim.
///
/// The answer is "possible" when `body` returned 0, the name of the error number that it returned
/// otherwise, or the name of the signal that ended the child. If the victim was harmed ", victim "
/// and how follow.
void probe_run(int (*body)(const char *name), const char *name, char *answer, size_t capacity);

/// What rendering, the C library and its threads need: 0 if all of it works, otherwise the number
/// of the line that failed.
int probe_needed(void);

#endif
