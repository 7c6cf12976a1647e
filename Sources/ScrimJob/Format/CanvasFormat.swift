import ScrimJSON
import ScrimKit

/// The keys of the canvas.
enum CanvasFormat {
  enum Height {
    case automatic
    case fixed(Double)
  }

  private static let sides = 1.0...16384

  static let width = Key.number(
    "width", "Canvas width; without width and height, the size of the lowest image layer",
    unit: .pixels, in: sides)
  static let height = Key(
    format: KeyFormat(
      "height", "Canvas height; \"auto\" extends to the lowest edge of any layer",
      .value(.union([.number, .choice(["auto"])])), unit: .pixels, in: sides),
    read: readHeight)
  static let padding = Key.number(
    "padding", "Space below the lowest edge when height is \"auto\"", unit: .pixels,
    in: LengthRange.size
  ).defaulting(to: 0)
  /// The rule against padding if the height is a number or missing.
  static let paddingRule = "\"padding\" requires \"height\": \"auto\"."
  static let scale = Key.number(
    "scale", "Output pixels per px: 2 doubles the pixels per side",
    in: 0.1...8
  ).defaulting(to: 1)
  static let background = Key.value(
    "background", "Canvas background", Paint.self
  ).defaulting(to: .color(.transparent))

  static let object = ObjectFormat(
    .canvas, "Canvas size, scale and background",
    keys: [width.format, height.format, padding.format, scale.format, background.format],
    relations: [
      .together(
        width.name, height.name, otherwise: "the canvas takes the size of the lowest image layer")
    ])

  @Sendable private static func readHeight(_ place: Place) -> Height? {
    if place.node.string == "auto" { return .automatic }
    guard place.node.number != nil else {
      let meant = place.node.string.flatMap { nearest(to: $0, in: ["auto"]) }.map(quoted)
      place.reportType(
        expected: "a number (\(sides.words) px) or \"auto\"", meant: meant ?? place.meantNumber)
      return nil
    }
    return place.number(in: sides, unit: ParameterUnit.pixels.suffix).map { .fixed($0) }
  }
}
