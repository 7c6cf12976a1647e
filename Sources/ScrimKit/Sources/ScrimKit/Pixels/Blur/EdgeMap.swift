/// What lies outside the picture that is blurred.
public enum BlurEdge: String, ParameterChoice {
  /// Nothing: edges fade.
  case transparent
  /// The nearest pixel of the picture.
  case clamp
  /// The picture, mirrored at its edges: the first pixel outside is as the last inside.
  case mirror
}

/// For a range of columns (or rows), some of them outside the picture, which one stands there.
struct EdgeMap {
  /// What is mapped: all that was asked for, and all that anything is mapped to.
  let range: Range<Int>
  /// The part of `range` that lies in the picture.
  let inside: Range<Int>
  private let sources: [Int]
  private static let nothing = Int.min

  /// A map of a range, extended as `edge` says from the columns in `picture`.
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
    let reached = asked.map(source).filter { $0 != Self.nothing }
    let low = Swift.min(asked.lowerBound, reached.min() ?? asked.lowerBound)
    let high = Swift.max(asked.upperBound, (reached.max() ?? asked.lowerBound) + 1)
    range = low..<high
    let first = Swift.min(Swift.max(picture.lowerBound, low), high)
    inside = first..<Swift.max(first, Swift.min(picture.upperBound, high))
    sources = range.map(source)
  }

  /// Which column of the picture stands at `place`; `nil` where it is transparent.
  @inline(__always)
  func source(_ place: Int) -> Int? {
    let source = sources[place - range.lowerBound]
    return source == Self.nothing ? nil : source
  }

  /// Fills the pixels of a row that lie outside the picture.
  ///
  /// - Parameters:
  ///   - row: The pixel at `range.lowerBound`.
  ///   - pixelSize: Bytes of one.
  func extend(_ row: UnsafeMutableRawPointer, pixelSize: Int) {
    fill(row, range.lowerBound..<inside.lowerBound, pixelSize)
    fill(row, inside.upperBound..<range.upperBound, pixelSize)
  }

  private func fill(_ row: UnsafeMutableRawPointer, _ places: Range<Int>, _ size: Int) {
    for place in places {
      let target = row + (place - range.lowerBound) * size
      guard let source = source(place) else {
        target.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        continue
      }
      target.copyMemory(from: row + (source - range.lowerBound) * size, byteCount: size)
    }
  }
}
