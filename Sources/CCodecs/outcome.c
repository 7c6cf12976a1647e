#include "outcome.h"

#include <stdio.h>
#include <stdlib.h>

void scrim_fail(scrim_outcome *outcome, int status, const char *message) {
  if (outcome->status != SCRIM_CODEC_OK) return;
  outcome->status = status;
  snprintf(outcome->message, sizeof outcome->message, "%s", message);
}

void scrim_encoded_free(scrim_encoded encoded) { free(encoded.bytes); }
