import ScrimKit

/// A line of a text as a highlight sees it.
package enum LineRow: Hashable {
  /// With words: their box and the room around it, px at scale 1.
  case words(Rect)
  /// Without words.
  case empty
  /// Not drawn: cut off, or left to somebody else.
  case absent
}

extension TextLayout {
  /// The lines from top to bottom.
  ///
  /// - Parameters:
  ///   - lineBox: What of a line has to be covered.
  ///   - padding: Room around it.
  ///   - cut: What the text is cut to, px at scale 1; `nil` where nothing is.
  /// - Returns: One row a line.
  func rows(_ lineBox: LineBox, padding: HighlightPadding, cut: Rect?) -> [LineRow] {
    lines.indices.map { index in
      let line = lines[index]
      guard line.isDrawn else { return .absent }
      guard line.rectangle.width > 0 else { return .empty }
      // Concealed words may be gone altogether: then their box is all that is left of them.
      var box = lineBox == .font || line.clusters.isEmpty ? line.rectangle : ink(ofLine: index)
      guard !box.isEmpty else { return .empty }
      if let cut {
        box = box.intersection(cut)
        guard !box.isEmpty else { return .absent }
      }
      return .words(box.grown(by: padding.insets))
    }
  }
}
