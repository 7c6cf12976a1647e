#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CProbe.h"
#include "scene.h"

struct scene scene;

/// What others may not change of the victim, and of the file.
struct state {
  cpu_set_t processors;
  int scheduler, nice, io;
  struct rlimit files;
  struct stat file;
  int is_free;
};

static void look(struct state *state) {
  memset(state, 0, sizeof *state);
  sched_getaffinity(0, sizeof state->processors, &state->processors);
  state->scheduler = sched_getscheduler(0);
  state->nice = getpriority(PRIO_PROCESS, 0);
  state->io = (int)syscall(SYS_ioprio_get, 1, 0);
  getrlimit(RLIMIT_NOFILE, &state->files);
  // By its name: a file in its place would be another.
  stat(scene.file_path, &state->file);
  memset(&state->file.st_atim, 0, sizeof state->file.st_atim);
  state->is_free = access(scene.free_path, F_OK) != 0;
}

static void set(void) {
  strcpy(scene.folder_path, "/tmp/sandbox-probe.XXXXXX");
  if (mkdtemp(scene.folder_path) == NULL) abort();
  snprintf(scene.file_path, sizeof scene.file_path, "%s/file", scene.folder_path);
  snprintf(scene.free_path, sizeof scene.free_path, "%s/free", scene.folder_path);
  scene.file = open(scene.file_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  scene.folder = open(scene.folder_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (write(scene.file, "content", 7) != 7 || pipe2(scene.pipe, O_CLOEXEC) != 0 ||
      socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, scene.sockets) != 0)
    abort();
}

static void clear(void) {
  unlink(scene.file_path);
  unlink(scene.free_path);
  rmdir(scene.free_path);
  rmdir(scene.folder_path);
  int all[] = {scene.file,  scene.folder,     scene.pipe[0],
               scene.pipe[1], scene.sockets[0], scene.sockets[1]};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) close(all[i]);
}

static int ended(pid_t process) {
  int status;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) abort();
  return status;
}

/// The victim: has a child make the attempt, and looks at itself afterwards. Writes the child's
/// answer as one number, an error number or 1000 and a signal; returns whether nothing changed.
static int suffer(int (*body)(const char *name), const char *name, int answer) {
  // A program that starts this one may have blocked signals.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGIO, SIG_DFL);
  scene.victim = getpid();
  scene.victim_descriptor = (int)syscall(SYS_pidfd_open, scene.victim, 0);
  struct state before, after;
  look(&before);
  pid_t child = fork();
  if (child < 0) abort();
  // No answer: a program in its place.
  if (child == 0) _exit(body(name) & 0xff);
  int status = ended(child);
  int number = WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
  if (write(answer, &number, sizeof number) != sizeof number) abort();
  look(&after);
  return memcmp(&before, &after, sizeof before) == 0;
}

void probe_run(int (*body)(const char *name), const char *name, char *answer, size_t capacity) {
  int numbers[2], number = -1;
  if (pipe2(numbers, O_CLOEXEC) != 0) abort();
  set();
  pid_t victim = fork();
  if (victim < 0) abort();
  if (victim == 0) _exit(suffer(body, name, numbers[1]) ? 0 : 1);
  close(numbers[1]);
  int status = ended(victim);
  int has_answered = read(numbers[0], &number, sizeof number) == sizeof number;
  close(numbers[0]);
  clear();
  int count;
  if (!has_answered)
    count = snprintf(answer, capacity, "no answer");
  else if (number == 0)
    count = snprintf(answer, capacity, "possible");
  else if (number > 1000)
    count = snprintf(answer, capacity, "SIG%s", sigabbrev_np(number - 1000));
  else
    count = snprintf(answer, capacity, "%s", strerrorname_np(number));
  if (status == 0 || count < 0) return;
  snprintf(answer + count, capacity - (size_t)count, ", victim %s",
           WIFSIGNALED(status) ? sigdescr_np(WTERMSIG(status)) : "changed");
}
