#include "alpha.h"
#include "image.h"
#include "profile.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As large as a file may be: what is longer is no chunk, and no profile. And how much compressed
   data may stand behind the last row: what closes the stream, and then some. */
enum { chunk_at_most = 64 << 20, surplus_at_most = 1 << 16 };

struct png {
  scrim_image image;
  scrim_bytes file;
  size_t offset, surplus;
  scrim_target target;
  scrim_outcome *outcome; /* of the call */
  png_structp png;
  png_infop info;
  png_bytep *rows;
  uint8_t *wide; /* rows of 16 bits: all of an interlaced picture, one of another */
  scrim_conversion conversion;
  int is_grey, has_alpha; /* as in the file: the transforms change what libpng tells */
};

/* Whether IHDR was read and is valid: only then libpng knows how long a row is. */
static int has_header(const struct png *reading) {
  return reading->info && png_get_rowbytes(reading->png, reading->info) > 0;
}

static void on_error(png_structp png, png_const_charp message) {
  struct png *reading = png_get_error_ptr(png);
  scrim_fail(reading->outcome, SCRIM_CODEC_CORRUPT,
             has_header(reading) ? message : "its header is invalid");
  png_longjmp(png, 1);
}

/* libpng drops a damaged chunk that isn't critical and goes on. Without one of these the picture
   would be another one. */
static void on_warning(png_structp png, png_const_charp message) {
  static const char *const matters[] = {"tRNS", "iCCP", "cICP", "sRGB", "gAMA", "cHRM", "eXIf"};
  if (strcmp(message, "tRNS: invalid") == 0 || strcmp(message, "tRNS: out of place") == 0) {
    png_error(png, message);
  }
  for (size_t i = 0; i < sizeof matters / sizeof *matters; i++) {
    /* All of it: others quote names from the file, which may be these words, too. */
    if (strncmp(message, matters[i], 4) == 0 && strcmp(message + 4, ": CRC error") == 0) {
      png_error(png, message);
    }
  }
}

/* libpng unpacks whatever follows the last row, too, and then only warns: a thousand times the
   file's size. */
static void check_surplus(struct png *reading, size_t count) {
  png_structp png = reading->png;
  int has_all_rows = png_get_interlace_type(png, reading->info) == PNG_INTERLACE_NONE
                         ? png_get_current_row_number(png) >= png_get_image_height(png, reading->info)
                         : png_get_current_pass_number(png) >= PNG_INTERLACE_ADAM7_PASSES;
  if (!has_all_rows || png_get_io_chunk_type(png) != 0x49444154 /* IDAT */) return;
  reading->surplus += count;
  if (reading->surplus > surplus_at_most) png_error(png, "more data than its image has");
}

static void read_bytes(png_structp png, png_bytep into, size_t count) {
  struct png *reading = png_get_io_ptr(png);
  check_surplus(reading, count);
  if (count > reading->file.count - reading->offset) {
    scrim_fail(reading->outcome,
               has_header(reading) ? SCRIM_CODEC_TRUNCATED : SCRIM_CODEC_NO_HEADER, "");
    png_error(png, "its data ends early");
  }
  memcpy(into, reading->file.bytes + reading->offset, count);
  reading->offset += count;
}

/* What the file's samples have to go through: iCCP, or what the other chunks told. */
static void choose_conversion(struct png *reading, const scrim_colors *colors, int wide) {
  enum scrim_samples samples = reading->is_grey ? SCRIM_SAMPLES_GREY : SCRIM_SAMPLES_RGB;
  png_charp name;
  png_bytep profile;
  png_uint_32 count;
  int kind, is_known = 0;
  if (!colors->overrides_profile &&
      png_get_iCCP(reading->png, reading->info, &name, &kind, &profile, &count)) {
    reading->conversion = scrim_conversion_of_profile((scrim_bytes){profile, count}, samples, wide,
                                                      &is_known);
  }
  if (!is_known && colors->are_told) {
    reading->conversion = scrim_conversion_of_colors(colors, samples, wide);
  }
}

/* Asks libpng for straight BGRA whatever the file has, 8 bits a channel, or 16. */
static void set_transforms(png_structp png, int is_grey, int wide) {
  png_set_expand(png); /* palettes, 1, 2 and 4 bits, tRNS */
  if (wide) {
    const uint16_t one = 1;
    if (*(const uint8_t *)&one) png_set_swap(png);
  } else {
    png_set_scale_16(png);
  }
  if (is_grey) png_set_gray_to_rgb(png);
  png_set_bgr(png);
  png_set_add_alpha(png, wide ? 0xffff : 0xff, PNG_FILLER_AFTER);
}

static void convert_wide_row(struct png *reading, const uint8_t *from, uint8_t *into) {
  scrim_convert_row(reading->conversion, from, into, reading->target.width);
  const uint16_t *samples = (const uint16_t *)from;
  for (size_t x = 0; x < reading->target.width; x++) {
    into[4 * x + 3] = (uint8_t)((samples[4 * x + 3] * 255u + 32895) >> 16); /* to nearest */
  }
}

