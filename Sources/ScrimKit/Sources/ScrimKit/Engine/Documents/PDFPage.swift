/// Crops a PDF page that Cairo wrote on a larger surface.
///
/// Cairo 1.16 clips a stroke with a translucent gradient at the surface's edge. It takes the surface's size in points,
/// but uses it in the units of the drawn group, which are px: the last quarter of a border was missing. On a surface of
/// twice the page in px nothing on the page is clipped.
enum PDFPage {
  /// The surface's width or height for that of a page.
  ///
  /// - Parameter length: The page's width or height, px.
  /// - Returns: Integer points, so that nothing falls between pixels.
  static func surfaceLength(for length: Double) -> Double { (2 * length).rounded(.up) }

  /// Crops the page to the surface's upper left corner.
  ///
  /// - Parameters:
  ///   - pdf: A document of one page as Cairo writes PDF 1.4: objects and cross-references in plain text.
  ///   - page: The page from the surface's upper left corner, points.
  ///   - trim: What is left of it after cutting, points; the whole page if nothing is cut off.
  ///   - surfaceHeight: The surface's height, points.
  /// - Returns: The document.
  /// - Throws: `DrawingError` if the document is another.
  static func cut(
    _ pdf: [UInt8], page: Rect, trim: Rect, surfaceHeight: Double
  ) throws(DrawingError) -> [UInt8] {
    let lastLines = String(decoding: pdf.suffix(40), as: UTF8.self).split(separator: "\n")
    guard let start = pdf.firstRange(of: Array("/MediaBox [".utf8))?.upperBound,
      let end = pdf[start...].firstIndex(of: UInt8(ascii: "]")),
      let table = lastLines.dropLast().last.flatMap({ Int($0) }), pdf.indices.contains(table)
    else { throw DrawingError("this release of Cairo writes PDF in a way that cannot be cropped") }
    // PDF's origin is at the bottom.
    func numbers(_ box: Rect) -> String {
      " \(box.left.plain) \((surfaceHeight - box.bottom).plain) \(box.right.plain) \((surfaceHeight - box.top).plain) "
    }
    let boxes =
      trim == page
      ? numbers(page)
      : "\(numbers(page))] /BleedBox [\(numbers(page))] /TrimBox [\(numbers(trim))"
    let box = Array(boxes.utf8)
    let shift = box.count - (end - start)
    return pdf[..<start] + box + pdf[end..<table]
      + moved(pdf[table...], after: end, by: shift, table: table).utf8
  }

  /// The cross-reference table and everything after it, with updated offsets.
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
