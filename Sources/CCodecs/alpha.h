#ifndef SCRIM_ALPHA_H
#define SCRIM_ALPHA_H

#include "outcome.h"

/* Multiplies the colours of straight BGRA with their alpha, rounding to nearest. */
HIDDEN void scrim_premultiply(scrim_target target);

/* Whether no pixel lets anything through. */
HIDDEN int scrim_is_opaque(scrim_source source);

/* What scrim_straighten divides by. */
HIDDEN void scrim_fill_reciprocals(uint32_t reciprocals[256]);

/* Divides the colours of a row of premultiplied BGRA by their alpha, rounding to nearest, so that
   multiplying again gives the same; a colour above its alpha becomes the brightest. */
HIDDEN void scrim_straighten(const uint8_t *from, uint8_t *into, uint32_t width,
                             const uint32_t reciprocals[256]);

#endif
