#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int scrim_process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int scrim_process_signal(int process_descriptor, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, process_descriptor, signal, NULL, 0);
}

// What a program opens in place of a missing 0, 1 or 2 would be read and written as those: a
// channel, for example, to which messages for standard error go. Whatever stands there instead
// can't be read or written either, so that a missing output stays an error.
__attribute__((constructor)) static void fill_standard_descriptors(void) {
  for (int number = 0; number <= 2; number++) {
    if (fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
    if (open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY) != number) abort();
  }
}

static int prepare_files(posix_spawn_file_actions_t *files, int socket, int standard_error) {
  int failure;
  // Both are above 2, unless standard error is passed on. Its pipe may be at 3: it goes first.
  // dup2 onto itself clears close-on-exec here (glibc 2.29 and later).
  if ((failure = posix_spawn_file_actions_adddup2(files, standard_error, 2))) return failure;
  if ((failure = posix_spawn_file_actions_adddup2(files, socket, 3))) return failure;
  if ((failure = posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDONLY, 0)))
    return failure;
  if ((failure = posix_spawn_file_actions_addopen(files, 1, "/dev/null", O_WRONLY, 0)))
    return failure;
  return posix_spawn_file_actions_addclosefrom_np(files, 4);
}

static int prepare_filter_files(posix_spawn_file_actions_t *files, int input, int output) {
  int failure;
  if ((failure = posix_spawn_file_actions_adddup2(files, input, 0))) return failure;
  if ((failure = posix_spawn_file_actions_adddup2(files, output, 1))) return failure;
  if ((failure = posix_spawn_file_actions_adddup2(files, output, 2))) return failure;
  return posix_spawn_file_actions_addclosefrom_np(files, 3);
}

static int prepare_attributes(posix_spawnattr_t *attributes) {
  int failure;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  // A group of its own: Ctrl-C on the daemon's terminal is the daemon's to act on.
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
  if ((failure = posix_spawnattr_setflags(attributes, flags))) return failure;
  if ((failure = posix_spawnattr_setsigmask(attributes, &none))) return failure;
  if ((failure = posix_spawnattr_setsigdefault(attributes, &all))) return failure;
  return posix_spawnattr_setpgroup(attributes, 0);
}

static int spawn(const char *program, char *const arguments[], char *const environment[],
                 posix_spawn_file_actions_t *files, pid_t *process) {
  posix_spawnattr_t attributes;
  int failure = posix_spawnattr_init(&attributes);
  if (failure) return failure;
  failure = prepare_attributes(&attributes);
  if (failure == 0)
    failure = posix_spawn(process, program, files, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  return failure;
}

int scrim_spawn(const char *program, char *const arguments[], char *const environment[], int socket,
                int standard_error, pid_t *process) {
  posix_spawn_file_actions_t files;
  int failure = posix_spawn_file_actions_init(&files);
  if (failure) return failure;
  failure = prepare_files(&files, socket, standard_error);
  if (failure == 0) failure = spawn(program, arguments, environment, &files, process);
  posix_spawn_file_actions_destroy(&files);
  return failure;
}

int scrim_spawn_filter(const char *program, char *const arguments[], char *const environment[],
                       int input, int output, pid_t *process) {
  posix_spawn_file_actions_t files;
  int failure = posix_spawn_file_actions_init(&files);
  if (failure) return failure;
  failure = prepare_filter_files(&files, input, output);
  if (failure == 0) failure = spawn(program, arguments, environment, &files, process);
  posix_spawn_file_actions_destroy(&files);
  return failure;
}

int scrim_exited(int status) { return WIFEXITED(status); }
int scrim_exit_status(int status) { return WEXITSTATUS(status); }
int scrim_ended_by_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

size_t scrim_heap_in_use(void) {
  struct mallinfo2 use = mallinfo2();
  return use.uordblks + use.hblkhd;
}
