#ifndef SCRIM_CCODECS_H
#define SCRIM_CCODECS_H

#include <stddef.h>
#include <stdint.h>

/* libpng, libjpeg-turbo, libwebp, libdeflate and lcms2 behind calls that return: the first two report
   errors by longjmp, which must never cross a Swift frame, so that each call keeps its own setjmp.

   Pixels are BGRA, 8 bits a channel, premultiplied where they have alpha, rows `stride` bytes apart.
   A call that fails leaves a sentence's tail ("incorrect data check") in `outcome->message`, or
   nothing if its status says all. */

enum scrim_codec_status {
  SCRIM_CODEC_OK = 0,
  SCRIM_CODEC_TRUNCATED = 1,   /* the data end before the picture does */
  SCRIM_CODEC_CORRUPT = 2,     /* the data are not what the format allows */
  SCRIM_CODEC_UNSUPPORTED = 3, /* allowed by the format, unknown to the library */
  SCRIM_CODEC_MEMORY = 4,      /* no memory left */
  SCRIM_CODEC_TOO_LARGE = 5,   /* the encoded picture is over the caller's limit */
  SCRIM_CODEC_NO_HEADER = 6,   /* the data end before the image's size is known */
  SCRIM_CODEC_NOT_READ = 7,    /* a kind that Scrim doesn't read; the message is a whole sentence */
};

typedef struct {
  int status; /* of scrim_codec_status */
  char message[200];
} scrim_outcome;

/* An image to fill, of transparent pixels. */
typedef struct {
  uint8_t *pixels;
  size_t stride;
  uint32_t width, height;
} scrim_target;

/* A picture to encode. */
typedef struct {
  const uint8_t *pixels;
  size_t stride;
  uint32_t width, height;
} scrim_source;

/* A part of a file. */
typedef struct {
  const uint8_t *bytes;
  size_t count;
} scrim_bytes;

/* Encoded bytes; freed by scrim_encoded_free. */
typedef struct {
  uint8_t *bytes;
  size_t count;
} scrim_encoded;

/* Colours that numbers describe, as chunks of PNG do. */
typedef struct {
  int are_told;          /* zero for sRGB: the rest is then of no meaning */
  int overrides_profile; /* not zero if they count more than an ICC profile */
  double white[2], red[2], green[2], blue[2]; /* CIE 1931 x and y */
  double gamma; /* light is a sample to this power; zero for the curve of sRGB */
} scrim_colors;

/* An image file is read in two phases, so that its size can be checked in between: opening reads the
   header, up to the first of the image data, and allocates nothing that grows with the number of
   pixels; decoding fills memory of the caller's. The bytes of the file must outlive it. */
typedef struct scrim_image scrim_image;

/* Chunks of a PNG, each the first of its name that has the right length; without bytes if there is none. */
typedef struct {
  scrim_bytes cicp, srgb, gama, chrm;
} scrim_png_chunks;

/* The header of an image file. The parts are of the file or of the image, and live as long. */
typedef struct {
  uint32_t width, height; /* pixels, as stored */
  int has_inks;           /* not zero for CMYK and YCCK */
  scrim_bytes exif;       /* from its TIFF header on; no bytes if there is none */
  scrim_png_chunks png;
} scrim_info;

/* No image if opening fails. */
scrim_image *scrim_png_open(scrim_bytes file, scrim_outcome *outcome);
scrim_image *scrim_jpeg_open(scrim_bytes file, scrim_outcome *outcome);
scrim_image *scrim_webp_open(scrim_bytes file, scrim_outcome *outcome);

scrim_info scrim_image_info(const scrim_image *image);

typedef struct {
  unsigned reduction;  /* of a JPEG: 1, 2, 4 or 8 times smaller, rounded up; otherwise 1 */
  scrim_colors colors; /* of a PNG: its colours but for a profile */
} scrim_decoding;

/* Decodes an image, once, into a target of its size. A profile that is of no use is passed over. */
void scrim_image_decode(scrim_image *image, scrim_decoding decoding, scrim_target target,
                        scrim_outcome *outcome);

void scrim_image_close(scrim_image *image);

/* is_opaque: not zero if it is known that nothing is translucent.
   level: libdeflate's, 0…12; at 1 it may be a slower one, up to 4, where that is worth its time.
   limit: the most bytes that the result may have. */
scrim_encoded scrim_png_encode(scrim_source source, int is_opaque, int level, size_t limit,
                               scrim_outcome *outcome);

/* A picture whose pixels are indices of 1…256 straight colours: R, G, B, A each. */
typedef struct {
  const uint8_t *indices; /* row by row */
  uint32_t width, height;
  const uint8_t *palette;
  uint32_t colors;
} scrim_indexed;

/* limit: the most bytes that the result may have. */
scrim_encoded scrim_png_encode_indexed(scrim_indexed image, size_t limit, scrim_outcome *outcome);

/* is_opaque: not zero if it is known that nothing lets the background through.
   quality: 1…100. full_chroma: 4:4:4 if not zero, otherwise 4:2:0.
   restarts: whether a restart marker follows each row of blocks.
   background: B, G, R, opaque, on which the picture is laid. */
scrim_encoded scrim_jpeg_encode(scrim_source source, int is_opaque, int quality, int full_chroma,
                                int restarts, const uint8_t background[3], size_t limit,
                                scrim_outcome *outcome);

/* lossless: not zero for straight colours as they are. quality: of lossy ones, 1…100.
   effort: libwebp's method, 0…6, if lossy; its lossless level, 0…9, otherwise. */
scrim_encoded scrim_webp_encode(scrim_source source, int lossless, int quality, int effort,
                                size_t limit, scrim_outcome *outcome);

void scrim_encoded_free(scrim_encoded encoded);

#endif
