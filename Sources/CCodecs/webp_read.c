#include "alpha.h"
#include "image.h"
#include "profile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

/* The headers of the file and of its first chunk. libwebpdemux, which says of fewer bytes that they are
   cut, says the same of a first chunk that it doesn't know. */
enum { header_count = 20 };

struct webp {
  scrim_image image;
  WebPDemuxer *demuxer;
  WebPIterator frame; /* the first one; all of a file that isn't animated */
};

/* `errno` was 0 before the call. */
static void note(VP8StatusCode status, scrim_outcome *outcome) {
  /* Since libwebp 1.4 also for alpha that is invalid. */
  if (status == VP8_STATUS_OUT_OF_MEMORY && errno != ENOMEM) status = VP8_STATUS_BITSTREAM_ERROR;
  switch (status) {
  case VP8_STATUS_OK: return;
  case VP8_STATUS_OUT_OF_MEMORY:
    return scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
  case VP8_STATUS_SUSPENDED:
  case VP8_STATUS_NOT_ENOUGH_DATA: return scrim_fail(outcome, SCRIM_CODEC_TRUNCATED, "");
  case VP8_STATUS_UNSUPPORTED_FEATURE:
    return scrim_fail(outcome, SCRIM_CODEC_UNSUPPORTED, "its image has an unknown format");
  default: return scrim_fail(outcome, SCRIM_CODEC_CORRUPT, "its image data is invalid");
  }
}

/* A chunk of an extended file, by its number from 1; 0 is the last one. */
static scrim_bytes chunk(const struct webp *webp, const char *name, int number) {
  WebPChunkIterator found;
  if (!WebPDemuxGetChunk(webp->demuxer, name, number, &found)) return (scrim_bytes){NULL, 0};
  scrim_bytes bytes = {found.chunk.bytes, found.chunk.size};
  WebPDemuxReleaseChunkIterator(&found);
  return bytes;
}

/* An EXIF chunk; some writers put JPEG's name of the block before it. */
static scrim_bytes exif(const struct webp *webp) {
  static const char name[6] = "Exif\0";
  scrim_bytes bytes = chunk(webp, "EXIF", 0);
  if (bytes.count >= sizeof name && memcmp(bytes.bytes, name, sizeof name) == 0) {
    bytes.bytes += sizeof name;
    bytes.count -= sizeof name;
  }
  return bytes;
}

static void decode(scrim_image *image, const scrim_decoding *decoding, scrim_target target,
                   scrim_outcome *outcome) {
  (void)decoding;
  struct webp *webp = (struct webp *)image;
  const WebPIterator *frame = &webp->frame;
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) {
    return scrim_fail(outcome, SCRIM_CODEC_UNSUPPORTED, "incompatible version of libwebp");
  }
  errno = 0;
  note(WebPGetFeatures(frame->fragment.bytes, frame->fragment.size, &config.input), outcome);
  if (outcome->status != SCRIM_CODEC_OK) return;
  /* Browsers and libwebp leave the canvas around the first frame transparent, too. */
  scrim_target part = {
      .pixels = target.pixels + (size_t)frame->y_offset * target.stride +
                4 * (size_t)frame->x_offset,
      .stride = target.stride,
      .width = (uint32_t)frame->width,
      .height = (uint32_t)frame->height,
  };
  /* Straight, since profiles are of straight colours and libwebp's premultiplying rounds down. */
  config.output.colorspace = MODE_BGRA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = part.pixels;
  config.output.u.RGBA.stride = (int)part.stride;
  config.output.u.RGBA.size = part.stride * (part.height - 1) + 4 * (size_t)part.width;
  errno = 0;
  note(WebPDecode(frame->fragment.bytes, frame->fragment.size, &config), outcome);
  WebPFreeDecBuffer(&config.output);
  if (outcome->status != SCRIM_CODEC_OK) return;
  scrim_bytes profile = chunk(webp, "ICCP", 1);
  int is_known;
  scrim_conversion conversion =
      profile.count > 0 ? scrim_conversion_of_profile(profile, SCRIM_SAMPLES_RGB, 0, &is_known)
                        : NULL;
  if (conversion) scrim_convert(conversion, part);
  scrim_conversion_free(conversion);
  /* A lossless picture's header says whether it has alpha, but only as a hint (RFC 9649, §3.4). */
  if (config.input.has_alpha || config.input.format == 2) scrim_premultiply(part);
}

static void close_webp(scrim_image *image) {
  struct webp *webp = (struct webp *)image;
  WebPDemuxReleaseIterator(&webp->frame);
  WebPDemuxDelete(webp->demuxer);
  free(webp);
}

scrim_image *scrim_webp_open(scrim_bytes file, scrim_outcome *outcome) {
  scrim_begin(outcome);
  struct webp *webp = calloc(1, sizeof *webp);
  if (!webp) {
    scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
    return NULL;
  }
  webp->image = (scrim_image){.decode = decode, .close = close_webp};
  WebPDemuxState state;
  errno = 0;
  /* Partial only so that a cut file is told from a broken one. */
  webp->demuxer = WebPDemuxPartial(&(WebPData){file.bytes, file.count}, &state);
  if (state == WEBP_DEMUX_PARSE_ERROR && errno == ENOMEM) {
    scrim_fail(outcome, SCRIM_CODEC_MEMORY, "no memory left");
  } else if (state == WEBP_DEMUX_PARSE_ERROR || (!webp->demuxer && file.count >= header_count)) {
    scrim_fail(outcome, SCRIM_CODEC_CORRUPT, "its container is invalid");
  } else if (state != WEBP_DEMUX_DONE) {
    scrim_fail(outcome, SCRIM_CODEC_TRUNCATED, "");
  } else if (!WebPDemuxGetFrame(webp->demuxer, 1, &webp->frame)) {
    scrim_fail(outcome, SCRIM_CODEC_CORRUPT, "it contains no image");
  } else {
    webp->image.info = (scrim_info){
        .width = WebPDemuxGetI(webp->demuxer, WEBP_FF_CANVAS_WIDTH),
        .height = WebPDemuxGetI(webp->demuxer, WEBP_FF_CANVAS_HEIGHT),
        .exif = exif(webp),
    };
    return &webp->image;
  }
  close_webp(&webp->image);
  return NULL;
}
