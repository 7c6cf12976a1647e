import ScrimJSON

/// The fonts that a message names where one is missing and none is spelt nearly so.
struct InstalledFamilies {
  private static let maxNamed = 3

  let names: [String]

  /// What there is in place of a family, and the other ways out.
  ///
  /// - Parameter family: The one that is missing.
  /// - Returns: A sentence.
  func words(inPlaceOf family: String) -> String {
    let shown = nearest(to: family)
    guard !shown.isEmpty else { return "No fonts are installed." }
    let rest = names.count - shown.count
    let list =
      shown.map(quoted).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more (\"fc-list : family\" lists them)" : "")
    return "Installed: \(list); set \"fontFallback\": \"allow\" to "
      + "substitute another font."
  }

  /// Those that have most words in common with a family, and of these the shortest: "Noto Sans" says
  /// more of what there is than "Noto Sans Anatolian Hieroglyphs".
  private func nearest(to family: String) -> [String] {
    func words(_ name: String) -> Set<Substring> { Set(name.lowercased().split(separator: " ")) }
    let wanted = words(family)
    let ranked = names.map { name in
      (name: name, inCommon: words(name).intersection(wanted).count, length: name.utf8.count)
    }
    return ranked.sorted {
      ($1.inCommon, $0.length, $0.name) < ($0.inCommon, $1.length, $1.name)
    }.prefix(Self.maxNamed).map(\.name)
  }
}
