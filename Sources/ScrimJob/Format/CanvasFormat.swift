import ScrimJSON
@_spi(Host) import ScrimKit

/// The keys of the canvas.
enum CanvasFormat {
  enum Side {
    case automatic
    case fixed(Double)
  }

  private static let sides = 1.0...16384

  static let width = Key(
    format: KeyFormat(
      "width",
      "Canvas width; \"auto\" extends to the right edge of any layer; without width and height, the size of the "
        + "lowest image layer",
      .value(.union([.number, .choice(["auto"])])), unit: .pixels, in: sides),
    read: readSide)
  static let height = Key(
    format: KeyFormat(
      "height", "Canvas height; \"auto\" extends to the lowest edge of any layer",
      .value(.union([.number, .choice(["auto"])])), unit: .pixels, in: sides),
    read: readSide)
  static let padding = Key.number(
    "padding", "Space beyond the farthest edge where width or height is \"auto\"", unit: .pixels,
    in: LengthRange.size
  ).defaulting(to: 0)
  /// The rule against padding if no side follows from the layers.
  static let paddingRule = "\"padding\" requires \"height\": \"auto\" or \"width\": \"auto\"."
  static let scale = Key.number(
    "scale", "Output pixels per px: 2 doubles the pixels per side",
    in: 0.1...8
  ).defaulting(to: 1)
  static let background = Key.value(
    "background", "Canvas background", Paint.self
  ).defaulting(to: .color(.transparent))
  static let dither = Key.value(
    "dither",
    "Whether colour gradients are dithered; by default in JPEG and lossy WebP only, since PNG files grow",
    Bool.self)

  static let bleed = Key.number(
    "bleed", "How far a PDF page reaches beyond the canvas on each side, to be cut off",
    unit: .pixels, in: 0...1000
  ).defaulting(to: 0)
  static let alt = AltFormat.key("What the image shows, for readers who cannot see it")
  static let textDefaults = Key.place(
    KeyFormat(
      "textDefaults", "What texts in the layers have unless they say otherwise",
      .object(.textDefaults)))

  static let object = ObjectFormat(
    .canvas, "Canvas size, scale and background",
    keys: [
      width.format, height.format, padding.format, scale.format, background.format, dither.format,
      bleed.format, alt.format, textDefaults.format,
    ],
    relations: [
      .together(
        width.name, height.name, otherwise: "the canvas takes the size of the lowest image layer")
    ])

  @Sendable private static func readSide(_ place: Place) -> Side? {
    if place.node.string == "auto" { return .automatic }
    let isMeasure = place.node.string.flatMap(place.collector.units.measure) != nil
    guard place.node.number != nil || isMeasure else {
      let meant = place.node.string.flatMap { nearest(to: $0, in: ["auto"]) }.map(quoted)
      place.reportType(
        expected: "a number (\(sides.words) px) or \"auto\"", meant: meant ?? place.meantNumber)
      return nil
    }
    return place.number(in: sides, unit: ParameterUnit.pixels.suffix).map { .fixed($0) }
  }
}
