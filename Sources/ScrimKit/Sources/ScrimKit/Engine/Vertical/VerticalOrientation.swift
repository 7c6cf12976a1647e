/// How a character stands in vertical text with `textOrientation: mixed` (UAX #50, Vertical_Orientation).
enum VerticalOrientation {
  /// As in horizontal text.
  case upright
  /// By a glyph of its own for vertical text, or else upright.
  case transformedOrUpright
  /// By a glyph of its own for vertical text, or else rotated.
  case transformedOrRotated
  /// Rotated clockwise by 90°.
  case rotated

  /// The orientation of a character by itself.
  init(of scalar: Unicode.Scalar) {
    let value = scalar.value
    // Most letters of rotated scripts are before the table's first character.
    guard value >= Self.table[0].characters.lowerBound else {
      self = .rotated
      return
    }
    var (low, high) = (0, Self.table.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Self.table[middle].characters.lowerBound <= value { low = middle } else { high = middle }
    }
    let (characters, orientation) = Self.table[low]
    self = characters.contains(value) ? orientation : .rotated
  }

  /// The orientation of a grapheme cluster, which is never split: that of its first character, and upright for emoji.
  init(of cluster: Character) {
    let scalars = cluster.unicodeScalars
    guard let first = scalars.first else {
      self = .rotated
      return
    }
    let isEmoji =
      first.properties.isEmojiPresentation || scalars.dropFirst().contains("\u{fe0f}")
    self = isEmoji ? .upright : VerticalOrientation(of: first)
  }
}

extension TextLayout {
  /// The characters of readable lines that are rotated because their fonts have no form of them for columns, with the
  /// family.
  @_spi(Host) public var unformed: [(characters: [Character], family: String)] {
    guard spec.hasCentralBaselines else { return [] }
    var found: [(characters: [Character], family: String)] = []
    for line in lines where !line.isConcealed {
      for cluster in clusters[line.clusters] where !fonts[cluster.font].isUpright {
        guard let character = words(of: cluster.range).first,
          spec.textOrientation == .mixed,
          VerticalOrientation(of: character) == .transformedOrRotated
        else { continue }
        let family = fonts[cluster.font].family
        let index = found.firstIndex { $0.family == family } ?? found.count
        if index == found.count { found.append(([], family)) }
        if !found[index].characters.contains(character) {
          found[index].characters.append(character)
        }
      }
    }
    return found
  }

  private func words(of range: Range<Int>) -> Substring {
    let utf8 = string.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return string[start..<utf8.index(start, offsetBy: range.count)]
  }
}

extension TextSpec {
  /// The length at which lines wrap in a box: its width, or in vertical text its height, px.
  @_spi(Host) public func lineLength(in box: Rect) -> Double {
    writingMode.isVertical ? box.height : box.width
  }

  /// Whether lines have their baseline in the middle of the letters' boxes (CSS Writing Modes 4 §4.2).
  var hasCentralBaselines: Bool { writingMode.isVertical && textOrientation != .sideways }
}
