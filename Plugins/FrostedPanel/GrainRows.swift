import ScrimKit

/// Grain without a pattern: white noise from a hash of the position minus the mean of its neighbours, which leaves only
/// high frequencies.
///
/// Grains have the size of a px at scale 1, so that an image at scale 2 looks the same.
struct GrainRows {
  private let seed: UInt64
  private let scale: Double
  /// The first column of grains minus one; `count` is the number of columns needed.
  private let first: Int
  private let count: Int
  /// The grain index of each pixel of a row; `nil` if each pixel has its own grain.
  private let columns: [Int]?
  /// White noise of the rows above, at and below `current`, with one more column on each side.
  private var above: [Float] = []
  private var middle: [Float] = []
  private var below: [Float] = []
  private var current: Int?
  private var values: [Float]

  /// Creates grain for rows of pixels.
  ///
  /// - Parameters:
  ///   - seed: The seed of the noise.
  ///   - area: The pixels, device pixels of the canvas.
  ///   - scale: Device pixels per px.
  init(seed: UInt64, in area: PixelRect, scale: Double) {
    self.seed = seed
    self.scale = scale
    let left = Self.place(area.x, scale)
    first = left - 1
    count = Self.place(area.x + area.width - 1, scale) - left + 3
    columns = scale == 1 ? nil : (0..<area.width).map { Self.place(area.x + $0, scale) - left }
    values = Array(repeating: 0, count: area.width)
  }

  /// Calls `body` with the grain of a row of pixels: −1…1, with a mean of 0.
  ///
  /// - Parameters:
  ///   - y: The row of the canvas, device pixels; ascending order is fastest.
  ///   - body: Receives one number per pixel.
  mutating func withRow(_ y: Int, _ body: (UnsafePointer<Float>?) -> Void) {
    let row = Self.place(y, scale)
    if row != current {
      if let current, row == current + 1 {
        (above, middle, below) = (middle, below, white(row + 1))
      } else {
        (above, middle, below) = (white(row - 1), white(row), white(row + 1))
      }
      current = row
      filter()
    }
    values.withUnsafeBufferPointer { body($0.baseAddress) }
  }

  private mutating func filter() {
    let (above, middle, below) = (above, middle, below)
    func grain(_ column: Int) -> Float {
      let around = middle[column] + middle[column + 2] + above[column + 1] + below[column + 1]
      return (middle[column + 1] - around / 4) * 0.5
    }
    if let columns {
      for (x, column) in columns.enumerated() { values[x] = grain(column) }
    } else {
      for x in values.indices { values[x] = grain(x) }
    }
  }

  private func white(_ y: Int) -> [Float] {
    Array(unsafeUninitializedCapacity: count) { row, used in
      for x in 0..<count { row[x] = white(first + x, y) }
      used = count
    }
  }

  /// White noise, −1…1, from SplitMix64's finaliser.
  private func white(_ x: Int, _ y: Int) -> Float {
    var z = seed &+ UInt64(bitPattern: Int64(x)) &* 0x9e37_79b9_7f4a_7c15
    z ^= UInt64(bitPattern: Int64(y)) &* 0xc2b2_ae3d_27d4_eb4f
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return Float(Int32(truncatingIfNeeded: (z ^ (z >> 31)) >> 40)) / 8_388_608 - 1
  }

  /// The px that contains a device pixel.
  private static func place(_ pixel: Int, _ scale: Double) -> Int {
    Int((Double(pixel) / scale + 1e-6).rounded(.down))
  }
}
