extension FontLibrary {
  /// Lays out a text with lines that are as equal as possible, or with a last line that is not too short.
  ///
  /// The text is shaped once without soft wraps. Where the lines break follows from the widths between the positions at
  /// which they may, by dynamic programming with the number of lines fixed: the least sum of squared widths has equal
  /// lines. (The smallest width that gives as many lines, which is another way, breaks fewer headlines as browsers do.)
  ///
  /// - Parameters:
  ///   - wrapped: The text with lines as full as possible.
  ///   - text: Its words.
  ///   - width: The width at which lines wrap, px.
  /// - Returns: The text; as it was if it has too many places to break, or words wider than the width.
  /// - Throws: `DrawingError`.
  func filled(_ wrapped: TextLayout, _ text: StyledString, width: Double) throws -> TextLayout {
    guard wrapped.lines.contains(where: { !$0.endsParagraph }) else { return wrapped }
    var spec = wrapped.spec
    // Words are broken where they have to be only.
    if spec.wrap == .wordCharacter { spec.wrap = .word }
    let whole = try set(text, spec, width: nil).layout
    guard whole.breaks.count <= LineFilling.mostBreaks else { return wrapped }
    let filling = LineFilling(whole, width: width)
    var lines: [Range<Int>] = []
    for paragraph in whole.lines {
      guard let found = filling.lines(of: paragraph, as: spec.textWrap) else { return wrapped }
      lines += found
    }
    guard lines.map(\.lowerBound) != wrapped.lines.map(\.range.lowerBound) else { return wrapped }
    // No two neighbouring lines fit in one: there would be one line less.
    var layout = try set(text.unbreakable(in: lines), spec, width: width).layout
    // A hyphen, whose width the filling does not know, may not fit.
    let isTooWide =
      layout.lineSize.width > width + 0.01
      && layout.lineSize.width > wrapped.lineSize.width
    guard layout.lines.count == wrapped.lines.count, !isTooWide else { return wrapped }
    layout.spec = wrapped.spec
    return layout
  }
}

extension TextLayout {
  /// The width of the widest part that no line break divides, px. Only of texts without soft wraps.
  @_spi(Host) public var narrowestWidth: Double {
    let filling = LineFilling(self, width: 0)
    return lines.map { filling.widestPart(of: $0) }.max() ?? 0
  }
}

/// Where the lines of a text may break, and how wide they are then.
struct LineFilling {
  /// More places take too long.
  static let mostBreaks = 4000

  private let width: Double
  private let breaks: [Int]
  /// Where the words of each cluster start, in the order of the text, and the advance of all before it, px.
  private let starts: [Int]
  private let advances: [Double]
  private let bytes: [UInt8]

  /// - Parameters:
  ///   - text: The text without soft wraps.
  ///   - width: The width at which lines wrap, px.
  init(_ text: TextLayout, width: Double) {
    self.width = width
    breaks = text.breaks
    bytes = Array(text.string.utf8)
    let clusters = text.clusters.sorted { $0.range.lowerBound < $1.range.lowerBound }
    starts = clusters.map(\.range.lowerBound)
    var sum = 0.0
    var advances = [0.0]
    for cluster in clusters {
      sum += cluster.rectangle.width
      advances.append(sum)
    }
    self.advances = advances
  }

  /// The places at which the lines of a paragraph may start, and its end.
  private func places(of paragraph: TextLayout.Line) -> [Int] {
    let range = paragraph.range
    return [range.lowerBound]
      + breaks.filter { $0 > range.lowerBound && $0 < range.upperBound } + [range.upperBound]
  }

  func widestPart(of paragraph: TextLayout.Line) -> Double {
    let places = places(of: paragraph)
    return zip(places, places.dropFirst()).enumerated().map { index, part in
      width(of: part.0..<part.1) + (index == 0 ? paragraph.indent : 0)
    }.max() ?? 0
  }

