extension StyledString {
  /// The allowed font sizes after markup, px: those of a text.
  private static let sizes = 0.1...2000.0

  /// Checks the font sizes that result from markup. Factors multiply, so no single tag can be checked.
  ///
  /// - Parameter size: The font size of the entire text, px.
  /// - Returns: The error at the first words that are too large or too small; `nil` if there are none.
  func sizeDiagnostic(size: Double) -> TextDiagnostic? {
    for span in spans {
      let pixels: Double
      switch span.change {
      case .scale(let factor): pixels = size * factor
      case .size(let points): pixels = Double(points) / 1024 * 96 / 72
      default: continue
      }
      // Sizes are multiples of 1/1024 point, so 0.1 px may be slightly less.
      if pixels < Self.sizes.lowerBound - 0.001 || pixels > Self.sizes.upperBound + 0.001 {
        return TextDiagnostic(
          .markup, at: "markup",
          "the font size of this text is \(rounded(pixels)) px; it must be 0.1…2000 px.",
          offset: source(of: span.range.lowerBound))
      }
    }
    return nil
  }

  private func rounded(_ pixels: Double) -> String {
    pixels < 1 ? ((pixels * 10000).rounded() / 10000).plain : ((pixels * 10).rounded() / 10).plain
  }
}
