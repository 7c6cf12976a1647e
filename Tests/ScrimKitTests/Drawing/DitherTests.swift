import Glibc
@_spi(Host) import ScrimKit
import Testing

@Suite struct DitherTests {
  private let canvas = PixelRect(x: 0, y: 0, width: 60, height: 40)

  private func linear(
    _ angle: Double, _ stops: [(String, Double)]
  ) throws -> LinearGradient {
    LinearGradient(
      angle: angle,
      stops: try stops.map {
        GradientStop(color: try #require(Color(css: $0.0)), offset: $0.1)
      })
  }

  private func drawn(
    _ area: PixelRect, dithered: Bool = true, _ body: (Canvas) throws -> Void
  ) throws -> Raster {
    var raster = try Raster(area: area, scale: 1)
    try raster.draw(isDithered: dithered, body)
    return raster
  }

  private func isEqual(_ one: Raster, _ other: Raster) throws -> Bool {
    try one.distance(to: other.cropped(to: one.area)) == 0
  }

  /// Bayer's order of 8 × 8 by its recursive definition: (0, 0), (1, 1), (0, 1), (1, 0) of each 2 × 2, the finest
  /// first.
  /// (The project computes it from bits.)
  private func order(_ x: Int, _ y: Int) -> Int {
    let square = [[0, 3], [2, 1]]
    return (0..<3).reduce(0) { sum, level in
      4 * sum + square[(y >> level) & 1][(x >> level) & 1]
    }
  }

  @Test func theOrderHasEachStepOnce() {
    #expect(Set((0..<64).map { order($0 & 7, $0 >> 3) }).count == 64)
  }

  /// Any part of the canvas gives the same pixels: what each has follows from its place alone.
  @Test(arguments: [(0, 0), (3, 5), (-7, 12)])
  func eachPixelIsRoundedByItsPlace(_ x: Int, _ y: Int) throws {
    let gradient = try linear(90, [("#203040", 0), ("#2a3540", 1)])
    let box = Rect(x: -20, y: -20, width: 100, height: 100)
    let area = PixelRect(x: x, y: y, width: 30, height: 20)
    let raster = try drawn(area) { $0.fill(box, with: .linear(gradient)) }
    for row in 0..<20 {
      for column in 0..<30 {
        let share = (Double(column + x) + 0.5 + 20) / 100
        let step = (2 * Double(order(column + x, row + y)) - 63) / 128
        func value(_ from: Double, _ to: Double) -> Int {
          Int((from + (to - from) * share + step + 0.5).rounded(.down))
        }
        let expected = Sample(value(0x20, 0x2a), value(0x30, 0x35), 0x40, 255)
        #expect(raster[column + x, row + y] == expected)
      }
    }
  }

  struct Drawing: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let draw: @Sendable (Canvas, Paint) throws -> Void
  }

  static let drawings = [
    Drawing(testDescription: "rectangle") { canvas, paint in
      canvas.fill(Rect(x: 2.5, y: 3, width: 50, height: 33), with: paint)
    },
    Drawing(testDescription: "stroke") { canvas, paint in
      let path = Path(rect: Rect(x: 9, y: 9, width: 40, height: 20))
      canvas.stroke(path, StrokeStyle(width: 7), with: paint)
    },
    Drawing(testDescription: "rotated") { canvas, paint in
      canvas.transformed(by: Transform(degrees: 33, about: Point(x: 30, y: 20))) {
        $0.fill(Rect(x: 5, y: 5, width: 50, height: 30), with: paint)
      }
    },
    Drawing(testDescription: "group") { canvas, paint in
      canvas.group(opacity: 0.7) { $0.fill(Rect(x: 2, y: 3, width: 50, height: 33), with: paint) }
    },
    Drawing(testDescription: "recording") { canvas, paint in
      var picture = Picture(scale: 1)
      let rect = Rect(x: 2, y: 3, width: 50, height: 33)
      try picture.draw(in: rect) { $0.fill(rect, with: paint) }
      canvas.draw(picture, opacity: 0.9, blend: .multiply)
    },
  ]

