import SystemPackage
@_spi(Host) import ScrimKit

/// Draws an image larger or smaller.
///
///     take 6000 4000 FILE        takes these bytes, BGRA
///     ours 300 200               draws them so large, prints milliseconds
///     cairo 300 200              the same by Cairo's own filter
///     write ours 300 200 FILE    draws and writes the bytes
struct ResamplingBenchmark: DrivenBenchmark {
  private var image: CanvasImage?

  mutating func answer(_ words: [String]) throws -> String? {
    let numbers = words.compactMap { Int($0) }
    guard let first = words.first, numbers.count == 2 else { return nil }
    switch (first, words.count) {
    case ("take", 4):
      var pixels = try Pixels(width: numbers[0], height: numbers[1])
      try pixels.read(from: FilePath(words[3]))
      image = try CanvasImage(pixels)
      return "taken"
    case ("ours", 3), ("cairo", 3):
      let start = processMilliseconds()
      let result = try drawn(numbers[0], numbers[1], byCairo: first == "cairo")
      return withExtendedLifetime(result) { "\(processMilliseconds() - start)" }
    case ("write", 5):
      let result = try drawn(numbers[0], numbers[1], byCairo: words[1] == "cairo")
      try result.pixels.write(to: FilePath(words[4]))
      return "written"
    default: return nil
    }
  }

  /// Drawn on pixels, as a layer is. (A picture that keeps its images leaves them to Cairo.)
  private func drawn(_ width: Int, _ height: Int, byCairo: Bool) throws -> Raster {
    let area = PixelRect(x: 0, y: 0, width: width, height: height)
    let place = area.rect(scale: 1)
    var picture = Picture(scale: 1, for: byCairo ? .document : .pixels)
    try picture.draw(in: place) { canvas in
      if let image { canvas.draw(image, in: place) }
    }
    return try picture.raster(in: place)
  }
}
