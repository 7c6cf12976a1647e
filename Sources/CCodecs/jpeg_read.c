#include "image.h"
#include "profile.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* jpeglib.h needs FILE and size_t before it; jerror.h needs jpeglib.h, without which it counts
   fewer messages than the library. */
#include <jpeglib.h>

#include <jerror.h>

/* Of progressive files that say ever more about the same picture; real ones have about ten scans,
   and each costs as much as the whole picture. */
enum { scans_at_most = 200 };

struct jpeg {
  scrim_image image;
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf out; /* set by each call anew */
  scrim_target target;
  scrim_outcome *outcome; /* of the call */
  JOCTET *profile;
  unsigned profile_count;
};

static struct jpeg *reading_of(j_common_ptr jpeg) { return jpeg->client_data; }

_Noreturn static void give_up(struct jpeg *reading, int status, const char *message) {
  scrim_fail(reading->outcome, status, message);
  longjmp(reading->out, 1);
}

static int status_of(int code) {
  switch (code) {
  case JERR_OUT_OF_MEMORY: return SCRIM_CODEC_MEMORY;
  case JERR_IMAGE_TOO_BIG:
  case JERR_ARITH_NOTIMPL:
  case JERR_NOT_COMPILED:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_CCIR601_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL: return SCRIM_CODEC_UNSUPPORTED;
  default: return SCRIM_CODEC_CORRUPT;
  }
}

/* Has no header unless its size and its number of components make sense. */
static void on_empty_image(j_decompress_ptr jpeg) {
  struct jpeg *reading = reading_of((j_common_ptr)jpeg);
  if (jpeg->image_height > 0 || jpeg->image_width == 0 || jpeg->num_components <= 0) {
    give_up(reading, SCRIM_CODEC_CORRUPT, "its header is invalid");
  }
  give_up(reading, SCRIM_CODEC_NOT_READ,
          "JPEG with its height after the image data (DNL) is not available in this version: "
          "save it as baseline or progressive JPEG, or as PNG.");
}

static void on_error(j_common_ptr jpeg) {
  struct jpeg *reading = reading_of(jpeg);
  char message[JMSG_LENGTH_MAX];
  switch (jpeg->err->msg_code) {
  case JERR_SOF_UNSUPPORTED:
    give_up(reading, SCRIM_CODEC_NOT_READ,
            "Lossless and hierarchical JPEG are not available in this version: "
            "save it as baseline or progressive JPEG, or as PNG.");
  case JERR_BAD_PRECISION:
    snprintf(message, sizeof message,
             "JPEG of %d bits per sample is not available in this version: save it with 8.",
             jpeg->err->msg_parm.i[0]);
    give_up(reading, SCRIM_CODEC_NOT_READ, message);
  case JERR_EMPTY_IMAGE: on_empty_image((j_decompress_ptr)jpeg);
  case JERR_NO_IMAGE:
  case JERR_SOS_NO_SOF: give_up(reading, SCRIM_CODEC_CORRUPT, "it has no frame header");
  default: break;
  }
  jpeg->err->format_message(jpeg, message);
  static const char said[] = "Corrupt JPEG data: "; /* our sentence begins so, too */
  int is_said = strncmp(message, said, sizeof said - 1) == 0;
  give_up(reading, status_of(jpeg->err->msg_code), is_said ? message + sizeof said - 1 : message);
}

/* libjpeg only warns of corrupt data and fills with grey. Harmless are strange version numbers,
   profiles in pieces of which some are missing, and bytes left over between segments, which some
   cameras write. */
static void on_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  switch (jpeg->err->msg_code) {
  case JWRN_EXTRANEOUS_DATA:
  case JWRN_JFIF_MAJOR:
  case JWRN_BOGUS_ICC:
  case JWRN_ADOBE_XFORM: return;
  default: on_error(jpeg);
  }
}

