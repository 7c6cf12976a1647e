// What the attempts find when they begin: all of it was opened outside the sandbox.
#ifndef SCRIM_PROBE_SCENE_H
#define SCRIM_PROBE_SCENE_H

#include <sys/types.h>

struct scene {
  /// The parent of the sandboxed process, which stands for the daemon.
  pid_t victim;
  /// A descriptor of the victim (pidfd).
  int victim_descriptor;
  /// A pipe and a pair of sockets, whose second ends make the first ends readable.
  int pipe[2];
  int sockets[2];
  /// A file that was opened for reading and writing, and its folder.
  int file;
  int folder;
  /// Absolute paths of that folder, the file, and a free name beside it.
  char folder_path[64];
  char file_path[96];
  char free_path[96];
};

extern struct scene scene;

#endif
