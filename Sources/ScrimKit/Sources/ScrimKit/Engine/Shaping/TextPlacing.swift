extension TextLayout {
  /// The text in a frame, with lines aligned and the block at the top, middle or bottom.
  ///
  /// - Parameters:
  ///   - box: The text's box, px at scale 1.
  ///   - paintBox: The box that a gradient spans: the layer's frame.
  /// - Returns: The positioned text.
  @_spi(Host) public func placed(in box: Rect, paintBox: Rect) -> TextLayout {
    if spec.writingMode.isVertical {
      let space = Self.lineSpace
      let text = spec.writingMode == .verticalLR ? flipped() : self
      return text.placedLines(in: space.bounds(of: box), paintBox: space.bounds(of: paintBox))
        .turned()
    }
    return placedLines(in: box, paintBox: paintBox)
  }

  /// From the canvas to line space.
  private static let lineSpace = Transform(degrees: -90, about: .zero)

  private func placedLines(in box: Rect, paintBox: Rect) -> TextLayout {
    var copy = self
    copy.box = box
    copy.paintBox = paintBox
    let align =
      spec.writingMode == .verticalLR ? spec.verticalAlign.opposite : spec.verticalAlign
    let top =
      box.y + align.offset(of: lineSize.height, in: box.height) - bounds.y
      - trim.top
    for index in lines.indices {
      let line = lines[index]
      let free = box.width - line.rectangle.width - line.indent
      let left =
        box.x + (line.isRightToLeft ? 0 : line.indent)
        + free * spec.align.share(isRightToLeft: line.isRightToLeft)
      copy.move(line: index, dx: left - line.rectangle.x, dy: top)
    }
    return copy
  }

  mutating func move(line index: Int, dx: Double, dy: Double) {
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

  /// The text's own width and height, px.
  @_spi(Host) public var naturalSize: Size {
    spec.writingMode.isVertical
      ? Size(width: lineSize.height, height: lineSize.width) : lineSize
  }

  /// The text's own size along its lines and across them, px.
  var lineSize: Size {
    let across = isTurned ? bounds.width : bounds.height
    return Size(width: naturalWidth, height: max(0, across - trim.top - trim.bottom))
  }

  /// Distance of the first baseline from the top of the block, px; `nil` if there is none.
  @_spi(Host) public var firstBaseline: Double? {
    spec.writingMode.isVertical ? nil : lines.first.map { $0.baseline - bounds.y - trim.top }
  }

  /// The rectangles of every occurrence of some words, one for each line that it touches.
  ///
  /// Concealed words are not found.
  ///
  /// - Parameter words: The words, case-sensitive; a line break matches a space.
  /// - Returns: px at scale 1, in the order of the occurrences.
  @_spi(Host) public func rectangles(matching words: String) -> [Rect] {
    var found: [Rect] = []
    let concealed = lines.filter(\.isConcealed).map(\.range)
    let occurrences = TextSpec.occurrences(of: words, in: string) { range in
      !concealed.contains { $0.overlaps(range) }
    }
    // Both lines and occurrences are in the order of the text.
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
  /// The distance of a block from the top of a box.
  ///
  /// - Parameters:
  ///   - block: The block's height, px.
  ///   - box: The box's height, px.
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

extension VerticalAlignment {
  /// The same in the opposite direction.
  fileprivate var opposite: VerticalAlignment {
    switch self {
    case .top: .bottom
    case .middle: .middle
    case .bottom: .top
    }
  }
}

extension TextSpec {
  /// Whether a reference would find some words before any effect conceals them; `nil` for invalid markup, and for a
  /// text that an ellipsis may shorten.
  @_spi(Host) public func contains(words: String) -> Bool? {
    guard ellipsis == .none,
      let text = markup.map({ try? MarkupReader.read($0) }) ?? string.map(StyledString.init(plain:))
    else { return nil }
    return !Self.occurrences(of: words, in: text.string).isEmpty
  }

  /// The non-overlapping occurrences of some words in a text, as UTF-8 offsets; a line break matches a space.
  static func occurrences(
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
