// A write() that takes a third of what it is given, as the kernel may at any time. strace cannot do
// this: it can only say that less was written, not write less.
#define _GNU_SOURCE
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t write(int descriptor, const void *bytes, size_t count) {
  struct stat about;
  size_t part = count;
  if (count > 2 && fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode)) part = count / 3;
  return syscall(SYS_write, descriptor, bytes, part);
}
