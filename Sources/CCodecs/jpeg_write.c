#include "outcome.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* jpeglib.h needs FILE and size_t before it. */
#include <jpeglib.h>

/* Everything that outlives a longjmp; it lies in the frame of scrim_jpeg_encode. */
struct writing {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  jmp_buf out;
  scrim_source source;
  int is_opaque;
  scrim_outcome *outcome;
  scrim_encoded encoded;
  size_t capacity, limit;
  uint8_t *rows;
};

/* As many as libjpeg takes at once where the chroma is halved. */
enum { rows_at_once = 16 };

static void give_up(struct writing *writing, int status, const char *message) {
  scrim_fail(writing->outcome, status, message);
  longjmp(writing->out, 1);
}

static void on_error(j_common_ptr jpeg) {
  char message[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, message);
  give_up(jpeg->client_data, SCRIM_CODEC_UNSUPPORTED, message);
}

static void on_message(j_common_ptr jpeg, int level) {
  (void)jpeg;
  (void)level;
}

static void point_at_room(struct writing *writing) {
  writing->destination.next_output_byte = writing->encoded.bytes + writing->encoded.count;
  writing->destination.free_in_buffer = writing->capacity - writing->encoded.count;
}

static void grow(struct writing *writing, size_t capacity) {
  uint8_t *bytes = realloc(writing->encoded.bytes, capacity);
  if (!bytes) give_up(writing, SCRIM_CODEC_MEMORY, "no memory left");
  writing->encoded.bytes = bytes;
  writing->capacity = capacity;
}

static void on_start(j_compress_ptr jpeg) {
  struct writing *writing = jpeg->client_data;
  grow(writing, 1 << 16);
  point_at_room(writing);
}

static boolean on_full(j_compress_ptr jpeg) {
  struct writing *writing = jpeg->client_data;
  writing->encoded.count = writing->capacity; /* all of it is used, whatever free_in_buffer says */
  if (writing->encoded.count > writing->limit) {
    give_up(writing, SCRIM_CODEC_TOO_LARGE, "over the limit");
  }
  grow(writing, writing->capacity * 2);
  point_at_room(writing);
  return TRUE;
}

static void on_end(j_compress_ptr jpeg) {
  struct writing *writing = jpeg->client_data;
  writing->encoded.count = writing->capacity - writing->destination.free_in_buffer;
  if (writing->encoded.count > writing->limit) {
    give_up(writing, SCRIM_CODEC_TOO_LARGE, "over the limit");
  }
}

/* Lays one row on the background. */
static void flatten(const uint8_t *from, uint8_t *into, uint32_t width,
                    const uint8_t background[3]) {
  for (uint32_t x = 0; x < width; x++, from += 4, into += 4) {
    unsigned rest = 255u - from[3];
    for (int c = 0; c < 3; c++) {
      unsigned product = background[c] * rest + 128;
      unsigned sum = from[c] + ((product + (product >> 8)) >> 8);
      into[c] = (uint8_t)(sum > 255 ? 255 : sum);
    }
  }
}

/* Four bytes at once, which compilers make vectors of. */
static int is_opaque(const uint8_t *row, uint32_t width) {
  uint32_t all = UINT32_MAX, pixel;
  for (uint32_t x = 0; x < width; x++) {
    memcpy(&pixel, row + 4 * (size_t)x, 4);
    all &= pixel;
  }
  memcpy(&pixel, (const uint8_t[4]){0, 0, 0, 255}, 4);
  return (all & pixel) == pixel;
}

static void encode(struct writing *writing, int quality, int full_chroma, int restarts,
                   const uint8_t background[3]) {
  j_compress_ptr jpeg = &writing->jpeg;
  scrim_source source = writing->source;
  if (setjmp(writing->out)) return;

  jpeg_create_compress(jpeg);
  jpeg->dest = &writing->destination;
  jpeg->image_width = source.width;
  jpeg->image_height = source.height;
  jpeg->input_components = 4;
  jpeg->in_color_space = JCS_EXT_BGRX;
  jpeg_set_defaults(jpeg); /* YCbCr, 4:2:0 */
  jpeg_set_quality(jpeg, quality, TRUE);
  jpeg->dct_method = JDCT_ISLOW; /* equal bytes on every machine */
  if (full_chroma) jpeg->comp_info[0].h_samp_factor = jpeg->comp_info[0].v_samp_factor = 1;
  jpeg->restart_in_rows = restarts ? 1 : 0;
  jpeg_start_compress(jpeg, TRUE);
  while (jpeg->next_scanline < jpeg->image_height) {
    JSAMPROW rows[rows_at_once];
    uint32_t left = source.height - jpeg->next_scanline;
    uint32_t count = left < rows_at_once ? left : rows_at_once;
    for (uint32_t i = 0; i < count; i++) {
      const uint8_t *row = source.pixels + (jpeg->next_scanline + i) * source.stride;
      rows[i] = (JSAMPROW)row; /* libjpeg only reads it */
      if (writing->is_opaque || is_opaque(row, source.width)) continue;
      rows[i] = writing->rows + i * (size_t)source.width * 4;
      flatten(row, rows[i], source.width, background);
    }
    jpeg_write_scanlines(jpeg, rows, count);
  }
  jpeg_finish_compress(jpeg);
}

scrim_encoded scrim_jpeg_encode(scrim_source source, int is_opaque, int quality, int full_chroma,
                                int restarts, const uint8_t background[3], size_t limit,
                                scrim_outcome *outcome) {
  outcome->status = SCRIM_CODEC_OK;
  outcome->message[0] = 0;
  struct writing writing = {
      .source = source,
      .is_opaque = is_opaque,
      .outcome = outcome,
      .limit = limit,
      .destination = {.init_destination = on_start,
                      .empty_output_buffer = on_full,
                      .term_destination = on_end},
      .rows = malloc((size_t)source.width * 4 * rows_at_once),
  };
  writing.jpeg.err = jpeg_std_error(&writing.errors);
  writing.errors.error_exit = on_error;
  writing.errors.emit_message = on_message;
  writing.jpeg.client_data = &writing;

  if (writing.rows) {
    encode(&writing, quality, full_chroma, restarts, background);
    jpeg_destroy_compress(&writing.jpeg);
  } else {
    scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
  }
  free(writing.rows);
  if (outcome->status != SCRIM_CODEC_OK) {
    free(writing.encoded.bytes);
    writing.encoded = (scrim_encoded){0};
  }
  return writing.encoded;
}
