/// The style of a run of words, except for its font.
struct InkStyle: Hashable {
  /// The minimum line height for the words.
  enum LineHeight: Hashable {
    /// A multiple of the font's own height.
    case factor(Double)
    case pixels(Double)
  }

  /// The colour of the words; `nil` is the text's paint.
  var color: Color?
  /// Opacity of the glyphs, 0…1.
  var alpha = 1.0
  var background: Color?
  var backgroundAlpha = 1.0
  var underline = StyleChange.Underline.none
  /// The underline's colour; `nil` is that of the glyphs, likewise for the other lines.
  var underlineColor: Color?
  var hasOverline = false
  /// Whether the overline is outside of the ascent, as in CSS, or inside, as in Pango.
  private(set) var isOverlineOutside = false
  var overlineColor: Color?
  var hasStrikethrough = false
  var strikethroughColor: Color?
  /// Thickness of its lines, px; `nil` is the font's own.
  var lineThickness: Double?

  /// The mark over each character; "" is none.
  var emphasis = ""

  /// The upward shift of the words, px.
  var rise: Double { ownRise + shift }
  var lineHeight: LineHeight?

  private var ownRise = 0.0
  /// The sum of the shifts of nested tags; each is relative to the enclosing tag.
  private var shift = 0.0
  /// The font size of the words, the reference for nested shifts, px.
  private(set) var size: Double
  private let wholeSize: Double
  private let isVertical: Bool

  /// The requested font, which may be unavailable.
  private(set) var request: FontRequest

  /// Creates the style of words without markup.
  init(_ spec: TextSpec) {
    size = spec.size
    wholeSize = spec.size
    isVertical = spec.writingMode.isVertical
    request = FontRequest(spec)
    emphasis = spec.textEmphasis?.mark(isVertical: isVertical) ?? ""
    guard let decoration = spec.textDecoration else { return }
    let lines = decoration.line.choices
    underline = lines.contains(.underline) ? .single : .none
    hasOverline = lines.contains(.overline)
    isOverlineOutside = hasOverline
    hasStrikethrough = lines.contains(.lineThrough)
    (underlineColor, overlineColor) = (decoration.color, decoration.color)
    strikethroughColor = decoration.color
    lineThickness = decoration.thickness
  }

  /// Whether both draw the same, regardless of the fonts they request.
  func matches(_ other: InkStyle) -> Bool {
    var copy = other
    copy.request = request
    return copy == self
  }

  var hasLines: Bool { underline != .none || hasOverline || hasStrikethrough }

  /// Converts 1/1024 points to px.
  private static func pixels(_ points: Int) -> Double { Double(points) / 1024 * 96 / 72 }

  mutating func apply(_ change: StyleChange) {
    switch change {
    case .color(let color): self.color = color
    case .alpha(let alpha): self.alpha = alpha
    case .background(let color): background = color
    case .backgroundAlpha(let alpha): backgroundAlpha = alpha
    case .underline(let kind): underline = kind
    case .underlineColor(let color): underlineColor = color
    case .overline(let isThere): (hasOverline, isOverlineOutside) = (isThere, false)
    case .overlineColor(let color): overlineColor = color
    case .strikethrough(let isThere): hasStrikethrough = isThere
    case .strikethroughColor(let color): strikethroughColor = color
    case .emphasis(let mark): emphasis = mark?.mark(isVertical: isVertical) ?? ""
    case .rise(let points): ownRise = Self.pixels(points)
    case .baselineShift(let points):
      // 1/3 of the size up or 1/5 down, as in browsers: the values in fonts differ too much.
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
    case .stretch(let kind): request.stretch = FontStretch(number: kind)
    case .slant(let kind): request.style = kind == 0 ? .normal : .italic
    case .family(let list): request.families = FontFamilies.names(inList: list)
    case .font(let description):
      request.take(description)
      if let points = PangoWords.size(ofDescription: description) { size = Self.pixels(points) }
    default: break
    }
  }
}
