#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// An allow-list of system calls, and of commands of those calls that have commands. What is not
// listed fails with EPERM. A call is listed only if rendering, the C library or a plugin's
// libraries (Foundation, Dispatch) need it and it reaches no other process: the supervisor has the
// same user, and workers of other users' jobs have it, too.
//
// The filter does not rely on Landlock: kernels before 5.13 have none, and each version of it
// denies more (signals only since Linux 6.12). Tests/SandboxTests runs each denial without Landlock
// and with each version.

// Calls that are harmless with any argument.
static const int allowed[] = {
    // Reading. openat is below; Landlock says which files. No copy_file_range, sendfile, splice:
    // read and write do. No flock: descriptors of a job's files share their locks with the
    // supervisor's.
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(preadv), SCMP_SYS(lseek),
    SCMP_SYS(close), SCMP_SYS(close_range), SCMP_SYS(fstat), SCMP_SYS(newfstatat),
    SCMP_SYS(statx), SCMP_SYS(statfs), SCMP_SYS(fstatfs), SCMP_SYS(access), SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getdents64),
    SCMP_SYS(getcwd),
    // Writing to standard error, the socket and the supervisor's memory files. No ftruncate or
    // fallocate: memory files have their size, and standard error may be the daemon's log.
    SCMP_SYS(write), SCMP_SYS(writev),
    // Numbers of descriptors: the process's own. No pipes, which take kernel memory that counts
    // against the user and no limit of the process.
    SCMP_SYS(dup), SCMP_SYS(dup2), SCMP_SYS(dup3),
    // Memory. mmap, mprotect and madvise are below. No mincore, which tells what others have read.
    SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(brk),
    // Threads. clone is below. No get_robust_list, membarrier, kcmp, process_madvise, move_pages:
    // they are about other processes, too. No call that sets a scheduler, a CPU set, a priority
    // or a limit: they take any process of the user. sched_getaffinity reads one, as anybody may
    // in /proc; pthread_getattr_np asks for each thread's by its id.
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(set_tid_address), SCMP_SYS(rseq),
    SCMP_SYS(gettid), SCMP_SYS(getpid), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_get_priority_min), SCMP_SYS(sched_get_priority_max), SCMP_SYS(getcpu),
    // Waiting. epoll, eventfd and timerfd are Dispatch's. No timer_create: its signals can go to
    // a thread by its id. No inotify, fanotify, signalfd.
    SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(pselect6), SCMP_SYS(epoll_create1),
    SCMP_SYS(epoll_ctl), SCMP_SYS(epoll_wait), SCMP_SYS(epoll_pwait), SCMP_SYS(eventfd2),
    SCMP_SYS(timerfd_create), SCMP_SYS(timerfd_settime), SCMP_SYS(nanosleep),
    SCMP_SYS(restart_syscall),
    // Time. setitimer is the time limit of a job; the clocks are below.
    SCMP_SYS(gettimeofday), SCMP_SYS(setitimer),
    // Handlers and masks of the process's own signals, and its end. tgkill is below.
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack), SCMP_SYS(exit), SCMP_SYS(exit_group),
    // The socket to the supervisor. No shutdown: standard error may be journald's socket, which the
    // daemon writes to as well.
    SCMP_SYS(sendmsg), SCMP_SYS(recvmsg),
    // Facts about the process and the machine
    SCMP_SYS(getrandom), SCMP_SYS(uname), SCMP_SYS(sysinfo), SCMP_SYS(getrusage),
    SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid),
    SCMP_SYS(getresuid), SCMP_SYS(getresgid),
};

// A call that is allowed with some values of one argument. A comparison is of all 64 bits, while
// the kernel may look at 32 of them: so each names the values that pass, never those that don't.
struct condition {
  int call;
  struct scmp_arg_cmp argument;
};

// What a thread of glibc shares with the others, which is everything. Anything less would be a
// process.
enum {
  THREAD = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_SIGHAND | CLONE_THREAD |
           CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID
};

// O_TMPFILE without O_DIRECTORY, which it contains.
enum { WITHOUT_A_NAME = O_TMPFILE & ~O_DIRECTORY };

// All that open can do besides reading. openat2 and io_uring hide their flags behind a pointer.
enum { NOT_READING = O_ACCMODE | O_CREAT | O_TRUNC | O_ASYNC | WITHOUT_A_NAME };

#define EQUALS(call, number, value) \
  { SCMP_SYS(call), {.arg = number, .op = SCMP_CMP_EQ, .datum_a = value} }
