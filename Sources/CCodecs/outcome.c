#include "outcome.h"

#include <stdio.h>
#include <stdlib.h>

void scrim_fail(scrim_outcome *outcome, int status, const char *message) {
  if (outcome->status != SCRIM_CODEC_OK) return;
  outcome->status = status;
  snprintf(outcome->message, sizeof outcome->message, "%s", message);
  /* Libraries may quote the file, and messages come to terminals. */
  for (char *at = outcome->message; *at; at++) {
    if (*at < ' ' || *at > '~') *at = '?';
  }
}

void scrim_encoded_free(scrim_encoded encoded) { free(encoded.bytes); }
