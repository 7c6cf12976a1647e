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
};

typedef struct {
  int status; /* of scrim_codec_status */
  char message[200];
} scrim_outcome;

/* A picture to fill. The size must be the one that the file's header tells. */
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

/* A profile that is of no use is passed over by all three. */

void scrim_png_decode(const uint8_t *bytes, size_t count, scrim_colors colors, scrim_target target,
                      scrim_outcome *outcome);
/* reduction: 1, 2, 4 or 8; the target has that part of the header's width and height, rounded up. */
void scrim_jpeg_decode(const uint8_t *bytes, size_t count, unsigned reduction,
                       scrim_target target, scrim_outcome *outcome);

/* picture: a "VP8 " or "VP8L" chunk, with the "ALPH" chunk before it if there is one.
   profile: of its colours; none if it has no bytes. */
void scrim_webp_decode(scrim_bytes picture, scrim_bytes profile, scrim_target target,
                       scrim_outcome *outcome);

/* is_opaque: not zero if it is known that nothing is translucent.
   level: libdeflate's, 0…12; at 1 it may be a slower one, up to 4, where that is worth its time.
   limit: the most bytes that the result may have. */
scrim_encoded scrim_png_encode(scrim_source source, int is_opaque, int level, size_t limit,
                               scrim_outcome *outcome);

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
