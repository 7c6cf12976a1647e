/// The colours along a gradient, premultiplied.
struct GradientRamp {
  /// What lies between two stops, or beyond the first or last one.
  struct Segment {
    /// Where it begins and ends; infinite beyond the stops.
    let start: Double
    let end: Double
    /// The colour where it begins: blue, green, red, alpha, each 0…255.
    let color: SIMD4<Float>
    /// The change of the colour, per unit of the offset.
    let slope: SIMD4<Float>
    /// Whether the colour does not change.
    let isSolid: Bool
    /// The pixel of the first colour, as Cairo draws it.
    let solid: SIMD4<UInt8>
    let isOpaque: Bool
  }

  /// By offset, without gaps.
  let segments: [Segment]
  let isRepeating: Bool
  private let offsets: [Double]
  private let first: Double
  private let length: Double

  /// - Parameters:
  ///   - given: The stops, at least one.
  ///   - style: How they go on.
  ///   - length: From offset 0 to offset 1, px.
  init(_ given: [GradientStop], _ style: GradientStyle, length: Double) {
    let (stops, isRepeating) = given.resolved(style, length: length)
    self.isRepeating = isRepeating
    offsets = stops.map(\.offset)
    first = offsets.first ?? 0
    self.length = (offsets.last ?? 1) - first
    var segments: [Segment] = []
    if let color = stops.first?.color {
      segments.append(Segment(of: color, from: -.infinity, to: first))
    }
    for (from, to) in zip(stops, stops.dropFirst()) where to.offset > from.offset {
      segments.append(Segment(from, to))
    }
    if let last = stops.last {
      segments.append(Segment(of: last.color, from: last.offset, to: .infinity))
    }
    self.segments = segments
  }

  /// The offset among the stops that repeat.
  @inline(__always) func place(of offset: Double) -> Double {
    isRepeating ? offset - ((offset - first) / length).rounded(.down) * length : offset
  }

  /// The index of the segment of a place; where two meet, of the later one.
  func segment(at place: Double) -> Int {
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].end > place { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Where between 0 and 1 the stops are, repeated ones included; none if there are more than a limit.
  func edges(upTo limit: Double) -> [Double] {
    let turns = isRepeating ? (-first / length).rounded(.down)...((1 - first) / length) : 0...0
    guard (turns.upperBound - turns.lowerBound + 1) * Double(offsets.count) <= limit else {
      return []
    }
    return stride(from: turns.lowerBound, through: turns.upperBound, by: 1).flatMap { turn in
      offsets.map { $0 + turn * length }
    }
  }

  /// The colour at an offset.
  func color(at offset: Double) -> Color {
    let place = place(of: offset)
    let color = segments[segment(at: place)].color(at: place) / 255
    return Color(
      premultiplied: SIMD4(
        Double(color[2]), Double(color[1]), Double(color[0]), Double(color[3])))
  }
}

extension GradientRamp.Segment {
  /// Between two stops.
  fileprivate init(_ from: GradientStop, _ to: GradientStop) {
    let (one, other) = (from.color.premultiplied * 255, to.color.premultiplied * 255)
    start = from.offset
    end = to.offset
    color = Self.ordered(one)
    slope = Self.ordered((other - one) / (to.offset - from.offset))
    isSolid = one == other
    solid = from.color.pixel
    isOpaque = from.color.alpha == 1 && to.color.alpha == 1
  }

  fileprivate init(of color: Color, from start: Double, to end: Double) {
    (self.start, self.end) = (start, end)
    self.color = Self.ordered(color.premultiplied * 255)
    slope = .zero
    isSolid = true
    solid = color.pixel
    isOpaque = color.alpha == 1
  }

  /// The colour at a place of the segment.
  fileprivate func color(at place: Double) -> SIMD4<Float> {
    // Beyond the stops there is no distance from the start.
    isSolid ? color : color + slope * Float(place - start)
  }

  /// As in memory: blue, green, red, alpha.
  private static func ordered(_ color: SIMD4<Double>) -> SIMD4<Float> {
    SIMD4<Float>(color[SIMD4(2, 1, 0, 3)])
  }
}

extension Color {
  /// The premultiplied pixel that Cairo draws for the colour: blue, green, red, alpha.
  fileprivate var pixel: SIMD4<UInt8> {
    func part(_ value: Double) -> UInt8 { UInt8(min(255, value * 256)) }
    let color = premultiplied
    return SIMD4(part(color[2]), part(color[1]), part(color[0]), part(color[3]))
  }
}
