/// A font family that stands in for the requested ones: none of these is installed, or none has some characters.
public struct FontFallback: Hashable, Sendable {
  /// The requested families, in order of preference.
  public let askedFamilies: [String]
  /// The family as its fonts spell it.
  public let usedFamily: String
  /// Number of characters that it draws.
  public internal(set) var characters: Int
}

extension TextLayout {
  /// The families that stand in for requested ones, in the order of their first use. Concealed lines do not count, and
  /// neither do characters that no font has.
  @_spi(Host) public var fallbacks: [FontFallback] {
    var indices: [[Int]: Int?] = [:]
    var found: [FontFallback] = []
    for line in lines where !line.isConcealed {
      for cluster in clusters[line.clusters] {
        let pair = [cluster.font, cluster.style]
        let index = indices[pair] ?? note(cluster, in: &found)
        indices[pair] = index
        guard let index, !glyphs[cluster.glyphs].contains(where: { $0.id == 0 }) else { continue }
        found[index].characters += characters(of: cluster)
      }
    }
    return found.filter { $0.characters > 0 }
  }

  /// Adds the font of a cluster unless it is one of those that the cluster's style requests.
  ///
  /// - Returns: Its index; `nil` for a requested font.
  private func note(_ cluster: Cluster, in found: inout [FontFallback]) -> Int? {
    let (used, request) = (fonts[cluster.font].family, styles[cluster.style].request)
    guard !request.names(used), !library.standsFor(used, request.families, spec) else { return nil }
    let index = found.firstIndex {
      $0.usedFamily == used && $0.askedFamilies == request.families
    }
    if let index { return index }
    found.append(
      FontFallback(askedFamilies: request.families, usedFamily: used, characters: 0))
    return found.count - 1
  }

  /// Number of a cluster's characters, without spaces.
  private func characters(of cluster: Cluster) -> Int {
    let start = string.utf8.index(string.startIndex, offsetBy: cluster.range.lowerBound)
    let end = string.utf8.index(start, offsetBy: cluster.range.count)
    return string[start..<end].count { !$0.isWhitespace }
  }
}

extension FontLibrary {
  /// Whether a family is what fontconfig takes for one of some generic families.
  fileprivate func standsFor(_ family: String, _ names: [String], _ spec: TextSpec) -> Bool {
    names.filter(isGeneric).contains {
      self.family(ofGeneric: $0, language: spec.language) == family
    }
  }
}
