// A syncfs() that takes longer than scrimd waits for it: as on a disk that has much else to write, files are then
// flushed singly.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

int syncfs(int descriptor) {
  usleep(300 * 1000);
  return syscall(SYS_syncfs, descriptor);
}
