#define _GNU_SOURCE
#include "CCurl.h"
#include "request.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct scrim_gets {
  CURLM *multi;
  // Added, and not yet taken.
  int count;
};

struct scrim_transfer {
  CURL *curl;
  scrim_get get;
  struct curl_slist *headers;
  int64_t bytes, head_bytes;
  int status;
  scrim_get_failure failure;
  char refused[64];
  char error[CURL_ERROR_SIZE];
  // What a callback of ours found, in place of libcurl's words for it; "" without.
  char own_error[128];
};

// Of all header lines of a response.
static const int64_t most_head_bytes = 64 << 10;
// Of the body of a response that isn't wanted.
static const int64_t most_ignored_bytes = 1 << 20;

int scrim_url_split(const char *url, scrim_url *parts) {
  CURLU *parsed = curl_url();
  char *scheme = NULL, *host = NULL, *port = NULL, *user = NULL;
  int result = -1;
  memset(parts, 0, sizeof *parts);
  if (parsed && curl_url_set(parsed, CURLUPART_URL, url, 0) == CURLUE_OK &&
      curl_url_get(parsed, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
      curl_url_get(parsed, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
      curl_url_get(parsed, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK &&
      strlen(scheme) < sizeof parts->scheme && strlen(host) < sizeof parts->host) {
    strcpy(parts->scheme, scheme);
    strcpy(parts->host, host);
    parts->port = atoi(port);
    parts->has_user = curl_url_get(parsed, CURLUPART_USER, &user, 0) == CURLUE_OK;
    result = 0;
  }
  curl_free(scheme);
  curl_free(host);
  curl_free(port);
  curl_free(user);
  curl_url_cleanup(parsed);
  return result;
}

int64_t scrim_http_date(const char *text) { return curl_getdate(text, NULL); }

scrim_gets *scrim_gets_create(void) {
  scrim_gets *gets = calloc(1, sizeof *gets);
  if (!gets) return NULL;
  gets->multi = curl_multi_init();
  if (!gets->multi) {
    free(gets);
    return NULL;
  }
  return gets;
}

void scrim_gets_destroy(scrim_gets *gets) {
  curl_multi_cleanup(gets->multi);
  free(gets);
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  scrim_transfer *transfer = context;
  (void)purpose;
  return scrim_socket_open(address->family, address->socktype, address->protocol, &address->addr,
                           transfer->get.ranges, transfer->get.range_count, transfer->refused,
                           sizeof transfer->refused);
}

static size_t count_header(char *bytes, size_t size, size_t count, void *context) {
  scrim_transfer *transfer = context;
  (void)bytes;
  transfer->head_bytes += (int64_t)(size * count);
  if (transfer->head_bytes <= most_head_bytes) return size * count;
  strcpy(transfer->own_error, "the response has more than 64 KiB of headers");
  transfer->failure = SCRIM_GET_FAILED;
  return CURL_WRITEFUNC_ERROR;
}

static size_t store(char *bytes, size_t size, size_t count, void *context) {
  scrim_transfer *transfer = context;
  size_t length = size * count;
  long status = 0;
  curl_easy_getinfo(transfer->curl, CURLINFO_RESPONSE_CODE, &status);
  transfer->bytes += (int64_t)length;
  if (transfer->bytes > (status == 200 ? transfer->get.most_bytes : most_ignored_bytes)) {
    transfer->failure = SCRIM_GET_TOO_LARGE;
    return CURL_WRITEFUNC_ERROR;
  }
  if (status != 200) return length;
  for (size_t done = 0; done < length;) {
    ssize_t written = write(transfer->get.file, bytes + done, length - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      snprintf(transfer->own_error, sizeof transfer->own_error, "the cache cannot be written: %s", strerror(errno));
      transfer->failure = SCRIM_GET_FAILED;
      return CURL_WRITEFUNC_ERROR;
    }
    done += (size_t)written;
  }
  return length;
}

static CURLcode set_up(scrim_transfer *transfer) {
  CURL *curl = transfer->curl;
  const scrim_get *get = &transfer->get;
  CURLcode code = request_set_up(curl, get->url, get->allows_http ? "https,http" : "https", get->ca_file,
                                 transfer->headers, open_socket, transfer, transfer->error);
  SET(CURLOPT_HTTPGET, 1L);
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  SET(CURLOPT_HTTP09_ALLOWED, 0L);
  SET(CURLOPT_CONNECTTIMEOUT_MS, (long)get->connect_milliseconds);
  SET(CURLOPT_TIMEOUT_MS, (long)get->milliseconds);
  SET(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)get->most_bytes);
  SET(CURLOPT_HEADERFUNCTION, count_header);
  SET(CURLOPT_HEADERDATA, transfer);
  SET(CURLOPT_WRITEFUNCTION, store);
  SET(CURLOPT_WRITEDATA, transfer);
  SET(CURLOPT_PRIVATE, transfer);
  return code;
}

int scrim_gets_add(scrim_gets *gets, const scrim_get *get) {
  scrim_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return -1;
  transfer->get = *get;
  transfer->curl = curl_easy_init();
  if (!transfer->curl || request_headers(get->headers, &transfer->headers) != 0 || set_up(transfer) != CURLE_OK ||
      curl_multi_add_handle(gets->multi, transfer->curl) != CURLM_OK) {
    curl_easy_cleanup(transfer->curl);
    curl_slist_free_all(transfer->headers);
    free(transfer);
    return -1;
  }
  gets->count++;
  return 0;
}

int scrim_gets_wait(scrim_gets *gets, int milliseconds) {
  int running = 0;
  if (curl_multi_perform(gets->multi, &running) != CURLM_OK) return -1;
  // One that has ended waits to be taken.
  if (running < gets->count) return 0;
  return curl_multi_poll(gets->multi, NULL, 0, milliseconds, NULL) == CURLM_OK ? 0 : -1;
}

static scrim_get_failure failure(CURLcode code) {
  switch (code) {
    case CURLE_OK: return SCRIM_GET_OK;
    case CURLE_OPERATION_TIMEDOUT: return SCRIM_GET_TIMED_OUT;
    case CURLE_FILESIZE_EXCEEDED: return SCRIM_GET_TOO_LARGE;
    case CURLE_COULDNT_CONNECT:
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR: return SCRIM_GET_CONNECTION;
    default: return SCRIM_GET_FAILED;
  }
}

scrim_transfer *scrim_gets_take(scrim_gets *gets) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(gets->multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    CURLcode code = message->data.result;
    scrim_transfer *transfer = NULL;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
    long status = 0;
    curl_easy_getinfo(transfer->curl, CURLINFO_RESPONSE_CODE, &status);
    transfer->status = (int)status;
    if (transfer->failure == SCRIM_GET_OK) transfer->failure = failure(code);
    if (transfer->refused[0] && code != CURLE_OK) transfer->failure = SCRIM_GET_REFUSED;
    if (code != CURLE_OK && !transfer->error[0])
      snprintf(transfer->error, sizeof transfer->error, "%s", curl_easy_strerror(code));
    curl_multi_remove_handle(gets->multi, transfer->curl);
    gets->count--;
    return transfer;
  }
  return NULL;
}

void scrim_transfer_destroy(scrim_transfer *transfer) {
  curl_easy_cleanup(transfer->curl);
  curl_slist_free_all(transfer->headers);
  free(transfer);
}

uint64_t scrim_transfer_number(const scrim_transfer *transfer) { return transfer->get.number; }
int scrim_transfer_status(const scrim_transfer *transfer) { return transfer->status; }
scrim_get_failure scrim_transfer_failure(const scrim_transfer *transfer) { return transfer->failure; }
const char *scrim_transfer_refused(const scrim_transfer *transfer) { return transfer->refused; }
const char *scrim_transfer_error(const scrim_transfer *transfer) {
  return transfer->own_error[0] ? transfer->own_error : transfer->error;
}

int64_t scrim_transfer_retry_after(const scrim_transfer *transfer) {
  curl_off_t seconds = 0;
  curl_easy_getinfo(transfer->curl, CURLINFO_RETRY_AFTER, &seconds);
  return seconds;
}

const char *scrim_transfer_location(const scrim_transfer *transfer) {
  char *url = NULL;
  curl_easy_getinfo(transfer->curl, CURLINFO_REDIRECT_URL, &url);
  return url;
}

const char *scrim_transfer_header(const scrim_transfer *transfer, const char *name, size_t index) {
  struct curl_header *header = NULL;
  if (curl_easy_header(transfer->curl, name, index, CURLH_HEADER, -1, &header) != CURLHE_OK) return NULL;
  return header->value;
}
