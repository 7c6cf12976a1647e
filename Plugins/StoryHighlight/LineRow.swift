import ScrimKit

/// A line of text, classified for a highlight.
package enum LineRow: Hashable {
  /// A line with words: their box including padding in line space, px at scale 1.
  case words(Rect)
  /// A line without words.
  case empty
  /// A line that is not drawn: clipped, or drawn by another effect.
  case absent
}

extension TextLayout {
  /// The lines from top to bottom.
  ///
  /// - Parameters:
  ///   - lineBox: The part of a line to cover.
  ///   - padding: The padding around it.
  ///   - cut: The clip of the text, px at scale 1; `nil` without a clip.
  ///   - grid: The pixels that the boxes are drawn on.
  /// - Returns: One row per line.
  func rows(
    _ lineBox: LineBox, padding: Insets, cut: Rect?, on grid: PixelGrid = .none
  ) -> [LineRow] {
    lines.indices.map { index in
      let line = lines[index]
      guard line.isDrawn else { return .absent }
      let length = spec.writingMode.isVertical ? line.rectangle.height : line.rectangle.width
      guard length > 0 else { return .empty }
      // Concealed words may be removed entirely; then only their box is known.
      var box = lineBox == .font || line.clusters.isEmpty ? line.rectangle : ink(ofLine: index)
      guard !box.isEmpty else { return .empty }
      if let cut {
        box = box.intersection(cut)
        guard !box.isEmpty else { return .absent }
      }
      return .words(lineTransform.inverse.bounds(of: grid.snap(box.grown(by: padding))))
    }
  }
}
