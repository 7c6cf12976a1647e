#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "CProbe.h"
#include "scene.h"

enum { THREADS = 8, BLOCKS = 200 };

// Memory of every size, in all threads at once: heaps of their own, mmap, mremap, madvise.
static void *allocate(void *seed) {
  unsigned state = (unsigned)(size_t)seed;
  char *blocks[BLOCKS] = {NULL};
  for (int i = 0; i < 4 * BLOCKS; i++) {
    state = state * 1103515245 + 12345;
    size_t size = (size_t)1 << (state >> 16) % 22;
    char *block = realloc(blocks[i % BLOCKS], size);
    if (block == NULL) return NULL;
    block[0] = block[size - 1] = 1;
    blocks[i % BLOCKS] = block;
  }
  for (int i = 0; i < BLOCKS; i++) free(blocks[i]);
  return seed;
}

static int run_threads(void) {
  pthread_t threads[THREADS];
  for (size_t i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, allocate, (void *)(i + 1)) != 0) return -1;
  int failures = 0;
  for (size_t i = 0; i < THREADS; i++) {
    void *result;
    if (pthread_join(threads[i], &result) != 0 || result == NULL) failures++;
  }
  return failures ? -1 : 0;
}

static volatile sig_atomic_t signals;

static void count(int number) {
  (void)number;
  signals++;
}

#define REQUIRE(condition) \
  if (!(condition)) return __LINE__

int probe_needed(void) {
  REQUIRE(run_threads() == 0);
  pthread_attr_t attributes;
  REQUIRE(pthread_getattr_np(pthread_self(), &attributes) == 0);
  pthread_attr_destroy(&attributes);
  REQUIRE(pthread_setname_np(pthread_self(), "probe") == 0);

  char text[8] = "";
  int file = open(scene.file_path, O_RDONLY | O_CLOEXEC);
  REQUIRE(file >= 0 && read(file, text, 7) == 7 && strcmp(text, "content") == 0);
  int other = fcntl(file, F_DUPFD_CLOEXEC, 0);
  REQUIRE(other >= 0 && fcntl(other, F_SETFD, 0) == 0 && fcntl(other, F_GETFL) >= 0);
  void *mapped = mmap(NULL, 7, PROT_READ, MAP_PRIVATE, file, 0);
  REQUIRE(mapped != MAP_FAILED && memcmp(mapped, "content", 7) == 0);
  REQUIRE(!isatty(file) && errno == ENOTTY);

  // What was opened outside for writing, as the supervisor's memory files are.
  void *shared = mmap(NULL, 7, PROT_READ | PROT_WRITE, MAP_SHARED, scene.file, 0);
  REQUIRE(shared != MAP_FAILED);
  REQUIRE(lseek(scene.file, 0, SEEK_SET) == 0 && write(scene.pipe[1], "x", 1) == 1);

  signal(SIGUSR1, count);
  REQUIRE(raise(SIGUSR1) == 0 && signals == 1);
  signal(SIGALRM, count);
  struct itimerval soon = {.it_value.tv_usec = 1000};
  REQUIRE(setitimer(ITIMER_REAL, &soon, NULL) == 0);
  poll(NULL, 0, 1000);
  REQUIRE(signals == 2);

  struct timespec now;
  clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME, CLOCK_MONOTONIC_RAW,
                        CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, CLOCK_MONOTONIC_COARSE};
  for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++)
    REQUIRE(clock_gettime(clocks[i], &now) == 0);
  struct rlimit limit;
  REQUIRE(getrlimit(RLIMIT_DATA, &limit) == 0 && sysconf(_SC_NPROCESSORS_ONLN) > 0);
  int event = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
  struct pollfd ready = {.fd = event, .events = POLLIN};
  REQUIRE(event >= 0 && poll(&ready, 1, 1000) == 1);
  return 0;
}
