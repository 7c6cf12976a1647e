/// A text's words and the markup styles of their parts. Ranges are UTF-8 offsets.
struct StyledString: Hashable {
  /// The words, with newlines as "\n".
  private(set) var string: String
  /// The style changes; where two overlap, the later one wins.
  private(set) var spans: [Span]
  /// Ranges within which lines must not break: an ellipsis and the character next to it.
  private(set) var unbreakable: [Range<Int>] = []
  /// The position of the last inserted ellipsis.
  private(set) var ellipsisOffset: Int?
  /// The offsets of runs of words in the job's string or markup.
  private let sources: [Source]

  struct Span: Hashable {
    var range: Range<Int>
    let change: StyleChange
  }

  fileprivate struct Source: Hashable {
    let offset: Int
    let source: Int
  }

  /// Creates a text without markup.
  init(plain string: String) {
    var builder = Builder()
    builder.append(Array(string.utf8)[...], at: 0)
    self = builder.finish()
  }

  private init(string: String, spans: [Span], unbreakable: [Range<Int>], sources: [Source]) {
    self.string = string
    self.spans = spans
    self.unbreakable = unbreakable
    self.sources = sources
  }

  /// The offset of a character in the job's string or markup.
  func source(of offset: Int) -> Int {
    guard let stretch = sources.last(where: { $0.offset <= offset }) else { return offset }
    return stretch.source + offset - stretch.offset
  }

  /// Builds a text from runs of words.
  struct Builder {
    private var bytes: [UInt8] = []
    private var spans: [Span] = []
    private var sources: [Source] = []
    private var followsReturn = false

    /// The number of bytes so far.
    var count: Int { bytes.count }

    /// Appends words; each kind of newline becomes "\n", also VT, FF, NEL, LS and PS.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - source: Their offset in the job's string or markup.
    mutating func append(_ words: ArraySlice<UInt8>, at source: Int) {
      note(source)
      var index = words.startIndex
      // The rest of a CR LF whose CR ended the words before.
      if followsReturn, words.first == UInt8(ascii: "\n") { index += 1 }
      while index < words.endIndex {
        let width = Self.newlineLength(words[index...])
        bytes.append(width == 0 ? words[index] : UInt8(ascii: "\n"))
        index += max(1, width)
        if width > 1 { note(source + index - words.startIndex) }
      }
      followsReturn = words.last == UInt8(ascii: "\r")
    }

    /// The number of bytes of a newline at the start of words: of UAX #14's classes BK, CR, LF and NL; otherwise 0.
    private static func newlineLength(_ words: ArraySlice<UInt8>) -> Int {
      switch words.first {
      case 0x0a, 0x0b, 0x0c: 1
      case 0x0d: words.dropFirst().first == 0x0a ? 2 : 1
      case 0xc2: words.starts(with: [0xc2, 0x85]) ? 2 : 0
      case 0xe2:
        words.starts(with: [0xe2, 0x80, 0xa8]) || words.starts(with: [0xe2, 0x80, 0xa9]) ? 3 : 0
      default: 0
      }
    }

    private mutating func note(_ source: Int) {
      if sources.last?.offset == bytes.count { sources.removeLast() }
      sources.append(Source(offset: bytes.count, source: source))
    }

    /// Starts a style change.
    ///
    /// - Returns: Its number, for `end(_:)`.
    mutating func begin(_ change: StyleChange) -> Int {
      spans.append(Span(range: bytes.count..<bytes.count, change: change))
      return spans.count - 1
    }

    /// Adds a style change of what follows an offset.
    mutating func apply(_ change: StyleChange, from start: Int) {
      spans.append(Span(range: start..<bytes.count, change: change))
    }

    /// Whether what follows an offset has a newline.
    func hasNewline(from start: Int) -> Bool { bytes[start...].contains(UInt8(ascii: "\n")) }

    /// Ends a style change.
    mutating func end(_ number: Int) {
      spans[number].range = spans[number].range.lowerBound..<bytes.count
    }

    /// The complete text; a trailing newline adds no line.
    func finish() -> StyledString {
      var bytes = bytes
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      let whole = StyledString(
        string: String(decoding: bytes, as: UTF8.self), spans: [], unbreakable: [],
        sources: sources)
      return StyledString(
        string: whole.string, spans: spans.compactMap { $0.clamped(to: 0..<bytes.count) },
        unbreakable: [], sources: sources)
    }
  }
}

extension StyledString {
  static let ellipsis = "…"

  /// The text without breaks within some ranges.
  func unbreakable(in ranges: [Range<Int>]) -> StyledString {
    var copy = self
    copy.unbreakable += ranges
    return copy
  }

