#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "CLinux.h"

int scrim_block_signals(const int *numbers, size_t count) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < count; i++)
    if (sigaddset(&set, numbers[i]) < 0) return -1;
  int failure = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (failure) {
    errno = failure;
    return -1;
  }
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int scrim_next_signal(int descriptor) {
  struct signalfd_siginfo signal;
  ssize_t count = read(descriptor, &signal, sizeof signal);
  return count == sizeof signal ? (int)signal.ssi_signo : 0;
}
