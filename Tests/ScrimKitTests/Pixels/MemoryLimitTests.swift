import Glibc
@_spi(Host) import ScrimKit
import Testing

/// Without memory an operation is an error; the process goes on.
@Suite(.serialized) struct MemoryLimitTests {
  private static let area = PixelRect(x: 0, y: 0, width: 8000, height: 8000)

  /// A step that needs more memory than there is.
  struct Step: CustomTestStringConvertible {
    let testDescription: String
    let run: () throws -> Void

    init(_ name: String, _ run: @escaping () throws -> Void) {
      testDescription = name
      self.run = run
    }
  }

  private static func steps() throws -> [Step] {
    let small = try Raster(area: PixelRect(x: 0, y: 0, width: 90, height: 70), scale: 1)
    let square = PixelRect(x: 0, y: 0, width: 30, height: 30)
    let mask = try Mask.block(square.rect(scale: 1), in: square)
    let rect = area.rect(scale: 1)
    return [
      Step("pixels") { _ = try Pixels(width: 8000, height: 8000) },
      Step("raster") { _ = try Raster(area: area, scale: 1) },
      Step("crop") { _ = try small.cropped(to: area) },
      Step("mask") { _ = try Mask(area: area.times(2)) },
      Step("crop of a mask") { _ = try mask.cropped(to: area.times(2)) },
      Step("union") {
        _ = try mask.union(Mask(area: PixelRect(x: 15_999, y: 15_999, width: 1, height: 1)))
      },
      Step("dilation") { _ = try mask.dilated(by: 8000) },
      Step("blur") { _ = try Blur(sigma: 20).apply(to: small, region: area) },
      Step("blur of a mask") { _ = try Blur(sigma: 20).apply(to: mask, region: area.times(2)) },
      Step("blur that grows") {
        let field = SigmaField(
          from: 0, to: 9, start: Point(x: 0, y: 0), end: Point(x: 0, y: 8000))
        _ = try Blur.apply(field, to: small, region: area)
      },
      Step("picture") {
        var picture = Picture(scale: 1)
        try picture.draw(in: rect) { $0.fill(rect, with: .black) }
        _ = try picture.raster(in: rect)
      },
    ]
  }

  @Test func everyStepThrows() throws {
    for step in try Self.steps() {
      let error = #expect(throws: DrawingError.self, "\(step.testDescription)") {
        try Self.withLittleMemory { try step.run() }
      }
      #expect(error?.isOutOfMemory == true, "\(step.testDescription): \(error?.message ?? "")")
    }
    // What could not be had leaves nothing behind.
    _ = try Pixels(width: 100, height: 100)
  }

  @Test func aCopyThrows() throws {
    let shared = try Pixels(width: 8000, height: 4000)
    var copy = shared
    #expect(throws: DrawingError.self) {
      try Self.withLittleMemory { try copy.withMutableBytes { $0[0] = 1 } }
    }
    withExtendedLifetime(shared) {}
  }

  @Test func theErrorHasTheSize() {
    let error = #expect(throws: DrawingError.self) {
      try Self.withLittleMemory { _ = try Raster(area: Self.area, scale: 1) }
    }
    #expect(error?.message == "out of memory: 244.1 MiB more were needed")
  }

  @Test(arguments: [
    (12, "12 bytes"), (1 << 10, "1 KiB"), (1_600_000_000, "1.4 GiB"), (2 << 30, "2 GiB"),
    (256_000_000, "244.1 MiB"),
  ]) func sizesHaveAUnit(_ byteCount: Int, _ text: String) {
    #expect(DrawingError.size(byteCount) == text)
  }

  /// Runs `body` with 96 MiB of memory more than the process has.
  private static func withLittleMemory(_ body: () throws -> Void) throws {
    let data = __rlimit_resource_t(RLIMIT_DATA.rawValue)
    var limit = rlimit()
    getrlimit(data, &limit)
    let before = limit
    defer {
      var before = before
      setrlimit(data, &before)
    }
    limit.rlim_cur = rlim_t(try dataBytes() + (96 << 20))
    setrlimit(data, &limit)
    try body()
  }

  /// What the kernel counts for the limit.
  private static func dataBytes() throws -> Int {
    let file = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = read(file, &bytes, bytes.count)
    let lines = String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("VmData:") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) }) << 10
  }
}
