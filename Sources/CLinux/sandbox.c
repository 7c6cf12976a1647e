#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

int scrim_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int scrim_become_nobody(void) {
  enum { NOBODY = 65534 };
  if (setgroups(0, NULL) != 0) return -1;
  if (setresgid(NOBODY, NOBODY, NOBODY) != 0) return -1;
  return setresuid(NOBODY, NOBODY, NOBODY);
}

int scrim_not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int scrim_end_first(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t written = write(file, "1000", 4);
  close(file);
  return written == 4 ? 0 : -1;
}

int scrim_limit(int resource, uint64_t value) {
  struct rlimit now;
  if (getrlimit((__rlimit_resource_t)resource, &now) != 0) return -1;
  rlim_t wanted = value < now.rlim_max ? (rlim_t)value : now.rlim_max;
  struct rlimit limit = {.rlim_cur = wanted, .rlim_max = wanted};
  return setrlimit((__rlimit_resource_t)resource, &limit);
}

int scrim_alarm(uint64_t milliseconds) {
  struct itimerval timer;
  memset(&timer, 0, sizeof timer);
  timer.it_value.tv_sec = (time_t)(milliseconds / 1000);
  timer.it_value.tv_usec = (suseconds_t)(milliseconds % 1000 * 1000);
  return setitimer(ITIMER_REAL, &timer, NULL);
}

// Landlock. Spelt out here since the headers of Debian 12 know versions 1 to 3 only.

struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

struct path_rule {
  uint64_t allowed;
  int32_t path;
} __attribute__((packed));

enum {
  PATH_RULE = 1,
  ASK_VERSION = 1,
  READ_FILE = 1 << 2,
  READ_FOLDER = 1 << 3,
  FILES_VERSION_1 = (1 << 13) - 1,
  FILES_REFER = 1 << 13,     // version 2
  FILES_TRUNCATE = 1 << 14,  // version 3
  NETWORK_TCP = 3,           // version 4: bind, connect
  FILES_DEVICES = 1 << 15,   // version 5
  SCOPES = 3,                // version 6: abstract sockets, signals
};

int scrim_landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);
  return version < 0 ? 0 : (int)version;
}

int scrim_landlock_ruleset(int version) {
  struct ruleset ruleset = {.files = FILES_VERSION_1};
  if (version >= 2) ruleset.files |= FILES_REFER;
  if (version >= 3) ruleset.files |= FILES_TRUNCATE;
  if (version >= 4) ruleset.network = NETWORK_TCP;
  if (version >= 5) ruleset.files |= FILES_DEVICES;
  if (version >= 6) ruleset.scopes = SCOPES;
  // A kernel takes a longer structure than it knows only when the rest is zero, which it is.
  return (int)syscall(SYS_landlock_create_ruleset, &ruleset, sizeof ruleset, 0);
}

int scrim_landlock_allow_reading(int ruleset, int path) {
  struct stat about;
  if (fstat(path, &about) != 0) return -1;
  // A rule for a file may not speak of folders.
  struct path_rule rule = {.allowed = READ_FILE, .path = path};
  if (S_ISDIR(about.st_mode)) rule.allowed |= READ_FOLDER;
  return (int)syscall(SYS_landlock_add_rule, ruleset, PATH_RULE, &rule, 0);
}

int scrim_landlock_restrict(int ruleset) {
  return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}
