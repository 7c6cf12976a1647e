#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int exit_status;

// What the Swift runtime, GLib and libstdc++ print before they abort for want of memory.
static const char *const reports[] = {
    "failed to allocate ", "Could not allocate memory", "std::bad_alloc"};

static ssize_t write_or_exit(void *cookie, const char *bytes, size_t count) {
  (void)cookie;
  for (size_t i = 0; i < sizeof reports / sizeof *reports; i++)
    if (memmem(bytes, count, reports[i], strlen(reports[i]))) _exit(exit_status);
  size_t done = 0;
  while (done < count) {
    ssize_t written = write(STDERR_FILENO, bytes + done, count - done);
    if (written < 0 && errno != EINTR) break;
    if (written > 0) done += (size_t)written;
  }
  // A log that is gone is not an error.
  return (ssize_t)count;
}

// Only what is async-signal-safe. The action is the default one again when this runs (SA_RESETHAND).
static void exit_or_raise(int number) {
  // A bad access right after an allocation failed: its result was not looked at. errno is reset before
  // each job, so that it is no older than this one.
  if (errno == ENOMEM && (number == SIGSEGV || number == SIGBUS)) _exit(exit_status);
  // Less than this is left where small allocations fail, which most C code takes for impossible.
  size_t least = 32 << 20;
  void *probe = mmap(NULL, least, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED && errno == ENOMEM) _exit(exit_status);
  if (probe != MAP_FAILED) munmap(probe, least);
  // Taken when this returns.
  raise(number);
}

int scrim_exit_when_out_of_memory(int status) {
  exit_status = status;
  FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_or_exit});
  if (!stream) return -1;
  setvbuf(stream, NULL, _IONBF, 0);
  stderr = stream;
  // A stack that overflowed has no place for a handler.
  static char stack[1 << 16] __attribute__((aligned(16)));
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  if (sigaltstack(&alternate, NULL) != 0) return -1;
  struct sigaction action = {
      .sa_handler = exit_or_raise, .sa_flags = SA_ONSTACK | (int)SA_RESETHAND};
  const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (sigaction(numbers[i], &action, NULL) != 0) return -1;
  return 0;
}
