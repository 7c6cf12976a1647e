import Glibc
import ScrimKit
import SystemPackage

/// Blurs at the command of a driver, which measures others in between: a line of standard input each,
/// and a line of standard output for it.
///
///     picture 1080 1920 FILE               takes these bytes, BGRA, as the picture
///     mask 1080 1920 FILE                  takes these as the mask, a byte a pixel
///     time picture 30 gaussian 0 0 1080 1920       blurs this region, prints milliseconds
///     write picture 30 gaussian 0 0 1080 1920 FILE   blurs it and writes the bytes
struct BlurBenchmark {
  private var raster: Raster
  private var mask: Mask

  private init() throws {
    let nothing = PixelRect(x: 0, y: 0, width: 0, height: 0)
    raster = try Raster(area: nothing, scale: 1)
    mask = try Mask(area: nothing)
  }

  /// A line that is none of the above.
  struct BadCommand: Error, CustomStringConvertible {
    let description: String
  }

  /// Answers until the input ends.
  ///
  /// - Throws: `BadCommand`; what keeps a file from being read or written.
  static func run() throws {
    var benchmark = try BlurBenchmark()
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard let answer = try benchmark.answer(words) else {
        throw BadCommand(description: "scrim-bench blur: unknown command: \(line)")
      }
      // (`print` would wait until a buffer is full.)
      try FileDescriptor.standardOutput.writeAll((answer + "\n").utf8)
    }
  }

  private mutating func answer(_ words: [String]) throws -> String? {
    switch words.count {
    case 4:
      guard let width = Int(words[1]), let height = Int(words[2]) else { return nil }
      return try load(words[0], width, height, FilePath(words[3])) ? "taken" : nil
    case 8, 9:
      guard let sigma = Double(words[2]), let kernel = BlurKernel(rawValue: words[3]) else {
        return nil
      }
      let place = words[4..<8].compactMap { Int($0) }
      guard place.count == 4 else { return nil }
      let region = PixelRect(x: place[0], y: place[1], width: place[2], height: place[3])
      let blur = Blur(sigma: sigma, kernel: kernel, edge: .clamp)
      switch (words[0], words.count) {
      case ("time", 8): return "\(try time(blur, ofPicture: words[1] == "picture", region))"
      case ("write", 9):
        try write(blur, ofPicture: words[1] == "picture", region, to: FilePath(words[8]))
        return "written"
      default: return nil
      }
    default: return nil
    }
  }

  /// Milliseconds of CPU time of the process: what else runs counts little.
  private func time(_ blur: Blur, ofPicture: Bool, _ region: PixelRect) throws -> Double {
    let start = processMilliseconds()
    if ofPicture {
      let result = try blur.apply(to: raster, region: region)
      return withExtendedLifetime(result) { processMilliseconds() - start }
    }
    let result = try blur.apply(to: mask, region: region)
    return withExtendedLifetime(result) { processMilliseconds() - start }
  }

  private func processMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  private mutating func load(
    _ kind: String, _ width: Int, _ height: Int, _ path: FilePath
  ) throws -> Bool {
    let area = PixelRect(x: 0, y: 0, width: width, height: height)
    let file = try FileDescriptor.open(path, .readOnly)
    defer { try? file.close() }
    switch kind {
    case "picture":
      raster = try Raster(area: area, scale: 1)
      let stride = raster.pixels.bytesPerRow
      try raster.pixels.withMutableBytes { bytes in
        for y in 0..<height {
          let row = UnsafeMutableRawBufferPointer(
            rebasing: bytes[y * stride..<y * stride + width * 4])
          _ = try file.read(fromAbsoluteOffset: Int64(y * width * 4), into: row)
        }
      }
    case "mask":
      var bytes = [UInt8](repeating: 0, count: width * height)
      _ = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
      mask = Mask(area: area, coverage: bytes)
    default: return false
    }
    return true
  }

  private func write(
    _ blur: Blur, ofPicture: Bool, _ region: PixelRect, to path: FilePath
  ) throws {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
    try file.closeAfter {
      guard ofPicture else {
        _ = try file.writeAll(blur.apply(to: mask, region: region).coverage)
        return
      }
      let result = try blur.apply(to: raster, region: region)
      let stride = result.pixels.bytesPerRow
      try result.pixels.withBytes { bytes in
        for y in 0..<region.height {
          _ = try file.writeAll(bytes[y * stride..<y * stride + region.width * 4])
        }
      }
    }
  }
}
