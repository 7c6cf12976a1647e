#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "CProbe.h"
#include "scene.h"

// What only newer headers name.
enum {
  CALL_MEMFD_SECRET = 447,
  CALL_PROCESS_MRELEASE = 448,
  CALL_CACHESTAT = 451,
  SET_MEMORY_MERGE = 67,
  X32 = 0x40000000,
};

// Arguments that are known at run time only.
enum {
  VICTIM = 0x5eed0000,
  VICTIM_DESCRIPTOR,
  PIPE,
  SOCKET,
  FILE_DESCRIPTOR,
  FOLDER,
  FOLDER_PATH,
  FILE_PATH,
  FREE_PATH,
  ZEROS,
  OWN_ID,
  VICTIMS_CLOCK,
};

struct attempt {
  const char *name;
  long call;
  long arguments[6];
  int (*by)(void);
};

// Big enough for every structure that a call reads or writes; each reads as zeros.
static long zeros[512];

static long argument(long value) {
  switch (value) {
    case VICTIM: return scene.victim;
    case VICTIM_DESCRIPTOR: return scene.victim_descriptor;
    case PIPE: return scene.pipe[0];
    case SOCKET: return scene.sockets[0];
    case FILE_DESCRIPTOR: return scene.file;
    case FOLDER: return scene.folder;
    case FOLDER_PATH: return (long)scene.folder_path;
    case FILE_PATH: return (long)scene.file_path;
    case FREE_PATH: return (long)scene.free_path;
    case ZEROS: return (long)zeros;
    case OWN_ID: return getpid();
    // The clock of a process's CPU time (clock_getcpuclockid).
    case VICTIMS_CLOCK: return (long)(~(unsigned long)scene.victim << 3 | 2);
    default: return value;
  }
}

// The way in which a plugin could have killed the daemon: a pipe that signals it.
static int owned_pipe(void) {
  if (fcntl(scene.pipe[0], F_SETOWN, scene.victim) != 0) return -1;
  if (fcntl(scene.pipe[0], F_SETSIG, SIGKILL) != 0) return -1;
  if (fcntl(scene.pipe[0], F_SETFL, O_ASYNC) != 0) return -1;
  return write(scene.pipe[1], "x", 1) == 1 ? 0 : -1;
}

static int owned_socket(void) {
  int process = scene.victim, on = 1;
  if (ioctl(scene.sockets[0], FIOSETOWN, &process) != 0) return -1;
  if (ioctl(scene.sockets[0], FIOASYNC, &on) != 0) return -1;
  return write(scene.sockets[1], "x", 1) == 1 ? 0 : -1;
}

static int owner_with_type(void) {
  struct f_owner_ex owner = {.type = F_OWNER_PID, .pid = scene.victim};
  return fcntl(scene.pipe[0], F_SETOWN_EX, &owner);
}

static int queued_signal(void) {
  siginfo_t info = {.si_signo = SIGKILL, .si_code = SI_QUEUE};
  return (int)syscall(SYS_rt_sigqueueinfo, scene.victim, SIGKILL, &info);
}

static int queued_signal_to_thread(void) {
  siginfo_t info = {.si_signo = SIGKILL, .si_code = SI_QUEUE};
  return (int)syscall(SYS_rt_tgsigqueueinfo, scene.victim, scene.victim, SIGKILL, &info);
}

static int timer_to_thread(void) {
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGKILL};
  event._sigev_un._tid = gettid();
  int timer;
  return (int)syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer);
}

static int reading_of_memory(void) {
  char here[8];
  struct iovec to = {here, sizeof here}, from = {zeros, sizeof here};
  return process_vm_readv(scene.victim, &to, 1, &from, 1, 0) < 0 ? -1 : 0;
}

static int writing_of_memory(void) {
  char here[8] = {1};
  struct iovec from = {here, sizeof here}, to = {zeros, sizeof here};
  return process_vm_writev(scene.victim, &from, 1, &to, 1, 0) < 0 ? -1 : 0;
}

