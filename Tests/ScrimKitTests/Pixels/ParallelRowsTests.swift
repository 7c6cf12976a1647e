import Glibc
@_spi(Host) import ScrimKit
import Synchronization
import Testing

/// What several CPU cores do at once must not be seen.
@Suite struct ParallelRowsTests {
  /// A little more than is done by one.
  private static let area = PixelRect(x: -31, y: 17, width: 4111, height: 4099)

  private func bands(_ rows: Range<Int>, width: Int, multiple: Int = 1) -> [Range<Int>] {
    let bands = Mutex<[Range<Int>]>([])
    ParallelRows.run(rows, width: width, multiple: multiple) { band in
      bands.withLock { $0.append(band) }
    }
    return bands.withLock { $0 }.sorted { $0.lowerBound < $1.lowerBound }
  }

  @Test(arguments: [1, 128]) func everyRowIsDoneOnce(multiple: Int) {
    for height in [1, 127, 128, 129, 300, 5000] {
      let rows = 7..<7 + height
      let bands = bands(rows, width: 1 << 24, multiple: multiple)
      #expect(bands.flatMap(Array.init) == Array(rows))
      #expect(bands.allSatisfy { ($0.lowerBound - 7) % multiple == 0 && !$0.isEmpty })
    }
  }

  @Test func onlyLargePicturesAreShared() {
    #expect(bands(0..<4096, width: 4095) == [0..<4096])
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    #expect(bands(0..<4096, width: 4096).count == min(4, processors))
    let threads = Mutex<Set<pthread_t>>([])
    ParallelRows.run(0..<4096, width: 4096) { _ in
      _ = threads.withLock { $0.insert(pthread_self()) }
      // The number of a thread that has ended is used again.
      usleep(200_000)
    }
    #expect(threads.withLock { $0.count } == min(4, processors))
  }

  @Test(arguments: [
    Blur(sigma: 2, edge: .mirror), Blur(sigma: 30, edge: .clamp),
    Blur(sigma: 9, kernel: .box, edge: .transparent),
  ])
  func aLargeBlurIsThatOfItsParts(_ blur: Blur) throws {
    let raster = try BlurScene.noise.raster(Self.area)
    let whole = try blur.apply(to: raster)
    let mask = Mask(
      area: Self.area,
      coverage: (0..<raster.area.width * raster.area.height).map {
        UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13)
      })
    let wholeMask = try blur.apply(to: mask)
    for part in Self.parts {
      #expect(try blur.apply(to: raster, region: part).numbers == whole.cropped(to: part).numbers)
      #expect(
        try blur.apply(to: mask, region: part).coverage == wholeMask.cropped(to: part).coverage)
    }
  }

  @Test func aLargeImageIsThatOfItsParts() throws {
    let image = try BlurScene.noise.raster(.sized(700, 500))
    let place = Self.area.rect(scale: 1)
    let whole = try image.drawn(in: place, area: Self.area)
    for part in Self.parts {
      #expect(
        try image.drawn(in: place, area: part).numbers == whole.cropped(to: part).numbers)
    }
  }

  /// Some of the rows, where bands meet among them.
  private static var parts: [PixelRect] {
    [0, 1000, 2000, 3099].map {
      PixelRect(x: area.x, y: area.y + $0, width: area.width, height: 1000)
    }
  }
}
