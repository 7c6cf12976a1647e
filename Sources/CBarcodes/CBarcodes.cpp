#define ZX_USE_UTF8 1
#include "CBarcodes.h"

#include <ZXing/ReadBarcode.h>
#include <zint.h>

#include <cstring>
#include <memory>
#include <vector>

namespace {

#if __has_include(<ZXing/ReaderOptions.h>)
using Options = ZXing::ReaderOptions;
#else
using Options = ZXing::DecodeHints;
#endif
using Format = ZXing::BarcodeFormat;

struct Symbology {
  const char *name;
  int encoder;
  ZXing::BarcodeFormats reader;
  /// Whether it can name a character set.
  bool hasECI;
};

const Symbology symbologies[] = {
    {"qr-code", BARCODE_QRCODE, Format::QRCode, true},
    {"micro-qr-code", BARCODE_MICROQR, Format::MicroQRCode, false},
    {"ean-13", BARCODE_EANX, Format::EAN13, false},
    {"ean-8", BARCODE_EANX, Format::EAN8, false},
    {"upc-a", BARCODE_UPCA, Format::UPCA | Format::EAN13, false},
    {"upc-e", BARCODE_UPCE, Format::UPCE, false},
    {"code-128", BARCODE_CODE128, Format::Code128, false},
    {"gs1-128", BARCODE_GS1_128, Format::Code128, false},
    {"itf-14", BARCODE_ITF14, Format::ITF, false},
    {"data-matrix", BARCODE_DATAMATRIX, Format::DataMatrix, true},
    {"aztec", BARCODE_AZTEC, Format::Aztec, true},
    {"pdf417", BARCODE_PDF417, Format::PDF417, true},
};

const Symbology *find(const char *name) {
  for (const auto &symbology : symbologies) {
    if (strcmp(symbology.name, name) == 0) return &symbology;
  }
  return nullptr;
}

bool isASCII(const uint8_t *data, int32_t count) {
  for (int32_t index = 0; index < count; index += 1) {
    if (data[index] > 127) return false;
  }
  return true;
}

}  // namespace

int32_t scrim_barcode_encode(
    const char *name, const uint8_t *data, int32_t count, int32_t is_text, int32_t level, int32_t version, int32_t mask,
    void *context, scrim_barcode_row row, char *text, char *message) {
  const Symbology *symbology = find(name);
  std::unique_ptr<zint_symbol, void (*)(zint_symbol *)> symbol(ZBarcode_Create(), ZBarcode_Delete);
  text[0] = 0;
  if (!symbology || !symbol) {
    strcpy(message, symbology ? "out of memory" : "no such symbology");
    return 1;
  }
  symbol->symbology = symbology->encoder;
  symbol->input_mode = DATA_MODE;
  if (level > 0) symbol->option_1 = level;
  if (version > 0) symbol->option_2 = version;
  switch (symbology->encoder) {
    case BARCODE_GS1_128:
      symbol->input_mode = GS1_MODE;
      // Lengths, characters and check digits that GS1 does not allow are only warnings otherwise.
      symbol->warn_level = WARN_FAIL_ALL;
      break;
    case BARCODE_QRCODE:
    case BARCODE_MICROQR:
      if (mask > 0) symbol->option_3 = mask << 8;
      break;
    case BARCODE_DATAMATRIX: symbol->option_3 = DM_SQUARE; break;
    default: break;
  }
  // Without the number of the character set readers take the bytes for ISO 8859-1, or guess.
  if (is_text && symbology->hasECI && !isASCII(data, count)) {
    symbol->input_mode = UNICODE_MODE;
    symbol->eci = 26;
  }
  int status = ZBarcode_Encode(symbol.get(), data, count);
  if (status >= ZINT_ERROR || symbol->rows == 0) {
    strncpy(message, symbol->errtxt, 127);
    message[127] = 0;
    return 1;
  }
  std::vector<uint8_t> modules(static_cast<size_t>(symbol->width));
  for (int y = 0; y < symbol->rows; y += 1) {
    for (int x = 0; x < symbol->width; x += 1) {
      modules[static_cast<size_t>(x)] = (symbol->encoded_data[y][x / 8] >> (x % 8)) & 1;
    }
    row(context, modules.data(), symbol->width);
  }
  strncpy(text, reinterpret_cast<const char *>(symbol->text), 127);
  text[127] = 0;
  return 0;
}

int32_t scrim_barcode_read(
    const uint8_t *grey, int32_t width, int32_t height, const char *name, int32_t has_add_on, void *context,
    scrim_barcode_text text) {
  const Symbology *symbology = find(name);
  if (!symbology) return 0;
  try {
    Options options;
    options.setFormats(symbology->reader);
    options.setTryHarder(true);
    options.setTryRotate(false);
    // The image is of one upright code. Searching for a micro one in it, zxing-cpp 1.4 may fail an assertion, which would
    // end the process.
    options.setIsPure(symbology->encoder == BARCODE_MICROQR);
    options.setEanAddOnSymbol(has_add_on ? ZXing::EanAddOnSymbol::Require : ZXing::EanAddOnSymbol::Ignore);
    auto result = ZXing::ReadBarcode(ZXing::ImageView(grey, width, height, ZXing::ImageFormat::Lum), options);
    if (!result.isValid()) return 0;
    const auto &bytes = result.bytes();
    text(context, bytes.data(), static_cast<int32_t>(bytes.size()));
    return 1;
  } catch (const std::exception &) {
    return -1;
  }
}
