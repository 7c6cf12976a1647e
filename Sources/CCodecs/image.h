#ifndef SCRIM_IMAGE_H
#define SCRIM_IMAGE_H

#include "outcome.h"

/* The first member of each format's own structure. */
struct scrim_image {
  scrim_info info;
  int is_reducible; /* whether `decode` knows other reductions than 1 */
  void (*decode)(scrim_image *image, const scrim_decoding *decoding, scrim_target target,
                 scrim_outcome *outcome);
  void (*close)(scrim_image *image); /* frees the image, too */
};

/* Sets an outcome to success. */
static inline void scrim_begin(scrim_outcome *outcome) {
  outcome->status = SCRIM_CODEC_OK;
  outcome->message[0] = 0;
}

#endif
