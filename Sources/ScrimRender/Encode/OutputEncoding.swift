import ScrimCodecs
package import ScrimDocument
package import ScrimJob
@_spi(Host) import ScrimKit

/// An encoded output of a job.
package struct EncodedOutput: Sendable {
  /// The output's specification.
  package let output: Output
  /// Width in device pixels; of a document, in px.
  package let width: Int
  /// Height in device pixels; of a document, in px.
  package let height: Int
  /// The quality by which the file has at most `maxBytes`; `nil` without that, and of other formats.
  package let quality: Int?
  /// The most colours of the palette by which the file has at most `maxBytes`; `nil` without one.
  package let colors: Int?
  /// The file's content.
  package let bytes: [UInt8]

  /// As in messages and reports.
  package var record: OutputRecord {
    var record = OutputRecord(
      file: output.file, format: output.format.rawValue, width: width, height: height,
      bytes: bytes.count)
    record.quality = quality
    record.colors = colors
    return record
  }
}

extension Output {
  /// Encodes a finished canvas.
  ///
  /// - Parameters:
  ///   - target: The canvas.
  ///   - alt: The text for readers who cannot see it.
  /// - Returns: The file.
  /// - Throws: `CodecError` if the image exceeds the format's maximum size; `OverBudget`.
  func encode(_ target: RasterTarget, alt: AltMetadata?) throws -> EncodedOutput {
    let pixels = try flattened(target)
    let (bytes, setting) = try search { setting in
      let file = try encode(pixels, of: target, setting)
      guard let alt, let container = container(of: pixels) else { return file }
      return alt.added(to: file, container)
    }
    return EncodedOutput(
      output: self, width: pixels.width, height: pixels.height,
      quality: maxBytes == nil ? nil : setting.quality, colors: setting.colors, bytes: bytes)
  }

  private func container(of pixels: Pixels) -> AltMetadata.Container? {
    switch format {
    case .png: .png
    case .jpeg: .jpeg
    case .webp: .webP(width: pixels.width, height: pixels.height)
    case .svg, .pdf: nil
    }
  }

  private func encode(
    _ pixels: Pixels, of target: RasterTarget, _ setting: EncodingSetting
  ) throws -> [UInt8] {
    let isOpaque = target.isOpaque
    return switch (format, setting) {
    case (.png, .compression(let compression)):
      try PNGEncoding.encode(pixels, compression: compression, isOpaque: isOpaque)
    case (.png, .colors(let colors)): try PNGEncoding.encode(pixels, colors: colors)
    case (.jpeg, .quality(let quality)):
      // Strips of one quality are cached.
      try JPEGEncoding.encode(
        pixels, quality: quality, hasFullChroma: subsampling.map { $0 == .none },
        background: .white, isOpaque: isOpaque,
        cached: isOpaque && quality == self.quality && subsampling == nil ? target.cached : nil)
    case (.webp, .quality(let quality)):
      try WebPEncoding.encode(pixels, .lossy(quality: quality))
    case (.webp, .only): try WebPEncoding.encode(pixels, .lossless)
    default: throw CodecError(.notAvailable, "Pixels cannot be written as \(format.rawValue).")
    }
  }

  /// The pixels to encode: over the background that an output may have of its own.
  private func flattened(_ target: RasterTarget) throws -> Pixels {
    let pixels = target.raster.pixels
    guard !target.isOpaque, let background else { return pixels }
    // Flattened onto the matte, in every format.
    var raster = try Raster(
      area: PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height), scale: 1)
    let picture = try Picture(Raster(pixels, x: 0, y: 0, scale: 1))
    let everything = raster.rect
    try raster.draw { target in
      target.fill(everything, with: .color(background))
      target.draw(picture)
    }
    return raster.pixels
  }

  /// Reads the codes of a canvas again.
  ///
  /// - Parameters:
  ///   - canvas: The canvas; of a document, as pixels.
  ///   - encoded: The file: where it has lost details, they are read in it.
  /// - Returns: The codes that are not read as they should be.
  /// - Throws: `CodecError`; `DrawingError`.
  func unreadableCodes(
    of canvas: ComposedCanvas, in encoded: EncodedOutput
  ) throws -> [CodeReading.Failure] {
    let isLossy = format == .jpeg || format == .webp && !lossless
    let pixels =
      try isLossy
      ? encoded.bytes.withUnsafeBytes { bytes in
        try ImageDecoding.decode(
          bytes,
          limits: DecodingLimits(bytes: bytes.count, pixels: encoded.width * encoded.height))
      } : flattened(canvas.target)
    let area = canvas.target.raster.area
    return canvas.codes.failures(in: pixels, at: (area.x, area.y), file: file)
  }

  /// Encodes a finished page.
  ///
  /// - Parameters:
  ///   - picture: The page's content.
  ///   - page: Its bounds, px at scale 1.
  ///   - trim: How much of it will be cut off on each side, px.
  ///   - alt: The text for readers who cannot see it, of an SVG.
  ///   - textLayer: The words of a PDF; `nil` for none.
  ///   - format: The document format.
  /// - Returns: The file, with the page's size in integer px.
  /// - Throws: `DrawingError`; `OverBudget`.
  func encode(
    _ picture: Picture, on page: Rect, trim: Double, alt: AltMetadata?, textLayer: PDFTextLayer?,
    as format: DocumentFormat
  ) throws -> EncodedOutput {
    var picture = picture
    if let background {
      try picture.drawUnder(in: page) { $0.fill(page, with: .color(background)) }
    }
    let size = PixelRect(covering: page, scale: 1)
    let (bytes, _) = try search { _ in
      let file = try picture.document(format, page: page, trim: page.grown(by: -trim))
      switch format {
      case .svg: return alt?.added(to: file, .svg) ?? file
      case .pdf:
        return try textLayer?.added(to: file, origin: Point(x: page.x, y: page.y), unit: 0.75)
          ?? file
      }
    }
    return EncodedOutput(
      output: self, width: size.width, height: size.height, quality: nil, colors: nil, bytes: bytes)
  }
}

extension Output.Format {
  /// The document format; `nil` for raster formats.
  var document: DocumentFormat? {
    switch self {
    case .pdf: .pdf
    case .svg: .svg
    case .png, .jpeg, .webp: nil
    }
  }
}