  /// The lines of a paragraph, as many as there are if each is as full as possible.
  ///
  /// - Returns: Their words; `nil` if a word is wider than a line.
  func lines(of paragraph: TextLayout.Line, as filling: TextLineFilling) -> [Range<Int>]? {
    let places = places(of: paragraph)
    guard places.count > 2 else { return [paragraph.range] }
    guard let full = fullLines(places, indent: paragraph.indent) else { return nil }
    let count = full.count - 1
    guard count > 1 else { return [paragraph.range] }
    func ranges(_ lines: [Int]) -> [Range<Int>] {
      zip(lines, lines.dropFirst()).map { places[$0]..<places[$1] }
    }
    if filling == .pretty {
      let last = width(of: places[full[count - 1]]..<places[full[count]])
      if last >= width / 3 { return ranges(full) }
    }
    return ranges(
      best(places, lines: count, indent: paragraph.indent, isPretty: filling == .pretty) ?? full)
  }

  /// Where lines start if each is as full as possible, as indices of places, and the last place.
  private func fullLines(_ places: [Int], indent: Double) -> [Int]? {
    var lines = [0]
    while let start = lines.last, start < places.count - 1 {
      let most = limit(start, indent)
      var end = start + 1
      guard width(of: places[start]..<places[end]) <= most else { return nil }
      while end + 1 < places.count, width(of: places[start]..<places[end + 1]) <= most { end += 1 }
      lines.append(end)
    }
    return lines
  }

  private func limit(_ start: Int, _ indent: Double) -> Double {
    // As Pango rounds up.
    width - (start == 0 ? indent : 0) + 1 / 1024
  }

  /// The lines with the least sum of costs: squared widths for equal lines; squared free widths of all but the last for
  /// a last one of at least a third.
  private func best(
    _ places: [Int], lines count: Int, indent: Double, isPretty: Bool
  ) -> [Int]? {
    let end = places.count - 1
    var costs = Array(repeating: Double.infinity, count: places.count)
    costs[0] = 0
    var origins: [[Int]] = []
    for line in 1...count {
      var next = Array(repeating: Double.infinity, count: places.count)
      var origin = Array(repeating: -1, count: places.count)
      for start in 0..<end where costs[start].isFinite {
        for stop in start + 1...end {
          let used = width(of: places[start]..<places[stop]) + (start == 0 ? indent : 0)
          if used > width + 1 / 1024 { break }
          if (stop == end) != (line == count) { continue }
          var cost = used * used
          if isPretty {
            if line == count {
              if used < width / 3 { continue }
              cost = 0
            } else {
              cost = (width - used) * (width - used)
            }
          }
          if costs[start] + cost < next[stop] {
            next[stop] = costs[start] + cost
            origin[stop] = start
          }
        }
      }
      costs = next
      origins.append(origin)
    }
    guard costs[end].isFinite else { return nil }
    var lines = [end]
    for origin in origins.reversed() {
      guard let last = lines.last, origin[last] >= 0 else { return nil }
      lines.append(origin[last])
    }
    return lines.reversed()
  }

  /// The width of some words on a line of their own, px.
  private func width(of range: Range<Int>) -> Double {
    let end = wordsEnd(of: range)
    let advance = advances[cluster(at: end)] - advances[cluster(at: range.lowerBound)]
    return max(0, advance)
  }

  /// The end of some words without the spaces behind them.
  private func wordsEnd(of range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound {
      var start = end - 1
      while start > range.lowerBound, bytes[start] & 0xc0 == 0x80 { start -= 1 }
      let scalar = String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars.first
      guard let scalar, Self.isSpace(scalar) else { return end }
      end = start
    }
    return end
  }

  /// A no-break space is treated like a letter.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace && !["\u{a0}", "\u{2007}", "\u{202f}"].contains(scalar)
  }

  /// The first cluster at or after an offset.
  private func cluster(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
