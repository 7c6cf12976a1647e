#include "profile.h"

#include <lcms2.h>
#include <stdlib.h>

/* Grey as decoded lies in the first byte of BGRA. */
#define TYPE_GREY_IN_BGRA_8 (COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | BYTES_SH(1) | EXTRA_SH(3))

/* Whether a transform from RGB or grey moves no probed colour by more than one step: most embedded
   profiles are sRGB under one of a hundred names, and rounding would blur what needs no change. */
static int is_srgb(cmsHTRANSFORM transform) {
  enum { greys = 256, side = 6, count = greys + side * side * side };
  uint8_t probes[count][4], results[count][4];
  for (int i = 0; i < greys; i++) {
    for (int c = 0; c < 4; c++) probes[i][c] = (uint8_t)i;
  }
  for (int i = 0; i < side * side * side; i++) {
    uint8_t *probe = probes[greys + i];
    probe[0] = (uint8_t)(i % side * 51);
    probe[1] = (uint8_t)(i / side % side * 51);
    probe[2] = (uint8_t)(i / side / side * 51);
    probe[3] = 255;
  }
  cmsDoTransform(transform, probes, results, count);
  for (int i = 0; i < count; i++) {
    for (int c = 0; c < 3; c++) {
      if (abs(probes[i][c] - results[i][c]) > 1) return 0;
    }
  }
  return 1;
}

/* As is_srgb, of the greys only. */
static int is_srgb_grey(cmsHTRANSFORM transform) {
  for (int i = 0; i < 256; i++) {
    uint8_t probe[4] = {(uint8_t)i, (uint8_t)i, (uint8_t)i, 255}, result[4];
    cmsDoTransform(transform, probe, result, 1);
    for (int c = 0; c < 3; c++) {
      if (abs(probe[c] - result[c]) > 1) return 0;
    }
  }
  return 1;
}

static void convert(cmsHTRANSFORM transform, scrim_target target) {
  for (uint32_t y = 0; y < target.height; y++) {
    uint8_t *row = target.pixels + y * target.stride;
    cmsDoTransform(transform, row, row, target.width);
  }
}

void scrim_profile_apply(const uint8_t *bytes, size_t count, enum scrim_samples samples,
                         scrim_target target, scrim_outcome *outcome) {
  if (count > UINT32_MAX) return scrim_fail(outcome, SCRIM_CODEC_PROFILE, "it is too large");
  cmsHPROFILE profile = cmsOpenProfileFromMem(bytes, (cmsUInt32Number)count);
  if (!profile) return scrim_fail(outcome, SCRIM_CODEC_PROFILE, "it can't be read");

  cmsUInt32Number format = 0;
  switch (cmsGetColorSpace(profile)) {
  case cmsSigRgbData:
    if (samples != SCRIM_SAMPLES_CMYK) format = TYPE_BGRA_8;
    break;
  case cmsSigGrayData:
    if (samples == SCRIM_SAMPLES_GREY) format = TYPE_GREY_IN_BGRA_8;
    break;
  case cmsSigCmykData:
    if (samples == SCRIM_SAMPLES_CMYK) format = TYPE_CMYK_8_REV;
    break;
  default: break;
  }
  if (!format) {
    cmsCloseProfile(profile);
    return scrim_fail(outcome, SCRIM_CODEC_PROFILE,
                      "it is for another kind of colours than the picture's");
  }

  cmsHPROFILE srgb = cmsCreate_sRGBProfile();
  cmsHTRANSFORM transform =
      srgb ? cmsCreateTransform(profile, format, srgb, TYPE_BGRA_8, INTENT_PERCEPTUAL, 0) : NULL;
  if (!transform) {
    scrim_fail(outcome, SCRIM_CODEC_PROFILE, "it can't be converted to sRGB");
  } else {
    int same = format == TYPE_BGRA_8           ? is_srgb(transform)
               : format == TYPE_GREY_IN_BGRA_8 ? is_srgb_grey(transform)
                                               : 0;
    if (!same) convert(transform, target);
    cmsDeleteTransform(transform);
  }
  if (srgb) cmsCloseProfile(srgb);
  cmsCloseProfile(profile);
}