static int limits_of_files(void) {
  struct rlimit limit = {7, 7};
  return prlimit(scene.victim, RLIMIT_NOFILE, &limit, NULL);
}

static int own_limits(void) {
  struct rlimit limit = {7, 7};
  return prlimit(0, RLIMIT_NOFILE, &limit, NULL);
}

static int limits_as_read(void) {
  struct rlimit limit;
  return prlimit(scene.victim, RLIMIT_NOFILE, NULL, &limit);
}

static int one_processor(pid_t process) {
  unsigned long first = 1;
  return (int)syscall(SYS_sched_setaffinity, process, sizeof first, &first);
}

static int victims_processors(void) { return one_processor(scene.victim); }
static int own_processors(void) { return one_processor(0); }

static int idle_scheduler(void) {
  int priority = 0;
  return (int)syscall(SYS_sched_setscheduler, scene.victim, 5 /* SCHED_IDLE */, &priority);
}

static int address(int call) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path + 1, "scrim-probe", 11);
  return (int)syscall(call, scene.sockets[0], &address, sizeof address);
}

static int abstract_name(void) { return address(SYS_bind); }
static int abstract_connection(void) { return address(SYS_connect); }

static int program(void) {
  char *const arguments[] = {"/bin/true", NULL}, *const environment[] = {NULL};
  return execve("/bin/true", arguments, environment);
}

// A process that shares memory but is not a thread.
static int process_with_shared_memory(void) {
  return (int)syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0);
}

// A thread in namespaces of its own, or with a descriptor for its process.
static int thread_with(unsigned long more) {
  unsigned long flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_SIGHAND |
                        CLONE_THREAD | CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
  return (int)syscall(SYS_clone, flags | more, 0, zeros, zeros, 0);
}

static int thread_in_namespaces(void) { return thread_with(CLONE_NEWUTS); }
static int thread_that_is_traced(void) { return thread_with(CLONE_PTRACE); }

