#include "alpha.h"
#include "png_filter.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <tmmintrin.h>
#endif

enum { longest_filter_reach = 4, chunk_overhead = 12, chunk_at_most = 1 << 30, slack = 64 };
/* What a filter is chosen by: bands of rows from the whole height, so high that what repeats from row
   to row counts. */
enum { quick_bands = 4, careful_bands = 8, rows_a_band = 128, band_height = 8 };
/* What becomes so many times smaller as it is needs no filter. */
enum { plain_at_least = 12 };
/* libdeflate's levels. What was filtered is packed quickly: in what is left of a photo there is little that
   repeats itself. What was not is worth a longer look. */
enum { quick_level = 1, better_level = 2, plain_level = 4, highest_level = 12 };
/* Percent of what the quick level leaves: the better one, which takes half as long again, must
   leave less than that. */
enum { worth_better = 95 };

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

static void swap_red_and_blue(uint8_t *row, uint32_t width) {
  for (uint32_t x = 0; x < width; x++, row += 4) {
    uint8_t blue = row[0];
    row[0] = row[2];
    row[2] = blue;
  }
}

#if defined(__x86_64__)
/* Four pixels at a time; returns how many. (Not all processors of x86-64 have SSSE3.) */
__attribute__((target("ssse3"))) static uint32_t drop_alpha_of_fours(const uint8_t *from,
                                                                     uint8_t *into,
                                                                     uint32_t width) {
  const __m128i order =
      _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
  uint32_t x = 0;
  /* Each store is of 16 bytes, the last four of which are the next one's. */
  for (; x + 8 <= width; x += 4, from += 16, into += 12) {
    __m128i pixels = _mm_loadu_si128((const __m128i *)from);
    _mm_storeu_si128((__m128i *)into, _mm_shuffle_epi8(pixels, order));
  }
  return x;
}
#endif

/* Writes a byte of zero behind the row, too. */
static void drop_alpha(const uint8_t *from, uint8_t *into, uint32_t width) {
  uint32_t x = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("ssse3")) x = drop_alpha_of_fours(from, into, width);
#endif
  from += (size_t)x * 4;
  into += (size_t)x * 3;
  for (; x < width; x++, from += 4, into += 3) {
    uint32_t pixel = (uint32_t)from[0] << 16 | (uint32_t)from[1] << 8 | from[2];
    memcpy(into, &pixel, 4); /* one store a pixel, on little-endian machines as all ours are */
  }
}

/* Two rows as PNG has them, and room for a third. */
struct rows {
  scrim_source source;
  size_t pixel_size, count;
  uint32_t reciprocals[256];
  uint8_t *memory, *row, *above, *scratch;
};

/* Returns 0 if there is no memory. */
static int make_rows(struct rows *rows, scrim_source source, size_t pixel_size) {
  size_t count = source.width * pixel_size, room = count + longest_filter_reach;
  uint8_t *memory = calloc(3, room);
  *rows = (struct rows){
      .source = source, .pixel_size = pixel_size, .count = count, .memory = memory};
  if (!memory) return 0;
  rows->row = memory + longest_filter_reach;
  rows->above = rows->row + room;
  rows->scratch = memory + 2 * room;
  scrim_fill_reciprocals(rows->reciprocals);
  return 1;
}

static void load(struct rows *rows, uint32_t y) {
  const uint8_t *from = rows->source.pixels + y * rows->source.stride;
  if (rows->pixel_size == 4) {
    scrim_straighten(from, rows->row, rows->source.width, rows->reciprocals);
    swap_red_and_blue(rows->row, rows->source.width);
  } else {
    drop_alpha(from, rows->row, rows->source.width);
  }
}

static void go_on(struct rows *rows) {
  uint8_t *swap = rows->row;
  rows->row = rows->above;
  rows->above = swap;
}

/* Writes the rows from `first` up to `end`, filtered, into `filtered`. Returns what follows them. */
static uint8_t *filter_rows(struct rows *rows, enum scrim_png_filter filter, uint32_t first,
                            uint32_t end, uint8_t *filtered) {
  if (first > 0) {
    load(rows, first - 1);
    go_on(rows);
  } else {
    memset(rows->above, 0, rows->count);
  }
  for (uint32_t y = first; y < end; y++) {
    load(rows, y);
    scrim_png_filter(filter, rows->row, rows->above, rows->count, rows->pixel_size, filtered,
                     rows->scratch);
    filtered += rows->count + 1;
    go_on(rows);
  }
  return filtered;
}

/* What a picture is packed with. */
struct choice {
  enum scrim_png_filter filter;
  int level;
};

/* Compressors, each made when its level is first asked for. */
struct packers {
  struct libdeflate_compressor *of_level[highest_level + 1];
};

