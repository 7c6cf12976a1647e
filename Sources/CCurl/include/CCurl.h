// HTTP requests by libcurl, only to addresses that the caller allows: POST for scrim-hooks, only https and never a
// redirect, and GET for scrim-fetch.
#ifndef SCRIM_CCURL_H
#define SCRIM_CCURL_H

#include <stddef.h>
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

/// A socket for an address that is allowed; otherwise -1, and `refused` is the address as text. For libcurl's callback,
/// which gets the very address that is connected to next: what a name resolved to earlier doesn't matter.
int scrim_socket_open(int family, int type, int protocol, const struct sockaddr *address,
                      const scrim_address_range *ranges, int count, char *refused, size_t size);

// MARK: Sending, for scrim-hooks.

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

// MARK: Fetching, for scrim-fetch: many GET requests at the same time, in one thread.

typedef struct {
  char scheme[16];
  /// As in a Host header: an IPv6 address has brackets.
  char host[256];
  int port;
  int has_user;
} scrim_url;

/// Splits an absolute URL as the requests themselves do. Returns 0, or -1 if it is not a URL, or has a longer host.
int scrim_url_split(const char *url, scrim_url *parts);

/// Seconds since 1970 of a date as in HTTP headers; -1 for other texts.
int64_t scrim_http_date(const char *text);

typedef struct {
  uint64_t number;
  const char *url;
  /// PEM file of certificate authorities in place of the system's, or NULL.
  const char *ca_file;
  /// Lines `Name: value`, NULL-terminated.
  const char *const *headers;
  int allows_http;
  int64_t connect_milliseconds;
  /// For the complete request.
  int64_t milliseconds;
  /// The body of a response with status 200 is written to this descriptor.
  int file;
  /// The limit of that body.
  int64_t most_bytes;
  /// Must exist until the transfer has been taken.
  const scrim_address_range *ranges;
  int range_count;
} scrim_get;

typedef enum {
  SCRIM_GET_OK,
  /// The connection was refused, reset or closed before the end: may succeed another time.
  SCRIM_GET_CONNECTION,
  SCRIM_GET_TIMED_OUT,
  SCRIM_GET_TOO_LARGE,
  /// None of the addresses is allowed.
  SCRIM_GET_REFUSED,
  SCRIM_GET_FAILED,
} scrim_get_failure;

typedef struct scrim_gets scrim_gets;
typedef struct scrim_transfer scrim_transfer;

/// NULL if there is no memory.
scrim_gets *scrim_gets_create(void);
/// Only without requests under way.
void scrim_gets_destroy(scrim_gets *gets);
/// Begins a request. Strings are copied. Returns 0 on success.
int scrim_gets_add(scrim_gets *gets, const scrim_get *get);
/// Goes on with all requests, and waits until one makes progress, at most for so long. Returns 0 on success.
int scrim_gets_wait(scrim_gets *gets, int milliseconds);
/// A request that has ended, which the caller destroys; NULL if there is none.
scrim_transfer *scrim_gets_take(scrim_gets *gets);
void scrim_transfer_destroy(scrim_transfer *transfer);

uint64_t scrim_transfer_number(const scrim_transfer *transfer);
/// The status of the response; 0 if none arrived.
int scrim_transfer_status(const scrim_transfer *transfer);
scrim_get_failure scrim_transfer_failure(const scrim_transfer *transfer);
/// The address that was refused, or "".
const char *scrim_transfer_refused(const scrim_transfer *transfer);
/// What failed, or "".
const char *scrim_transfer_error(const scrim_transfer *transfer);
/// Seconds of Retry-After; 0 if there is none.
int64_t scrim_transfer_retry_after(const scrim_transfer *transfer);
/// The absolute URL of a redirect, or NULL.
const char *scrim_transfer_location(const scrim_transfer *transfer);
/// The value of the header with this name and index from 0, or NULL.
const char *scrim_transfer_header(const scrim_transfer *transfer, const char *name, size_t index);

#endif
