/// What markup says of a stretch of words beside its font.
struct InkStyle: Hashable {
  /// How high a line must be for the words.
  enum LineHeight: Hashable {
    /// A factor of the font's own height.
    case factor(Double)
    case pixels(Double)
  }

  /// `nil` is the paint of the text.
  var color: Color?
  /// Of the letters, 0…1.
  var alpha = 1.0
  var background: Color?
  var backgroundAlpha = 1.0
  var underline = StyleChange.Underline.none
  /// `nil` is that of the letters, as for the other lines.
  var underlineColor: Color?
  var hasOverline = false
  var overlineColor: Color?
  var hasStrikethrough = false
  var strikethroughColor: Color?

  /// How far the words are moved up, px.
  var rise: Double { ownRise + shift }
  var lineHeight: LineHeight?

  private var ownRise = 0.0
  /// That of each tag counts from the tag around it.
  private var shift = 0.0
  /// The size of the words, for shifts inside, px.
  private var size: Double
  private let wholeSize: Double

  /// The font that was asked for, which need not be the one that there is.
  private(set) var request: FontRequest

  /// The style of words that no markup changes.
  init(_ spec: TextSpec) {
    size = spec.size
    wholeSize = spec.size
    request = FontRequest(spec)
  }

  /// Whether both draw the same, whatever fonts they ask for.
  func matches(_ other: InkStyle) -> Bool {
    var copy = other
    copy.request = request
    return copy == self
  }

  var hasLines: Bool { underline != .none || hasOverline || hasStrikethrough }

  /// px of 1/1024 points.
  private static func pixels(_ points: Int) -> Double { Double(points) / 1024 * 96 / 72 }

  mutating func apply(_ change: StyleChange) {
    switch change {
    case .color(let color): self.color = color
    case .alpha(let alpha): self.alpha = alpha
    case .background(let color): background = color
    case .backgroundAlpha(let alpha): backgroundAlpha = alpha
    case .underline(let kind): underline = kind
    case .underlineColor(let color): underlineColor = color
    case .overline(let isThere): hasOverline = isThere
    case .overlineColor(let color): overlineColor = color
    case .strikethrough(let isThere): hasStrikethrough = isThere
    case .strikethroughColor(let color): strikethroughColor = color
    case .rise(let points): ownRise = Self.pixels(points)
    case .baselineShift(let points):
      // A third of the size up or a fifth down, as browsers have it; fonts differ too much in this.
      switch points {
      case 0: break
      case 1: shift += size / 3
      case 2: shift -= size / 5
      default: shift += Self.pixels(points)
      }
    case .lineHeight(let factor): lineHeight = .factor(factor)
    case .absoluteLineHeight(let points): lineHeight = .pixels(Self.pixels(points))
    case .scale(let factor): size = wholeSize * factor
    case .size(let points): size = Self.pixels(points)
    case .weight(let weight): request.weight = weight
    case .slant(let kind): request.style = kind == 0 ? .normal : .italic
    case .family(let list): request.families = FontFamilies.names(inList: list)
    case .font(let description):
      request.take(description)
      if let points = PangoWords.size(ofDescription: description) { size = Self.pixels(points) }
    default: break
    }
  }
}
