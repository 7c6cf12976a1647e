#ifndef SCRIM_BARCODES_H
#define SCRIM_BARCODES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Zint and zxing-cpp behind a C interface, in a library of its own that ScrimKit opens by its name
/// (BarcodeLibrary.swift declares the functions again): their structures and classes differ between versions, and only
/// jobs with codes need them.

/// Receives a row of modules: one byte each, 1 is dark.
typedef void (*scrim_barcode_row)(void *context, const uint8_t *modules, int32_t count);

/// Encodes data as a symbol.
///
/// symbology: one of the names in CBarcodes.cpp. data: `count` bytes; GS1 data has its identifiers in brackets.
/// is_text: whether they are UTF-8, of which readers are told where the symbology can (ECI 26).
/// level, version, mask: 0 is the library's choice; mask counts from 1.
/// text: at least 128 bytes; receives the words below linear symbols. message: at least 128 bytes.
/// Returns 0; otherwise `message` says why not.
int32_t scrim_barcode_encode(
    const char *symbology, const uint8_t *data, int32_t count, int32_t is_text, int32_t level, int32_t version,
    int32_t mask, void *context, scrim_barcode_row row, char *text, char *message);

/// Receives what the symbol says.
typedef void (*scrim_barcode_text)(void *context, const uint8_t *bytes, int32_t count);

/// Reads a symbol in a grey image, one byte a pixel.
///
/// symbology: what is looked for. has_add_on: whether the two or five digits beside an EAN or UPC are read, too.
/// Returns 1 if there is one, else 0; -1 if there was no memory.
int32_t scrim_barcode_read(
    const uint8_t *grey, int32_t width, int32_t height, const char *symbology, int32_t has_add_on, void *context,
    scrim_barcode_text text);

#ifdef __cplusplus
}
#endif

#endif
