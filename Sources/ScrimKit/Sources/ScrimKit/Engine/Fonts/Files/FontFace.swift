/// The tables of one face of a TrueType or OpenType file.
///
/// fontconfig accepts truncated files, and Pango then draws the text with another font. So the directory, the required
/// tables and the bounds inside them are checked first (OpenType 1.9, "Organization of an OpenType Font").
struct FontFace {
  private let file: FontBytes
  private let tables: [String: Range<Int>]

  /// Maximum number of tables; OpenType defines about 60.
  static let maxTables = 128
  private static let required = ["cmap", "head", "hhea", "hmtx", "maxp", "name"]

  /// Reads the directory at an offset.
  ///
  /// - Throws: `FontFileError` for a directory or a table outside of the file.
  init(_ file: FontBytes, at offset: Int) throws(FontFileError) {
    guard let count = file.uint16(at: offset + 4) else { throw .truncated }
    guard (1...Self.maxTables).contains(count) else {
      throw FontFileError(
        "The font has \(count) tables; 1 to \(Self.maxTables) are allowed.")
    }
    var tables: [String: Range<Int>] = [:]
    for number in 0..<count {
      let entry = offset + 12 + 16 * number
      guard let tag = file.tag(at: entry), let start = file.uint32(at: entry + 8),
        let length = file.uint32(at: entry + 12)
      else { throw .truncated }
      guard start + length <= file.count else {
        throw FontFileError(
          "The font is truncated: its table \(quoted(tag)) ends at byte \(start + length), "
            + "the file at \(file.count).")
      }
      guard tables.updateValue(start..<start + length, forKey: tag) == nil else {
        throw FontFileError("The font has two tables \(quoted(tag)).")
      }
    }
    self.file = file
    self.tables = tables
  }

  /// Checks the tables that drawing needs.
  ///
  /// - Throws: `FontFileError`.
  func check() throws(FontFileError) {
    for tag in Self.required where tables[tag]?.isEmpty ?? true {
      throw FontFileError("The font has no table \(quoted(tag)).")
    }
    try checkColor()
    let head = try number(in: "head", at: 12, long: true)
    guard head == 0x5f0f_3cf5 else { throw .damaged("head") }
    guard (16...16_384).contains(try number(in: "head", at: 18)) else { throw .damaged("head") }
    let glyphs = try number(in: "maxp", at: 4)
    guard glyphs > 0 else { throw .damaged("maxp") }
    let metrics = try number(in: "hhea", at: 34)
    guard (1...glyphs).contains(metrics), length("hmtx") >= 4 * metrics + 2 * (glyphs - metrics)
    else { throw .damaged("hmtx") }
    try checkCharacters()
    try checkAxes()
    if has("glyf") || has("loca") {
      try checkOutlines(glyphs: glyphs)
    } else if !["CFF ", "CFF2", "CBDT"].contains(where: has) {
      throw FontFileError("The font has no outlines: no table \"glyf\", \"CFF \" or \"CFF2\".")
    }
    if has("CBDT") != has("CBLC") { throw .damaged(has("CBDT") ? "CBDT" : "CBLC") }
  }

  private func has(_ tag: String) -> Bool { tables[tag]?.isEmpty == false }

  private func length(_ tag: String) -> Int { tables[tag]?.count ?? 0 }

  /// A number at an offset in a table.
  private func number(
    in tag: String, at offset: Int, long: Bool = false
  ) throws(FontFileError) -> Int {
    guard let table = tables[tag], offset + (long ? 4 : 2) <= table.count,
      let number = long
        ? file.uint32(at: table.lowerBound + offset) : file.uint16(at: table.lowerBound + offset)
    else { throw .damaged(tag) }
    return number
  }

  /// Cairo 1.16 draws the base glyphs of other colour formats in the text's colour, without an error.
  private func checkColor() throws(FontFileError) {
    if has("COLR"), try number(in: "COLR", at: 2) == 0 {
      throw FontFileError(
        "The font's colour glyphs are COLR version \(try number(in: "COLR", at: 0)) only, which Scrim cannot draw; "
          + "use a font with COLR version 0 or CBDT.")
    }
    try checkLayerColors()
    for (tag, words) in [("SVG ", "SVG documents"), ("sbix", "sbix images")]
    where has(tag) && !has("COLR") && !has("CBDT") {
      throw FontFileError(
        "The font's colour glyphs are \(words), which Scrim cannot draw; use a font with COLR version 0 or CBDT."
      )
    }
  }

