import ScrimCodecs
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

extension Scene {
  /// The words that are shown, in document order, line by line: nothing that an effect conceals, no decoys, and no
  /// layer that is not visible.
  ///
  /// - Parameter alt: What the page shows.
  /// - Returns: The layer, possibly without any text.
  func textLayer(alt: String?) -> PDFTextLayer {
    let texts = layers.filter { isVisible($0) && $0.layer.opacity > 0 }.compactMap { words(of: $0) }
    return PDFTextLayer(texts, alt: alt)
  }

  private func words(of placed: PlacedLayer) -> PDFTextLayer.Text? {
    guard let text = placed.visibleText else { return nil }
    let bytes = Array(text.string.utf8)
    let transform = transform(from: .inside(placed.index), to: .canvas)
    let lines = placed.shownLineNumbers(in: self).map { text.lines[$0] }.filter {
      !transform.bounds(of: $0.rectangle).intersection(canvas).isEmpty
    }
    let shown = lines.map { text.clusters[$0.clusters].withMarks }
    guard shown.contains(where: { !$0.isEmpty }) else { return nil }
    let isReordered = shown.contains { line in
      zip(line, line.dropFirst()).contains { $0.range.lowerBound > $1.range.lowerBound }
    }
    // Where a line was broken, readers find a space.
    let clusters = zip(lines, shown).map { line, shown in
      shown.map { cluster in
        let words = String(decoding: bytes[cluster.range], as: UTF8.self)
        return PDFTextLayer.Cluster(words, in: cluster.box, transform)
      } + [line.space(transform)]
    }
    let reading = lines.map { String(decoding: bytes[$0.range], as: UTF8.self) }.joined(
      separator: " ")
    return PDFTextLayer.Text(
      Array(clusters.joined().dropLast()), reading: isReordered ? reading : nil)
  }
}

extension ArraySlice<TextLayout.Cluster> {
  /// The characters of each cluster with a width, and the boxes; marks without a width belong to what is before them.
  fileprivate var withMarks: [(range: Range<Int>, box: Rect)] {
    var wide = filter { $0.rectangle.width > 0.01 }.map { (range: $0.range, box: $0.rectangle) }
    let marks = filter { $0.rectangle.width <= 0.01 }.map(\.range)
    for mark in marks.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let base = wide.firstIndex(where: { $0.range.upperBound == mark.lowerBound }) {
        wide[base].range = wide[base].range.lowerBound..<mark.upperBound
      }
    }
    return wide
  }
}

extension TextLayout.Line {
  /// A space at its end.
  fileprivate func space(_ transform: Transform) -> PDFTextLayer.Cluster {
    let width = rectangle.height / 4
    let left = isRightToLeft ? rectangle.left - width : rectangle.right
    return PDFTextLayer.Cluster(
      " ", in: Rect(x: left, y: rectangle.y, width: width, height: rectangle.height), transform)
  }
}

extension PDFTextLayer.Cluster {
  fileprivate init(_ text: String, in box: Rect, _ transform: Transform) {
    let baseline = box.top + PDFTextLayer.ascent * box.height
    func place(_ x: Double, _ y: Double) -> Point { transform(Point(x: x, y: y)) }
    self.init(
      text, start: place(box.left, baseline), end: place(box.right, baseline),
      top: place(box.left, baseline - box.height))
  }
}
