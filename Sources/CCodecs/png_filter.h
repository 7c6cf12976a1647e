#ifndef SCRIM_PNG_FILTER_H
#define SCRIM_PNG_FILTER_H

#include "outcome.h"

enum scrim_png_filter {
  SCRIM_PNG_NONE,
  SCRIM_PNG_SUB,
  SCRIM_PNG_UP,
  SCRIM_PNG_AVERAGE,
  SCRIM_PNG_PAETH,
  /* Of each row the one whose differences are smallest, of all that PNG has. */
  SCRIM_PNG_LEAST,
};

/* Filters one row as PNG's filter method 0 has it.

   into: count + 1 bytes, the filter's number first. row, above: count bytes, each with
   `pixel_size` zeroes before it. scratch: count bytes. */
HIDDEN void scrim_png_filter(enum scrim_png_filter filter, const uint8_t *row,
                             const uint8_t *above, size_t count, size_t pixel_size, uint8_t *into,
                             uint8_t *scratch);

#endif