  /// FreeType draws layers in the text's colour, which have no colour in the palette, in black.
  private func checkLayerColors() throws(FontFileError) {
    guard has("COLR") else { return }
    let start = try number(in: "COLR", at: 8, long: true)
    for layer in 0..<(try number(in: "COLR", at: 12)) {
      guard try number(in: "COLR", at: start + 4 * layer + 2) == 0xffff else { continue }
      throw FontFileError(
        "The font's colour glyphs have layers in the text's colour, which Scrim cannot draw; "
          + "use a font whose layers have colours of their own.")
    }
  }

  private func checkCharacters() throws(FontFileError) {
    let count = try number(in: "cmap", at: 2)
    guard count > 0 else { throw .damaged("cmap") }
    for index in 0..<count {
      let offset = try number(in: "cmap", at: 4 + 8 * index + 4, long: true)
      let format = try number(in: "cmap", at: offset)
      let length: Int
      switch format {
      case 0, 2, 4, 6: length = try number(in: "cmap", at: offset + 2)
      case 8, 10, 12, 13: length = try number(in: "cmap", at: offset + 4, long: true)
      case 14: length = try number(in: "cmap", at: offset + 2, long: true)
      default: throw .damaged("cmap")
      }
      // The length of format 4 is often wrong in large fonts, and readers derive it from the segments.
      if format == 4 {
        guard offset + 14 <= self.length("cmap") else { throw .damaged("cmap") }
        let segments = try number(in: "cmap", at: offset + 6) / 2
        guard offset + 16 + 8 * segments <= self.length("cmap") else { throw .damaged("cmap") }
      } else {
        guard offset + length <= self.length("cmap") else { throw .damaged("cmap") }
      }
    }
  }

  private func checkAxes() throws(FontFileError) {
    guard has("fvar") else { return }
    let start = try number(in: "fvar", at: 4)
    let (axes, axisSize) = (try number(in: "fvar", at: 8), try number(in: "fvar", at: 10))
    let (instances, instanceSize) = (try number(in: "fvar", at: 12), try number(in: "fvar", at: 14))
    guard (1...64).contains(axes), axisSize >= 20, instances <= 4096,
      instances == 0 || instanceSize >= 4 + 4 * axes,
      start + axes * axisSize + instances * instanceSize <= length("fvar")
    else { throw .damaged("fvar") }
  }

  /// Where the last number of "loca" is, and the bytes that it should have: FreeType 2.12 writes an offset in the file
  /// in its place when it decompresses WOFF2. `nil` if it is right, or if there is none.
  func endOfGlyphs() throws(FontFileError) -> (place: Int, bytes: [UInt8])? {
    guard has("glyf"), let loca = tables["loca"] else { return nil }
    let isLong = try hasLongOffsets
    let offset = try number(in: "maxp", at: 4) * (isLong ? 4 : 2)
    let end = length("glyf") / (isLong ? 1 : 2)
    guard try number(in: "loca", at: offset, long: isLong) > end else { return nil }
    return (
      loca.lowerBound + offset,
      (isLong ? [24, 16, 8, 0] : [8, 0]).map { UInt8(truncatingIfNeeded: end >> $0) }
    )
  }

  private var hasLongOffsets: Bool {
    get throws(FontFileError) { try number(in: "head", at: 50) == 1 }
  }

  /// Each glyph's outline must be inside "glyf".
  private func checkOutlines(glyphs: Int) throws(FontFileError) {
    guard has("loca") else { throw FontFileError("The font has no table \"loca\".") }
    let isLong = try hasLongOffsets
    let size = isLong ? 4 : 2
    guard length("loca") >= (glyphs + 1) * size else { throw .damaged("loca") }
    let end = length("glyf")
    var last = 0
    for glyph in 0...glyphs {
      let offset = try number(in: "loca", at: glyph * size, long: isLong) * (isLong ? 1 : 2)
      guard (last...end).contains(offset) else { throw .damaged("loca") }
      last = offset
    }
  }
}

extension FontFileError {
  static let truncated = FontFileError("The font is truncated.")

  static func damaged(_ table: String) -> FontFileError {
    FontFileError("The font's table \(quoted(table)) is damaged.")
  }
}

/// Reads the big-endian numbers of a font file; outside of the file there are none.
struct FontBytes {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  func uint16(at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 2 else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  func uint32(at offset: Int) -> Int? {
    guard let high = uint16(at: offset), let low = uint16(at: offset + 2) else { return nil }
    return high << 16 | low
  }

  /// Four characters; bytes that are not printable ASCII become question marks.
  func tag(at offset: Int) -> String? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return String(
      decoding: bytes[offset..<offset + 4].map { (0x20...0x7e).contains($0) ? $0 : 0x3f },
      as: UTF8.self)
  }
}
