@_spi(Host) public import ScrimKit

/// A small scene with a bit of everything that owns memory of C libraries; for finding leaks.
public struct LeakScene {
  private let library: FontLibrary
  private let canvas = Rect(x: 0, y: 0, width: 80, height: 48)

  /// A scene that sets its text with `library`.
  public init(library: FontLibrary) { self.library = library }

  /// Draws the scene once.
  ///
  /// - Parameter number: Which time it is; size, colour and words vary a little with it.
  /// - Returns: The pixels.
  /// - Throws: What drawing and text setting throw.
  public func render(_ number: Int) throws -> Raster {
    let text = try layOut(number)
    let scale = [1, 1.5, 2][number % 3]
    var picture = Picture(scale: scale)
    try picture.draw(in: canvas) { try $0.draw(text) }
    let label = try markup(number)
    try picture.draw(in: canvas) { try $0.draw(label) }
    try outline(text, under: &picture)
    try shadow(of: text, under: &picture)
    try picture.draw(.atop, in: canvas) { $0.fill(canvas, with: Paint.white.withOpacity(0.1)) }
    try background(under: &picture)
    try refuse()
    return try picture.raster(in: canvas)
  }

  private func layOut(_ number: Int) throws -> TextLayout {
    var spec = TextSpec()
    spec.string = "Leak \(number % 7) 😀 مرحبا\n猫は hidden"
    spec.font = FontFamilies(["DejaVu Sans"])
    spec.size = 9 + Double(number % 5)
    spec.letterSpacing = 0.5
    spec.features = FontFeatures("kern=1")
    spec.align = .center
    let text = try library.layOut(spec, width: 70).placed(
      in: canvas.grown(by: -5), paintBox: canvas)
    return try text.replacing([text.lines.count - 1: "decoy"]).painted(with: .white)
  }

  private func markup(_ number: Int) throws -> TextLayout {
    var spec = TextSpec()
    spec.markup =
      "<span font='DejaVu Serif 9' lang='ja' background='lime'>L<u>ea</u>k</span> <sup>\(number % 7)</sup> and "
      + "<span face='DejaVu Sans' font_features='kern=1' color='red'>more of it</span>"
    spec.font = FontFamilies(["DejaVu Sans"])
    spec.fit = .shrink
    spec.minSize = 12
    spec.ellipsis = .end
    let available = AvailableSize(width: 40, height: 30)
    return try library.layOut(spec, in: available).placed(in: canvas, paintBox: canvas)
  }

  private func outline(_ text: TextLayout, under picture: inout Picture) throws {
    let (stroke, frame) = (StrokeStyle(width: 3), StrokeStyle(width: 2, dash: [4, 1]))
    try picture.drawUnder(in: canvas) { canvas in
      canvas.clipped(to: Path(rect: self.canvas, radii: CornerRadii(.pixels(6)))) {
        $0.stroke(text.outlines, stroke, with: .color(Color(red: 0, green: 0, blue: 1)))
        $0.stroke(Path(rect: self.canvas.grown(by: -4)), frame, with: .black)
      }
    }
  }

  private func shadow(of text: TextLayout, under picture: inout Picture) throws {
    let mask = try picture.mask(in: canvas, supersampling: 2)
      .dilated(by: 1).subtracting(try Mask(area: PixelRect(x: 0, y: 0, width: 4, height: 4)))
      .reduced(by: 2).blurred(sigma: 1)
    let (scale, box) = (picture.scale, canvas)
    try picture.drawUnder(in: canvas.grown(by: 8)) { canvas in
      try canvas.group(opacity: 0.6) { try $0.fill(mask, scale: scale, with: .black, box: box) }
    }
  }

  private func background(under picture: inout Picture) throws {
    let stops = [
      GradientStop(color: .white, offset: 0), GradientStop(color: .transparent, offset: 1),
    ]
    let center = Length.percent(50)
    var inner = Picture(scale: picture.scale)
    try inner.draw(in: canvas) {
      $0.fill(canvas, with: .linear(LinearGradient(angle: 30, stops: stops)))
      $0.fill(
        canvas,
        with: .radial(
          RadialGradient(centerX: center, centerY: center, radius: center, stops: stops)))
    }
    let pixels = try inner.raster(in: canvas)
    let image = try CanvasImage(pixels.pixels)
    try picture.drawUnder(try Picture(pixels.cropped(to: pixels.area.grown(by: -3))))
    try picture.drawUnder(in: canvas) {
      $0.draw(image, in: canvas)
      $0.draw(inner, opacity: 0.5)
    }
    try picture.clip(to: canvas.grown(by: -1))
  }

  /// The ways that fail must free what they made, too.
  private func refuse() throws {
    struct Unexpected: Error {}
    var missing = TextSpec()
    missing.string = "\u{10fffd}"
    do {
      _ = try library.layOut(missing, width: nil)
      throw Unexpected()
    } catch is TextDiagnostic {}
    var picture = Picture(scale: 1)
    do {
      try picture.draw(in: canvas) { canvas in
        try canvas.group { _ in
          canvas.stroke(
            Path(rect: Rect(x: 0, y: 0, width: 9, height: 9)), StrokeStyle(width: 1, dash: [-1]),
            with: .black)
          throw CancellationError()
        }
      }
      throw Unexpected()
    } catch is CancellationError {}
  }
}
