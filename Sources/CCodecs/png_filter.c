#include "png_filter.h"

#include <stdlib.h>
#include <string.h>

/* As PNG numbers them (§9.2), and so does scrim_png_filter. */
enum filter { NONE, SUB, UP, AVERAGE, PAETH, filters };

/* Each loop is plain, so that the compiler makes vectors of it; `left` starts before the row. */

static void subtract(const uint8_t *row, const uint8_t *other, size_t count, uint8_t *into) {
  for (size_t i = 0; i < count; i++) into[i] = (uint8_t)(row[i] - other[i]);
}

static void subtract_average(const uint8_t *row, const uint8_t *left, const uint8_t *above,
                             size_t count, uint8_t *into) {
  for (size_t i = 0; i < count; i++) {
    into[i] = (uint8_t)(row[i] - ((left[i] + above[i]) >> 1));
  }
}

static void subtract_paeth(const uint8_t *row, const uint8_t *left, const uint8_t *above,
                           const uint8_t *corner, size_t count, uint8_t *into) {
  for (size_t i = 0; i < count; i++) {
    int16_t a = left[i], b = above[i], c = corner[i];
    int16_t to_a = (int16_t)abs(b - c), to_b = (int16_t)abs(a - c),
            to_c = (int16_t)abs(a + b - 2 * c);
    int16_t nearest = to_b <= to_c ? b : c;
    int16_t bound = to_b <= to_c ? to_b : to_c;
    into[i] = (uint8_t)(row[i] - (to_a <= bound ? a : nearest));
  }
}

/* The sum of the bytes' distances from 0, as the PNG specification recommends (§12.8). */
static uint64_t cost(const uint8_t *bytes, size_t count) {
  uint64_t total = 0;
  while (count > 0) {
    size_t part = count < 256 ? count : 256; /* 16 bits are enough for a part: faster */
    uint16_t sum = 0;
    for (size_t i = 0; i < part; i++) {
      uint8_t negated = (uint8_t)-bytes[i];
      sum = (uint16_t)(sum + (bytes[i] < negated ? bytes[i] : negated));
    }
    total += sum;
    bytes += part;
    count -= part;
  }
  return total;
}

static void filter_by_least(const uint8_t *row, const uint8_t *above, size_t count,
                            size_t pixel_size, uint8_t *into, uint8_t *scratch) {
  const uint8_t *left = row - pixel_size, *corner = above - pixel_size;
  uint64_t least = UINT64_MAX;
  for (int filter = NONE; filter < filters; filter++) {
    switch (filter) {
    case NONE: memcpy(scratch, row, count); break;
    case SUB: subtract(row, left, count, scratch); break;
    case UP: subtract(row, above, count, scratch); break;
    case AVERAGE: subtract_average(row, left, above, count, scratch); break;
    default: subtract_paeth(row, left, above, corner, count, scratch); break;
    }
    uint64_t sum = cost(scratch, count);
    if (sum >= least) continue;
    least = sum;
    into[0] = (uint8_t)filter;
    memcpy(into + 1, scratch, count);
  }
}

void scrim_png_filter(enum scrim_png_filter filter, const uint8_t *row, const uint8_t *above,
                      size_t count, size_t pixel_size, uint8_t *into, uint8_t *scratch) {
  /* Equal rows are the commonest thing in a drawing, and zeroes can't be beaten. */
  if (filter != SCRIM_PNG_NONE && memcmp(row, above, count) == 0) {
    into[0] = UP;
    memset(into + 1, 0, count);
    return;
  }
  const uint8_t *left = row - pixel_size, *corner = above - pixel_size;
  into[0] = (uint8_t)filter;
  switch (filter) {
  case SCRIM_PNG_NONE: memcpy(into + 1, row, count); break;
  case SCRIM_PNG_SUB: subtract(row, left, count, into + 1); break;
  case SCRIM_PNG_UP: subtract(row, above, count, into + 1); break;
  case SCRIM_PNG_AVERAGE: subtract_average(row, left, above, count, into + 1); break;
  case SCRIM_PNG_PAETH: subtract_paeth(row, left, above, corner, count, into + 1); break;
  case SCRIM_PNG_LEAST: filter_by_least(row, above, count, pixel_size, into, scratch); break;
  }
}
