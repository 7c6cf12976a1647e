#include "profile.h"

#include <lcms2.h>
#include <stdlib.h>

/* Grey as decoded lies in the first sample of BGRA. */
#define TYPE_GREY_IN_BGRA_8 (COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | BYTES_SH(1) | EXTRA_SH(3))
#define TYPE_GREY_IN_BGRA_16 (COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | BYTES_SH(2) | EXTRA_SH(3))

/* Whether a transform from RGB moves no probed colour by more than one step: most embedded profiles
   are sRGB under one of a hundred names. */
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

static cmsHTRANSFORM transform_of(cmsHPROFILE profile, cmsUInt32Number format,
                                  cmsUInt32Number flags) {
  cmsHPROFILE srgb = cmsCreate_sRGBProfile();
  cmsHTRANSFORM transform =
      srgb ? cmsCreateTransform(profile, format, srgb, TYPE_BGRA_8, INTENT_PERCEPTUAL, flags)
           : NULL;
  if (srgb) cmsCloseProfile(srgb);
  return transform;
}

static scrim_conversion conversion_of(cmsHPROFILE profile, enum scrim_samples samples, int wide,
                                      int *is_known) {
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
  /* Of grey lcms2 makes a table of 33 values, up to 10 of 255 too dark in the shadows; 255 are its most. */
  cmsUInt32Number flags = format == TYPE_GREY_IN_BGRA_8 ? cmsFLAGS_GRIDPOINTS(255) : 0;
  cmsHTRANSFORM transform = format ? transform_of(profile, format, flags) : NULL;
  *is_known = transform != NULL;
  if (!transform || samples == SCRIM_SAMPLES_CMYK) return transform;
  int is_grey = format == TYPE_GREY_IN_BGRA_8;
  int same = is_grey ? is_srgb_grey(transform) : is_srgb(transform);
  if (!same && !wide) return transform;
  cmsDeleteTransform(transform);
  if (same) return NULL;
  /* For 16 bits lcms2 would interpolate in a coarse table: up to 17 of 255 beside the right value,
     where the whole way is exact and costs a fifth of a second a megapixel. */
  return transform_of(profile, is_grey ? TYPE_GREY_IN_BGRA_16 : TYPE_BGRA_16,
                      cmsFLAGS_NOOPTIMIZE);
}

scrim_conversion scrim_conversion_of_profile(scrim_bytes bytes, enum scrim_samples samples,
                                             int wide, int *is_known) {
  *is_known = 0;
  if (bytes.count > UINT32_MAX) return NULL;
  cmsHPROFILE profile = cmsOpenProfileFromMem(bytes.bytes, (cmsUInt32Number)bytes.count);
  if (!profile) return NULL;
  scrim_conversion conversion = conversion_of(profile, samples, wide, is_known);
  cmsCloseProfile(profile);
  return conversion;
}

static cmsToneCurve *curve_of(double gamma) {
  if (gamma > 0) return cmsBuildGamma(NULL, gamma);
  /* IEC 61966-2-1 */
  const cmsFloat64Number srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  return cmsBuildParametricToneCurve(NULL, 4, srgb);
}

scrim_conversion scrim_conversion_of_colors(const scrim_colors *colors, enum scrim_samples samples,
                                            int wide) {
  cmsToneCurve *curve = curve_of(colors->gamma);
  if (!curve) return NULL;
  cmsCIExyY white = {colors->white[0], colors->white[1], 1};
  cmsHPROFILE profile;
  if (samples == SCRIM_SAMPLES_GREY) {
    profile = cmsCreateGrayProfile(&white, curve);
  } else {
    cmsCIExyYTRIPLE primaries = {{colors->red[0], colors->red[1], 1},
                                 {colors->green[0], colors->green[1], 1},
                                 {colors->blue[0], colors->blue[1], 1}};
    cmsToneCurve *curves[3] = {curve, curve, curve};
    profile = cmsCreateRGBProfile(&white, &primaries, curves);
  }
  cmsFreeToneCurve(curve);
  if (!profile) return NULL;
  int is_known;
  scrim_conversion conversion = conversion_of(profile, samples, wide, &is_known);
  cmsCloseProfile(profile);
  return conversion;
}

void scrim_convert_row(scrim_conversion conversion, const void *from, uint8_t *into,
                       uint32_t width) {
  cmsDoTransform(conversion, from, into, width);
}

void scrim_convert(scrim_conversion conversion, scrim_target target) {
  for (uint32_t y = 0; y < target.height; y++) {
    uint8_t *row = target.pixels + y * target.stride;
    scrim_convert_row(conversion, row, row, target.width);
  }
}

void scrim_conversion_free(scrim_conversion conversion) {
  if (conversion) cmsDeleteTransform(conversion);
}
