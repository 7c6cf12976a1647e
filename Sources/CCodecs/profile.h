#ifndef SCRIM_PROFILE_H
#define SCRIM_PROFILE_H

#include "outcome.h"

/* What the four bytes of a decoded pixel are, before a profile is applied. */
enum scrim_samples {
  SCRIM_SAMPLES_GREY, /* BGRA with B = G = R */
  SCRIM_SAMPLES_RGB,  /* BGRA, straight alpha */
  SCRIM_SAMPLES_CMYK, /* C, M, Y, K, inverted as Adobe writes them: 255 is no ink */
};

/* Converts straight pixels in place to sRGB; the fourth byte of grey and RGB is left as it is, and
   undefined after CMYK. Fails with SCRIM_CODEC_PROFILE for a profile that can't be read or is not
   for such samples. A profile that is sRGB in all but name changes nothing. */
HIDDEN void scrim_profile_apply(const uint8_t *profile, size_t count, enum scrim_samples samples,
                                scrim_target target, scrim_outcome *outcome);

#endif
