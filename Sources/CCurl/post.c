#define _GNU_SOURCE
#include "CCurl.h"
#include "request.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct scrim_curl {
  CURL *curl;
};

// What the callbacks of one request share.
typedef struct {
  const scrim_request *request;
  scrim_response *response;
  time_t stopped;
} exchange;

int scrim_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? 0 : -1; }

scrim_curl *scrim_curl_create(void) {
  scrim_curl *handle = calloc(1, sizeof *handle);
  if (!handle) return NULL;
  handle->curl = curl_easy_init();
  if (!handle->curl) {
    free(handle);
    return NULL;
  }
  return handle;
}

void scrim_curl_destroy(scrim_curl *handle) {
  curl_easy_cleanup(handle->curl);
  free(handle);
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  exchange *exchange = context;
  (void)purpose;
  return scrim_socket_open(address->family, address->socktype, address->protocol, &address->addr,
                           exchange->request->ranges, exchange->request->range_count,
                           exchange->response->refused, sizeof exchange->response->refused);
}

// The body of the response isn't needed.
static size_t discard(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

static int progress(void *context, curl_off_t total, curl_off_t now, curl_off_t up_total, curl_off_t up) {
  exchange *exchange = context;
  (void)total, (void)up_total, (void)up;
  // A response without end would keep the connection busy until the time limit.
  if (now > 1 << 20) return 1;
  struct pollfd polled = {.fd = exchange->request->stop, .events = POLLIN};
  if (poll(&polled, 1, 0) <= 0) return 0;
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  if (!exchange->stopped) exchange->stopped = time.tv_sec;
  return time.tv_sec - exchange->stopped >= 5;
}

int scrim_curl_post(scrim_curl *handle, const scrim_request *request, scrim_response *response) {
  CURL *curl = handle->curl;
  exchange exchange = {.request = request, .response = response};
  char message[CURL_ERROR_SIZE] = "";
  memset(response, 0, sizeof *response);
  struct curl_slist *headers = NULL;
  if (request_headers(request->headers, &headers) != 0) {
    curl_slist_free_all(headers);
    strcpy(response->error, "out of memory");
    return -1;
  }
  // Keeps connections and resolved names, but no option.
  curl_easy_reset(curl);
  CURLcode code = request_set_up(curl, request->url, "https", request->ca_file, headers, open_socket, &exchange,
                                 message);
  SET(CURLOPT_TIMEOUT_MS, (long)request->milliseconds);
  SET(CURLOPT_CONNECTTIMEOUT_MS, (long)request->milliseconds);
  SET(CURLOPT_POST, 1L);
  SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_bytes);
  SET(CURLOPT_POSTFIELDS, request->body);
  SET(CURLOPT_WRITEFUNCTION, discard);
  SET(CURLOPT_NOPROGRESS, 0L);
  SET(CURLOPT_XFERINFOFUNCTION, progress);
  SET(CURLOPT_XFERINFODATA, &exchange);
  if (code == CURLE_OK) code = curl_easy_perform(curl);
  long status = 0;
  curl_off_t retry_after = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &retry_after);
  response->status = (int)status;
  response->retry_after = retry_after;
  if (code != CURLE_OK)
    snprintf(response->error, sizeof response->error, "%s",
             message[0] ? message : curl_easy_strerror(code));
  // No pointer to this call's stack stays behind.
  curl_easy_reset(curl);
  curl_slist_free_all(headers);
  // A status line that was followed by a failure counts: the receiver has the request.
  return status >= 200 ? 0 : -1;
}
