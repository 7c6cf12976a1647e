/// Maps columns (or rows), including those outside the image, to columns of the image.
struct EdgeMap {
  /// The mapped columns: all requested ones and all that they map to.
  let range: Range<Int>
  /// The part of `range` inside the image.
  let inside: Range<Int>
  /// The image's columns for those before and after `inside`.
  private let before: [Int]
  private let behind: [Int]
  private static let nothing = Int.min

  /// Creates a map of a range, extended from the columns in `picture` according to `edge`.
  init(_ asked: Range<Int>, picture: Range<Int>, edge: BlurEdge) {
    func source(_ place: Int) -> Int {
      if picture.contains(place) { return place }
      guard !picture.isEmpty else { return Self.nothing }
      switch edge {
      case .transparent: return Self.nothing
      case .clamp: return Swift.min(Swift.max(place, picture.lowerBound), picture.upperBound - 1)
      case .mirror:
        let period = 2 * picture.count
        let phase = ((place - picture.lowerBound) % period + period) % period
        return picture.lowerBound + Swift.min(phase, period - 1 - phase)
      }
    }
    let shared = Self.part(of: asked, in: picture)
    let outside = [asked.lowerBound..<shared.lowerBound, shared.upperBound..<asked.upperBound]
    var (low, high) = (asked.lowerBound, asked.upperBound)
    for place in outside.joined() {
      let source = source(place)
      guard source != Self.nothing else { continue }
      (low, high) = (Swift.min(low, source), Swift.max(high, source + 1))
    }
    range = low..<high
    inside = Self.part(of: range, in: picture)
    before = (low..<inside.lowerBound).map(source)
    behind = (inside.upperBound..<high).map(source)
  }

  /// The intersection of two ranges; if empty, it is still within the first.
  private static func part(of range: Range<Int>, in picture: Range<Int>) -> Range<Int> {
    let first = Swift.min(Swift.max(picture.lowerBound, range.lowerBound), range.upperBound)
    return first..<Swift.max(first, Swift.min(picture.upperBound, range.upperBound))
  }

  /// The image's column for `place`; `nil` if it is transparent.
  @inline(__always)
  func source(_ place: Int) -> Int? {
    if inside.contains(place) { return place }
    let source =
      place < inside.lowerBound
      ? before[place - range.lowerBound] : behind[place - inside.upperBound]
    return source == Self.nothing ? nil : source
  }

  /// Fills the pixels of a row that are outside the image.
  ///
  /// - Parameters:
  ///   - row: The pixel at `range.lowerBound`.
  ///   - pixelSize: Bytes per pixel: 1, 2, 4 or 8.
  func extend(_ row: UnsafeMutableRawPointer, pixelSize: Int) {
    switch pixelSize {
    case 1: extend(row.assumingMemoryBound(to: UInt8.self))
    case 2: extend(row.assumingMemoryBound(to: UInt16.self))
    case 4: extend(row.assumingMemoryBound(to: UInt32.self))
    default: extend(row.assumingMemoryBound(to: UInt64.self))
    }
  }

  @inline(__always)
  private func extend<Pixel: FixedWidthInteger>(_ row: UnsafeMutablePointer<Pixel>) {
    let low = range.lowerBound
    func fill(_ first: Int, _ sources: [Int]) {
      sources.withUnsafeBufferPointer { sources in
        for place in sources.indices {
          let source = sources[place]
          row[first &- low &+ place] = source == Self.nothing ? 0 : row[source &- low]
        }
      }
    }
    fill(low, before)
    fill(inside.upperBound, behind)
  }
}