/* Returns a null pointer if there is no memory. */
static struct libdeflate_compressor *packer(struct packers *packers, int level) {
  struct libdeflate_compressor **made = &packers->of_level[level];
  if (!*made) *made = libdeflate_alloc_compressor(level);
  return *made;
}

static void free_packers(struct packers *packers) {
  for (int level = 0; level <= highest_level; level++) {
    libdeflate_free_compressor(packers->of_level[level]);
  }
}

/* A piece of the picture, and room for what becomes of it. */
struct trial {
  struct rows *rows;
  struct packers *packers;
  uint32_t bands;
  uint8_t *filtered, *packed;
};

static uint32_t count_bands(uint32_t height, uint32_t at_most) {
  uint32_t bands = (height + rows_a_band - 1) / rows_a_band;
  return bands < at_most ? bands : at_most;
}

/* Filters the bands. Returns how many bytes they are. */
static size_t filter_bands(struct trial trial, enum scrim_png_filter filter) {
  uint32_t height = trial.rows->source.height;
  uint8_t *end = trial.filtered;
  for (uint32_t band = 0; band < trial.bands; band++) {
    /* The middle of its share of the height. */
    uint32_t middle = (uint32_t)(height * (2 * (uint64_t)band + 1) / (2 * trial.bands));
    uint32_t first = middle > band_height / 2 ? middle - band_height / 2 : 0;
    uint32_t end_row = first + band_height < height ? first + band_height : height;
    end = filter_rows(trial.rows, filter, first, end_row, end);
  }
  return (size_t)(end - trial.filtered);
}

/* What is left of bytes at a level; 0 if there is no memory. */
static size_t packed_size(struct trial trial, size_t count, int level) {
  struct libdeflate_compressor *compressor = packer(trial.packers, level);
  if (!compressor) return 0;
  size_t size = libdeflate_deflate_compress(compressor, trial.filtered, count, trial.packed, count);
  return size == 0 ? count : size; /* it does not become smaller */
}

/* A filter and a level, and what they leave of a trial. */
struct attempt {
  struct choice choice;
  size_t count, size;
};

/* The size is 0 if there is no memory. */
static struct attempt attempt(struct trial trial, enum scrim_png_filter filter, int level) {
  struct attempt made = {.choice = {filter, level}, .count = filter_bands(trial, filter)};
  made.size = packed_size(trial, made.count, level);
  return made;
}

/* The filter after which least is left, each tried at the level that it would be packed at. Where neither Paeth's
   nor the average helps, the others hardly ever do, and are not tried. */
static struct attempt choose_quick(struct trial trial) {
  struct attempt plain = attempt(trial, SCRIM_PNG_NONE, plain_level);
  if (plain.size < plain.count / plain_at_least) return plain;
  struct attempt best = attempt(trial, SCRIM_PNG_PAETH, quick_level);
  for (enum scrim_png_filter filter = SCRIM_PNG_AVERAGE; filter >= SCRIM_PNG_SUB; filter--) {
    if (filter < SCRIM_PNG_AVERAGE && best.size >= plain.size) return plain;
    struct attempt next = attempt(trial, filter, quick_level);
    if (next.size <= best.size) best = next;
  }
  struct attempt better = attempt(trial, best.choice.filter, better_level);
  return better.size * 100 < best.size * worth_better ? better : best;
}

/* The filter after which least is left at this level. */
static struct attempt choose_at(struct trial trial, int level) {
  struct attempt best = attempt(trial, SCRIM_PNG_NONE, level);
  for (enum scrim_png_filter filter = SCRIM_PNG_SUB; filter <= SCRIM_PNG_LEAST; filter++) {
    struct attempt next = attempt(trial, filter, level);
    if (next.size < best.size) best = next;
  }
  return best;
}

/* Tries filters and levels on bands of the picture: differences are small in photos, but what is drawn, text
   above all, repeats itself byte by byte only as it is.

   level: what is wanted; of the quick one there may come a slower one. filtered: room for all rows.
   Returns 0 if there is no memory. */
