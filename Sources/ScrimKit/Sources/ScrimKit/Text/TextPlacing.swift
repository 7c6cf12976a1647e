extension TextLayout {
  /// The text in a frame: lines aligned, the block moved to the top, middle or bottom.
  ///
  /// - Parameters:
  ///   - box: Where the text stands, px at scale 1.
  ///   - paintBox: What a gradient paint spans: the layer's frame.
  /// - Returns: The text where it stands.
  @_spi(Host) public func placed(in box: Rect, paintBox: Rect) -> TextLayout {
    var copy = self
    copy.box = box
    copy.paintBox = paintBox
    let top = box.y + spec.verticalAlign.offset(of: bounds.height, in: box.height) - bounds.y
    for index in lines.indices {
      let line = lines[index]
      let free = box.width - line.rectangle.width
      let left = box.x + free * spec.align.share(isRightToLeft: line.isRightToLeft)
      copy.move(line: index, dx: left - line.rectangle.x, dy: top)
    }
    return copy
  }

  private mutating func move(line index: Int, dx: Double, dy: Double) {
    lines[index].rectangle.x += dx
    lines[index].rectangle.y += dy
    lines[index].baseline += dy
    for cluster in lines[index].clusters {
      clusters[cluster].rectangle.x += dx
      clusters[cluster].rectangle.y += dy
      for glyph in clusters[cluster].glyphs {
        glyphs[glyph].origin.x += dx
        glyphs[glyph].origin.y += dy
      }
    }
  }

  /// The width and height that the text takes by itself, px.
  @_spi(Host) public var naturalSize: Size {
    Size(width: naturalWidth, height: bounds.height)
  }

  /// The rectangles of every occurrence of some words, one for each line that it touches.
  ///
  /// Words that an effect concealed are not found.
  ///
  /// - Parameter words: Compared by character, case counting; a line break matches a space.
  /// - Returns: px at scale 1, from the first occurrence to the last.
  @_spi(Host) public func rectangles(matching words: String) -> [Rect] {
    var found: [Rect] = []
    let concealed = lines.filter(\.isConcealed).map(\.range)
    let occurrences = TextSpec.occurrences(of: words, in: string) { range in
      !concealed.contains { $0.overlaps(range) }
    }
    // Lines are in the order of the text, and so are the occurrences.
    var firstLine = 0
    for range in occurrences {
      while firstLine < lines.count, lines[firstLine].range.upperBound <= range.lowerBound {
        firstLine += 1
      }
      let touched = lines[firstLine...].prefix { $0.range.lowerBound < range.upperBound }
      found += touched.compactMap { line in
        let inside = clusters[line.clusters].filter { $0.range.overlaps(range) }
        let bounds = inside.map(\.rectangle).bounds.intersection(line.rectangle)
        return bounds.isEmpty ? nil : bounds
      }
    }
    return found
  }
}

extension VerticalAlignment {
  /// How far below the top of a box a block stands.
  ///
  /// - Parameters:
  ///   - block: The block's height, px.
  ///   - box: The box's.
  /// - Returns: px; 0 for a block that is higher than the box.
  @_spi(Host) public func offset(of block: Double, in box: Double) -> Double {
    let share: Double =
      switch self {
      case .top: 0
      case .middle: 0.5
      case .bottom: 1
      }
    return max(0, box - block) * share
  }
}

extension TextSpec {
  /// Whether some words are in the text before any effect conceals them, as a reference would look
  /// for them; `nil` for markup with errors, and for a text that may be shown in part only.
  @_spi(Host) public func contains(words: String) -> Bool? {
    guard ellipsis == .none,
      let text = markup.map({ try? MarkupReader.read($0) }) ?? string.map(StyledString.init(plain:))
    else { return nil }
    return !Self.occurrences(of: words, in: text.string).isEmpty
  }

  /// Where some words are in a text, as UTF-8 offsets, none overlapping; a line break matches a
  /// space.
  fileprivate static func occurrences(
    of words: String, in string: String, where isFree: (Range<Int>) -> Bool = { _ in true }
  ) -> [Range<Int>] {
    let text = Array(string.utf8).map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    let wanted = Array(words.utf8)
    guard !wanted.isEmpty else { return [] }
    var found: [Range<Int>] = []
    var start = 0
    while start + wanted.count <= text.count {
      let range = start..<start + wanted.count
      if text[range].elementsEqual(wanted), isFree(range) {
        found.append(range)
        start += wanted.count
      } else {
        start += 1
      }
    }
    return found
  }
}
