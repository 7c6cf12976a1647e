#include "alpha.h"
#include "profile.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Everything that outlives a longjmp; it lies in the frame of scrim_png_decode, not in the one that
   calls setjmp. */
struct reading {
  const uint8_t *bytes;
  size_t count, offset;
  scrim_target target;
  scrim_outcome *outcome;
  png_structp png;
  png_infop info;
  png_bytep *rows;
  int bad_profile;
  int is_grey, has_alpha; /* as in the file: the transforms change what libpng tells */
};

static void on_error(png_structp png, png_const_charp message) {
  struct reading *reading = png_get_error_ptr(png);
  scrim_fail(reading->outcome, SCRIM_CODEC_CORRUPT, message);
  png_longjmp(png, 1);
}

/* libpng drops a profile that it finds at fault and goes on; colours would be wrong in silence. */
static void on_warning(png_structp png, png_const_charp message) {
  struct reading *reading = png_get_error_ptr(png);
  if (strncmp(message, "iCCP", 4) == 0) reading->bad_profile = 1;
}

static void read_bytes(png_structp png, png_bytep into, size_t count) {
  struct reading *reading = png_get_io_ptr(png);
  if (count > reading->count - reading->offset) {
    scrim_fail(reading->outcome, SCRIM_CODEC_TRUNCATED, "the data end early");
    png_error(png, "the data end early");
  }
  memcpy(into, reading->bytes + reading->offset, count);
  reading->offset += count;
}

/* Notes what the file has, and asks libpng for straight BGRA, 8 bits a channel, all the same. */
static void set_transforms(struct reading *reading) {
  png_structp png = reading->png;
  int type = png_get_color_type(png, reading->info);
  reading->is_grey = !(type & PNG_COLOR_MASK_COLOR);
  reading->has_alpha = (type & PNG_COLOR_MASK_ALPHA) ||
                       png_get_valid(png, reading->info, PNG_INFO_tRNS);
  png_set_expand(png); /* palettes, 1, 2 and 4 bits, tRNS */
  png_set_scale_16(png);
  if (reading->is_grey) png_set_gray_to_rgb(png);
  png_set_bgr(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
}

static void apply_profile(struct reading *reading) {
  png_charp name;
  png_bytep profile;
  png_uint_32 count;
  int kind;
  if (png_get_iCCP(reading->png, reading->info, &name, &kind, &profile, &count)) {
    scrim_profile_apply(profile, count, reading->is_grey ? SCRIM_SAMPLES_GREY : SCRIM_SAMPLES_RGB,
                        reading->target, reading->outcome);
  } else if (reading->bad_profile) {
    scrim_fail(reading->outcome, SCRIM_CODEC_PROFILE, "it can't be read");
  }
}

static void decode(struct reading *reading) {
  png_structp png = reading->png;
  png_infop info = reading->info;
  if (setjmp(png_jmpbuf(png))) return;

  /* Text and the like is no concern of ours: let no compressed comment cost memory. */
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER,
                              (png_const_bytep) "tEXt\0zTXt\0iTXt\0eXIf\0sPLT\0hIST", 6);
  png_set_user_limits(png, reading->target.width, reading->target.height);
  png_set_read_fn(png, reading, read_bytes);
  png_read_info(png, info);
  if (png_get_image_width(png, info) != reading->target.width ||
      png_get_image_height(png, info) != reading->target.height) {
    png_error(png, "its header changed while it was read");
  }
  set_transforms(reading);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != 4 * (size_t)reading->target.width) {
    png_error(png, "its rows have an unexpected length");
  }
  png_read_image(png, reading->rows);
  png_read_end(png, NULL); /* the checksums to the very end: a cut file is no picture */
}

void scrim_png_decode(const uint8_t *bytes, size_t count, scrim_target target,
                      scrim_outcome *outcome) {
  outcome->status = SCRIM_CODEC_OK;
  outcome->message[0] = 0;
  struct reading reading = {
      .bytes = bytes, .count = count, .target = target, .outcome = outcome};
  reading.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, on_error, on_warning);
  reading.info = reading.png ? png_create_info_struct(reading.png) : NULL;
  reading.rows = malloc(target.height * sizeof *reading.rows);
  if (reading.info && reading.rows) {
    for (uint32_t y = 0; y < target.height; y++) {
      reading.rows[y] = target.pixels + y * target.stride;
    }
    decode(&reading);
    if (outcome->status == SCRIM_CODEC_OK) apply_profile(&reading);
    if (outcome->status == SCRIM_CODEC_OK && reading.has_alpha) scrim_premultiply(target);
  } else {
    scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
  }
  free(reading.rows);
  if (reading.png) png_destroy_read_struct(&reading.png, &reading.info, NULL);
}
