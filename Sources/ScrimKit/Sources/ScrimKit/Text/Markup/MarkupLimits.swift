extension StyledString {
  /// What markup makes of the size of some words must be a size that a text may have, px.
  private static let sizes = 0.1...2000.0

  /// What is wrong with the sizes that markup gives to words. Factors multiply, so that no tag alone
  /// is to blame.
  ///
  /// - Parameter size: Of the whole text, px.
  /// - Returns: The error at the first words that are too large or too small; `nil` if none are.
  func sizeDiagnostic(size: Double) -> TextDiagnostic? {
    for span in spans {
      let pixels: Double
      switch span.change {
      case .scale(let factor): pixels = size * factor
      case .size(let points): pixels = Double(points) / 1024 * 96 / 72
      default: continue
      }
      // A point is 1/1024 at least, so that 0.1 px may come out a little less.
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