/* Reads 16 bits and converts them before they become 8. */
static void read_wide(struct png *reading, int passes) {
  png_structp png = reading->png;
  uint32_t height = reading->target.height;
  size_t row = 8 * (size_t)reading->target.width, kept = passes > 1 ? height : 1;
  reading->wide = malloc(row * kept);
  if (!reading->wide) {
    scrim_fail(reading->outcome, SCRIM_CODEC_MEMORY, "no memory left");
    png_error(png, "no memory left");
  }
  for (int pass = 1; pass <= passes; pass++) {
    for (uint32_t y = 0; y < height; y++) {
      uint8_t *at = reading->wide + (kept > 1 ? y * row : 0);
      png_read_row(png, at, NULL);
      if (pass == passes) convert_wide_row(reading, at, reading->rows[y]);
    }
  }
}

/* A chunk before the image data, the first of its name with this length; 0 for any. */
static scrim_bytes chunk(const struct png *reading, const char *name, size_t count) {
  png_unknown_chunkp chunks;
  int chunk_count = png_get_unknown_chunks(reading->png, reading->info, &chunks);
  for (int i = 0; i < chunk_count; i++) {
    if (memcmp(chunks[i].name, name, 4) == 0 && (count == 0 || chunks[i].size == count)) {
      return (scrim_bytes){chunks[i].data, chunks[i].size};
    }
  }
  return (scrim_bytes){NULL, 0};
}

/* Returns whether there is a header. */
static int read_header(struct png *reading) {
  png_structp png = reading->png;
  png_infop info = reading->info;
  if (setjmp(png_jmpbuf(png))) return 0;

  /* What is not named here is no concern of ours: no compressed comment shall cost memory. */
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep) "iCCP", 1);
  /* As they are in the file: libpng drops all that it knows of colours, a profile too, if one chunk of
     them is invalid. */
  static const png_byte kept[] = "cICP\0sRGB\0gAMA\0cHRM\0eXIf";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, kept, 5);
  png_set_chunk_malloc_max(png, chunk_at_most);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX); /* the caller has limits of its own */
  png_set_read_fn(png, reading, read_bytes);
  png_read_info(png, info); /* to the first IDAT */
  reading->image.info = (scrim_info){
      .width = png_get_image_width(png, info),
      .height = png_get_image_height(png, info),
      .exif = chunk(reading, "eXIf", 0),
      .png = {.cicp = chunk(reading, "cICP", 4),
              .srgb = chunk(reading, "sRGB", 1),
              .gama = chunk(reading, "gAMA", 4),
              .chrm = chunk(reading, "cHRM", 32)},
  };
  return 1;
}

static void read_pixels(struct png *reading, const scrim_colors *colors) {
  png_structp png = reading->png;
  png_infop info = reading->info;
  if (setjmp(png_jmpbuf(png))) return;

  int type = png_get_color_type(png, info);
  reading->is_grey = !(type & PNG_COLOR_MASK_COLOR);
  reading->has_alpha = (type & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS);
  int has_16_bits = png_get_bit_depth(png, info) == 16;
  choose_conversion(reading, colors, has_16_bits);
  int wide = has_16_bits && reading->conversion;
  set_transforms(png, reading->is_grey, wide);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != (wide ? 8 : 4) * (size_t)reading->target.width) {
    png_error(png, "its rows have an unexpected length");
  }
  if (wide) {
    read_wide(reading, passes);
  } else {
    png_read_image(png, reading->rows);
  }
  png_read_end(png, NULL); /* the checksums to the very end: a cut file is no picture */
  if (reading->conversion && !wide) scrim_convert(reading->conversion, reading->target);
  if (reading->has_alpha) scrim_premultiply(reading->target);
}

static void decode(scrim_image *image, const scrim_decoding *decoding, scrim_target target,
                   scrim_outcome *outcome) {
  struct png *reading = (struct png *)image;
  reading->target = target;
  reading->outcome = outcome;
  reading->rows = malloc(target.height * sizeof *reading->rows);
  if (!reading->rows) return scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
  for (uint32_t y = 0; y < target.height; y++) {
    reading->rows[y] = target.pixels + y * target.stride;
  }
  read_pixels(reading, &decoding->colors);
}

static void close_png(scrim_image *image) {
  struct png *reading = (struct png *)image;
  scrim_conversion_free(reading->conversion);
  free(reading->wide);
  free(reading->rows);
  if (reading->png) png_destroy_read_struct(&reading->png, &reading->info, NULL);
  free(reading);
}

scrim_image *scrim_png_open(scrim_bytes file, scrim_outcome *outcome) {
  scrim_begin(outcome);
  struct png *reading = calloc(1, sizeof *reading);
  if (!reading) {
    scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
    return NULL;
  }
  reading->image = (scrim_image){.decode = decode, .close = close_png};
  reading->file = file;
  reading->outcome = outcome;
  reading->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reading, on_error, on_warning);
  reading->info = reading->png ? png_create_info_struct(reading->png) : NULL;
  if (!reading->info) {
    scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
  } else if (read_header(reading)) {
    return &reading->image;
  }
  close_png(&reading->image);
  return NULL;
}
