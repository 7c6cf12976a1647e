// Sending HTTPS requests by libcurl, for scrim-hooks. Only POST, only https, never a redirect, and only to addresses
// that the caller allows.
#ifndef SCRIM_CCURL_H
#define SCRIM_CCURL_H

#include <stdint.h>
#include <sys/socket.h>

/// A range of addresses: those whose first `bits` bits are `address`'s. An IPv4 address is written as the last four
/// bytes of an IPv4-mapped one (::ffff:a.b.c.d), and `bits` counts from the first of all 16 bytes.
typedef struct {
  uint8_t address[16];
  int bits;
} scrim_address_range;

/// Reads `10.0.0.0/8`, `fd00::/8`, `192.168.1.7` or `::1`. Returns 0, or -1 if it is neither.
int scrim_address_range_parse(const char *text, scrim_address_range *range);

/// 1 if an address belongs to the public Internet, or to one of the ranges; 0 otherwise (private, loopback, link-local,
/// multicast, documentation, reserved, and addresses that embed an IPv4 address by translation or tunnels).
int scrim_address_allowed(const struct sockaddr *address, const scrim_address_range *ranges, int count);

typedef struct {
  const char *url;
  /// PEM file of certificate authorities in place of the system's, or NULL.
  const char *ca_file;
  /// Lines `Name: value`, NULL-terminated.
  const char *const *headers;
  const void *body;
  int64_t body_bytes;
  /// For the complete request.
  int64_t milliseconds;
  const scrim_address_range *ranges;
  int range_count;
  /// The request is given up once this descriptor is readable and 5 s have passed since.
  int stop;
} scrim_request;

typedef struct {
  /// The status of the response; 0 if none arrived.
  int status;
  /// Seconds of Retry-After; 0 if there is none.
  int64_t retry_after;
  /// The address that was refused, or "".
  char refused[64];
  /// What failed, or "".
  char error[256];
} scrim_response;

/// A handle, which keeps connections to the same host open. For one thread at a time.
typedef struct scrim_curl scrim_curl;

/// Once per process, before any thread. Returns 0 on success.
int scrim_curl_start(void);
/// NULL if there is no memory.
scrim_curl *scrim_curl_create(void);
void scrim_curl_destroy(scrim_curl *handle);

/// Sends a POST request. Returns 0 if a response arrived; the response says more in both cases.
int scrim_curl_post(scrim_curl *handle, const scrim_request *request, scrim_response *response);

#endif
