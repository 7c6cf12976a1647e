import CPango
import Glibc
@_spi(Host) import ScrimKit
import Testing

/// What is seen of a resampled image: no moiré, no steps, no halos.
@Suite struct ResamplingQualityTests {
  /// Grey from 0 to 255 by a function of the pixel's middle.
  private func grey(
    _ width: Int, _ height: Int, _ value: (Double, Double) -> Double
  ) throws -> Raster {
    var numbers: [UInt8] = []
    numbers.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let level = UInt8(min(255, max(0, value(Double(x) + 0.5, Double(y) + 0.5).rounded())))
        numbers += [level, level, level, 255]
      }
    }
    return try Raster(numbers, area: PixelRect(x: 0, y: 0, width: width, height: height))
  }

  private func resized(_ raster: Raster, _ width: Int, _ height: Int) throws -> Raster {
    let area = PixelRect(x: 0, y: 0, width: width, height: height)
    return try raster.drawn(in: area.rect(scale: 1), area: area)
  }

  /// Circles whose frequency grows with their radius, up to half a cycle a pixel at the sides. What
  /// has more than half a cycle a pixel of the result can only come out as something else: as moiré.
  /// Cairo's own filter leaves 15, 8.7, 8.0 and 2.6 of 255 of it.
  @Test(arguments: [2, 2.7, 5, 20]) func aZonePlateGivesNoMoire(_ ratio: Double) throws {
    let (size, small) = (1200, Int((1200 / ratio).rounded()))
    let middle = Double(size) / 2
    let plate = try grey(size, size) { x, y in
      let (dx, dy) = (x - middle, y - middle)
      return 127.5 + 127.5 * cos(Double.pi * 0.5 / middle * (dx * dx + dy * dy))
    }
    let result = try resized(plate, small, small)
    var (kept, alias) = (Spread(), Spread())
    for (x, y) in result.area.places {
      let step = Double(size) / Double(small)
      let distance = max(
        abs((Double(x) + 0.5) * step - middle), abs((Double(y) + 0.5) * step - middle))
      // Cycles a pixel of the result.
      let frequency = distance / middle * 0.5 * step
      let deviation = Double(result[x, y].green) - 127.5
      if frequency < 0.25 { kept.add(deviation) }
      if frequency > 0.75 { alias.add(deviation) }
    }
    #expect(alias.root <= 2.5, "\(alias.root)")
    // Of 90: what can be shown is not lost either.
    #expect(kept.root >= 85, "\(kept.root)")
  }

  /// A root mean square.
  private struct Spread {
    var squares = 0.0
    var count = 0.0
    var root: Double { (squares / count).squareRoot() }

    mutating func add(_ value: Double) {
      squares += value * value
      count += 1
    }
  }

  @Test(arguments: [2, 3, 5, 9, 20]) func aCheckerBecomesGrey(_ ratio: Int) throws {
    let checker = try grey(400, 400) { x, y in (Int(x) + Int(y)) % 2 == 0 ? 0 : 255 }
    let result = try resized(checker, 400 / ratio, 400 / ratio)
    // (A border differs by half a square.)
    for (x, y) in result.area.grown(by: -2).places {
      #expect(abs(result[x, y].green - 127) <= 6)
    }
  }

  @Test(arguments: [1.5, 2, 3.7, 8, 20]) func aRampStaysOne(_ enlargement: Double) throws {
    let ramp = try grey(24, 3) { x, _ in x * 10 }
    let result = try resized(ramp, Int(24 * enlargement), 9)
    for x in 0..<result.area.width {
      let expected = (Double(x) + 0.5) * 24 / Double(result.area.width) * 10
      // At the ends the last pixel goes on.
      guard (20..<220).contains(expected) else { continue }
      let level = Double(result[x, 4].green)
      #expect(abs(level - expected) <= 0.51, "at \(x): \(level), expected \(expected)")
    }
  }

  /// Where a slanted edge crosses the middle between its sides, against a line.
  @Test(arguments: [(0.21, 2.0), (0.08, 8), (-0.45, 8), (0.9, 5)])
  func aSlantedEdgeHasNoSteps(_ slope: Double, _ enlargement: Double) throws {
    // Covered as an edge covers pixels.
    let edge = try grey(60, 60) { x, y in
      20 + 210 * min(1, max(0, x - 30 - slope * (y - 30) + 0.5))
    }
    let result = try resized(edge, Int(60 * enlargement), Int(60 * enlargement))
    var worst = 0.0
    for y in Int(20 * enlargement)..<Int(40 * enlargement) {
      let row = (0..<result.area.width).map { Double(result[$0, y].green) }
      let after = try #require(row.firstIndex { $0 >= 125 })
      let crossing = Double(after) - 0.5 + (125 - row[after - 1]) / (row[after] - row[after - 1])
      let exact = (30 + slope * ((Double(y) + 0.5) / enlargement - 30)) * enlargement
      worst = max(worst, abs(crossing - exact))
    }
    // Pixels of the picture; Catmull-Rom leaves up to 0.12, whole squares 0.3 to 0.7.
    #expect(worst / enlargement <= 0.095, "\(worst / enlargement)")
  }

  /// Beside an edge a cubic goes too far: by 1/14 of the step for Catmull-Rom, half of that enlarged.
  @Test(arguments: [(0.3, 0.09), (1.3, 0.075), (2, 0.04), (8, 0.04)])
  func halosStayFaint(_ factor: Double, _ most: Double) throws {
    let edge = try grey(60, 4) { x, _ in x < 30 ? 60 : 200 }
    let result = try resized(edge, Int(60 * factor), 4)
    let levels = (0..<result.area.width).map { result[$0, 1].green }
    let beyond = max(60 - (levels.min() ?? 0), (levels.max() ?? 0) - 200)
    #expect(Double(beyond) / 140 <= most, "\(beyond)")
    // One crossing, no ripples: from the lowest to the highest it only rises.
    let low = levels.firstIndex(of: levels.min() ?? 0) ?? 0
    let high = levels.lastIndex(of: levels.max() ?? 0) ?? 0
    #expect(low < high)
    #expect((low..<high).allSatisfy { levels[$0] <= levels[$0 + 1] })
  }

  @Test(arguments: [0.0, 30, 45, 90, 200]) func aTurnedImageGivesNoMoire(_ degrees: Double) throws {
    // Lines so fine that only grey is left of them.
    let lines = try grey(900, 900) { x, _ in Int(x) % 3 == 0 ? 255 : 0 }
    let image = try CanvasImage(lines.pixels)
    let result = try drawn(100, 100) { canvas in
      canvas.withCairoContext { cairo in
        cairo_translate(cairo, 50, 50)
        cairo_rotate(cairo, degrees / 180 * Double.pi)
        canvas.draw(image, in: Rect(x: -25, y: -25, width: 50, height: 50))
      }
    }
    for (x, y) in PixelRect(x: 35, y: 35, width: 30, height: 30).places {
      #expect(abs(result[x, y].green - 85) <= 2)
    }
  }

  @Test func aQuarterTurnIsThatOfThePixels() throws {
    let raster = try BlurScene.noise.raster(PixelRect(x: 0, y: 0, width: 40, height: 30))
    let image = try CanvasImage(raster.pixels)
    let turned = try drawn(30, 40) { canvas in
      canvas.withCairoContext { cairo in
        cairo_translate(cairo, 30, 0)
        cairo_rotate(cairo, Double.pi / 2)
        canvas.draw(image, in: Rect(x: 0, y: 0, width: 40, height: 30))
      }
    }
    for (x, y) in turned.area.places { #expect(turned[x, y].isNear(raster[y, 29 - x])) }
  }
}
