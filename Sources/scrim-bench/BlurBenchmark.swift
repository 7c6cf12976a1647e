import ScrimKit
import SystemPackage

/// Blurs a picture or a mask.
///
///     picture 1080 1920 FILE               takes these bytes, BGRA, as the picture
///     mask 1080 1920 FILE                  takes these as the mask, a byte a pixel
///     time picture 30 gaussian 0 0 1080 1920       blurs this region, prints milliseconds
///     write picture 30 gaussian 0 0 1080 1920 FILE   blurs it and writes the bytes
struct BlurBenchmark: DrivenBenchmark {
  private var raster: Raster
  private var mask: Mask

  init() throws {
    let nothing = PixelRect(x: 0, y: 0, width: 0, height: 0)
    raster = try Raster(area: nothing, scale: 1)
    mask = try Mask(area: nothing)
  }

  mutating func answer(_ words: [String]) throws -> String? {
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

  /// Milliseconds.
  private func time(_ blur: Blur, ofPicture: Bool, _ region: PixelRect) throws -> Double {
    let start = processMilliseconds()
    if ofPicture {
      let result = try blur.apply(to: raster, region: region)
      return withExtendedLifetime(result) { processMilliseconds() - start }
    }
    let result = try blur.apply(to: mask, region: region)
    return withExtendedLifetime(result) { processMilliseconds() - start }
  }

  private mutating func load(
    _ kind: String, _ width: Int, _ height: Int, _ path: FilePath
  ) throws -> Bool {
    let area = PixelRect(x: 0, y: 0, width: width, height: height)
    switch kind {
    case "picture":
      raster = try Raster(area: area, scale: 1)
      try raster.pixels.read(from: path)
    case "mask":
      var bytes = [UInt8](repeating: 0, count: width * height)
      let file = try FileDescriptor.open(path, .readOnly)
      _ = try file.closeAfter { try bytes.withUnsafeMutableBytes { try file.read(into: $0) } }
      mask = Mask(area: area, coverage: bytes)
    default: return false
    }
    return true
  }

  private func write(
    _ blur: Blur, ofPicture: Bool, _ region: PixelRect, to path: FilePath
  ) throws {
    guard ofPicture else {
      let file = try FileDescriptor.create(path)
      _ = try file.closeAfter {
        try file.writeAll(blur.apply(to: mask, region: region).coverage)
      }
      return
    }
    try blur.apply(to: raster, region: region).pixels.write(to: path)
  }
}
