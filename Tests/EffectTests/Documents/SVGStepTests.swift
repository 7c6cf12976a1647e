import Foundation
import RenderTesting
@_spi(Host) import ScrimKit
import Testing

/// Each kind of drawing that a canvas records: our SVG drawn by librsvg, compared with our pixels.
@Suite struct SVGStepTests {
  static let page = Rect(x: 0, y: 0, width: 90, height: 60)

  /// One kind of drawing, over white.
  struct Case: Sendable, CustomStringConvertible {
    let description: String
    /// Minimum ratio of the two, decibels.
    let ratio: Double
    let draw: @Sendable (inout Picture) throws -> Void

    /// Draws on one recording.
    init(
      _ description: String, ratio: Double = 40,
      _ draw: @escaping @Sendable (Canvas) throws -> Void
    ) {
      self.init(description, ratio: ratio) { try $0.draw(in: SVGStepTests.page, draw) }
    }

    init(
      _ description: String, ratio: Double,
      picture draw: @escaping @Sendable (inout Picture) throws -> Void
    ) {
      self.description = description
      self.ratio = ratio
      self.draw = draw
    }
  }

  static let cases: [Case] =
    [
      Case("fill") { $0.fill(blob, with: red) },
      Case("contour far outside") { canvas in
        var path = blob
        path.append(Path(rect: Rect(x: 1e7, y: 0, width: 1e7, height: 9)))
        path.append(Path(rect: Rect(x: -1e6, y: 50, width: 2e6, height: 3)))
        canvas.fill(path, with: red)
      },
      Case("stroke with dashes") { canvas in
        canvas.stroke(blob, StrokeStyle(width: 4, dash: [7, 5, 2]), with: red)
        canvas.stroke(
          zigzag, StrokeStyle(width: 3, join: .bevel, dash: [6.5]), with: blue.withOpacity(0.5))
      },
      Case("joins") { canvas in
        canvas.stroke(zigzag, StrokeStyle(width: 5, join: .miter, miterLimit: 9), with: red)
        canvas.transformed(origin: Point(x: 0, y: 20), scale: 1) {
          $0.stroke(zigzag, StrokeStyle(width: 5, join: .miter), with: blue)
        }
        canvas.transformed(origin: Point(x: 0, y: 30), scale: 1) {
          $0.stroke(zigzag, StrokeStyle(width: 5, join: .bevel), with: red)
        }
      },
      Case("linear gradient") { $0.fill(page, with: .linear(fade), box: page.grown(by: -15)) },
      Case("radial gradient") { $0.fill(blob, with: .radial(glow)) },
      Case("gradient of a stroke") {
        $0.stroke(blob, StrokeStyle(width: 6), with: .radial(glow), box: page)
      },
      Case("clips in one another") { canvas in
        canvas.clipped(to: blob) { canvas in
          canvas.fill(page, with: blue)
          canvas.clipped(to: Path(rect: Rect(x: 20, y: 10, width: 30, height: 33.5))) {
            $0.fill(page, with: red)
            $0.fill(Rect(x: 0, y: 20, width: 90, height: 5), with: blue)
          }
        }
      },
      Case("group with an opacity") { canvas in
        canvas.group(opacity: 0.4) { canvas in
          canvas.fill(blob, with: red)
          canvas.group(opacity: 0.5) { $0.fill(zigzag, with: blue) }
        }
      },
      Case("moved, scaled and rotated") { canvas in
        canvas.transformed(origin: Point(x: 40, y: 5), scale: 0.5) { canvas in
          canvas.transformed(by: Transform(degrees: 30, about: .zero)) { canvas in
            canvas.fill(blob, with: .linear(fade))
            canvas.clipped(to: Path(rect: Rect(x: 10, y: 10, width: 50, height: 20))) {
              $0.stroke(blob, StrokeStyle(width: 8, dash: [9, 9]), with: .radial(glow))
            }
          }
        }
      },
      Case("mirrored, stretched and skewed") { canvas in
        let lean = Transform(
          degrees: 10, scale: (-1, 0.6), skew: (20, 0), about: Point(x: 45, y: 30))
        try canvas.transformed(by: lean) { canvas in
          canvas.fill(blob, with: .linear(fade))
          canvas.clipped(to: Path(rect: Rect(x: 10, y: 10, width: 50, height: 20))) {
            $0.stroke(blob, StrokeStyle(width: 8, dash: [9, 9]), with: .radial(glow))
          }
          canvas.draw(try photo(), in: Rect(x: 50, y: 30, width: 32, height: 24))
        }
      },
      Case("photo twice") { canvas in
        let photo = try photo()
        canvas.draw(photo, in: Rect(x: 5, y: 5, width: 40, height: 45))
        canvas.draw(photo, in: Rect(x: 50, y: 5, width: 12, height: 9))
      },
      Case("rotated photo") { canvas in
        let photo = try photo()
        canvas.transformed(by: Transform(degrees: 20, about: Point(x: 45, y: 30))) { canvas in
          canvas.clipped(to: Path(rect: Rect(x: 20, y: 15, width: 50, height: 30))) {
            $0.draw(photo, in: Rect(x: 10, y: 5, width: 64, height: 48))
          }
        }
      },
      Case("photo of which a part is shown") { canvas in
        let photo = try photo(shown: Rect(x: 0, y: 0, width: 27.5, height: 20.5))
        canvas.draw(photo, in: Rect(x: 12, y: 9, width: 55, height: 41))
      },
      Case("mask", ratio: 37) { try $0.fill(mask(), scale: 1, with: .linear(fade), box: page) },
      Case("rotated mask", ratio: 36) { canvas in
        try canvas.transformed(by: Transform(degrees: 10, about: Point(x: 45, y: 30))) {
          try $0.fill(mask(), scale: 1, with: blue, box: page)
        }
      },
      Case("pixels", ratio: 40) { picture in
        var pixels = try Raster(
          area: PixelRect(covering: page, scale: picture.scale), scale: picture.scale)
        try pixels.draw { $0.fill(blob, with: .radial(glow)) }
        try picture.draw(Picture(pixels))
      },
      Case("blend inside a clip and a group", ratio: 36) { picture in
        try picture.draw(in: page) { $0.fill(page, with: .linear(fade)) }
        try picture.draw(in: page) { canvas in
          canvas.group(opacity: 0.8) { canvas in
            canvas.fill(blob, with: red)
            canvas.clipped(to: zigzag) { canvas in
              canvas.group(operator: .blend(.difference)) {
                $0.fill(page, with: .color(Color(white: 0.8)))
              }
              canvas.fill(Rect(x: 30, y: 0, width: 5, height: 90), with: blue)
            }
          }
        }
      },
    ]
    + BlendMode.allCases.map { mode in
      Case("\(mode.rawValue) on the page", ratio: 37) { picture in
        try picture.draw(in: page) { $0.fill(page, with: .linear(fade)) }
        try picture.draw(.blend(mode), in: page) { canvas in
          canvas.group(opacity: 0.7) { $0.fill(blob, with: .linear(glass)) }
        }
      }
    }

