// What all requests have in common.
#ifndef SCRIM_REQUEST_H
#define SCRIM_REQUEST_H

#include <curl/curl.h>

// Lines as libcurl takes them. `*list` is what there is so far, to be freed, also if -1 is returned: out of memory.
int request_headers(const char *const *lines, struct curl_slist **list);

// Sets an option unless one before failed.
#define SET(option, value)                                              \
  do {                                                                  \
    if (code == CURLE_OK) code = curl_easy_setopt(curl, option, value); \
  } while (0)

// Only these protocols, no redirects, no proxy, certificates checked, by the authorities in a file if one is given.
CURLcode request_set_up(CURL *curl, const char *url, const char *protocols, const char *ca_file,
                        struct curl_slist *headers, curl_opensocket_callback open_socket, void *context,
                        char *error);

#endif
