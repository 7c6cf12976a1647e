// What Swift cannot import from Linux: variadic calls, calls without a glibc wrapper, and macros.
//
// Every function returns -1 and sets errno on failure unless it says otherwise. Descriptors that
// come back are close-on-exec.
#ifndef SCRIM_CLINUX_H
#define SCRIM_CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Files

/// Opens `path` below `folder`: never out of it, by `..` or through a symbolic link (EXDEV), and
/// through none of /proc's magic links (ELOOP). Symbolic links that stay below it are followed.
int scrim_open_beneath(int folder, const char *path, int flags);

/// Opens an absolute path, through any symbolic link but /proc's magic ones (ELOOP).
int scrim_open_anywhere(const char *path, int flags);

/// A descriptor that only stands for a place (O_PATH).
int scrim_open_place(const char *path);

/// syncfs, which glibc declares for GNU programs only.
int scrim_syncfs(int descriptor);

/// renameat2 with RENAME_NOREPLACE: fails with EEXIST rather than replace.
int scrim_rename_no_replace(int from_folder, const char *from, int to_folder, const char *to);

/// The magic number of the file system that holds the descriptor (statfs f_type), or -1.
int64_t scrim_file_system_type(int descriptor);

/// An inotify instance, non-blocking.
int scrim_inotify(void);

/// A memory file that can be sealed.
int scrim_memory_file(const char *name);

/// A memory file of a size that nobody can change, full of zeros.
int scrim_memory_allocate(const char *name, uint64_t size);

/// Forbids any later change of a memory file: its size, its bytes, its seals.
int scrim_seal(int descriptor);

/// 1 when neither size nor bytes of the memory file can change any more, 0 when they can or the
/// descriptor is no memory file.
int scrim_is_sealed(int descriptor);

/// Sets, and reads, an extended attribute of an open file.
int scrim_set_attribute(int descriptor, const char *name, const void *value, size_t count);
ssize_t scrim_get_attribute(int descriptor, const char *name, void *value, size_t capacity);

/// A pipe, of which neither end blocks: first the reading end, then the writing one.
int scrim_pipe(int ends[2]);

/// An event counter (eventfd) that starts at 0.
int scrim_event(void);

// Shared memory

/// The size of a cell, and the most bytes that it holds at a time.
#define SCRIM_CELL_BYTES 16384
#define SCRIM_CELL_CAPACITY 8160

/// Maps a memory file of SCRIM_CELL_BYTES bytes, whose size must be sealed, as a cell; NULL on failure.
///
/// A cell holds the last bytes that one thread of one process wrote to it, for readers in other processes. Neither
/// waits for the other. At first it holds none.
void *scrim_cell_map(int descriptor);
void scrim_cell_unmap(void *cell);

/// Replaces the bytes; more than SCRIM_CELL_CAPACITY leave it with none.
void scrim_cell_write(void *cell, const void *bytes, size_t count);

/// Copies the bytes to `bytes`, which has room for SCRIM_CELL_CAPACITY, and returns their number: of a single write,
/// unless the writer cheats.
size_t scrim_cell_read(const void *cell, void *bytes);

// Sockets

/// The most descriptors that one message carries (the kernel's SCM_MAX_FD).
#define SCRIM_MAX_DESCRIPTORS 253

/// A pair of connected sockets that keep message borders (SOCK_SEQPACKET).
int scrim_socket_pair(int pair[2]);

/// Sends one message and descriptors with it; never raises SIGPIPE. Waits while the other side is slow
/// to read if `waits` is not 0, and fails with EAGAIN otherwise.
ssize_t scrim_send(int socket, const void *bytes, size_t count, const int *descriptors,
                   size_t descriptor_count, int waits);

/// Receives one message. `descriptor_count` is how many came. A message or a list of descriptors
/// that did not fit is EMSGSIZE (what had come of the descriptors is closed). 0 is hang-up.
ssize_t scrim_receive(int socket, void *bytes, size_t capacity, int *descriptors,
                      size_t descriptor_capacity, size_t *descriptor_count);

/// Sends one datagram to a Unix socket by its path; a leading `@` means the abstract namespace.
int scrim_send_datagram(const char *path, const char *text);