  /// The text with a part replaced by an ellipsis. Adjacent spaces, line breaks, stops and ellipses are removed too.
  ///
  /// - Parameters:
  ///   - hidden: The replaced part; its bounds are those of characters.
  ///   - scope: The range within which spaces may be removed.
  /// - Returns: The shorter text.
  func eliding(_ hidden: Range<Int>, within scope: Range<Int>? = nil) -> StyledString {
    let bytes = Array(string.utf8)
    let scope = scope ?? 0..<bytes.count
    let head = Self.trimmedEnd(of: bytes[scope.lowerBound..<hidden.lowerBound])
    let tail = Self.trimmedStart(of: bytes[hidden.upperBound..<scope.upperBound])
    let mark = Array(Self.ellipsis.utf8)
    // The ellipsis takes the style of the character next to it.
    let follows = head > scope.lowerBound || tail == scope.upperBound
    let neighbour = follows ? head - 1 : tail
    var shorter = StyledString(
      string: String(decoding: bytes[..<head] + mark + bytes[tail...], as: UTF8.self),
      spans: spans.compactMap {
        $0.elided(head..<tail, markLength: mark.count, neighbour: neighbour)
      },
      unbreakable: unbreakable.compactMap {
        Span(range: $0, change: .fallback(true))
          .elided(head..<tail, markLength: mark.count, neighbour: -1)?.range
      }, sources: sources)
    shorter.ellipsisOffset = head
    shorter.keepTogether(mark: head..<head + mark.count, followsLetter: follows)
    return shorter
  }

  /// The bases of ruby and their annotations, in the order of the text.
  var rubies: [(range: Range<Int>, annotation: Annotation)] {
    spans.compactMap {
      if case .ruby(let annotation) = $0.change { ($0.range, annotation) } else { nil }
    }.sorted { $0.0.lowerBound < $1.0.lowerBound }
  }

  /// Adds a style change of a part.
  mutating func apply(_ change: StyleChange, to range: Range<Int>) {
    // In the order of their starts.
    let index = spans.firstIndex { $0.range.lowerBound > range.lowerBound } ?? spans.count
    spans.insert(Span(range: range, change: change), at: index)
  }

  /// The text without some style changes.
  func without(_ isLeftOut: (StyleChange) -> Bool) -> StyledString {
    var copy = self
    copy.spans.removeAll { isLeftOut($0.change) }
    return copy
  }

  /// A part of the text; its `sources` are empty.
  func part(_ range: Range<Int>) -> StyledString {
    func moved(_ other: Range<Int>) -> Range<Int> {
      let inside = other.clamped(to: range)
      return inside.lowerBound - range.lowerBound..<inside.upperBound - range.lowerBound
    }
    let bytes = Array(string.utf8)
    return StyledString(
      string: String(decoding: bytes[range], as: UTF8.self),
      spans: spans.map { Span(range: moved($0.range), change: $0.change) }
        .filter { !$0.range.isEmpty },
      unbreakable: unbreakable.map(moved).filter { !$0.isEmpty }, sources: [])
  }

  /// The text up to the end of a line, without trailing spaces.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - isBroken: Whether the line ends inside its paragraph.
  ///   - isDivided: Whether it ends in a hyphen that the words do not have.
  /// - Returns: The words with their styles.
  func prefix(to line: Range<Int>, isBroken: Bool, isDivided: Bool) -> StyledString {
    var bytes = Array(string.utf8.prefix(line.upperBound))
    while bytes.count > line.lowerBound, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    if isBroken, bytes.count > line.lowerBound + 1, bytes.suffix(2) == [0xc2, 0xad] {
      // A soft hyphen is visible only where its word is broken, and no word follows the prefix.
      bytes.removeLast(2)
      bytes.append(UInt8(ascii: "-"))
    } else if isBroken, isDivided {
      bytes.append(UInt8(ascii: "-"))
    }
    let kept = 0..<bytes.count
    return StyledString(
      string: String(decoding: bytes, as: UTF8.self),
      spans: spans.compactMap { $0.clamped(to: kept) },
      unbreakable: unbreakable.map { $0.clamped(to: kept) }.filter { !$0.isEmpty },
      sources: sources)
  }

  /// The words from an offset to the end.
  func suffix(from offset: Int) -> String {
    String(decoding: Array(string.utf8)[offset...], as: UTF8.self)
  }

  /// The style changes that cover the entire text.
  var changesOfAll: [StyleChange] { spans.filter(coversAll).map(\.change) }

  /// The text with only the style changes that cover all of it.
  var keepingChangesOfAll: StyledString {
    StyledString(
      string: string, spans: spans.filter(coversAll), unbreakable: unbreakable, sources: sources)
  }

