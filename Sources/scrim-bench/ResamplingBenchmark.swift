import Glibc
import SystemPackage
@_spi(Host) import ScrimKit

/// Draws an image larger or smaller at the command of a driver, which measures others in between: a
/// line of standard input each, and a line of standard output for it.
///
///     take 6000 4000 FILE        takes these bytes, BGRA
///     ours 300 200               draws them so large, prints milliseconds
///     cairo 300 200              the same by Cairo's own filter
///     write ours 300 200 FILE    draws and writes the bytes
struct ResamplingBenchmark {
  private var image: CanvasImage?

  /// A line that is none of the above.
  struct BadCommand: Error, CustomStringConvertible {
    let description: String
  }

  /// Answers until the input ends.
  ///
  /// - Throws: `BadCommand`; what keeps a file from being read or written; `DrawingError`.
  static func run() throws {
    var benchmark = ResamplingBenchmark()
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard let answer = try benchmark.answer(words) else {
        throw BadCommand(description: "scrim-bench resampling: unknown command: \(line)")
      }
      // (`print` would wait until a buffer is full.)
      try FileDescriptor.standardOutput.writeAll((answer + "\n").utf8)
    }
  }

  private mutating func answer(_ words: [String]) throws -> String? {
    let numbers = words.compactMap { Int($0) }
    guard let first = words.first, numbers.count == 2 else { return nil }
    switch (first, words.count) {
    case ("take", 4):
      image = try CanvasImage(Self.read(numbers[0], numbers[1], FilePath(words[3])))
      return "taken"
    case ("ours", 3), ("cairo", 3):
      let start = Self.processMilliseconds()
      let result = try drawn(numbers[0], numbers[1], byCairo: first == "cairo")
      return withExtendedLifetime(result) { "\(Self.processMilliseconds() - start)" }
    case ("write", 5):
      let result = try drawn(numbers[0], numbers[1], byCairo: words[1] == "cairo")
      try Self.write(result.pixels, to: FilePath(words[4]))
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

  /// Milliseconds of CPU time of the process: what else runs counts little.
  private static func processMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  private static func read(_ width: Int, _ height: Int, _ path: FilePath) throws -> Pixels {
    var pixels = try Pixels(width: width, height: height)
    let stride = pixels.bytesPerRow
    let file = try FileDescriptor.open(path, .readOnly)
    try file.closeAfter {
      try pixels.withMutableBytes { bytes in
        for y in 0..<height {
          let row = UnsafeMutableRawBufferPointer(
            rebasing: bytes[y * stride..<y * stride + width * 4])
          _ = try file.read(fromAbsoluteOffset: Int64(y * width * 4), into: row)
        }
      }
    }
    return pixels
  }

  private static func write(_ pixels: Pixels, to path: FilePath) throws {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
    try file.closeAfter {
      try pixels.withBytes { bytes in
        for y in 0..<pixels.height {
          let start = y * pixels.bytesPerRow
          _ = try file.writeAll(bytes[start..<start + pixels.width * 4])
        }
      }
    }
  }
}
