import ScrimKit

/// The colours that an image is drawn with, at most 256, and the colour of each pixel.
///
/// An image that has no more colours keeps them. Otherwise they are those of boxes around the image's colours: the box
/// with the largest sum of squared differences is divided at its mean (after "Color quantization by dynamic programming
/// and principal analysis", Wu 1992). Pixels are not dithered: PNG makes small what repeats itself.
struct Palette {
  /// Straight colours: R, G, B, A; those that are not opaque come first.
  private(set) var colors: [SIMD4<UInt8>] = []
  /// The index of a colour for each pixel, row by row.
  private(set) var indices: [UInt8] = []

  /// - Parameters:
  ///   - pixels: Premultiplied sRGB.
  ///   - most: How many colours there may be, 2…256.
  init(_ pixels: Pixels, atMost most: Int) {
    let image = Self.values(of: pixels)
    indices = [UInt8](repeating: 0, count: image.count)
    if let exact = Self.colors(of: image, atMost: most) {
      let sorted = exact.sorted { Self.precedes($0, $1) }
      let places = Dictionary(uniqueKeysWithValues: zip(sorted, 0...))
      colors = sorted.map(Self.straightened)
      var last: (value: UInt32, index: UInt8)?
      for (at, value) in image.enumerated() {
        if last?.value != value { last = (value, UInt8(places[value] ?? 0)) }
        indices[at] = last?.index ?? 0
      }
    } else {
      let cells = Cells(image)
      let sorted = cells.means(atMost: most).sorted { Self.precedes($0, $1) }
      colors = sorted.map(Self.straightened)
      let nearest = cells.nearest(in: sorted)
      for (at, value) in image.enumerated() { indices[at] = nearest[Cells.index(of: value)] }
    }
  }

  /// The pixels as numbers: B, G, R, A from the lowest byte up.
  private static func values(of pixels: Pixels) -> [UInt32] {
    var values: [UInt32] = []
    values.reserveCapacity(pixels.width * pixels.height)
    pixels.withBytes { bytes in
      for y in 0..<pixels.height {
        for x in 0..<pixels.width {
          values.append(
            UInt32(
              littleEndian: bytes.loadUnaligned(
                fromByteOffset: y * pixels.bytesPerRow + 4 * x, as: UInt32.self)))
        }
      }
    }
    return values
  }

  private static func colors(of image: [UInt32], atMost most: Int) -> Set<UInt32>? {
    var found: Set<UInt32> = []
    var last: UInt32?
    for value in image where value != last {
      last = value
      if found.insert(value).inserted, found.count > most { return nil }
    }
    return found
  }

  /// Those that are not opaque first, because only these have an alpha in the file.
  private static func precedes(_ one: UInt32, _ other: UInt32) -> Bool {
    let isOpaque = (one >> 24 == 255, other >> 24 == 255)
    return isOpaque.0 == isOpaque.1 ? one < other : isOpaque.1
  }

  private static func straightened(_ value: UInt32) -> SIMD4<UInt8> {
    let alpha = value >> 24
    func part(_ shift: UInt32) -> UInt8 {
      alpha == 0 ? 0 : UInt8(min(255, ((value >> shift & 255) * 255 + alpha / 2) / alpha))
    }
    return SIMD4(part(16), part(8), part(0), UInt8(alpha))
  }
}

/// The colours of an image, counted in cells of 8 × 8 × 8 values and 16 of alpha.
private struct Cells {
  private struct Cell {
    let index: Int
    let count: Double
    /// B, G, R, A, 0…255.
    let mean: SIMD4<Double>
  }

  /// In the order of their indices.
  private var cells: [Cell] = []

  private static let count = 1 << 19

  static func index(of value: UInt32) -> Int {
    func part(_ shift: UInt32) -> Int { Int(value >> shift & 31) }
    return Int(value >> 28) << 15 | part(19) << 10 | part(11) << 5 | part(3)
  }

  init(_ image: [UInt32]) {
    var counts = [Int](repeating: 0, count: Self.count)
    var sums = [SIMD4<Int>](repeating: .zero, count: Self.count)
    for value in image {
      let index = Self.index(of: value)
      counts[index] += 1
      sums[index] &+= SIMD4(
        Int(value & 255), Int(value >> 8 & 255), Int(value >> 16 & 255), Int(value >> 24))
    }
    for (index, count) in counts.enumerated() where count > 0 {
      let sum = sums[index]
      let mean = SIMD4(Double(sum.x), Double(sum.y), Double(sum.z), Double(sum.w)) / Double(count)
      cells.append(Cell(index: index, count: Double(count), mean: mean))
    }
  }

  /// Some cells, and how much they differ.
  private struct Box {
    let cells: [Cell]
    let mean: SIMD4<Double>
    /// The sum of squared differences of each part.
    let spread: SIMD4<Double>

    init(_ cells: [Cell]) {
      self.cells = cells
      let count = cells.reduce(0) { $0 + $1.count }
      let mean = cells.reduce(SIMD4.zero) { $0 + $1.mean * $1.count } / count
      self.mean = mean
      spread = cells.reduce(SIMD4.zero) { sum, cell in
        let difference = cell.mean - mean
        return sum + difference * difference * cell.count
      }
    }

    /// The two halves along the part that differs most.
    var halves: [Box] {
      let most = spread.max()
      let axis = (0..<4).first { spread[$0] == most } ?? 0
      let low = cells.filter { $0.mean[axis] <= mean[axis] }
      let high = cells.filter { $0.mean[axis] > mean[axis] }
      return low.isEmpty || high.isEmpty ? [self] : [Box(low), Box(high)]
    }
  }

  /// Premultiplied colours, each once.
  func means(atMost most: Int) -> [UInt32] {
    var boxes = [Box(cells)]
    while boxes.count < most {
      let largest = boxes.indices.max { boxes[$0].spread.max() < boxes[$1].spread.max() }
      guard let largest, case let halves = boxes[largest].halves, halves.count == 2 else { break }
      boxes[largest] = halves[0]
      boxes.append(halves[1])
    }
    var found: Set<UInt32> = []
    return boxes.map(\.mean).compactMap { mean in
      // No part is above alpha.
      let alpha = UInt32(mean.w.rounded())
      func part(_ value: Double) -> UInt32 { min(alpha, UInt32(value.rounded())) }
      let value = part(mean.x) | part(mean.y) << 8 | part(mean.z) << 16 | alpha << 24
      return found.insert(value).inserted ? value : nil
    }
  }

  /// The index of the nearest colour, by the index of a cell.
  func nearest(in colors: [UInt32]) -> [UInt8] {
    let colors = colors.map { value in
      SIMD4(
        Double(value & 255), Double(value >> 8 & 255), Double(value >> 16 & 255),
        Double(value >> 24))
    }
    var found = [UInt8](repeating: 0, count: Self.count)
    for cell in cells {
      var best = (index: 0, distance: Double.infinity)
      for (index, color) in colors.enumerated() {
        let difference = color - cell.mean
        let distance = (difference * difference).sum()
        if distance < best.distance { best = (index, distance) }
      }
      found[cell.index] = UInt8(best.index)
    }
    return found
  }
}
