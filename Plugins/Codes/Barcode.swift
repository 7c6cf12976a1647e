import ScrimKit

/// A bar code of retail and logistics, or another code of modules.
public struct Barcode: Content {
  public static let manifest = Manifest(
    "barcode", version: "1.0.0",
    summary: "A bar code, Data Matrix, Aztec or PDF417, which is read again in the finished image.",
    category: .code)

  @Parameter("Kind of code", examples: [.ean13])
  public var symbology: Symbology
  @Parameter(
    "Content: digits with or without the check digit (EAN, UPC, ITF-14); element strings such as "
      + "\"(01)09501101020917(10)AB\" (GS1-128); ASCII (Code 128); text (the others)",
    examples: ["4006381333931"])
  public var data: String
  @Parameter("Two or five digits beside an EAN or UPC, such as a magazine's issue")
  public var addOn: String? = nil
  @Parameter("Whether the data is written below the bars; the default for bars")
  public var text: Bool? = nil
  @Parameter("Font family of the words, or a list of families in order of preference")
  public var font = FontFamilies(["sans-serif"])
  @Parameter(
    "Height of the bars; by default what the frame leaves", unit: .pixels, in: 1...10_000)
  public var height: Double? = nil
  @InlineParameters public var style = CodeStyle()

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    if !symbology.isLinear {
      for (key, isGiven) in [("text", text == true), ("height", height != nil)] where isGiven {
        return [
          ParameterDiagnostic(
            .conflict, "\"\(key)\" is for bars, which \(symbology.rawValue) does not have.",
            at: key)
        ]
      }
    }
    if let addOn {
      guard symbology.isRetail else {
        return [
          ParameterDiagnostic(
            .conflict, "\"addOn\" requires an EAN or a UPC.", at: "addOn")
        ]
      }
      guard [2, 5].contains(addOn.utf8.count), addOn.isDigits else {
        return [
          ParameterDiagnostic(
            .invalidValue, "\"\(addOn)\" is not two or five digits.", at: "addOn")
        ]
      }
    }
    do {
      _ = try symbol()
      return []
    } catch {
      return [ParameterDiagnostic(.invalidValue, error.message, at: "data")]
    }
  }

  /// Its modules with the quiet zone, of 4 px each; those of bars 2 px wide, and 69 or 50 of them high, as GS1 has EAN
  /// and as is usual for others.
  public func naturalSize() -> Size? {
    guard let symbol = try? symbol() else { return nil }
    let zone = symbol.symbology.quietZone(style.quietZone)
    let columns = Double(zone.left + symbol.width + zone.right)
    guard let rowHeight = symbol.symbology.rowHeight else {
      let words = words(of: symbol)
      let bars = height.map { $0 / 2 } ?? (symbol.symbology.isRetail ? 69 : 50)
      return Size(width: 2 * columns, height: 2 * (words.above + bars + words.below))
    }
    let rows = Double(symbol.rows.count * rowHeight + 2 * zone.aboveAndBelow)
    return Size(width: 4 * columns, height: 4 * rows)
  }

  public func code(in geometry: ContentGeometry) throws -> ReadableCode? {
    let symbol = try symbol()
    return ReadableCode(
      symbol, in: try layout(symbol, in: geometry).area, verification: style.verify)
  }

  public func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {
    let symbol = try symbol()
    let layout = try layout(symbol, in: geometry)
    canvas.fill(geometry.frame, with: style.background)
    var path = Path()
    guard symbol.symbology.isLinear else {
      let row = layout.area.height / Double(max(1, symbol.rows.count))
      for block in symbol.rows.blocks {
        path.append(
          Path(
            rect: layout.cells(
              block.columns, top: Double(block.rows.lowerBound) * row,
              height: Double(block.rows.count) * row)))
      }
      canvas.fill(path, with: style.color, box: geometry.frame)
      return
    }
    let bars = BarsAndWords(
      symbol: symbol, layout: layout, hasText: hasText)
    for rect in bars.bars { path.append(Path(rect: geometry.grid.snap(rect))) }
    canvas.fill(path, with: style.color, box: geometry.frame)
    for (words, box) in bars.words {
      try draw(words, in: box, on: canvas, geometry)
    }
  }

  private var hasText: Bool { symbology.isLinear && text != false }

  /// Draws words in the middle of a box; smaller if they are too wide.
  private func draw(
    _ words: String, in box: Rect, on canvas: Canvas, _ geometry: ContentGeometry
  ) throws {
    var spec = TextSpec()
    spec.string = words
    spec.font = font
    spec.color = style.color
    // Capital letters and digits of most fonts are 0.7 em high.
    spec.size = min(2000, max(0.1, box.height / 0.72))
    spec.align = .center
    spec.wrap = .none
    spec.textBoxTrim = .cap
    var layout = try geometry.layOut(spec, in: box)
    if layout.bounds.width > box.width {
      spec.size = max(0.1, spec.size * box.width / layout.bounds.width)
      layout = try geometry.layOut(spec, in: box)
    }
    try canvas.draw(layout)
  }

  private func layout(
    _ symbol: CodeSymbol, in geometry: ContentGeometry
  ) throws(EffectError) -> CodeLayout {
    try CodeLayout(
      symbol, quietZone: style.quietZone, words: words(of: symbol), height: height, in: geometry)
  }

  /// Heights above and below the bars, in modules.
  private func words(of symbol: CodeSymbol) -> (above: Double, below: Double) {
    // Brackets reach below the line, digits do not.
    (0, hasText ? BarsAndWords.wordHeight + (symbol.symbology.isRetail ? 2 : 4) : 0)
  }

  private func symbol() throws(EffectError) -> CodeSymbol {
    let data = try BarcodeData(data, as: symbology).encoded
    return try CodeSymbol(data + (addOn.map { "+" + $0 } ?? ""), as: symbology)
  }
}

extension Symbology {
  /// Whether it is an EAN or a UPC, which may have an add-on.
  var isRetail: Bool { [.ean13, .ean8, .upcA, .upcE].contains(self) }
}

extension String {
  var isDigits: Bool { utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
}
