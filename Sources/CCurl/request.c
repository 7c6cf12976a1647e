#include "request.h"

int request_headers(const char *const *lines, struct curl_slist **list) {
  for (; *lines; lines++) {
    struct curl_slist *longer = curl_slist_append(*list, *lines);
    if (!longer) return -1;
    *list = longer;
  }
  return 0;
}

CURLcode request_set_up(CURL *curl, const char *url, const char *protocols, const char *ca_file,
                        struct curl_slist *headers, curl_opensocket_callback open_socket, void *context,
                        char *error) {
  CURLcode code = CURLE_OK;
  SET(CURLOPT_URL, url);
  SET(CURLOPT_PROTOCOLS_STR, protocols);
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  // A proxy from the environment would connect in place of this process, to any address.
  SET(CURLOPT_PROXY, "");
  SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_SSL_VERIFYPEER, 1L);
  SET(CURLOPT_SSL_VERIFYHOST, 2L);
  SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  if (ca_file) SET(CURLOPT_CAINFO, ca_file);
  if (ca_file) SET(CURLOPT_CAPATH, NULL);
  SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
  SET(CURLOPT_OPENSOCKETDATA, context);
  SET(CURLOPT_HTTPHEADER, headers);
  SET(CURLOPT_ERRORBUFFER, error);
  return code;
}
