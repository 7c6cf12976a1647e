@_spi(Host) import ScrimKit

/// Outlined text, two lines as the *story* has them: our masks, made anew and kept, and Cairo's stroke and fill,
/// in turns.
struct TextBenchmark {
  private static let repetitions = 61
  private let fonts = FontLibrary()
  private let text: TextLayout
  private let stroke: StrokeStyle
  private var raster: Raster

  private init(stroke width: Double) throws {
    var spec = TextSpec()
    spec.string = "The lake at seven\nin the evening"
    spec.font = FontFamilies(["Noto Sans"])
    spec.size = 72
    spec.weight = 700
    spec.color = .white
    raster = try Raster(area: PixelRect(x: 0, y: 0, width: 1080, height: 260), scale: 1)
    let box = raster.rect.grown(by: -25.3)
    text = try fonts.layOut(spec, width: box.width).placed(in: box, paintBox: box)
    stroke = StrokeStyle(width: width)
  }

  /// Prints the median times of all three, for strokes of some widths.
  ///
  /// - Throws: `DrawingError`.
  static func run() throws {
    print("Outlined text, two lines of 72 px, CPU milliseconds,")
    print("medians of \(repetitions) rounds:\n")
    print("| stroke | Scrim, warm | Scrim, other words | Cairo | times, warm | times |")
    print("|---|---|---|---|---|---|")
    for width in [6.0, 16, 40] {
      var benchmark = try TextBenchmark(stroke: width)
      var (kept, anew, cairo): ([Double], [Double], [Double]) = ([], [], [])
      for _ in 0..<repetitions {
        benchmark.fonts.setGlyphCacheLimit(bytes: 0)
        anew.append(try benchmark.time(byCairo: false))
        cairo.append(try benchmark.time(byCairo: true))
        benchmark.fonts.setGlyphCacheLimit(bytes: 1 << 22)
        for _ in 0..<2 { _ = try benchmark.time(byCairo: false) }
        kept.append(try benchmark.time(byCairo: false))
      }
      let middles = [kept, anew, cairo].map { $0.sorted()[repetitions / 2] }
      let numbers = middles + [middles[2] / middles[0], middles[2] / middles[1]]
      print("| \(Int(width)) px | \(numbers.map(rounded).joined(separator: " | ")) |")
    }
  }

  private mutating func time(byCairo: Bool) throws -> Double {
    let start = processMilliseconds()
    try raster.draw { canvas in
      if byCairo {
        let outlines = text.outlines
        canvas.stroke(outlines, stroke, with: .black)
        canvas.fill(outlines, with: .white)
      } else {
        canvas.strokeBehind(text, stroke, with: .black)
        try canvas.draw(text)
      }
    }
    return processMilliseconds() - start
  }

  /// Two digits behind the point.
  private static func rounded(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