  /// The style changes in the first words that do not affect line heights, by run.
  ///
  /// - Parameters:
  ///   - count: The length of the words, bytes.
  ///   - includesAll: Whether to include changes that cover the entire text.
  /// - Returns: The changes of each run, in order.
  func styleRuns(ofFirst count: Int, includesAll: Bool) -> [[StyleChange]] {
    var found: [(range: Range<Int>, changes: [StyleChange])] = []
    for span in spans
    where span.range.lowerBound < count && span.change.keepsHeight
      && (includesAll || !coversAll(span))
    {
      if let known = found.firstIndex(where: { $0.range == span.range }) {
        found[known].changes.append(span.change)
      } else {
        found.append((span.range, [span.change]))
      }
    }
    return found.map(\.changes)
  }

  private func coversAll(_ span: Span) -> Bool { span.range == 0..<string.utf8.count }

  /// The text with an invisible mark that sets a paragraph's direction.
  func directed(at offset: Int, isRightToLeft: Bool) -> StyledString {
    let bytes = Array(string.utf8)
    let mark = Array((isRightToLeft ? "\u{200f}" : "\u{200e}").utf8)
    func moved(_ range: Range<Int>) -> Range<Int> {
      let start = range.lowerBound >= offset ? range.lowerBound + mark.count : range.lowerBound
      let end = range.upperBound > offset ? range.upperBound + mark.count : range.upperBound
      return start..<max(start, end)
    }
    return StyledString(
      string: String(decoding: bytes[..<offset] + mark + bytes[offset...], as: UTF8.self),
      spans: spans.map { Span(range: moved($0.range), change: $0.change) },
      unbreakable: unbreakable.map(moved),
      sources: sources.map {
        Source(offset: $0.offset + ($0.offset > offset ? mark.count : 0), source: $0.source)
      })
  }

  /// Prevents a line break between the ellipsis and its neighbour: alone in a line it would be meaningless.
  private mutating func keepTogether(mark: Range<Int>, followsLetter: Bool) {
    let text = string.utf8
    let start = text.index(text.startIndex, offsetBy: mark.lowerBound)
    let end = text.index(text.startIndex, offsetBy: mark.upperBound)
    if followsLetter, start > text.startIndex {
      let letter = string.index(before: start)
      let offset = text.distance(from: text.startIndex, to: letter)
      unbreakable.append(offset..<mark.upperBound)
    } else if end < text.endIndex {
      let after = string.index(after: end)
      unbreakable.append(
        mark.lowerBound..<text.distance(from: text.startIndex, to: after))
    }
  }

  /// The end of the words before an ellipsis.
  private static func trimmedEnd(of bytes: ArraySlice<UInt8>) -> Int {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    let cut = scalars.reversed().prefix { isSpace($0) || isPause($0) }
    return bytes.endIndex - cut.reduce(0) { $0 + UTF8.width($1) }
  }

  /// The start of the words after an ellipsis: never a combining mark without its base.
  private static func trimmedStart(of bytes: ArraySlice<UInt8>) -> Int {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    let cut = scalars.prefix {
      isSpace($0) || isPause($0) || $0.properties.isGraphemeExtend
    }
    return bytes.startIndex + cut.reduce(0) { $0 + UTF8.width($1) }
  }

  /// Whether an ellipsis replaces the character: stops and commas.
  private static func isPause(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "…", ".", ",", ";", ":", "、", "。", "，", "．", "；", "：", "،", "؛": true
    default: false
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar == "\u{ad}" || scalar == "\u{200b}"
  }
}

extension StyledString.Span {
  fileprivate func clamped(to whole: Range<Int>) -> StyledString.Span? {
    let inside = range.clamped(to: whole)
    return inside.isEmpty || change.isOfAll && inside != range
      ? nil : StyledString.Span(range: inside, change: change)
  }

  /// The span after a range was replaced by an ellipsis.
  fileprivate func elided(
    _ gap: Range<Int>, markLength: Int, neighbour: Int
  ) -> StyledString.Span? {
    let shift = gap.lowerBound + markLength - gap.upperBound
    let coversMark = range.contains(neighbour)
    var start = range.lowerBound
    var end = range.upperBound
    if start >= gap.upperBound {
      start = coversMark && start == gap.upperBound ? gap.lowerBound : start + shift
    } else if start >= gap.lowerBound {
      start = coversMark ? gap.lowerBound : gap.lowerBound + markLength
    }
    if end > gap.upperBound {
      end += shift
    } else if end >= gap.lowerBound {
      end = coversMark ? gap.lowerBound + markLength : gap.lowerBound
    }
    let isCut = change.isOfAll && end - start != range.count
    return start < end && !isCut ? StyledString.Span(range: start..<end, change: change) : nil
  }
}
