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
#include <unistd.h>

// What drawing, shaping text, reading fonts, encoding, threads and one open socket need. All else
// is denied: above all sockets, exec, fork, ptrace, mount, keys, bpf, io_uring and any change to
// the file system.
static const int allowed[] = {
    // Reading files (Landlock says which), writing to what is already open
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(preadv), SCMP_SYS(preadv2),
    SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(pwrite64), SCMP_SYS(pwritev), SCMP_SYS(lseek),
    SCMP_SYS(close), SCMP_SYS(close_range), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(fstat),
    SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(statfs), SCMP_SYS(fstatfs),
    SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(readlink),
    SCMP_SYS(readlinkat), SCMP_SYS(getdents), SCMP_SYS(getdents64), SCMP_SYS(getcwd),
    SCMP_SYS(fcntl), SCMP_SYS(dup), SCMP_SYS(dup2), SCMP_SYS(dup3), SCMP_SYS(flock),
    SCMP_SYS(fadvise64), SCMP_SYS(copy_file_range), SCMP_SYS(sendfile), SCMP_SYS(pipe),
    SCMP_SYS(pipe2),
    // Memory, and files in memory
    SCMP_SYS(munmap), SCMP_SYS(mprotect), SCMP_SYS(mremap), SCMP_SYS(madvise),
    SCMP_SYS(mincore), SCMP_SYS(msync), SCMP_SYS(brk),
    SCMP_SYS(ftruncate), SCMP_SYS(fallocate),
    // Threads
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(get_robust_list), SCMP_SYS(rseq),
    SCMP_SYS(membarrier), SCMP_SYS(set_tid_address), SCMP_SYS(gettid), SCMP_SYS(getpid),
    SCMP_SYS(getppid), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_getparam), SCMP_SYS(sched_getscheduler),
    SCMP_SYS(sched_get_priority_min), SCMP_SYS(sched_get_priority_max), SCMP_SYS(getcpu),
    SCMP_SYS(getpriority), SCMP_SYS(arch_prctl),
    // Waiting and time
    SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(select), SCMP_SYS(pselect6),
    SCMP_SYS(epoll_create1), SCMP_SYS(epoll_ctl), SCMP_SYS(epoll_wait), SCMP_SYS(epoll_pwait),
    SCMP_SYS(epoll_pwait2), SCMP_SYS(eventfd2), SCMP_SYS(timerfd_create),
    SCMP_SYS(timerfd_settime), SCMP_SYS(timerfd_gettime), SCMP_SYS(nanosleep),
    SCMP_SYS(clock_nanosleep), SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres),
    SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(alarm), SCMP_SYS(setitimer),
    SCMP_SYS(getitimer), SCMP_SYS(restart_syscall),
    // Signals to itself, the end
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(rt_sigpending), SCMP_SYS(rt_sigtimedwait), SCMP_SYS(sigaltstack), SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    // The socket that is already there
    SCMP_SYS(sendmsg), SCMP_SYS(recvmsg), SCMP_SYS(shutdown), SCMP_SYS(getsockopt),
    // Facts about itself and the machine
    SCMP_SYS(getrandom), SCMP_SYS(uname), SCMP_SYS(sysinfo), SCMP_SYS(getrlimit),
    SCMP_SYS(getrusage), SCMP_SYS(times), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid),
    SCMP_SYS(getegid), SCMP_SYS(getresuid), SCMP_SYS(getresgid), SCMP_SYS(getgroups),
};

static int allow_with_conditions(scmp_filter_ctx filter) {
  const uint32_t allow = SCMP_ACT_ALLOW;
  int failure;
  // Opening for reading may truncate, which Landlock does not deny before Linux 6.2. openat2 hides its
  // flags behind a pointer.
  if ((failure = seccomp_rule_add(filter, allow, SCMP_SYS(openat), 1,
                                  SCMP_A2(SCMP_CMP_MASKED_EQ, O_TRUNC, 0))))
    return failure;
  failure = seccomp_rule_add(filter, allow, SCMP_SYS(open), 1,
                             SCMP_A1(SCMP_CMP_MASKED_EQ, O_TRUNC, 0));
  // A call that this architecture does not have needs no rule.
  if (failure && failure != -EDOM) return failure;
  // A thread is a clone that shares everything; without CLONE_THREAD it would be a process.
  // clone3 hides its flags behind a pointer: glibc falls back to clone when told that there is
  // none.
  if ((failure = seccomp_rule_add(filter, allow, SCMP_SYS(clone), 1,
                                  SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD))))
    return failure;
  if ((failure = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0)))
    return failure;
  // abort() and raise() signal the process itself.
  if ((failure = seccomp_rule_add(filter, allow, SCMP_SYS(tgkill), 1,
                                  SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()))))
    return failure;
  // Its own limits may be read, not set.
  if ((failure = seccomp_rule_add(filter, allow, SCMP_SYS(prlimit64), 2,
                                  SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0))))
    return failure;
  // Memory that no limit of the process counts is denied: files in memory, which come ready-made from
  // the supervisor, and what MAP_SHARED makes without a file, which is the same.
  if ((failure = seccomp_rule_add(filter, allow, SCMP_SYS(mmap), 1,
                                  SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, 0))))
    return failure;
  if ((failure = seccomp_rule_add(filter, allow, SCMP_SYS(mmap), 1,
                                  SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED, 0))))
    return failure;
  // Names of threads and of memory, for debuggers.
  if ((failure = seccomp_rule_add(filter, allow, SCMP_SYS(prctl), 1,
                                  SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME))))
    return failure;
  if ((failure = seccomp_rule_add(filter, allow, SCMP_SYS(prctl), 1,
                                  SCMP_A0(SCMP_CMP_EQ, 0x53564d41 /* PR_SET_VMA */))))
    return failure;
  // isatty()
  return seccomp_rule_add(filter, allow, SCMP_SYS(ioctl), 1, SCMP_A1(SCMP_CMP_EQ, TCGETS));
}

static int fill(scmp_filter_ctx filter) {
  int failure = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  if (failure) return failure;
  for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
    failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    // A call that this architecture does not have (stat on arm64) needs no rule.
    if (failure && failure != -EDOM) return failure;
  }
  return allow_with_conditions(filter);
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