#define AT_MOST(call, number, value) \
  { SCMP_SYS(call), {.arg = number, .op = SCMP_CMP_LE, .datum_a = value} }
#define HAS_NONE_OF(call, number, bits) \
  { SCMP_SYS(call), {.arg = number, .op = SCMP_CMP_MASKED_EQ, .datum_a = bits, .datum_b = 0} }

static const struct condition conditions[] = {
    HAS_NONE_OF(openat, 2, NOT_READING),
    EQUALS(clone, 0, THREAD),
    // Descriptors and seals. Not F_SETOWN, F_SETOWN_EX and F_SETSIG, by which a descriptor sends
    // any signal to any process of the user; not F_SETFL, whose O_ASYNC starts that and whose other
    // flags are shared with the supervisor's standard error; no leases, F_NOTIFY, locks or sizes
    // of pipes.
    EQUALS(fcntl, 1, F_DUPFD),
    EQUALS(fcntl, 1, F_DUPFD_CLOEXEC),
    EQUALS(fcntl, 1, F_GETFD),
    EQUALS(fcntl, 1, F_SETFD),
    EQUALS(fcntl, 1, F_GETFL),
    EQUALS(fcntl, 1, F_ADD_SEALS),
    EQUALS(fcntl, 1, F_GET_SEALS),
    // isatty(). Not FIOASYNC, FIOSETOWN, SIOCSPGRP (as F_SETFL and F_SETOWN), TIOCSTI.
    EQUALS(ioctl, 1, TCGETS),
    // Names of threads. Not PR_SET_DUMPABLE, PR_SET_PTRACER, PR_SET_PDEATHSIG, PR_SET_SECCOMP.
    EQUALS(prctl, 0, PR_SET_NAME),
    // Memory that no limit of the process counts is denied: memory files, which come ready-made
    // from the supervisor, and what MAP_SHARED makes without a file, which is the same. Huge pages
    // are a pool of the machine. What grows downwards counts as a stack (RLIMIT_STACK, for each of
    // them), not as data.
    HAS_NONE_OF(mmap, 3, MAP_ANONYMOUS | MAP_HUGETLB | MAP_GROWSDOWN),
    HAS_NONE_OF(mmap, 3, MAP_SHARED | MAP_HUGETLB | MAP_GROWSDOWN),
    HAS_NONE_OF(mprotect, 2, PROT_GROWSDOWN | PROT_GROWSUP),
    // Not MADV_MERGEABLE: by the time that a write takes it tells whether another process has a
    // page with the same content. Values up to MADV_DONTNEED are advice about access.
    AT_MOST(madvise, 2, MADV_DONTNEED),
    EQUALS(madvise, 2, MADV_FREE),
    EQUALS(madvise, 2, MADV_HUGEPAGE),
    EQUALS(madvise, 2, MADV_NOHUGEPAGE),
    // Clocks of the system and of the process itself. Others, which are negative, tell how much CPU
    // time another process has used.
    AT_MOST(clock_gettime, 0, CLOCK_TAI),
    AT_MOST(clock_getres, 0, CLOCK_TAI),
    AT_MOST(clock_nanosleep, 0, CLOCK_TAI),
};

static int allow_conditions(scmp_filter_ctx filter) {
  for (size_t i = 0; i < sizeof conditions / sizeof conditions[0]; i++) {
    int failure = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, conditions[i].call, 1,
                                         &conditions[i].argument);
    if (failure) return failure;
  }
  // abort() and raise() signal the process itself.
  int failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                                 SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
  if (failure) return failure;
  // Its own limits may be read, not set.
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2,
                          SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0));
}

static int fill(scmp_filter_ctx filter) {
  int failure;
  if ((failure = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1))) return failure;
  // Calls of other architectures (`int 0x80`, x32) have other numbers: no program of ours makes any.
  if ((failure = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS)))
    return failure;
  // A binary tree of calls in place of one comparison after the other.
  if ((failure = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2))) return failure;
  for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
    failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    // A call that this architecture does not have (access on arm64) needs no rule.
    if (failure && failure != -EDOM) return failure;
  }
  // clone3 hides its flags behind a pointer: glibc falls back to clone when told that there is
  // none.
  if ((failure = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0)))
    return failure;
  return allow_conditions(filter);
}

int scrim_has_seccomp(void) {
  // No filter: a kernel that knows filters looks for one there.
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, NULL) < 0 && errno == EFAULT;
}

int scrim_seccomp_worker(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (filter == NULL) return -ENOMEM;
  int failure = fill(filter);
  if (failure == 0) failure = seccomp_load(filter);
  seccomp_release(filter);
  return failure;
}