  @Test(arguments: cases, [1.0, 3.0])
  func othersDrawTheSame(_ kind: Case, scale: Double) throws {
    var picture = Picture(scale: scale, for: .document)
    try picture.draw(in: Self.page) { $0.fill(Self.page, with: .white) }
    try kind.draw(&picture)
    let svg = try picture.document(.svg, page: Self.page)
    let expected = try picture.raster(in: Self.page).pixels
    let actual = try DocumentReader().pixels(ofSVG: svg, scale: scale)
    let difference = try #require(actual.difference(from: expected))
    #expect(
      difference.ratio >= kind.ratio,
      "\(difference.greatest) at most; \(String(decoding: svg, as: UTF8.self))")
  }

  // MARK: What is drawn

  static let red = Paint.color(Color(red: 0.8, green: 0, blue: 0.1))
  static let blue = Paint.color(Color(red: 0, green: 0.2, blue: 0.9))

  static let fade = LinearGradient(
    angle: 60,
    stops: [
      GradientStop(color: Color(red: 1, green: 0.8, blue: 0), offset: 0.1),
      GradientStop(color: Color(red: 0, green: 0.4, blue: 0.4, alpha: 0.6), offset: 0.5),
      GradientStop(color: .transparent, offset: 1),
    ])
  static let glass = LinearGradient(
    angle: 90,
    stops: [
      GradientStop(color: Color(red: 0.1, green: 0.8, blue: 0.5), offset: 0),
      GradientStop(color: Color(red: 0.9, green: 0.3, blue: 0.2), offset: 1),
    ])
  static let glow = RadialGradient(
    centerX: .percent(40), centerY: .pixels(25), radius: .percent(60),
    stops: [
      GradientStop(color: .white, offset: 0), GradientStop(color: Color(white: 0.2), offset: 1),
    ])

  static let blob = Path(
    rect: Rect(x: 10.3, y: 6.7, width: 61.1, height: 44.4), radii: CornerRadii(.pixels(17)))

  static var zigzag: Path {
    var path = Path()
    path.move(to: Point(x: 8, y: 12))
    for index in 1...6 {
      path.line(to: Point(x: 8 + Double(index) * 12.3, y: index % 2 == 0 ? 12 : 24.5))
    }
    return path
  }

  /// Smooth stripes, 32 × 24.
  static func photo(shown: Rect? = nil) throws -> CanvasImage {
    var pixels = try Pixels(width: 32, height: 24)
    let stride = pixels.bytesPerRow
    try pixels.withMutableBytes { bytes in
      for y in 0..<24 {
        for x in 0..<32 {
          for (part, value) in [x * 7, y * 9, 200 - x * 3, 255].enumerated() {
            bytes[y * stride + x * 4 + part] = UInt8(value)
          }
        }
      }
    }
    return try CanvasImage(pixels, isOpaque: true, shown: shown)
  }

  static func mask() throws -> Mask {
    var mask = try Mask(area: PixelRect(x: 20, y: 12, width: 50, height: 40))
    try mask.draw(scale: 1) { $0.fill(blob, with: .linear(fade)) }
    return mask
  }
}
