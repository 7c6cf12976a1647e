#include "alpha.h"

void scrim_premultiply(scrim_target target) {
  for (uint32_t y = 0; y < target.height; y++) {
    uint8_t *row = target.pixels + y * target.stride;
    for (uint32_t x = 0; x < target.width; x++) {
      uint8_t *pixel = row + 4 * (size_t)x;
      unsigned alpha = pixel[3];
      for (int c = 0; c < 3; c++) {
        unsigned product = pixel[c] * alpha + 128; /* rounds c·α/255 to nearest, exactly */
        pixel[c] = (uint8_t)((product + (product >> 8)) >> 8);
      }
    }
  }
}

int scrim_is_opaque(scrim_source source) {
  for (uint32_t y = 0; y < source.height; y++) {
    const uint8_t *row = source.pixels + y * source.stride;
    uint8_t all = 255;
    for (uint32_t x = 0; x < source.width; x++) all &= row[4 * (size_t)x + 3];
    if (all != 255) return 0;
  }
  return 1;
}

/* 255/α in 20 fractional bits, rounded up. With c ≤ α the error stays below 255/2²⁰, less than the
   1/510 between any 255c/α and the next half, so that the quotient is rounded exactly (halves up). */
void scrim_fill_reciprocals(uint32_t reciprocals[256]) {
  reciprocals[0] = 0;
  for (uint32_t alpha = 1; alpha < 256; alpha++) {
    reciprocals[alpha] = ((255u << 20) + alpha - 1) / alpha;
  }
}

void scrim_straighten(const uint8_t *from, uint8_t *into, uint32_t width,
                      const uint32_t reciprocals[256]) {
  for (uint32_t x = 0; x < width; x++, from += 4, into += 4) {
    uint32_t alpha = from[3], reciprocal = reciprocals[alpha];
    for (int c = 0; c < 3; c++) {
      uint32_t value = from[c] < alpha ? from[c] : alpha;
      into[c] = (uint8_t)((value * reciprocal + (1u << 19)) >> 20);
    }
    into[3] = (uint8_t)alpha;
  }
}