/// Listens on a Unix stream socket at a path, which must be free.
int scrim_listen(const char *path);

/// Connects to a Unix stream socket at a path.
int scrim_connect(const char *path);

/// The same for sockets that preserve message boundaries (SOCK_SEQPACKET).
int scrim_listen_packets(const char *path);
int scrim_connect_packets(const char *path);

/// Accepts a connection, non-blocking.
int scrim_accept(int socket);

/// Memory of sent packets that the other end has not received (SIOCOUTQ); 0 after an error.
int scrim_unread(int socket);

/// The user of the process at the other end, when it connected (SO_PEERCRED).
int scrim_peer(int socket, uid_t *user);

// Signals

/// Blocks these signals for the calling thread, and for those that it starts from now on.
///
/// Returns a descriptor (signalfd), non-blocking, that is readable while one of them waits.
int scrim_block_signals(const int *numbers, size_t count);

/// Takes the next signal that waits off the descriptor: its number, 0 when there is none.
int scrim_next_signal(int descriptor);

// Processes

int scrim_process_descriptor(pid_t process);

/// Signals the very process that the descriptor stands for, whatever became of its number.
int scrim_process_signal(int process_descriptor, int signal);

/// Starts a program in a process group of its own, with an empty signal mask, default signal
/// handlers, and exactly four descriptors: 0 and 1 are /dev/null, 2 is `standard_error`, 3 is
/// `socket`. Returns 0 or an error number, as posix_spawn does.
int scrim_spawn(const char *program, char *const arguments[], char *const environment[], int socket,
                int standard_error, pid_t *process);

/// The same with other descriptors: 0 is `input`, 1 and 2 are `output`, both above 2.
int scrim_spawn_filter(const char *program, char *const arguments[], char *const environment[],
                       int input, int output, pid_t *process);

// How a process that was waited for ended.
int scrim_exited(int status);
int scrim_exit_status(int status);
int scrim_ended_by_signal(int status);

// The sandbox of a worker

int scrim_no_new_privileges(void);

/// Gives up root's identity, groups and capabilities: the process is nobody's from then on.
int scrim_become_nobody(void);

/// No core dumps, no ptrace by others of the same user.
int scrim_not_dumpable(void);

/// Offers the process first when the kernel is out of memory. Before it is not dumpable.
int scrim_end_first(void);

/// Soft and hard limit of a resource (RLIMIT_…) at once; a hard limit that is lower stays.
int scrim_limit(int resource, uint64_t value);

/// The version of Landlock that the kernel has, 0 for none.
int scrim_landlock_version(void);

/// A ruleset that handles everything that this version of Landlock can deny.
int scrim_landlock_ruleset(int version);

/// Lets files below the opened path be read and folders be listed. Nothing else is ever allowed.
int scrim_landlock_allow_reading(int ruleset, int path);

/// Puts the calling thread, and all that it starts from now on, under the ruleset.
int scrim_landlock_restrict(int ruleset);

/// 1 if this kernel filters system calls and lets us ask for it, otherwise 0.
int scrim_has_seccomp(void);

/// Installs the seccomp filter of a renderer on all threads: what is not needed to draw fails
/// with EPERM. Returns 0 or a negative error number, as libseccomp does.
int scrim_seccomp_worker(void);

/// Ends the process with `status`, without a message, where it would end by a signal because it has no
/// memory: where a runtime reports that an allocation failed, where it crashes while less than
/// 32 MiB can be allocated, and where a bad access finds ENOMEM in errno. Other crashes remain what they
/// are. For the calling thread's stack.
int scrim_exit_when_out_of_memory(int status);

/// Asks for SIGALRM's default action, the end of the process, in `milliseconds` of wall-clock
/// time; 0 calls it off.
int scrim_alarm(uint64_t milliseconds);

// Loaded libraries

/// 1 if this machine runs x86-64-v3 code (AVX2, BMI, FMA and so on, and the system saves their
/// registers), otherwise 0.
int scrim_cpu_is_x86_64_v3(void);

/// How many bytes malloc has handed out and not got back.
size_t scrim_heap_in_use(void);

/// Calls `visit` with the path of every loaded library, as the loader knows it.
void scrim_each_library(void (*visit)(const char *path, void *context), void *context);

#endif
