#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <linux/sockios.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int scrim_socket_pair(int pair[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair);
}

// CMSG_SPACE is no constant expression for the union below in C++ or strict C; this is its value.
union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int) * SCRIM_MAX_DESCRIPTORS)];
};

ssize_t scrim_send(int socket, const void *bytes, size_t count, const int *descriptors,
                   size_t descriptor_count, int waits) {
  if (descriptor_count > SCRIM_MAX_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union control control;
  memset(&control, 0, sizeof control);
  if (descriptor_count > 0) {
    size_t size = sizeof(int) * descriptor_count;
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(header), descriptors, size);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT));
  while (sent < 0 && errno == EINTR);
  return sent;
}

ssize_t scrim_receive(int socket, void *bytes, size_t capacity, int *descriptors,
                      size_t descriptor_capacity, size_t *descriptor_count) {
  struct iovec part = {.iov_base = bytes, .iov_len = capacity};
  union control control;
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  *descriptor_count = 0;
  ssize_t received;
  do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received < 0) return -1;

  size_t count = 0;
  int overflow = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t here = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < here; i++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
      if (count < descriptor_capacity) {
        descriptors[count++] = descriptor;
      } else {
        close(descriptor);
        overflow = 1;
      }
    }
  }
  if (overflow) {
    for (size_t i = 0; i < count; i++) close(descriptors[i]);
    errno = EMSGSIZE;
    return -1;
  }
  *descriptor_count = count;
  return received;
}

static int address_of(const char *path, struct sockaddr_un *address, socklen_t *size) {
  size_t length = strlen(path);
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (length == 0 || length >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(address->sun_path, path, length);
  *size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  if (path[0] == '@') {
    address->sun_path[0] = 0;
  } else {
    *size += 1;
  }
  return 0;
}

int scrim_send_datagram(const char *path, const char *text) {
  struct sockaddr_un address;
  socklen_t size;
  if (address_of(path, &address, &size) != 0) return -1;
  int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  ssize_t sent = sendto(descriptor, text, strlen(text), MSG_NOSIGNAL,
                        (const struct sockaddr *)&address, size);
  int code = errno;
  close(descriptor);
  errno = code;
  return sent < 0 ? -1 : 0;
}

static int listen_at(const char *path, int type) {
  struct sockaddr_un address;
  socklen_t size;
  if (address_of(path, &address, &size) != 0) return -1;
  int descriptor = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -1;
  if (bind(descriptor, (const struct sockaddr *)&address, size) != 0 ||
      listen(descriptor, 512) != 0) {
    int code = errno;
    close(descriptor);
    errno = code;
    return -1;
  }
  return descriptor;
}

int scrim_listen(const char *path) { return listen_at(path, SOCK_STREAM); }

int scrim_listen_packets(const char *path) { return listen_at(path, SOCK_SEQPACKET); }

static int connect_to(const char *path, int type) {
  struct sockaddr_un address;
  socklen_t size;
  if (address_of(path, &address, &size) != 0) return -1;
  int descriptor = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  if (connect(descriptor, (const struct sockaddr *)&address, size) != 0) {
    int code = errno;
    close(descriptor);
    errno = code;
    return -1;
  }
  return descriptor;
}

int scrim_connect(const char *path) { return connect_to(path, SOCK_STREAM); }

int scrim_connect_packets(const char *path) { return connect_to(path, SOCK_SEQPACKET); }

int scrim_peer(int socket, uid_t *user) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *user = peer.uid;
  return 0;
}

int scrim_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int scrim_unread(int socket) {
  int bytes = 0;
  return ioctl(socket, SIOCOUTQ, &bytes) == 0 ? bytes : 0;
}
