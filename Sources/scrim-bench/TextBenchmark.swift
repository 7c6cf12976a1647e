import Glibc
@_spi(Host) import ScrimKit

/// Outlined text, two lines as the *story* has them: our masks and Cairo's stroke and fill, in turns.
struct TextBenchmark {
  private static let repetitions = 61
  private let text: TextLayout
  private let stroke: StrokeStyle
  private var raster = Raster(
    area: PixelRect(x: 0, y: 0, width: 1080, height: 260), scale: 1)

  private init(stroke width: Double) throws {
    var spec = TextSpec()
    spec.string = "The lake at seven\nin the evening"
    spec.font = FontFamilies(["Noto Sans"])
    spec.size = 72
    spec.weight = 700
    spec.color = .white
    let box = raster.rect.grown(by: -25.3)
    text = try FontLibrary().layOut(spec, width: box.width).placed(in: box, paintBox: box)
    stroke = StrokeStyle(width: width)
  }

  /// Prints the median and the least time of both, for strokes of some widths.
  ///
  /// - Throws: `DrawingError`.
  static func run() throws {
    print("Outlined text, two lines of 72 px, milliseconds on a processor:\n")
    print("| stroke | Scrim | least | Cairo | least | times |\n|---|---|---|---|---|---|")
    for width in [6.0, 16, 40] {
      var benchmark = try TextBenchmark(stroke: width)
      var (own, cairo): ([Double], [Double]) = ([], [])
      for _ in 0..<repetitions {
        own.append(try benchmark.time(byCairo: false))
        cairo.append(try benchmark.time(byCairo: true))
      }
      (own, cairo) = (own.sorted(), cairo.sorted())
      let ratio = cairo[repetitions / 2] / own[repetitions / 2]
      let times = [own[repetitions / 2], own[0], cairo[repetitions / 2], cairo[0]].map(rounded)
      print("| \(Int(width)) px | \(times.joined(separator: " | ")) | \(rounded(ratio)) |")
    }
  }

  private mutating func time(byCairo: Bool) throws -> Double {
    let start = Self.processMilliseconds()
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
    return Self.processMilliseconds() - start
  }

  /// Milliseconds that the process had a processor: what else runs counts little.
  private static func processMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// Two digits behind the point.
  private static func rounded(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
