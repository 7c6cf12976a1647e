/// The page of a PDF that Cairo wrote on a larger surface.
///
/// Cairo 1.16 lets a stroke with a translucent gradient end where the surface does, but takes its
/// size in points for one in the units of the group that is drawn, which are px: of a border the
/// last quarter was missing. On a surface of twice the page in px nothing ends on the page.
enum PDFPage {
  /// The surface's width or height for a page's.
  ///
  /// - Parameter length: The page's, px.
  /// - Returns: Whole points, so that nothing comes to lie between pixels.
  static func surfaceLength(for length: Double) -> Double { (2 * length).rounded(.up) }

  /// Makes the page the surface's upper left corner.
  ///
  /// - Parameters:
  ///   - pdf: A document of one page as Cairo 1.16 writes it.
  ///   - width: The page's, points.
  ///   - height: The page's, points.
  ///   - surfaceHeight: The surface's, points.
  /// - Returns: The document.
  static func cut(
    _ pdf: [UInt8], width: Double, height: Double, surfaceHeight: Double
  ) -> [UInt8] {
    let lastLines = String(decoding: pdf.suffix(40), as: UTF8.self).split(separator: "\n")
    guard let start = pdf.firstRange(of: Array("/MediaBox [".utf8))?.upperBound,
      let end = pdf[start...].firstIndex(of: UInt8(ascii: "]")),
      let table = lastLines.dropLast().last.flatMap({ Int($0) }), pdf.indices.contains(table)
    else { return pdf }
    // PDF counts from the bottom.
    let bottom = surfaceHeight - height
    let box = Array(" 0 \(bottom.plain) \(width.plain) \(surfaceHeight.plain) ".utf8)
    let shift = box.count - (end - start)
    return pdf[..<start] + box + pdf[end..<table]
      + moved(pdf[table...], after: end, by: shift, table: table).utf8
  }

  /// The table of objects and what follows it, with the places that have moved.
  private static func moved(
    _ tail: ArraySlice<UInt8>, after place: Int, by shift: Int, table: Int
  ) -> String {
    let entryEnd = " 00000 n "
    return String(decoding: tail, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        if line == "\(table)" { return "\(table + shift)" }
        guard line.hasSuffix(entryEnd), let old = Int(line.dropLast(entryEnd.count)), old > place
        else { return String(line) }
        let new = String(old + shift)
        return String(repeating: "0", count: 10 - new.count) + new + entryEnd
      }
      .joined(separator: "\n")
  }
}