  /// Strips, tiles and the whole agree, whatever is drawn; and dithering does something.
  @Test(arguments: drawings) func partsAgreeWithTheWhole(drawing: Drawing) throws {
    let gradient = Paint.linear(try linear(70, [("#203040", 0), ("#2a4540c0", 0.6), ("#fff", 1)]))
    let whole = try drawn(canvas) { try drawing.draw($0, gradient) }
    for part in [
      PixelRect(x: 0, y: 0, width: 60, height: 13), PixelRect(x: 0, y: 13, width: 60, height: 27),
      PixelRect(x: 11, y: 6, width: 21, height: 30),
    ] {
      #expect(try isEqual(drawn(part) { try drawing.draw($0, gradient) }, whole))
    }
    let plain = try drawn(canvas, dithered: false) { try drawing.draw($0, gradient) }
    #expect(try !isEqual(plain, whole))
    #expect(try #require(plain.distance(to: whole)) <= 2)
  }

  /// Otherwise the edge of a solid area beside it would show.
  @Test(arguments: ["#203040", "rgb(32 48 64 / 50%)", "rgb(32 48 64 / 30%)", "transparent"])
  func betweenEqualStopsTheColorIsTheSolidOne(color: String) throws {
    let gradient = try linear(90, [(color, 0), (color, 0.5), ("#fff", 1)])
    let box = canvas.rect(scale: 1)
    let raster = try drawn(canvas) { $0.fill(box, with: .linear(gradient)) }
    let solid = try drawn(canvas) {
      $0.fill(box, with: .color(try #require(Color(css: color))))
    }
    for y in 0..<40 {
      for x in 0..<30 { #expect(raster[x, y] == solid[x, y]) }
    }
    #expect(raster[45, 5] != solid[45, 5])
  }

  @Test func masksAreNot() throws {
    let fade = Paint.linear(try linear(90, [("#000", 0), ("transparent", 1)]))
    let box = canvas.rect(scale: 1)
    func masked(dithered: Bool) throws -> Raster {
      try drawn(canvas, dithered: dithered) { canvas in
        canvas.fill(box, with: .white)
        canvas.group(operator: .destinationIn) { $0.fill(box, with: fade) }
        canvas.fill(box, with: fade, operator: .destinationOut)
      }
    }
    #expect(try isEqual(masked(dithered: true), masked(dithered: false)))
  }

  /// No colour exceeds its alpha, whatever is added to both.
  @Test func staysPremultiplied() throws {
    let fade = Paint.linear(try linear(90, [("#fff", 0), ("rgb(255 255 255 / 0)", 1)]))
    let box = canvas.rect(scale: 1)
    let raster = try drawn(canvas) { $0.fill(box, with: fade) }
    for y in 0..<40 {
      for x in 0..<60 {
        let pixel = raster[x, y]
        #expect(pixel.red == pixel.alpha && pixel.blue == pixel.alpha)
      }
    }
  }

  /// More pixels than are evaluated at a time.
  @Test func aLargeAreaHasNoSeams() throws {
    let area = PixelRect(x: 0, y: 0, width: 2100, height: 2100)
    let gradient = Paint.linear(try linear(180, [("#000", 0), ("#111", 1)]))
    let path = Path(rect: area.rect(scale: 1))
    let whole = try drawn(area) { $0.fill(path, with: gradient) }
    let part = PixelRect(x: 5, y: 1900, width: 30, height: 200)
    #expect(try isEqual(drawn(part) { $0.fill(path, with: gradient) }, whole))
  }

  /// What an operator clears outside the drawing it clears everywhere, however many parts the gradient is drawn in.
  @Test(arguments: [20, 2100]) func whatAnOperatorClearsIsCleared(side: Int) throws {
    let area = PixelRect(x: 0, y: 0, width: side, height: side)
    let all = area.rect(scale: 1)
    let inner = Rect(
      x: 3, y: all.height / 2, width: all.width - 6, height: all.height / 2 - 3)
    let gradient = Paint.linear(try linear(180, [("#000", 0), ("#fff", 1)]))
    for `operator` in [CompositeOperator.in, .destinationIn] {
      let raster = try drawn(area) {
        $0.fill(all, with: .red)
        $0.fill(inner, with: gradient, operator: `operator`)
      }
      for place in [(0, 0), (side / 2, side / 4), (1, side - 5), (side - 1, side - 1)] {
        #expect(raster[place.0, place.1] == .clear, "\(place)")
      }
      #expect(raster[side / 2, side * 3 / 4].alpha == 255)
    }
  }
}
