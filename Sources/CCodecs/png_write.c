#include "alpha.h"
#include "png_filter.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum { longest_filter_reach = 4, chunk_overhead = 12, chunk_at_most = 1 << 30, slack = 64 };

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

static void swap_red_and_blue(uint8_t *row, uint32_t width) {
  for (uint32_t x = 0; x < width; x++, row += 4) {
    uint8_t blue = row[0];
    row[0] = row[2];
    row[2] = blue;
  }
}

static void drop_alpha(const uint8_t *from, uint8_t *into, uint32_t width) {
  for (uint32_t x = 0; x < width; x++, from += 4, into += 3) {
    into[0] = from[2];
    into[1] = from[1];
    into[2] = from[0];
  }
}

/* Writes all rows, filtered, into `filtered`. Returns 0 if there is no memory. */
static int filter_rows(scrim_source source, size_t pixel_size, uint8_t *filtered) {
  size_t count = source.width * pixel_size, room = count + longest_filter_reach;
  uint8_t *memory = calloc(3, room);
  if (!memory) return 0;
  uint8_t *row = memory + longest_filter_reach, *above = row + room, *scratch = memory + 2 * room;
  uint32_t reciprocals[256];
  scrim_fill_reciprocals(reciprocals);
  for (uint32_t y = 0; y < source.height; y++) {
    const uint8_t *from = source.pixels + y * source.stride;
    if (pixel_size == 4) {
      scrim_straighten(from, row, source.width, reciprocals);
      swap_red_and_blue(row, source.width);
    } else {
      drop_alpha(from, row, source.width);
    }
    scrim_png_filter(row, above, count, pixel_size, filtered + y * (count + 1), scratch);
    uint8_t *swap = row;
    row = above;
    above = swap;
  }
  free(memory);
  return 1;
}

static void put_32(uint8_t *into, uint32_t value) {
  for (int i = 0; i < 4; i++) into[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* Completes a chunk whose data are in place already. Returns what follows it. */
static uint8_t *put_chunk(uint8_t *at, const char type[4], uint32_t count) {
  put_32(at, count);
  memcpy(at + 4, type, 4);
  put_32(at + 8 + count, libdeflate_crc32(0, at + 4, 4 + (size_t)count));
  return at + chunk_overhead + count;
}

static uint8_t *put_head(uint8_t *at, scrim_source source, size_t pixel_size) {
  memcpy(at, signature, sizeof signature);
  at += sizeof signature;
  const uint8_t rest[5] = {8, pixel_size == 4 ? 6 : 2, 0, 0, 0};
  put_32(at + 8, source.width);
  put_32(at + 12, source.height);
  memcpy(at + 16, rest, sizeof rest);
  at = put_chunk(at, "IHDR", 13);
  at[8] = 0; /* perceptual */
  return put_chunk(at, "sRGB", 1);
}

static size_t head_size(void) { return sizeof signature + 13 + 1 + 2 * chunk_overhead; }

/* Compresses behind the head, so that one IDAT chunk needs no copy. */
static scrim_encoded pack(scrim_source source, size_t pixel_size, const uint8_t *filtered,
                          size_t count, struct libdeflate_compressor *compressor, size_t limit,
                          scrim_outcome *outcome) {
  size_t around = head_size() + 2 * chunk_overhead;
  size_t room = libdeflate_zlib_compress_bound(compressor, count);
  /* libdeflate gives up some bytes before its room is full. */
  size_t allowed = (limit > around ? limit - around : 0) + slack;
  if (room > allowed) room = allowed;
  if (room > chunk_at_most) room = chunk_at_most;
  scrim_encoded encoded = {.bytes = malloc(around + room)};
  if (!encoded.bytes) {
    scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
    return encoded;
  }
  uint8_t *at = put_head(encoded.bytes, source, pixel_size);
  size_t packed = libdeflate_zlib_compress(compressor, filtered, count, at + 8, room);
  if (packed == 0 || packed + around > limit) {
    scrim_fail(outcome, SCRIM_CODEC_TOO_LARGE, "over the limit");
    free(encoded.bytes);
    return (scrim_encoded){0};
  }
  at = put_chunk(at, "IDAT", (uint32_t)packed);
  at = put_chunk(at, "IEND", 0);
  encoded.count = (size_t)(at - encoded.bytes);
  /* What the bound reserved and nothing used goes back to the system. */
  uint8_t *fitted = realloc(encoded.bytes, encoded.count);
  if (fitted) encoded.bytes = fitted;
  return encoded;
}

scrim_encoded scrim_png_encode(scrim_source source, int level, size_t limit,
                               scrim_outcome *outcome) {
  outcome->status = SCRIM_CODEC_OK;
  outcome->message[0] = 0;
  scrim_encoded encoded = {0};
  size_t pixel_size = scrim_is_opaque(source) ? 3 : 4;
  size_t count = source.height * (source.width * pixel_size + 1);
  uint8_t *filtered = malloc(count);
  struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
  if (filtered && compressor && filter_rows(source, pixel_size, filtered)) {
    encoded = pack(source, pixel_size, filtered, count, compressor, limit, outcome);
  } else {
    scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
  }
  libdeflate_free_compressor(compressor);
  free(filtered);
  return encoded;
}
