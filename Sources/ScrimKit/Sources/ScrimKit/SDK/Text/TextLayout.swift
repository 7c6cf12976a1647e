/// A laid-out text: lines, clusters and glyphs with their positions on the canvas, px at scale 1.
///
/// It is a value; derived layouts can have other words, fewer lines or another paint.
public struct TextLayout {
  /// A line; soft wraps count.
  public struct Line: Hashable, Sendable {
    /// The line's box: from the first to the last glyph without trailing spaces, and from the fonts' ascent to their
    /// descent or `lineHeight` high.
    public internal(set) var rectangle: Rect
    /// The y of the baseline; of vertical text, the x of the central baseline.
    public internal(set) var baseline: Double
    /// The line's characters as UTF-8 offsets into `TextLayout.string`, without a newline.
    public internal(set) var range: Range<Int>
    /// The line's clusters, from left to right.
    public internal(set) var clusters: Range<Int>
    /// Whether its paragraph reads from right to left.
    public internal(set) var isRightToLeft: Bool
    /// Whether it is the last line of its paragraph.
    public internal(set) var endsParagraph: Bool
    /// Whether an effect has replaced or hidden its words.
    public internal(set) var isConcealed = false
    /// Whether its ink is drawn.
    public internal(set) var isDrawn = true
    /// Distance of its start from the edge of the text's box, px.
    public internal(set) var indent = 0.0
    /// The bottom of its box before it was moved onto the pixel grid, px; `nil` if it was not.
    var laidOutBottom: Double?
    var boxes: [LineBox.Box] = []
  }

  /// Characters that are drawn, selected and coloured together.
  public struct Cluster: Hashable, Sendable {
    /// Its characters as UTF-8 offsets into `TextLayout.string`.
    public internal(set) var range: Range<Int>
    /// From its origin to that of the next cluster, as high as its line.
    public internal(set) var rectangle: Rect
    /// Whether it is drawn as an image (a colour emoji) and has no outline.
    public internal(set) var isColor: Bool
    var glyphs: Range<Int>
    /// The index of its font; `style` is the index of its style.
    var font: Int
    /// The baseline's distance above that of the line, px.
    var rise: Double
    var style: Int
    /// Whether it and the one before it are of one base of ruby.
    var continuesUnit = false
  }

  struct Glyph {
    var font: Int
    var id: UInt32
    var origin: Point
    var form = GlyphForm.plain
  }

  /// The text's settings, with the words that the layout still contains.
  public internal(set) var spec: TextSpec
  /// The words, with newlines as "\n".
  public internal(set) var string: String
  /// The lines from top to bottom.
  public internal(set) var lines: [Line]
  /// The clusters, line by line, each line's from left to right.
  public internal(set) var clusters: [Cluster]
  /// Text colour or gradient; `nil` draws colour emoji only.
  public internal(set) var paint: Paint?
  /// Whether colours from markup take precedence over `paint`.
  var keepsColors = true
  /// Whether backgrounds from markup are drawn.
  var showsBackgrounds = true
  /// The box of the text: the layer's frame without its padding.
  public internal(set) var box: Rect
  /// The box that a gradient spans: the layer's frame.
  public internal(set) var paintBox: Rect
  /// Where backgrounds and decoration lines are drawn; the lines are on it already.
  var grid = PixelGrid.none
  /// Whether this is a vertical text on the canvas; unplaced texts are in line space, where lines are horizontal.
  var isTurned = false
  /// How far the top of `paintBox` was moved down to be on the grid, px.
  var frameShift = 0.0

  var glyphs: [Glyph]
  var fonts: [GlyphFont]
  var styles: [InkStyle]
  let library: FontLibrary
  /// Width of the widest line before alignment, px.
  var naturalWidth: Double
  /// Where lines may break, as UTF-8 offsets; only of texts without soft wraps that may have some.
  var breaks: [Int]
  /// What of hidden words it depends on; `nil` without decoys.
  @_spi(Host) public var concealedFacts: ConcealedFacts?
  /// What the block leaves out above the first and below the last line, px.
  /// The height of capital letters in the text's own font and size, px.
  private(set) var capHeight = 0.0
  var trim = BoxTrim()

  /// Creates a text without a position.
  init(_ text: ShapedText, library: FontLibrary) {
    spec = text.spec
    string = text.string
    lines = text.lines
    clusters = text.clusters
    glyphs = text.glyphs
    fonts = text.fonts
    styles = text.styles
    naturalWidth = text.naturalWidth
    breaks = text.breaks
    capHeight = text.capHeight
    trim = text.trim
    self.library = library
    paint = spec.color
    box = .empty
    paintBox = .empty
  }

  /// Creates a text without lines.
  init(nothing spec: TextSpec, library: FontLibrary) {
    self.init(
      ShapedText(
        spec: spec, string: "", lines: [], clusters: [], glyphs: [], fonts: [],
        styles: [InkStyle(spec)], naturalWidth: 0),
      library: library)
  }

  /// The layout without its position.
  var text: ShapedText {
    ShapedText(
      spec: spec, string: string, lines: lines, clusters: clusters, glyphs: glyphs, fonts: fonts,
      styles: styles, naturalWidth: naturalWidth, breaks: breaks, capHeight: capHeight, trim: trim)
  }

  /// From line space, where the first line is the uppermost and lines run from left to right, to the canvas: `none` for
  /// horizontal text, a rotation in `vertical-rl`, and a rotated mirror image in `vertical-lr`.
  public var lineTransform: Transform {
    switch spec.writingMode {
    case .horizontal: .none
    case .verticalRL: Transform(degrees: 90, about: .zero)
    case .verticalLR: Transform(degrees: 90, scale: (1, -1), about: .zero)
    }
  }

  /// The words of a line.
  ///
  /// - Parameter index: Index of the line, from 0.
  /// - Returns: The words, without a newline.
  public func words(ofLine index: Int) -> Substring {
    let start = string.utf8.index(string.startIndex, offsetBy: lines[index].range.lowerBound)
    let end = string.utf8.index(start, offsetBy: lines[index].range.count)
    return string[start..<end]
  }

  /// The lines that end within a height from the top of the layer's frame, as they were laid out.
  ///
  /// - Parameter height: px. A line that ends there is one of them.
  /// - Returns: Their indices; empty unless the first line is one.
  public func lines(withinHeight height: Double) -> Range<Int> {
    let frame = turn.inverse.bounds(of: paintBox)
    let edge = frame.top - frameShift + height + 1e-6
    let first = lines.firstIndex { ($0.laidOutBottom ?? $0.rectangle.bottom) > edge }
    return 0..<(first ?? lines.count)
  }

  func forEachDrawnGlyph(_ body: (GlyphFont, Glyph) throws -> Void) rethrows {
    for line in lines where line.isDrawn {
      for cluster in clusters[line.clusters] {
        for glyph in glyphs[cluster.glyphs] { try body(fonts[glyph.font], glyph) }
      }
    }
  }
}

extension TextAlignment {
  /// The fraction of the free width to the left of a line: 0, ½ or 1.
  func share(isRightToLeft: Bool) -> Double {
    switch self {
    case .left: 0
    case .center: 0.5
    case .right: 1
    case .start, .justify: isRightToLeft ? 1 : 0
    case .end: isRightToLeft ? 0 : 1
    }
  }
}
