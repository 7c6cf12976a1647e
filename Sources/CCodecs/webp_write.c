#include "alpha.h"

#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>

struct writing {
  scrim_encoded encoded;
  size_t capacity, limit;
  scrim_outcome *outcome;
};

/* libwebp hands the finished file over in parts. */
static int take(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
  struct writing *writing = picture->custom_ptr;
  size_t used = writing->encoded.count;
  if (count > writing->limit - used) {
    scrim_fail(writing->outcome, SCRIM_CODEC_TOO_LARGE, "over the limit");
    return 0;
  }
  if (count > writing->capacity - used) {
    size_t capacity = 2 * writing->capacity + count;
    uint8_t *grown = realloc(writing->encoded.bytes, capacity);
    if (!grown) {
      scrim_fail(writing->outcome, SCRIM_CODEC_MEMORY, "no memory left");
      return 0;
    }
    writing->encoded.bytes = grown;
    writing->capacity = capacity;
  }
  memcpy(writing->encoded.bytes + used, bytes, count);
  writing->encoded.count += count;
  return 1;
}

static int configure(WebPConfig *config, int lossless, int quality, int effort) {
  if (!WebPConfigInit(config)) return 0;
  if (lossless) return WebPConfigLosslessPreset(config, effort);
  config->quality = (float)quality;
  config->method = effort;
  return 1; /* alpha stays lossless, which is libwebp's default */
}

/* A word of libwebp's is 0xAARRGGBB: BGRA on the little-endian machines that Scrim runs on. */
static void fill(WebPPicture *picture, scrim_source source) {
  uint32_t reciprocals[256];
  scrim_fill_reciprocals(reciprocals);
  for (uint32_t y = 0; y < source.height; y++) {
    scrim_straighten(source.pixels + y * source.stride,
                     (uint8_t *)(picture->argb + (size_t)y * (size_t)picture->argb_stride),
                     source.width, reciprocals);
  }
}

static void note(WebPEncodingError error, scrim_outcome *outcome) {
  switch (error) {
  case VP8_ENC_ERROR_OUT_OF_MEMORY:
  case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
    return scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
  case VP8_ENC_ERROR_FILE_TOO_BIG:
    return scrim_fail(outcome, SCRIM_CODEC_TOO_LARGE, "over the limit");
  default:
    return scrim_fail(outcome, SCRIM_CODEC_UNSUPPORTED, "it exceeds the limits of the format");
  }
}

scrim_encoded scrim_webp_encode(scrim_source source, int lossless, int quality, int effort,
                                size_t limit, scrim_outcome *outcome) {
  outcome->status = SCRIM_CODEC_OK;
  outcome->message[0] = 0;
  struct writing writing = {.limit = limit, .outcome = outcome};
  WebPConfig config;
  WebPPicture picture;
  if (!configure(&config, lossless, quality, effort) || !WebPPictureInit(&picture)) {
    scrim_fail(outcome, SCRIM_CODEC_UNSUPPORTED, "incompatible version of libwebp");
    return writing.encoded;
  }
  picture.use_argb = 1;
  picture.width = (int)source.width;
  picture.height = (int)source.height;
  picture.writer = take;
  picture.custom_ptr = &writing;
  if (!WebPPictureAlloc(&picture)) {
    scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
    return writing.encoded;
  }
  fill(&picture, source);
  if (!WebPEncode(&config, &picture)) note(picture.error_code, outcome);
  WebPPictureFree(&picture);
  if (outcome->status != SCRIM_CODEC_OK) {
    free(writing.encoded.bytes);
    writing.encoded = (scrim_encoded){0};
  }
  return writing.encoded;
}
