import ScrimKit

/// How a shape is filled and stroked.
public struct ShapeStyle: ParameterRecord {
  @Parameter("Colour or gradient inside; a gradient's box is the frame", examples: [.yellow])
  public var fill: Paint? = nil
  @Parameter("Line along the outline, centred on it") public var stroke: ShapeStroke? = nil
  @Parameter("Part of the outline that is stroked") public var trim: ShapeTrim? = nil

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    if fill == nil, stroke == nil {
      return [
        ParameterDiagnostic(
          .missingKey, "\"fill\" or \"stroke\" is missing: nothing would be drawn.",
          candidates: ["fill", "stroke"])
      ]
    }
    guard trim != nil, stroke == nil else { return [] }
    return [ParameterDiagnostic(.conflict, "\"trim\" requires \"stroke\".", at: "trim")]
  }
}

/// The line along an outline.
public struct ShapeStroke: ParameterRecord {
  @Parameter("Line width", unit: .pixels, in: 0...1000) public var width = 2.0
  @Parameter("Colour or gradient; its box is the frame") public var color = Paint.black
  @Parameter("Alternating lengths of dashes and gaps", unit: .pixels, in: 0...10_000)
  public var dash: [Double] = []
  @Parameter(
    "Where in the dashes the outline begins", unit: .pixels, in: -1_000_000...1_000_000)
  public var dashOffset = 0.0
  @Parameter("Shape of open ends and of dashes") public var cap = LineCap.butt
  @Parameter("Shape of corners") public var join = LineJoin.miter
  @Parameter("Miter limit, in multiples of the width", in: 1...100) public var miterLimit = 4.0

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    guard !dash.isEmpty, !dash.contains(where: { $0 > 0 }) else { return [] }
    return [
      ParameterDiagnostic(.invalidValue, "at least one length must be more than 0.", at: "dash")
    ]
  }

  var style: StrokeStyle {
    StrokeStyle(
      width: width, join: join, cap: cap, miterLimit: miterLimit, dash: dash,
      dashOffset: dashOffset)
  }
}

/// A part of an outline, as shares of its length.
public struct ShapeTrim: ParameterRecord {
  @Parameter("Where the part begins", in: 0...1) public var start = 0.0
  @Parameter("Where it ends", in: 0...1) public var end = 1.0

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    start <= end
      ? [] : [ParameterDiagnostic(.conflict, "\"start\" is after \"end\".", at: "start")]
  }
}

extension Paint {
  fileprivate static let yellow = Paint.color(Color(red: 0.96, green: 0.62, blue: 0.04))
}

extension ShapeStyle {
  /// The bounds of a shape with its stroke, px.
  func extent(of outline: Path) -> Rect {
    guard let stroke, stroke.width > 0 else { return outline.controlBounds }
    return stroke.style.extent(of: outline)
  }

  /// Whether nothing is drawn but an opaque fill.
  var isPlain: Bool { fill?.isOpaque == true && (stroke?.width ?? 0) == 0 }

  /// Draws a shape.
  ///
  /// - Parameters:
  ///   - outline: The shape, px.
  ///   - canvas: The canvas.
  ///   - frame: The box of gradients, px.
  func draw(_ outline: Path, on canvas: Canvas, in frame: Rect) {
    if let fill { canvas.fill(outline, with: fill, box: frame) }
    guard let stroke, stroke.width > 0 else { return }
    var line = outline
    if let trim {
      let length = outline.length
      line = outline.trimmed(from: trim.start * length, to: trim.end * length)
    }
    canvas.stroke(line, stroke.style, with: stroke.color, box: frame)
  }
}

extension Path {
  /// With each contour closed, as it is filled.
  var closed: Path {
    var path = Path()
    path.fillRule = fillRule
    var isOpen = false
    for element in elements {
      switch element {
      case .move(let point):
        if isOpen { path.close() }
        path.move(to: point)
      case .line(let point): path.line(to: point)
      case .curve(let first, let second, let point): path.curve(first, second, to: point)
      case .close: path.close()
      }
      isOpen = element != .close
    }
    if isOpen { path.close() }
    return path
  }
}
