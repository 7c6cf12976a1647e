import ScrimKit

/// A path of lines, curves and arcs in SVG's notation.
public struct PathShape: Content {
  public static let manifest = Manifest(
    "path", version: "1.0.0", summary: "A path in SVG's notation, such as an icon.",
    category: .shape)

  @Parameter(
    "Path data of SVG; px from the frame's top left corner unless there is a viewBox",
    examples: ["M12 21C5 15 2 12 2 8a5 5 0 0 1 10-1 5 5 0 0 1 10 1c0 4-3 7-10 13z"])
  public var d: String
  @Parameter(
    "Left, top, width and height of the data's own space, which is fitted into the frame",
    examples: [ViewBox(x: 0, y: 0, width: 24, height: 24)])
  public var viewBox: ViewBox? = nil
  @Parameter("Which areas are inside") public var fillRule = FillRule.nonzero
  @InlineParameters public var style = ShapeStyle()
  @Parameter("What is drawn at the ends of the stroke") public var markers: ShapeMarkers? = nil

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    var found = style.validate()
    if markers != nil, style.stroke == nil {
      found.append(
        ParameterDiagnostic(.conflict, "\"markers\" requires \"stroke\".", at: "markers"))
    }
    do {
      if try Path(svg: d).isEmpty {
        found.append(ParameterDiagnostic(.invalidValue, "the path data is empty.", at: "d"))
      }
    } catch {
      found.append(ParameterDiagnostic(.invalidValue, error.message, at: "d"))
    }
    return found
  }

  public func naturalSize() -> Size? {
    viewBox.map { Size(width: $0.width, height: $0.height) }
  }

  public func extent(in geometry: ContentGeometry) throws -> Rect {
    let line = try outline(in: geometry.frame)
    return style.extent(of: line).union(markers?.extent(on: line, style.stroke) ?? .empty)
  }

  public func outline(in geometry: ContentGeometry) throws -> Path? {
    style.isPlain ? try outline(in: geometry.frame).closed : nil
  }

  public func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {
    let line = try outline(in: geometry.frame)
    guard let markers else { return style.draw(line, on: canvas, in: geometry.frame) }
    markers.draw(line, with: style, on: canvas, in: geometry.frame)
  }

  /// SVG 2 §8.2, as with `preserveAspectRatio="xMidYMid meet"`. Strokes keep their width in px.
  private func outline(in frame: Rect) throws -> Path {
    let data = try Path(svg: d)
    var path = Path()
    if let viewBox {
      let scale = min(frame.width / viewBox.width, frame.height / viewBox.height)
      path.append(
        data, scale: scale,
        offset: Point(
          x: frame.center.x - (viewBox.x + viewBox.width / 2) * scale,
          y: frame.center.y - (viewBox.y + viewBox.height / 2) * scale))
    } else {
      path.append(data, offset: Point(x: frame.x, y: frame.y))
    }
    path.fillRule = fillRule
    return path
  }
}

/// A rectangle in path data's own space: `[0, 0, 24, 24]`.
public struct ViewBox: ParameterValue, Hashable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public static var shape: ParameterShape {
    .tuple([
      ParameterDeclaration("x", "Left", .number, in: -1_000_000...1_000_000),
      ParameterDeclaration("y", "Top", .number, in: -1_000_000...1_000_000),
      ParameterDeclaration("width", "Width", .number, in: 0.001...1_000_000),
      ParameterDeclaration("height", "Height", .number, in: 0.001...1_000_000),
    ])
  }

  public var json: JSON { [.number(x), .number(y), .number(width), .number(height)] }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    let numbers = (json.array ?? []).compactMap(\.number)
    guard numbers.count == 4, json.array?.count == 4 else {
      let words = "four numbers, left, top, width and height"
      if let list = json.array, list.count == numbers.count {
        decoding.report(.wrongType, "expected \(words), found \(list.count).")
      } else {
        decoding.reportType(json, expected: words)
      }
      return nil
    }
    guard numbers.allSatisfy({ abs($0) <= 1_000_000 }), min(numbers[2], numbers[3]) >= 0.001 else {
      decoding.report(
        .outOfRange,
        "a viewBox has a width and a height of 0.001…1000000, and a corner at -1000000…1000000.")
      return nil
    }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
