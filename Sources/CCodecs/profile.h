#ifndef SCRIM_PROFILE_H
#define SCRIM_PROFILE_H

#include "outcome.h"

/* What the four samples of a decoded pixel are. */
enum scrim_samples {
  SCRIM_SAMPLES_GREY, /* BGRA with B = G = R */
  SCRIM_SAMPLES_RGB,  /* BGRA, straight alpha */
  SCRIM_SAMPLES_CMYK, /* C, M, Y, K, inverted as Adobe writes them: 255 is no ink */
};

/* A way from a picture's colours to sRGB. */
typedef void *scrim_conversion;

/* The conversion that an ICC profile asks for; `wide` for samples of 16 bits (not CMYK), in the
   machine's order of bytes, otherwise 8. None for a profile that is sRGB in all but name, since
   rounding would blur what needs no change, and none for one that can't be read or is of another
   kind of colours: what is of no use says nothing. `is_known` tells the two apart. */
HIDDEN scrim_conversion scrim_conversion_of_profile(scrim_bytes profile, enum scrim_samples samples,
                                                    int wide, int *is_known);

/* The conversion of colours that numbers describe, not of CMYK; none if they are sRGB. */
HIDDEN scrim_conversion scrim_conversion_of_colors(const scrim_colors *colors,
                                                   enum scrim_samples samples, int wide);

/* Converts a row of straight pixels to BGRA of 8 bits, in place if they have 8. Of grey and RGB the
   fourth byte is left as it is in `into`; after CMYK it is undefined. */
HIDDEN void scrim_convert_row(scrim_conversion conversion, const void *from, uint8_t *into,
                              uint32_t width);

/* Converts a picture of 8 bits in place. */
HIDDEN void scrim_convert(scrim_conversion conversion, scrim_target target);

HIDDEN void scrim_conversion_free(scrim_conversion conversion);

#endif