static int choose(struct rows *rows, struct packers *packers, int level, uint8_t *filtered,
                  struct choice *choice) {
  uint32_t bands =
      count_bands(rows->source.height, level == quick_level ? quick_bands : careful_bands);
  struct trial trial = {
      .rows = rows, .packers = packers, .bands = bands, .filtered = filtered};
  trial.packed = malloc(bands * (size_t)band_height * (rows->count + 1));
  if (!trial.packed) return 0;
  struct attempt chosen = level == quick_level ? choose_quick(trial) : choose_at(trial, level);
  free(trial.packed);
  *choice = chosen.choice;
  return chosen.size > 0;
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

enum color_type { type_rgb = 2, type_palette = 3, type_rgba = 6 };
/* Of a head with a palette of 256 colours. */
enum { longest_head = 8 + 13 + 1 + 256 * 3 + 256 + 4 * chunk_overhead };

static uint8_t *put_head(uint8_t *at, uint32_t width, uint32_t height, unsigned depth,
                         enum color_type type) {
  memcpy(at, signature, sizeof signature);
  at += sizeof signature;
  const uint8_t rest[5] = {(uint8_t)depth, (uint8_t)type, 0, 0, 0};
  put_32(at + 8, width);
  put_32(at + 12, height);
  memcpy(at + 16, rest, sizeof rest);
  at = put_chunk(at, "IHDR", 13);
  at[8] = 0; /* perceptual */
  return put_chunk(at, "sRGB", 1);
}

/* Compresses behind the head, so that one IDAT chunk needs no copy. */
static scrim_encoded pack(const uint8_t *head, size_t head_count, const uint8_t *filtered,
                          size_t count, struct libdeflate_compressor *compressor, size_t limit,
                          scrim_outcome *outcome) {
  size_t around = head_count + 2 * chunk_overhead;
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
  memcpy(encoded.bytes, head, head_count);
  uint8_t *at = encoded.bytes + head_count;
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

static size_t pixel_size_of(scrim_source source, int is_opaque) {
  return is_opaque || scrim_is_opaque(source) ? 3 : 4;
}

static void begin(scrim_outcome *outcome) {
  outcome->status = SCRIM_CODEC_OK;
  outcome->message[0] = 0;
}

static void fail_for_memory(scrim_outcome *outcome) {
  scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
}

scrim_encoded scrim_png_encode(scrim_source source, int is_opaque, int level, size_t limit,
                               scrim_outcome *outcome) {
  begin(outcome);
  scrim_encoded encoded = {0};
  size_t pixel_size = pixel_size_of(source, is_opaque);
  size_t count = source.height * (source.width * pixel_size + 1);
  uint8_t *filtered = malloc(count);
  struct rows rows;
  struct packers packers = {0};
  struct choice choice;
  if (make_rows(&rows, source, pixel_size) && filtered &&
      choose(&rows, &packers, level, filtered, &choice) && packer(&packers, choice.level)) {
    filter_rows(&rows, choice.filter, 0, source.height, filtered);
    uint8_t head[longest_head];
    const uint8_t *end = put_head(head, source.width, source.height, 8,
                                  pixel_size == 4 ? type_rgba : type_rgb);
    encoded = pack(head, (size_t)(end - head), filtered, count, packer(&packers, choice.level),
                   limit, outcome);
  } else {
    fail_for_memory(outcome);
  }
  free_packers(&packers);
  free(rows.memory);
  free(filtered);
  return encoded;
}

/* As few bits as a palette of so many colours allows. */
static unsigned depth_of(uint32_t colors) {
  return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}

/* Writes the colours, and the alpha of those up to the last that is not opaque. */
static uint8_t *put_palette(uint8_t *at, const uint8_t *palette, uint32_t colors) {
  uint32_t translucent = 0;
  for (uint32_t i = 0; i < colors; i++) {
    memcpy(at + 8 + 3 * i, palette + 4 * i, 3);
    if (palette[4 * i + 3] < 255) translucent = i + 1;
  }
  at = put_chunk(at, "PLTE", 3 * colors);
  if (translucent == 0) return at;
  for (uint32_t i = 0; i < translucent; i++) at[8 + i] = palette[4 * i + 3];
  return put_chunk(at, "tRNS", translucent);
}

scrim_encoded scrim_png_encode_indexed(scrim_indexed image, size_t limit, scrim_outcome *outcome) {
  begin(outcome);
  scrim_encoded encoded = {0};
  unsigned depth = depth_of(image.colors), per_byte = 8 / depth;
  size_t row_count = 1 + (image.width + per_byte - 1) / per_byte;
  uint8_t *rows = calloc(image.height, row_count);
  struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(highest_level);
  if (rows && compressor) {
    for (uint32_t y = 0; y < image.height; y++) {
      uint8_t *row = rows + y * row_count + 1;
      const uint8_t *from = image.indices + (size_t)y * image.width;
      for (uint32_t x = 0; x < image.width; x++) {
        row[x / per_byte] |= (uint8_t)(from[x] << (8 - depth * (x % per_byte + 1)));
      }
    }
    uint8_t head[longest_head];
    uint8_t *end = put_head(head, image.width, image.height, depth, type_palette);
    end = put_palette(end, image.palette, image.colors);
    encoded = pack(head, (size_t)(end - head), rows, image.height * row_count, compressor, limit,
                   outcome);
  } else {
    fail_for_memory(outcome);
  }
  libdeflate_free_compressor(compressor);
  free(rows);
  return encoded;
}