static int pages_of_another_size(void) {
  void *here = mmap(NULL, 2 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
  return here == MAP_FAILED ? -1 : 0;
}

static int memory_without_limit(void) {
  void *here = mmap(NULL, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return here == MAP_FAILED ? -1 : 0;
}

static int memory_as_a_stack(int flags) {
  void *here = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_GROWSDOWN | flags, scene.file, 0);
  return here == MAP_FAILED ? -1 : 0;
}

static int stack_without_file(void) { return memory_as_a_stack(MAP_PRIVATE | MAP_ANONYMOUS); }
static int stack_with_no_reserve(void) {
  return memory_as_a_stack(MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE);
}
static int stack_of_a_file(void) { return memory_as_a_stack(MAP_PRIVATE); }
static int shared_stack(void) { return memory_as_a_stack(MAP_SHARED); }

static int growing_protection(int flag) {
  return mprotect(zeros, 0, PROT_READ | PROT_WRITE | flag);
}

static int protection_downwards(void) { return growing_protection(PROT_GROWSDOWN); }
static int protection_upwards(void) { return growing_protection(PROT_GROWSUP); }

static int merged_memory(void) {
  void *here = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return here == MAP_FAILED ? 0 : madvise(here, 4096, MADV_MERGEABLE);
}

// The kernel looks at the lower half of a command only: the filter must not be led astray.
static int command_with_upper_half(void) {
  return (int)syscall(SYS_fcntl, scene.pipe[0], (long)F_SETOWN | 1L << 32, (long)scene.victim);
}

static int another_with_upper_half(void) {
  return (int)syscall(SYS_tgkill, (long)scene.victim | 1L << 32, (long)scene.victim, SIGKILL);
}

static int advice_with_upper_half(void) {
  void *here = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return (int)syscall(SYS_madvise, here, 4096L, (long)MADV_MERGEABLE | 1L << 32);
}

#if defined(__x86_64__)
// kill() by the numbers of 32-bit programs.
static int call_of_32_bits(void) {
  long result;
  __asm__ volatile("int $0x80"
                   : "=a"(result)
                   : "a"(37L), "b"((long)scene.victim), "c"((long)SIGKILL)
                   : "memory");
  if (result >= 0) return 0;
  errno = (int)-result;
  return -1;
}
#endif

// In groups: the part before the slash is what they are aimed at.
static const struct attempt attempts[] = {
    {"signal/kill", SYS_kill, {VICTIM, SIGKILL}},
    {"signal/tkill", SYS_tkill, {VICTIM, SIGKILL}},
    {"signal/tgkill", SYS_tgkill, {VICTIM, VICTIM, SIGKILL}},
    {"signal/tgkill with an upper half", .by = another_with_upper_half},
    {"signal/rt_sigqueueinfo", .by = queued_signal},
    {"signal/rt_tgsigqueueinfo", .by = queued_signal_to_thread},
    {"signal/pidfd_send_signal", SYS_pidfd_send_signal, {VICTIM_DESCRIPTOR, SIGKILL, 0, 0}},
    {"signal/F_SETOWN, F_SETSIG, O_ASYNC", .by = owned_pipe},
    {"signal/FIOSETOWN, FIOASYNC", .by = owned_socket},
#if defined(__x86_64__)
    {"signal/kill by int 0x80", .by = call_of_32_bits},
    {"signal/kill of x32", SYS_kill | X32, {VICTIM, SIGKILL}},
#endif

    {"notice/F_SETOWN", SYS_fcntl, {PIPE, F_SETOWN, VICTIM}},
    {"notice/F_SETOWN with an upper half", .by = command_with_upper_half},
    {"notice/F_SETOWN_EX", .by = owner_with_type},
    {"notice/F_SETSIG", SYS_fcntl, {PIPE, F_SETSIG, SIGKILL}},
    {"notice/F_SETFL with O_ASYNC", SYS_fcntl, {PIPE, F_SETFL, O_ASYNC}},
    {"notice/F_SETFL with O_NONBLOCK", SYS_fcntl, {2, F_SETFL, O_NONBLOCK}},
    {"notice/F_SETLEASE", SYS_fcntl, {FILE_DESCRIPTOR, F_SETLEASE, F_RDLCK}},
    {"notice/F_NOTIFY", SYS_fcntl, {FOLDER, F_NOTIFY, DN_ACCESS}},
    {"notice/F_SETPIPE_SZ", SYS_fcntl, {PIPE, F_SETPIPE_SZ, 1 << 20}},
    {"notice/F_SETLK", SYS_fcntl, {FILE_DESCRIPTOR, F_SETLK, ZEROS}},
    {"notice/F_OFD_SETLK", SYS_fcntl, {FILE_DESCRIPTOR, F_OFD_SETLK, ZEROS}},
    {"notice/flock", SYS_flock, {FILE_DESCRIPTOR, 8 /* LOCK_UN */}},
    {"notice/FIOASYNC", SYS_ioctl, {PIPE, FIOASYNC, ZEROS}},
    {"notice/FIONBIO", SYS_ioctl, {PIPE, FIONBIO, ZEROS}},
    {"notice/FIOSETOWN", SYS_ioctl, {SOCKET, FIOSETOWN, ZEROS}},
    {"notice/SIOCSPGRP", SYS_ioctl, {SOCKET, SIOCSPGRP, ZEROS}},
    {"notice/TIOCSTI", SYS_ioctl, {2, TIOCSTI, ZEROS}},
    {"notice/FS_IOC_SETFLAGS", SYS_ioctl, {FILE_DESCRIPTOR, FS_IOC_SETFLAGS, ZEROS}},
    {"notice/timer_create", .by = timer_to_thread},
    {"notice/mq_open", SYS_mq_open, {FILE_PATH, O_RDONLY}},
    {"notice/mq_notify", SYS_mq_notify, {FILE_DESCRIPTOR, ZEROS}},
    {"notice/inotify_init1", SYS_inotify_init1, {0}},
    {"notice/fanotify_init", SYS_fanotify_init, {0}},
    {"notice/signalfd4", SYS_signalfd4, {-1, ZEROS, 8, 0}},

    {"setting/sched_setaffinity", .by = victims_processors},
    {"setting/sched_setaffinity of itself", .by = own_processors},
    {"setting/sched_setscheduler", .by = idle_scheduler},
    {"setting/sched_setparam", SYS_sched_setparam, {VICTIM, ZEROS}},
    {"setting/sched_setattr", SYS_sched_setattr, {VICTIM, ZEROS, 0}},
    {"setting/setpriority", SYS_setpriority, {PRIO_PROCESS, VICTIM, 5}},
    {"setting/setpriority of the user", SYS_setpriority, {PRIO_USER, 65000, 5}},
    {"setting/ioprio_set", SYS_ioprio_set, {1, VICTIM, 3 << 13}},
    {"setting/prlimit", .by = limits_of_files},
    {"setting/prlimit of itself", .by = own_limits},
    {"setting/prlimit that reads", .by = limits_as_read},
    {"setting/setrlimit", SYS_setrlimit, {RLIMIT_CORE, ZEROS}},
    {"setting/setpgid", SYS_setpgid, {0, 0}},
    {"setting/setsid", SYS_setsid, {0}},
    {"setting/move_pages", SYS_move_pages, {VICTIM, 0, 0, 0, 0, 0}},
    {"setting/migrate_pages", SYS_migrate_pages, {VICTIM, 1, ZEROS, ZEROS}},
    {"setting/process_madvise", SYS_process_madvise, {VICTIM_DESCRIPTOR, ZEROS, 0, MADV_COLD, 0}},
    {"setting/process_mrelease", CALL_PROCESS_MRELEASE, {VICTIM_DESCRIPTOR, 0}},

    {"inspection/PTRACE_ATTACH", SYS_ptrace, {PTRACE_ATTACH, VICTIM, 0, 0}},
    {"inspection/PTRACE_SEIZE", SYS_ptrace, {PTRACE_SEIZE, VICTIM, 0, 0}},
    {"inspection/PTRACE_TRACEME", SYS_ptrace, {PTRACE_TRACEME, 0, 0, 0}},
    {"inspection/process_vm_readv", .by = reading_of_memory},
    {"inspection/process_vm_writev", .by = writing_of_memory},
    {"inspection/kcmp", SYS_kcmp, {VICTIM, OWN_ID, 0, 0, 0}},
    {"inspection/pidfd_getfd", SYS_pidfd_getfd, {VICTIM_DESCRIPTOR, 0, 0}},
    {"inspection/pidfd_open", SYS_pidfd_open, {VICTIM, 0}},
    {"inspection/get_robust_list", SYS_get_robust_list, {VICTIM, ZEROS, ZEROS}},
    {"inspection/clock_gettime", SYS_clock_gettime, {VICTIMS_CLOCK, ZEROS}},
    {"inspection/perf_event_open", SYS_perf_event_open, {ZEROS, VICTIM, -1, -1, 0}},
    {"inspection/mincore", SYS_mincore, {0, 0, ZEROS}},
    {"inspection/cachestat", CALL_CACHESTAT, {FILE_DESCRIPTOR, ZEROS, ZEROS, 0}},
    {"inspection/MADV_MERGEABLE", .by = merged_memory},
    {"inspection/MADV_MERGEABLE with an upper half", .by = advice_with_upper_half},
    {"inspection/userfaultfd", SYS_userfaultfd, {0}},
    {"inspection/membarrier", SYS_membarrier, {0, 0, 0}},
    {"inspection/syslog", SYS_syslog, {3, ZEROS, 64}},

    {"file/O_WRONLY", SYS_openat, {AT_FDCWD, FILE_PATH, O_WRONLY}},
    {"file/O_RDWR", SYS_openat, {AT_FDCWD, FILE_PATH, O_RDWR}},
    {"file/O_TRUNC", SYS_openat, {AT_FDCWD, FILE_PATH, O_RDONLY | O_TRUNC}},
    {"file/O_CREAT", SYS_openat, {AT_FDCWD, FREE_PATH, O_RDONLY | O_CREAT, 0600}},
    {"file/O_TMPFILE", SYS_openat, {AT_FDCWD, FOLDER_PATH, O_RDWR | O_TMPFILE, 0600}},
    {"file/O_ASYNC", SYS_openat, {AT_FDCWD, FILE_PATH, O_RDONLY | O_ASYNC}},
    {"file/neither reading nor writing", SYS_openat, {AT_FDCWD, FILE_PATH, O_ACCMODE}},
    {"file/open", SYS_open, {FILE_PATH, O_RDWR}},
    {"file/creat", SYS_creat, {FREE_PATH, 0600}},
    {"file/openat2", SYS_openat2, {AT_FDCWD, FILE_PATH, ZEROS, 24}},
    {"file/open_by_handle_at", SYS_open_by_handle_at, {FOLDER, ZEROS, O_RDONLY}},
    {"file/name_to_handle_at", SYS_name_to_handle_at, {AT_FDCWD, FILE_PATH, ZEROS, ZEROS, 0}},
    {"file/unlink", SYS_unlink, {FILE_PATH}},
    {"file/unlinkat", SYS_unlinkat, {AT_FDCWD, FILE_PATH, 0}},
    {"file/rename", SYS_rename, {FILE_PATH, FREE_PATH}},
    {"file/renameat", SYS_renameat, {AT_FDCWD, FILE_PATH, AT_FDCWD, FREE_PATH}},
    {"file/renameat2", SYS_renameat2, {AT_FDCWD, FILE_PATH, AT_FDCWD, FREE_PATH, 0}},
    {"file/link", SYS_link, {FILE_PATH, FREE_PATH}},
    {"file/linkat", SYS_linkat, {AT_FDCWD, FILE_PATH, AT_FDCWD, FREE_PATH, 0}},
    {"file/symlink", SYS_symlink, {FILE_PATH, FREE_PATH}},
    {"file/symlinkat", SYS_symlinkat, {FILE_PATH, AT_FDCWD, FREE_PATH}},
    {"file/mkdir", SYS_mkdir, {FREE_PATH, 0700}},
    {"file/mkdirat", SYS_mkdirat, {AT_FDCWD, FREE_PATH, 0700}},
    {"file/rmdir", SYS_rmdir, {FOLDER_PATH}},
    {"file/mknod", SYS_mknod, {FREE_PATH, 0010600, 0}},
    {"file/mknodat", SYS_mknodat, {AT_FDCWD, FREE_PATH, 0010600, 0}},
    {"file/chmod", SYS_chmod, {FILE_PATH, 0600}},
    {"file/fchmod", SYS_fchmod, {FILE_DESCRIPTOR, 0600}},
    {"file/fchmodat", SYS_fchmodat, {AT_FDCWD, FILE_PATH, 0600}},
    {"file/chown", SYS_chown, {FILE_PATH, -1, -1}},
    {"file/fchown", SYS_fchown, {FILE_DESCRIPTOR, -1, -1}},
    {"file/fchownat", SYS_fchownat, {AT_FDCWD, FILE_PATH, -1, -1, 0}},
    {"file/utime", SYS_utime, {FILE_PATH, 0}},
    {"file/utimes", SYS_utimes, {FILE_PATH, 0}},
    {"file/utimensat", SYS_utimensat, {AT_FDCWD, FILE_PATH, 0, 0}},
    {"file/futimesat", SYS_futimesat, {AT_FDCWD, FILE_PATH, 0}},
    {"file/truncate", SYS_truncate, {FILE_PATH, 0}},
    {"file/ftruncate", SYS_ftruncate, {FILE_DESCRIPTOR, 0}},
    {"file/fallocate", SYS_fallocate, {FILE_DESCRIPTOR, 0, 0, 4096}},
    {"file/pwrite64", SYS_pwrite64, {FILE_DESCRIPTOR, ZEROS, 1, 0}},
    {"file/setxattr", SYS_setxattr, {FILE_PATH, FILE_PATH, ZEROS, 1, 0}},
    {"file/fsetxattr", SYS_fsetxattr, {FILE_DESCRIPTOR, FILE_PATH, ZEROS, 1, 0}},
    {"file/fremovexattr", SYS_fremovexattr, {FILE_DESCRIPTOR, FILE_PATH}},
    {"file/copy_file_range", SYS_copy_file_range, {FILE_DESCRIPTOR, 0, FILE_DESCRIPTOR, ZEROS}},
    {"file/sendfile", SYS_sendfile, {SOCKET, FILE_DESCRIPTOR, 0, 1}},
    {"file/splice", SYS_splice, {PIPE, 0, SOCKET, 0, 0, 0}},
    {"file/tee", SYS_tee, {PIPE, PIPE, 0, 0}},
    {"file/vmsplice", SYS_vmsplice, {PIPE, ZEROS, 0, 0}},
    {"file/sync", SYS_sync, {0}},
    {"file/syncfs", SYS_syncfs, {FILE_DESCRIPTOR}},
    {"file/chdir", SYS_chdir, {FOLDER_PATH}},
    {"file/fchdir", SYS_fchdir, {FOLDER}},
    {"file/umask", SYS_umask, {022}},
    {"file/chroot", SYS_chroot, {FOLDER_PATH}},
    {"file/pivot_root", SYS_pivot_root, {FOLDER_PATH, FOLDER_PATH}},
    {"file/mount", SYS_mount, {0, FREE_PATH, 0, 0, 0}},
    {"file/umount2", SYS_umount2, {FREE_PATH, 0}},
    {"file/fsopen", SYS_fsopen, {FILE_PATH, 0}},
    {"file/open_tree", SYS_open_tree, {AT_FDCWD, FREE_PATH, 1}},
    {"file/move_mount", SYS_move_mount, {-1, FREE_PATH, -1, FREE_PATH, 0}},
    {"file/swapon", SYS_swapon, {FREE_PATH, 0}},
    {"file/quotactl", SYS_quotactl, {0, 0, 0, 0}},
    {"file/acct", SYS_acct, {FREE_PATH}},

    {"socket/unix", SYS_socket, {AF_UNIX, SOCK_STREAM, 0}},
    {"socket/inet", SYS_socket, {AF_INET, SOCK_STREAM, 0}},
    {"socket/inet6", SYS_socket, {AF_INET6, SOCK_DGRAM, 0}},
    {"socket/netlink", SYS_socket, {AF_NETLINK, SOCK_RAW, 0}},
    {"socket/vsock", SYS_socket, {AF_VSOCK, SOCK_STREAM, 0}},
    {"socket/socketpair", SYS_socketpair, {AF_UNIX, SOCK_STREAM, 0, ZEROS}},
    {"socket/bind", .by = abstract_name},
    {"socket/connect", .by = abstract_connection},
    {"socket/listen", SYS_listen, {SOCKET, 1}},
    {"socket/accept", SYS_accept, {SOCKET, 0, 0}},
    {"socket/accept4", SYS_accept4, {SOCKET, 0, 0, 0}},
    {"socket/sendto", SYS_sendto, {SOCKET, ZEROS, 1, 0, 0, 0}},
    {"socket/recvfrom", SYS_recvfrom, {SOCKET, ZEROS, 0, MSG_DONTWAIT, 0, 0}},
    {"socket/sendmmsg", SYS_sendmmsg, {SOCKET, ZEROS, 0, 0}},
    {"socket/recvmmsg", SYS_recvmmsg, {SOCKET, ZEROS, 0, 0, 0}},
    {"socket/setsockopt", SYS_setsockopt, {SOCKET, SOL_SOCKET, SO_SNDBUF, ZEROS, 4}},
    {"socket/getsockopt", SYS_getsockopt, {SOCKET, SOL_SOCKET, SO_PEERCRED, ZEROS, ZEROS}},
    {"socket/shutdown", SYS_shutdown, {SOCKET, SHUT_RDWR}},

    {"process/fork", SYS_fork, {0}},
    {"process/vfork", SYS_vfork, {0}},
    {"process/clone", SYS_clone, {SIGCHLD, 0, 0, 0, 0}},
    {"process/clone with shared memory", .by = process_with_shared_memory},
    {"process/clone of a thread with namespaces", .by = thread_in_namespaces},
    {"process/clone of a traced thread", .by = thread_that_is_traced},
    {"process/clone3", SYS_clone3, {ZEROS, 88}},
    {"process/execve", .by = program},
    {"process/execveat", SYS_execveat, {FILE_DESCRIPTOR, FREE_PATH, 0, 0, AT_EMPTY_PATH}},
    {"process/unshare", SYS_unshare, {CLONE_NEWUSER}},
    {"process/setns", SYS_setns, {VICTIM_DESCRIPTOR, CLONE_NEWNS}},
    {"process/wait4", SYS_wait4, {-1, 0, 1, 0}},
    {"process/waitid", SYS_waitid, {0, 0, 0, 5, 0}},
    {"process/setuid", SYS_setuid, {65000}},
    {"process/setgid", SYS_setgid, {65000}},
    {"process/setresuid", SYS_setresuid, {-1, -1, -1}},
    {"process/setgroups", SYS_setgroups, {0, 0}},
    {"process/setfsuid", SYS_setfsuid, {65000}},
    {"process/capset", SYS_capset, {ZEROS, ZEROS}},
    {"process/personality", SYS_personality, {0xffffffff}},

    {"memory/memfd_create", SYS_memfd_create, {FILE_PATH, 0}},
    {"memory/memfd_secret", CALL_MEMFD_SECRET, {0}},
    {"memory/MAP_SHARED without a file", .by = memory_without_limit},
    {"memory/MAP_HUGETLB", .by = pages_of_another_size},
    {"memory/MAP_GROWSDOWN", .by = stack_without_file},
    {"memory/MAP_GROWSDOWN with other flags", .by = stack_with_no_reserve},
    {"memory/MAP_GROWSDOWN of a file", .by = stack_of_a_file},
    {"memory/MAP_GROWSDOWN, shared", .by = shared_stack},
    {"memory/PROT_GROWSDOWN", .by = protection_downwards},
    {"memory/PROT_GROWSUP", .by = protection_upwards},
    {"memory/shmget", SYS_shmget, {0, 4096, 01600}},
    {"memory/shmat", SYS_shmat, {0, 0, 0}},
    {"memory/shmctl", SYS_shmctl, {0, 0, ZEROS}},
    {"memory/semget", SYS_semget, {0, 1, 01600}},
    {"memory/msgget", SYS_msgget, {0, 01600}},
    {"memory/mlock", SYS_mlock, {ZEROS, 1}},
    {"memory/mlockall", SYS_mlockall, {1}},
    {"memory/mbind", SYS_mbind, {0, 0, 0, 0, 0, 0}},
    {"memory/remap_file_pages", SYS_remap_file_pages, {0, 0, 0, 0, 0}},
    {"memory/pkey_alloc", SYS_pkey_alloc, {0, 0}},
    {"memory/pipe", SYS_pipe, {ZEROS}},
    {"memory/pipe2", SYS_pipe2, {ZEROS, 0}},

    {"prctl/PR_SET_DUMPABLE", SYS_prctl, {PR_SET_DUMPABLE, 1, 0, 0, 0}},
    {"prctl/PR_SET_PDEATHSIG", SYS_prctl, {PR_SET_PDEATHSIG, SIGUSR1, 0, 0, 0}},
    {"prctl/PR_SET_PTRACER", SYS_prctl, {PR_SET_PTRACER, -1, 0, 0, 0}},
    {"prctl/PR_SET_SECCOMP", SYS_prctl, {PR_SET_SECCOMP, 1, 0, 0, 0}},
    {"prctl/PR_SET_NO_NEW_PRIVS", SYS_prctl, {PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0}},
    {"prctl/PR_SET_CHILD_SUBREAPER", SYS_prctl, {PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0}},
    {"prctl/PR_SET_MM", SYS_prctl, {PR_SET_MM, 1, 0, 0, 0}},
    {"prctl/PR_SET_TIMERSLACK", SYS_prctl, {PR_SET_TIMERSLACK, 1, 0, 0, 0}},
    {"prctl/PR_SET_TSC", SYS_prctl, {PR_SET_TSC, 1, 0, 0, 0}},
    {"prctl/PR_SET_SPECULATION_CTRL", SYS_prctl, {PR_SET_SPECULATION_CTRL, 0, 2, 0, 0}},
    {"prctl/PR_SET_MEMORY_MERGE", SYS_prctl, {SET_MEMORY_MERGE, 1, 0, 0, 0}},
    {"prctl/PR_SCHED_CORE", SYS_prctl, {PR_SCHED_CORE, 3, VICTIM, 0, 0}},
    {"prctl/PR_CAP_AMBIENT", SYS_prctl, {PR_CAP_AMBIENT, 4, 0, 0, 0}},

    {"kernel/seccomp", SYS_seccomp, {1, 0, ZEROS}},
    {"kernel/keyctl", SYS_keyctl, {0, -3, 0, 0, 0}},
    {"kernel/add_key", SYS_add_key, {0, 0, 0, 0, 0}},
    {"kernel/request_key", SYS_request_key, {0, 0, 0, 0}},
    {"kernel/bpf", SYS_bpf, {0, ZEROS, 64}},
    {"kernel/io_uring_setup", SYS_io_uring_setup, {1, ZEROS}},
    {"kernel/io_uring_enter", SYS_io_uring_enter, {FILE_DESCRIPTOR, 0, 0, 0, 0, 0}},
    {"kernel/io_setup", SYS_io_setup, {1, ZEROS}},
    {"kernel/arch_prctl", SYS_arch_prctl, {0x1003, ZEROS}},
    {"kernel/modify_ldt", SYS_modify_ldt, {0, ZEROS, 8}},
    {"kernel/iopl", SYS_iopl, {0}},
    {"kernel/ioperm", SYS_ioperm, {0, 0, 0}},
    {"kernel/init_module", SYS_init_module, {0, 0, 0}},
    {"kernel/finit_module", SYS_finit_module, {-1, 0, 0}},
    {"kernel/delete_module", SYS_delete_module, {0, 0}},
    {"kernel/kexec_load", SYS_kexec_load, {0, -1, 0, 0}},
    {"kernel/reboot", SYS_reboot, {0, 0, 0, 0}},
    {"kernel/sethostname", SYS_sethostname, {0, -1}},
    {"kernel/clock_settime", SYS_clock_settime, {-1, 0}},
    {"kernel/settimeofday", SYS_settimeofday, {1, 1}},
    {"kernel/adjtimex", SYS_adjtimex, {0}},
    {"kernel/lookup_dcookie", SYS_lookup_dcookie, {0, 0, 0}},
    {"kernel/a call that does not exist", 5000, {0}},
};

size_t probe_count(void) { return sizeof attempts / sizeof attempts[0]; }

const char *probe_name(size_t number) { return attempts[number].name; }

static int run(const struct attempt *attempt) {
  if (attempt->by != NULL) return attempt->by();
  long a[6];
  for (size_t i = 0; i < 6; i++) a[i] = argument(attempt->arguments[i]);
  return (int)syscall(attempt->call, a[0], a[1], a[2], a[3], a[4], a[5]);
}

int probe_attempt(const char *name) {
  for (size_t i = 0; i < probe_count(); i++) {
    if (strcmp(attempts[i].name, name) != 0) continue;
    pid_t own = getpid();
    int result = run(&attempts[i]);
    // A process that came of it is not the one to answer.
    if (getpid() != own) _exit(0);
    return result < 0 ? errno : 0;
  }
  return EINVAL;
}
