#ifndef SCRIM_OUTCOME_H
#define SCRIM_OUTCOME_H

#include "CCodecs.h"

#define HIDDEN __attribute__((visibility("hidden")))

/* Notes a failure; the first one stays, since the others follow from it. */
HIDDEN void scrim_fail(scrim_outcome *outcome, int status, const char *message);

#endif
