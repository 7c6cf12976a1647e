package import ScrimJSON
package import ScrimKit

/// One value, or a list of up to eight.
struct OneOrMore<Value: ParameterValue>: ParameterValue {
  let values: [Value]

  private static var most: Int { 8 }

  static var shape: ParameterShape {
    .union([Value.shape, .list(of: Value.shape, count: 1...most)])
  }

  var json: JSON { values.count == 1 ? values[0].json : .array(values.map(\.json)) }

  init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard case .array(let items) = json else {
      guard let value = Value(from: json, &decoding) else { return nil }
      values = [value]
      return
    }
    guard (1...Self.most).contains(items.count) else {
      decoding.report(
        .outOfRange, "expected a list of 1 to \(Self.most), found a list of \(items.count).")
      return nil
    }
    values = items.enumerated().compactMap { index, item in
      decoding.at(.index(index)) { Value(from: item, &$0) }
    }
    guard values.count == items.count else { return nil }
  }
}

/// One thing behind a layer's content, in its whole frame.
package enum BackgroundItem: ParameterValue {
  case paint(Paint)
  case image(ImageSpec)

  package static var shape: ParameterShape { .union([.paint, BackgroundImage.shape]) }

  package var json: JSON {
    switch self {
    case .paint(let paint): paint.json
    case .image(let spec):
      [
        "source": .string(spec.source), "fit": spec.fit.json,
        "position": spec.position.json,
      ]
    }
  }

  package init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    if case .string(let text) = json, let meant = Self.meant(by: text) {
      decoding.report(.invalidValue, "\(json.description) is not a colour. Did you mean \(meant)?")
      return nil
    }
    let gradients = ["linear", "radial", "conic"]
    let isObject = if case .object = json { true } else { false }
    guard isObject, gradients.allSatisfy({ json[$0] == nil }) else {
      guard let paint = Paint(from: json, &decoding) else { return nil }
      self = .paint(paint)
      return
    }
    guard let image = BackgroundImage(from: json, &decoding) else { return nil }
    self = .image(
      ImageSpec(source: image.source, fit: image.fit, position: image.position))
  }
}

extension BackgroundItem {
  /// What a string of CSS, or the name of a file, is here.
  private static func meant(by text: String) -> String? {
    if text.contains("-gradient(") {
      return ##"{"linear": {"angle": 90, "stops": [["#f00", 0], ["#00f", 1]]}}"##
    }
    let images = [".jpg", ".jpeg", ".png", ".webp", ".svg"]
    guard images.contains(where: text.lowercased().hasSuffix) else { return nil }
    return #"{"source": "\#(text)"}"#
  }
}

/// An image behind a layer's content.
private struct BackgroundImage: ParameterRecord {
  @Parameter("Path relative to the job's assets, or absolute below an asset root")
  var source: String
  @Parameter("How the image fits the frame; CSS object-fit") var fit = ObjectFit.cover
  @Parameter("Image position in the frame; percentages are of the free space")
  var position = LengthPoint.center

  func validate() -> [ParameterDiagnostic] {
    let range = LengthRange.distance
    return [position.x, position.y].filter { !range.contains($0.resolved(of: 1)) }.map {
      ParameterDiagnostic(
        .outOfRange, "\($0.json.description) is outside \(range.words) px.", at: "position")
    }
  }
}

/// A shadow of a layer's frame with its corners; CSS `box-shadow`.
package struct BoxShadow: ParameterRecord, Hashable {
  @Parameter("Horizontal shadow offset", unit: .pixels, in: -10_000...10_000)
  package var dx = 0.0
  @Parameter("Vertical shadow offset", unit: .pixels, in: -10_000...10_000)
  package var dy = 0.0
  @Parameter(
    "Standard deviation of the shadow blur; half of the blur radius in CSS", unit: .pixels,
    in: 0...250)
  package var sigma = 0.0
  @Parameter(
    "Spread: grows the shadow, less than 0 shrinks it", unit: .pixels, in: -10_000...10_000)
  package var spread = 0.0
  @Parameter("Shadow colour") package var color = Color.black.withOpacity(0.25)
  @Parameter("Whether the shadow is inside the frame, below the content")
  package var inset = false

  package init() {}
}

/// A line along the inside of a layer's frame, drawn over its content.
package struct BorderSpec: ParameterRecord, Hashable {
  @Parameter(
    "Line width, inside the frame; if only sides are given, the others have no border",
    unit: .pixels, in: 0...10000)
  package var width = 1.0
  @Parameter("Line colour, or a gradient over the frame") package var color = Paint.black
  @Parameter("Line style; CSS border-style") package var style = BorderStyle.solid
  @Parameter("Border of the top side, where it differs") var top: BorderSide? = nil
  @Parameter("Border of the right side, where it differs") var right: BorderSide? = nil
  @Parameter("Border of the bottom side, where it differs") var bottom: BorderSide? = nil
  @Parameter("Border of the left side, where it differs") var left: BorderSide? = nil

  package init() {}

  /// The line of a side.
  package struct Line: Hashable {
    /// 0 if the side has no border, px.
    package var width: Double
    package let color: Paint
    package let style: BorderStyle
  }

  /// The lines of the sides: top, right, bottom, left.
  package var lines: [Line] {
    let sides = [top, right, bottom, left]
    let others = $width.isGiven || sides.allSatisfy { $0 == nil } ? width : 0
    return sides.map { side in
      Line(
        width: side.map { $0.width ?? width } ?? others, color: side?.color ?? color,
        style: side?.style ?? style)
    }
  }
}

/// One side of a border.
struct BorderSide: ParameterRecord, Hashable {
  @Parameter("Line width; that of the border if not given", unit: .pixels, in: 0...10000)
  var width: Double? = nil
  @Parameter("Line colour, or a gradient over the frame; that of the border if not given")
  var color: Paint? = nil
  @Parameter("Line style; that of the border if not given") var style: BorderStyle? = nil
}

/// The style of a border's line.
package enum BorderStyle: String, ParameterChoice {
  case solid, dashed, dotted
}
