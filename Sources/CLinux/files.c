#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

static int open_with(int folder, const char *path, int flags, uint64_t resolve) {
  struct open_how how;
  memset(&how, 0, sizeof how);
  how.flags = (uint64_t)(flags | O_CLOEXEC);
  how.resolve = resolve;
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int scrim_open_beneath(int folder, const char *path, int flags) {
  // EAGAIN: something was renamed, anywhere, while the kernel followed a "..".
  for (int tries = 0; tries < 64; tries++) {
    int opened = open_with(folder, path, flags, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS);
    if (opened >= 0 || errno != EAGAIN) return opened;
  }
  return -1;
}

int scrim_open_anywhere(const char *path, int flags) {
  return open_with(AT_FDCWD, path, flags, RESOLVE_NO_MAGICLINKS);
}

int scrim_open_place(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

int scrim_syncfs(int descriptor) { return syncfs(descriptor); }

int scrim_rename_no_replace(int from_folder, const char *from, int to_folder, const char *to) {
  return renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE);
}

int64_t scrim_file_system_type(int descriptor) {
  struct statfs about;
  if (fstatfs(descriptor, &about) != 0) return -1;
  // f_type is signed on some architectures; the magic numbers have 32 bits.
  return (int64_t)(uint32_t)about.f_type;
}

int scrim_inotify(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

int scrim_set_attribute(int descriptor, const char *name, const void *value, size_t count) {
  return fsetxattr(descriptor, name, value, count, 0);
}

ssize_t scrim_get_attribute(int descriptor, const char *name, void *value, size_t capacity) {
  return fgetxattr(descriptor, name, value, capacity);
}

int scrim_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

int scrim_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int scrim_memory_file(const char *name) {
  return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int scrim_memory_allocate(const char *name, uint64_t size) {
  int file = scrim_memory_file(name);
  if (file < 0) return -1;
  if (ftruncate(file, (off_t)size) != 0 ||
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
    int code = errno;
    close(file);
    errno = code;
    return -1;
  }
  return file;
}

int scrim_seal(int descriptor) {
  return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}

int scrim_is_sealed(int descriptor) {
  const int needed = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  int seals = fcntl(descriptor, F_GET_SEALS);
  return seals >= 0 && (seals & needed) == needed;
}