static void ignore(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean on_end_of_data(j_decompress_ptr jpeg) {
  give_up(reading_of((j_common_ptr)jpeg),
          jpeg->image_width > 0 ? SCRIM_CODEC_TRUNCATED : SCRIM_CODEC_NO_HEADER, "");
}

static void skip(j_decompress_ptr jpeg, long count) {
  if (count <= 0) return;
  if ((size_t)count > jpeg->src->bytes_in_buffer) on_end_of_data(jpeg);
  jpeg->src->next_input_byte += count;
  jpeg->src->bytes_in_buffer -= (size_t)count;
}

static void on_progress(j_common_ptr jpeg) {
  if (!jpeg->is_decompressor) return;
  if (((j_decompress_ptr)jpeg)->input_scan_number > scans_at_most) {
    give_up(reading_of(jpeg), SCRIM_CODEC_UNSUPPORTED, "it has more than 200 scans");
  }
}

/* Chooses what comes out: BGRX, or CMYK with as many bytes. */
static enum scrim_samples choose_output(struct jpeg *reading) {
  j_decompress_ptr jpeg = &reading->jpeg;
  jpeg->dct_method = JDCT_ISLOW; /* equal pixels on every machine */
  switch (jpeg->jpeg_color_space) {
  case JCS_GRAYSCALE: jpeg->out_color_space = JCS_EXT_BGRA; return SCRIM_SAMPLES_GREY;
  case JCS_RGB:
  case JCS_YCbCr: jpeg->out_color_space = JCS_EXT_BGRA; return SCRIM_SAMPLES_RGB;
  case JCS_CMYK:
  case JCS_YCCK: jpeg->out_color_space = JCS_CMYK; return SCRIM_SAMPLES_CMYK;
  default:
    give_up(reading, SCRIM_CODEC_UNSUPPORTED, "its number of colour components is unknown");
  }
}

/* Without a profile: each ink takes its share of the light (both inverted, as Adobe writes them). */
static void convert_inks(scrim_target target) {
  for (uint32_t y = 0; y < target.height; y++) {
    uint8_t *row = target.pixels + y * target.stride;
    for (uint32_t x = 0; x < target.width; x++) {
      uint8_t *pixel = row + 4 * (size_t)x;
      unsigned cyan = pixel[0], magenta = pixel[1], yellow = pixel[2], black = pixel[3];
      pixel[0] = (uint8_t)((yellow * black + 127) / 255);
      pixel[1] = (uint8_t)((magenta * black + 127) / 255);
      pixel[2] = (uint8_t)((cyan * black + 127) / 255);
    }
  }
}

static void make_opaque(scrim_target target) {
  for (uint32_t y = 0; y < target.height; y++) {
    uint8_t *row = target.pixels + y * target.stride;
    for (uint32_t x = 0; x < target.width; x++) row[4 * (size_t)x + 3] = 255;
  }
}

/* A file that was cut and closed again, or whose download ended between two scans, lacks detail or
   a whole component. libjpeg takes it as it is. */
static void check_scans(struct jpeg *reading) {
  j_decompress_ptr jpeg = &reading->jpeg;
  for (int component = 0; component < jpeg->num_components; component++) {
    int is_whole = jpeg->comp_info[component].quant_table != NULL; /* set by its first scan */
    for (int i = 0; jpeg->coef_bits && i < DCTSIZE2; i++) {
      is_whole = is_whole && jpeg->coef_bits[component][i] == 0;
    }
    if (!is_whole) give_up(reading, SCRIM_CODEC_TRUNCATED, "scans are missing");
  }
}

/* The TIFF header and what follows it of an APP1 segment; the first of several such, as in browsers. */
static scrim_bytes exif(j_decompress_ptr jpeg) {
  static const char name[6] = "Exif\0";
  for (jpeg_saved_marker_ptr marker = jpeg->marker_list; marker; marker = marker->next) {
    if (marker->marker == JPEG_APP0 + 1 && marker->data_length >= sizeof name &&
        memcmp(marker->data, name, sizeof name) == 0) {
      return (scrim_bytes){marker->data + sizeof name, marker->data_length - sizeof name};
    }
  }
  return (scrim_bytes){NULL, 0};
}

/* Returns whether there is a header. */
static int read_header(struct jpeg *reading) {
  j_decompress_ptr jpeg = &reading->jpeg;
  if (setjmp(reading->out)) return 0;

  jpeg_create_decompress(jpeg);
  jpeg->src = &reading->source;
  jpeg->progress = &reading->progress;
  jpeg_save_markers(jpeg, JPEG_APP0 + 1, 0xffff);
  jpeg_save_markers(jpeg, JPEG_APP0 + 2, 0xffff);
  jpeg_read_header(jpeg, TRUE); /* to the first scan */
  reading->image.info = (scrim_info){
      .width = jpeg->image_width,
      .height = jpeg->image_height,
      .has_inks = jpeg->num_components > 3,
      .exif = exif(jpeg),
  };
  return 1;
}

static enum scrim_samples read_pixels(struct jpeg *reading, unsigned reduction) {
  j_decompress_ptr jpeg = &reading->jpeg;
  scrim_target target = reading->target;
  if (setjmp(reading->out)) return SCRIM_SAMPLES_RGB;

  jpeg->scale_num = 1;
  jpeg->scale_denom = reduction;
  jpeg_read_icc_profile(jpeg, &reading->profile, &reading->profile_count);
  enum scrim_samples samples = choose_output(reading);
  jpeg_start_decompress(jpeg); /* reads all scans of a picture that has several */
  check_scans(reading);
  while (jpeg->output_scanline < target.height) {
    JSAMPROW row = target.pixels + jpeg->output_scanline * target.stride;
    jpeg_read_scanlines(jpeg, &row, 1);
  }
  jpeg_finish_decompress(jpeg); /* to the very end: a cut file is no picture */
  return samples;
}

static void apply_profile(struct jpeg *reading, enum scrim_samples samples) {
  int is_known = 0;
  scrim_conversion conversion =
      reading->profile
          ? scrim_conversion_of_profile((scrim_bytes){reading->profile, reading->profile_count},
                                        samples, 0, &is_known)
          : NULL;
  /* libjpeg has made RGB opaque already; of CMYK the fourth ink lies there. */
  if (conversion) {
    scrim_convert(conversion, reading->target);
    scrim_conversion_free(conversion);
    make_opaque(reading->target);
  } else if (samples == SCRIM_SAMPLES_CMYK) {
    convert_inks(reading->target);
    make_opaque(reading->target);
  }
}

static void decode(scrim_image *image, const scrim_decoding *decoding, scrim_target target,
                   scrim_outcome *outcome) {
  struct jpeg *reading = (struct jpeg *)image;
  reading->target = target;
  reading->outcome = outcome;
  enum scrim_samples samples = read_pixels(reading, decoding->reduction);
  if (outcome->status == SCRIM_CODEC_OK) apply_profile(reading, samples);
}

static void close_jpeg(scrim_image *image) {
  struct jpeg *reading = (struct jpeg *)image;
  jpeg_destroy_decompress(&reading->jpeg);
  free(reading->profile);
  free(reading);
}

scrim_image *scrim_jpeg_open(scrim_bytes file, scrim_outcome *outcome) {
  scrim_begin(outcome);
  struct jpeg *reading = calloc(1, sizeof *reading);
  if (!reading) {
    scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
    return NULL;
  }
  reading->image = (scrim_image){.is_reducible = 1, .decode = decode, .close = close_jpeg};
  reading->outcome = outcome;
  reading->source = (struct jpeg_source_mgr){
      .next_input_byte = file.bytes,
      .bytes_in_buffer = file.count,
      .init_source = ignore,
      .fill_input_buffer = on_end_of_data,
      .skip_input_data = skip,
      .resync_to_restart = jpeg_resync_to_restart,
      .term_source = ignore,
  };
  reading->progress.progress_monitor = on_progress;
  reading->jpeg.err = jpeg_std_error(&reading->errors);
  reading->errors.error_exit = on_error;
  reading->errors.emit_message = on_message;
  reading->jpeg.client_data = reading;
  if (read_header(reading)) return &reading->image;
  close_jpeg(&reading->image);
  return NULL;
}
