#ifndef SCRIM_PNG_FILTER_H
#define SCRIM_PNG_FILTER_H

#include "outcome.h"

/* Filters one row as PNG's filter method 0 has it, by the filter whose differences are smallest.

   into: count + 1 bytes, the filter's number first. row, above: count bytes, each with
   `pixel_size` zeroes before it. scratch: count bytes. */
HIDDEN void scrim_png_filter(const uint8_t *row, const uint8_t *above, size_t count,
                             size_t pixel_size, uint8_t *into, uint8_t *scratch);

#endif
