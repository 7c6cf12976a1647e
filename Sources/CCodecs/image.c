#include "image.h"

scrim_info scrim_image_info(const scrim_image *image) { return image->info; }

void scrim_image_decode(scrim_image *image, scrim_decoding decoding, scrim_target target,
                        scrim_outcome *outcome) {
  scrim_begin(outcome);
  uint32_t parts = decoding.reduction;
  if (parts != 1 && (parts == 0 || !image->is_reducible)) {
    return scrim_fail(outcome, SCRIM_CODEC_UNSUPPORTED, "it cannot be reduced");
  }
  if (target.width != (image->info.width + parts - 1) / parts ||
      target.height != (image->info.height + parts - 1) / parts) {
    return scrim_fail(outcome, SCRIM_CODEC_UNSUPPORTED, "its target has another size");
  }
  image->decode(image, &decoding, target, outcome);
}

void scrim_image_close(scrim_image *image) { image->close(image); }
