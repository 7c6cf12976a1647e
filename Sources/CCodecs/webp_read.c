#include "alpha.h"
#include "profile.h"

#include <webp/decode.h>

static void note(VP8StatusCode status, scrim_outcome *outcome) {
  switch (status) {
  case VP8_STATUS_OK: return;
  case VP8_STATUS_OUT_OF_MEMORY:
    return scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
  case VP8_STATUS_SUSPENDED:
  case VP8_STATUS_NOT_ENOUGH_DATA:
    return scrim_fail(outcome, SCRIM_CODEC_TRUNCATED, "");
  case VP8_STATUS_UNSUPPORTED_FEATURE:
    return scrim_fail(outcome, SCRIM_CODEC_UNSUPPORTED, "its image has an unknown format");
  default: return scrim_fail(outcome, SCRIM_CODEC_CORRUPT, "its image data is invalid");
  }
}

void scrim_webp_decode(scrim_bytes picture, scrim_bytes profile, scrim_target target,
                       scrim_outcome *outcome) {
  outcome->status = SCRIM_CODEC_OK;
  outcome->message[0] = 0;
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) {
    return scrim_fail(outcome, SCRIM_CODEC_UNSUPPORTED, "incompatible version of libwebp");
  }
  note(WebPGetFeatures(picture.bytes, picture.count, &config.input), outcome);
  if (outcome->status != SCRIM_CODEC_OK) return;
  if (config.input.width != (int)target.width || config.input.height != (int)target.height) {
    return scrim_fail(outcome, SCRIM_CODEC_CORRUPT, "it has two different headers");
  }
  /* Straight, since profiles are of straight colours and libwebp's premultiplying rounds down. */
  config.output.colorspace = MODE_BGRA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = target.pixels;
  config.output.u.RGBA.stride = (int)target.stride;
  config.output.u.RGBA.size = target.stride * (target.height - 1) + 4 * (size_t)target.width;
  note(WebPDecode(picture.bytes, picture.count, &config), outcome);
  WebPFreeDecBuffer(&config.output);
  if (outcome->status != SCRIM_CODEC_OK) return;
  int is_known;
  scrim_conversion conversion =
      profile.count > 0 ? scrim_conversion_of_profile(profile, SCRIM_SAMPLES_RGB, 0, &is_known)
                        : NULL;
  if (conversion) scrim_convert(conversion, target);
  scrim_conversion_free(conversion);
  /* A lossless picture's header says whether it has alpha, but only as a hint (RFC 9649, §3.4). */
  if (config.input.has_alpha || config.input.format == 2) scrim_premultiply(target);
}
