import ScrimJSON

/// The installed font families that a message lists if one is missing and none has a similar name.
struct InstalledFamilies {
  private static let maxNamed = 3

  let names: [String]

  /// The families to use instead, and other suggestions.
  ///
  /// - Parameter family: The missing family.
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

  /// The families that share the most words with a family, the shortest first: "Noto Sans" is more informative than
  /// "Noto Sans Anatolian Hieroglyphs".
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
