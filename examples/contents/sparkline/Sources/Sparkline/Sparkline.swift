import ScrimKit

/// A line through values, from the least at the bottom of the frame to the greatest at its top.
struct Sparkline: Content {
  static let manifest = Manifest(
    "sparkline", version: "1.0.0", summary: "A small line chart without axes.", category: .shape)

  @Parameter("Values from left to right, two or more", in: -1e12...1e12, examples: [[3, 5, 4, 8]])
  var values: [Double]
  @Parameter("Line width", unit: .pixels, in: 0...100) var stroke = 4.0
  @Parameter("Colour or gradient of the line and the dot; its box is the frame")
  var color = Paint.black
  @Parameter("Colour or gradient below the line; its box is the frame") var fill: Paint? = nil
  @Parameter("Diameter of the dot at the last value; 0 for none", unit: .pixels, in: 0...200)
  var dot = 14.0

  func validate() -> [ParameterDiagnostic] {
    values.count >= 2
      ? [] : [ParameterDiagnostic(.invalidValue, "a line needs two values or more.", at: "values")]
  }

  func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {
    let frame = geometry.frame
    let points = points(in: frame)
    guard let first = points.first, let last = points.last else { return }
    var line = Path()
    line.move(to: first)
    for point in points.dropFirst() { line.line(to: point) }

    if let fill {
      var area = line
      area.line(to: Point(x: last.x, y: frame.bottom))
      area.line(to: Point(x: first.x, y: frame.bottom))
      area.close()
      canvas.fill(area, with: fill, box: frame)
    }
    canvas.stroke(line, StrokeStyle(width: stroke), with: color, box: frame)
    let ball = Rect(
      x: last.x - dot / 2, y: last.y - dot / 2, width: dot, height: dot)
    canvas.fill(Path(ellipseIn: ball), with: color, box: frame)
  }

  /// Where the values are: so far inside the frame that neither the line nor the dot is cut off.
  private func points(in frame: Rect) -> [Point] {
    let reach = max(stroke, dot) / 2
    let (width, height) = (frame.width - 2 * reach, frame.height - 2 * reach)
    guard width > 0, height >= 0, let least = values.min(), let most = values.max() else {
      return []
    }
    return values.enumerated().map { index, value in
      // Values that are all the same are in the middle.
      let share = most > least ? (value - least) / (most - least) : 0.5
      return Point(
        x: frame.x + reach + width * Double(index) / Double(values.count - 1),
        y: frame.bottom - reach - height * share)
    }
  }
}

@c(scrim_plugin_Sparkline)
public func scrimPlugin() -> ScrimPluginHandle { export(Sparkline.self) }
