#define _GNU_SOURCE
#include "CCurl.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

int scrim_address_range_parse(const char *text, scrim_address_range *range) {
  char address[INET6_ADDRSTRLEN];
  const char *slash = strchr(text, '/');
  size_t length = slash ? (size_t)(slash - text) : strlen(text);
  if (length >= sizeof address) return -1;
  memcpy(address, text, length);
  address[length] = 0;
  int first = 0, bits = 128;
  memcpy(range->address, mapped, sizeof mapped);
  if (inet_pton(AF_INET, address, range->address + 12) == 1) {
    first = 96;
  } else if (inet_pton(AF_INET6, address, range->address) != 1) {
    return -1;
  }
  if (slash) {
    char *end;
    if (slash[1] < '0' || slash[1] > '9') return -1;
    long number = strtol(slash + 1, &end, 10);
    if (*end || number > 128 - first) return -1;
    bits = first + (int)number;
  }
  range->bits = bits;
  return 0;
}

static int is_in(const uint8_t address[16], const uint8_t range[16], int bits) {
  if (memcmp(address, range, (size_t)bits / 8) != 0) return 0;
  int rest = bits % 8;
  return rest == 0 || (address[bits / 8] ^ range[bits / 8]) >> (8 - rest) == 0;
}

// Not of the public Internet (IANA's special-purpose registries for IPv4 and IPv6). Of IPv6 only 2000::/3 is assigned
// for global unicast at all. 168.63.129.16 is public by its number, but the host of each machine in Azure, which trusts
// its guests.
static const char *const special4[] = {
    "0.0.0.0/8",       "10.0.0.0/8",    "100.64.0.0/10",   "127.0.0.0/8",    "169.254.0.0/16",
    "172.16.0.0/12",   "192.0.0.0/24",  "192.0.2.0/24",    "192.88.99.0/24", "192.168.0.0/16",
    "198.18.0.0/15",   "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4",    "240.0.0.0/4",
    "168.63.129.16/32",
};
static const char *const special6[] = {
    "2001::/23",      // Teredo, benchmarking, ORCHID …
    "2001:db8::/32",  // documentation
    "2002::/16",      // 6to4
    "3fff::/20",      // documentation
};

static int is_in_any(const uint8_t address[16], const char *const *ranges, size_t count) {
  for (size_t i = 0; i < count; i++) {
    scrim_address_range range;
    if (scrim_address_range_parse(ranges[i], &range) != 0) return 1;
    if (is_in(address, range.address, range.bits)) return 1;
  }
  return 0;
}

int scrim_address_allowed(const struct sockaddr *address, const scrim_address_range *ranges, int count) {
  uint8_t bytes[16];
  if (address->sa_family == AF_INET) {
    memcpy(bytes, mapped, sizeof mapped);
    memcpy(bytes + 12, &((const struct sockaddr_in *)address)->sin_addr, 4);
  } else if (address->sa_family == AF_INET6) {
    memcpy(bytes, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
  } else {
    return 0;
  }
  for (int i = 0; i < count; i++)
    if (is_in(bytes, ranges[i].address, ranges[i].bits)) return 1;
  if (memcmp(bytes, mapped, sizeof mapped) == 0)
    return !is_in_any(bytes, special4, sizeof special4 / sizeof special4[0]);
  if ((bytes[0] & 0xe0) != 0x20) return 0;
  return !is_in_any(bytes, special6, sizeof special6 / sizeof special6[0]);
}

int scrim_socket_open(int family, int type, int protocol, const struct sockaddr *address,
                      const scrim_address_range *ranges, int count, char *refused, size_t size) {
  if (scrim_address_allowed(address, ranges, count)) return socket(family, type | SOCK_CLOEXEC, protocol);
  const void *bytes = family == AF_INET6 ? (const void *)&((const struct sockaddr_in6 *)address)->sin6_addr
                                         : (const void *)&((const struct sockaddr_in *)address)->sin_addr;
  if (!inet_ntop(family, bytes, refused, (socklen_t)size)) {
    strncpy(refused, "not an IP address", size - 1);
    refused[size - 1] = 0;
  }
  return -1;
}
