package import ScrimKit

/// Words on a page of PDF that are selected, searched and read aloud, and not drawn: tagged text in the rendering mode
/// that neither fills nor strokes.
package struct PDFTextLayer: Sendable {
  /// Characters that are selected together.
  package struct Cluster: Sendable {
    package let text: String
    /// Where they begin on their baseline, where they end, and what is above their beginning at the height of an em,
    /// px of the page.
    package let start: Point
    package let end: Point
    package let top: Point

    package init(_ text: String, start: Point, end: Point, top: Point) {
      self.text = text
      self.start = start
      self.end = end
      self.top = top
    }
  }

  /// A paragraph.
  package struct Text: Sendable {
    /// From left to right, line by line.
    package let clusters: [Cluster]
    /// The words in the order in which they are read; `nil` if that is the order of the clusters.
    package let reading: String?

    package init(_ clusters: [Cluster], reading: String?) {
      self.clusters = clusters
      self.reading = reading
    }
  }

  /// The share of an em that is above the baseline, as the font says.
  package static let ascent = 0.8

  /// The texts in reading order.
  private let texts: [Text]
  /// What the page shows, for readers who cannot see it.
  private let alt: String?

  package init(_ texts: [Text], alt: String?) {
    self.texts = texts
    self.alt = alt
  }

  /// A document with the words, as an incremental update (ISO 32000-1, 7.5.6).
  ///
  /// - Parameters:
  ///   - file: A document of one page as Cairo writes PDF 1.4: objects and cross-references in plain text.
  ///   - origin: The page's upper left corner, px.
  ///   - unit: Points per px.
  /// - Returns: The document.
  /// - Throws: ``CodecError`` if the document is another.
  package func added(
    to file: [UInt8], origin: Point, unit: Double
  ) throws(CodecError) -> [UInt8] {
    guard let page = CairoPage(file) else {
      throw CodecError(
        .notAvailable, "This release of Cairo writes PDF in a way to which no text can be added.")
    }
    func place(_ point: Point) -> Point {
      Point(x: (point.x - origin.x) * unit, y: page.top - (point.y - origin.y) * unit)
    }
    let codes = Codes(of: texts)
    var update = PDFUpdate(file, page)
    // Its glyphs are not drawn, so it need not be in the file: it is one that all readers have.
    let descriptor = update.add(
      "<< /Type /FontDescriptor /FontName /Helvetica /Flags 32 /FontBBox [ 0 -200 1000 800 ] /ItalicAngle 0 "
        + "/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>")
    let fonts = codes.fonts.enumerated().map { number, characters in
      let map = update.add(stream: Codes.map(of: characters))
      let names = characters.map { _ in "/space" }.joined(separator: " ")
      let widths = characters.map { _ in "1000" }.joined(separator: " ")
      let font = update.add(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontDescriptor \(descriptor) 0 R /FirstChar 0 "
          + "/LastChar \(characters.count - 1) /Widths [ \(widths) ] /ToUnicode \(map) 0 R "
          + "/Encoding << /Type /Encoding /Differences [ 0 \(names) ] >> >>")
      return "/Words\(number) \(font) 0 R"
    }
    // What is drawn is a figure if it has a text, and otherwise has no meaning of its own.
    let before = update.add(
      stream: alt == nil ? "/Artifact BMC\nq" : "/Figure << /MCID 0 >> BDC\nq")
    let first = alt == nil ? 0 : 1
    let words = texts.enumerated().map { index, text in
      "/P << /MCID \(first + index) >> BDC\nBT\n3 Tr\n"
        + text.clusters.map { Self.operators(of: $0, codes, place) }.joined() + "ET\nEMC\n"
    }
    let after = update.add(stream: "Q\nEMC\n" + words.joined())
    let (root, document, parents) = (update.next, update.next + 1, update.next + 2)
    let elements = (0..<first + texts.count).map { parents + 1 + $0 }
    let list = elements.map { "\($0) 0 R" }.joined(separator: " ")
    update.add(
      "<< /Type /StructTreeRoot /K [ \(document) 0 R ] /ParentTree \(parents) 0 R /ParentTreeNextKey 1 >>"
    )
    update.add("<< /Type /StructElem /S /Document /P \(root) 0 R /K [ \(list) ] >>")
    update.add("<< /Nums [ 0 [ \(list) ] ] >>")
    for index in elements.indices {
      let kind =
        index < first
        ? "/Figure /Alt \(Self.string(alt ?? ""))"
        : "/P"
          + (texts[index - first].reading.map { " /ActualText \(Self.string($0))" } ?? "")
      update.add(
        "<< /Type /StructElem /S \(kind) /P \(document) 0 R /Pg \(page.page.number) 0 R /K \(index) >>"
      )
    }
    update.replace(
      page.page,
      page.page.text.replacing(
        "/Contents \(page.contents) 0 R",
        with: "/Contents [ \(before) 0 R \(page.contents) 0 R \(after) 0 R ] /StructParents 0"))
    update.replace(page.resources, page.resources.adding(fonts.joined(separator: " "), to: "/Font"))
    update.replace(
      page.catalog,
      page.catalog.adding("/MarkInfo << /Marked true >> /StructTreeRoot \(root) 0 R"))
    return update.finish()
  }

  private static func operators(
    of cluster: Cluster, _ codes: Codes, _ place: (Point) -> Point
  ) -> String {
    let (start, end, top) = (place(cluster.start), place(cluster.end), place(cluster.top))
    let scalars = Array(cluster.text.unicodeScalars)
    let count = Double(max(1, scalars.count))
    let numbers = [
      (end.x - start.x) / count, (end.y - start.y) / count, top.x - start.x, top.y - start.y,
      start.x, start.y,
    ]
    let matrix = numbers.map(PDFNumber.text).joined(separator: " ")
    let shown = scalars.map { scalar in
      let code = codes[scalar]
      return "/Words\(code.font) 1 Tf <\(digits(code.code, 2))> Tj\n"
    }
    return "\(matrix) Tm\n\(shown.joined())"
  }

  /// A string of PDF.
  private static func string(_ text: String) -> String { "<\(hex("\u{FEFF}" + text))>" }

  /// UTF-16 in big-endian order, hexadecimal.
  fileprivate static func hex(_ text: String) -> String {
    text.utf16.map { digits(Int($0), 4) }.joined()
  }

  fileprivate static func digits(_ number: Int, _ count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: count - digits.count) + digits
  }

  /// The fonts of characters, 256 in each, and their codes.
  private struct Codes {
    let fonts: [[Unicode.Scalar]]
    private let codes: [Unicode.Scalar: Int]

    init(of texts: [Text]) {
      let all = texts.flatMap(\.clusters).flatMap(\.text.unicodeScalars)
      let sorted = Set(all).sorted()
      codes = Dictionary(uniqueKeysWithValues: zip(sorted, 0...))
      fonts = stride(from: 0, to: sorted.count, by: 256).map { start in
        Array(sorted[start..<min(start + 256, sorted.count)])
      }
    }

    subscript(scalar: Unicode.Scalar) -> (font: Int, code: Int) {
      let code = codes[scalar] ?? 0
      return (code / 256, code % 256)
    }

    /// The CMap from a font's codes to Unicode (ISO 32000-1, 9.10.3).
    static func map(of characters: [Unicode.Scalar]) -> String {
      let lines = characters.enumerated().map { code, scalar in
        "<\(digits(code, 2))> <\(hex(String(scalar)))>\n"
      }
      let blocks = stride(from: 0, to: lines.count, by: 100).map { start in
        let block = lines[start..<min(start + 100, lines.count)]
        return "\(block.count) beginbfchar\n\(block.joined())endbfchar\n"
      }
      return """
        /CIDInit /ProcSet findresource begin
        12 dict begin
        begincmap
        /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
        /CMapName /Adobe-Identity-UCS def
        /CMapType 2 def
        1 begincodespacerange
        <00> <FF>
        endcodespacerange
        \(blocks.joined())endcmap
        CMapName currentdict /CMap defineresource pop
        end
        end
        """
    }
  }
}

enum PDFNumber {
  /// With up to four decimals.
  static func text(_ value: Double) -> String {
    let whole = Int((value * 10_000).rounded())
    let (size, sign) = (abs(whole), whole < 0 ? "-" : "")
    guard size % 10_000 != 0 else { return "\(sign)\(size / 10_000)" }
    var decimals = String(size % 10_000 + 10_000).dropFirst()
    while decimals.last == "0" { decimals = decimals.dropLast() }
    return "\(sign)\(size / 10_000).\(decimals)"
  }
}
