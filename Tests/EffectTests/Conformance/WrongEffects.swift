import Glibc
import ScrimKit
import ScrimConformance
import Synchronization

/// Effects with one violation each, and the expected finding.
enum WrongEffects {
  static let all: [(effect: any Effect.Type, check: ConformanceCheck)] = [
    (Spilling.self, .extent), (Flooding.self, .extent), (Peeking.self, .regions),
    (PeekingBelow.self, .regions), (Centering.self, .tiles), (Boxing.self, .tiles),
    (Anchoring.self, .canvas), (Counting.self, .scale), (Shifting.self, .scale),
    (Timing.self, .determinism), (Gambling.self, .determinism), (Remembering.self, .determinism),
    (Overflowing.self, .limits), (Tripping.self, .emptyText), (Narrowing.self, .onePixel),
    (Choking.self, .hugeFrame), (Hoarding.self, .memory),
  ]
}

private let red = Paint.color(Color(red: 0.9, green: 0.1, blue: 0.2))

/// Draws a line below its image without declaring it.
private struct Spilling: Effect {
  static let manifest = Manifest("spilling", version: "1.0.0", summary: "Draws too far.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let frame = context.frame
    let line = Rect(x: frame.x, y: frame.bottom + 20, width: frame.width, height: 3)
    try picture.draw(in: line) { $0.fill(line, with: red) }
  }
}

/// Fills the requested region, and relies on being clipped.
private struct Flooding: Effect {
  static let manifest = Manifest("flooding", version: "1.0.0", summary: "Draws everywhere.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    try picture.drawUnder(in: context.region) { $0.fill(context.region, with: red) }
  }
}

/// Draws its image a second time, further to the right, and declares to read only what it draws.
private struct Peeking: Effect {
  static let manifest = Manifest("peeking", version: "1.0.0", summary: "Sees too far.")

  func extent(in geometry: EffectGeometry) -> Rect {
    geometry.inputExtent.union(geometry.inputExtent.offset(dx: 40, dy: 0))
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let copy = picture
    try picture.drawUnder(in: extent(in: context.geometry)) { canvas in
      canvas.transformed(origin: Point(x: 40, y: 0), scale: 1) { $0.draw(copy) }
    }
  }
}

/// Shows the backdrop from another position without declaring it.
private struct PeekingBelow: Effect {
  static let manifest = Manifest("peeking-below", version: "1.0.0", summary: "Sees too far.")

  func extent(in geometry: EffectGeometry) -> Rect { geometry.frame }

  func regionOfInterest(
    for region: Rect, in geometry: EffectGeometry
  ) -> RegionOfInterest { RegionOfInterest(input: region, backdrop: region) }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let backdrop = try context.backdrop()
    try picture.draw(in: context.frame) { canvas in
      canvas.clipped(to: Path(rect: context.frame)) { canvas in
        canvas.transformed(origin: Point(x: 9, y: 5), scale: 1) { $0.draw(backdrop) }
      }
    }
  }
}

/// Draws a dot in the middle of the requested region.
private struct Centering: Effect {
  static let manifest = Manifest("centering", version: "1.0.0", summary: "Draws a dot.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let center = context.region.center
    let dot = Rect(x: center.x - 4, y: center.y - 4, width: 8, height: 8)
      .intersection(context.inputExtent)
    try picture.draw(in: dot) { $0.fill(dot, with: red) }
  }
}

/// Spans its gradient over the requested region.
private struct Boxing: Effect {
  static let manifest = Manifest("boxing", version: "1.0.0", summary: "Draws a gradient.")

  @Parameter("What with") var fill = Paint.linear(
    LinearGradient(
      angle: 90,
      stops: [GradientStop(color: .white, offset: 0), GradientStop(color: .black, offset: 1)]))

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let area = context.inputExtent
    try picture.draw(.atop, in: area) { $0.fill(area, with: fill, box: context.region) }
  }
}

/// Is lighter on a wider canvas.
private struct Anchoring: Effect {
  static let manifest = Manifest("anchoring", version: "1.0.0", summary: "Looks at the canvas.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let area = context.inputExtent
    let share = area.center.x / context.canvas.width
    try picture.draw(.atop, in: area) {
      $0.fill(area, with: .color(Color(white: max(0, min(1, share)))))
    }
  }
}

/// Draws a line that is two device pixels wide.
private struct Counting: Effect {
  static let manifest = Manifest("counting", version: "1.0.0", summary: "Counts pixels.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let area = context.inputExtent
    let step = 6 / context.scale
    try picture.draw(in: area) { canvas in
      for row in stride(from: area.top, to: min(area.bottom, area.top + 200), by: step * 2) {
        canvas.fill(
          Rect(x: area.x, y: row, width: area.width, height: step).intersection(area), with: red)
      }
    }
  }
}

/// Shifts its drawing by half a device pixel.
private struct Shifting: Effect {
  static let manifest = Manifest("shifting", version: "1.0.0", summary: "Lies beside.")

  func extent(in geometry: EffectGeometry) -> Rect { geometry.inputExtent.grown(by: 1) }

  func regionOfInterest(
    for region: Rect, in geometry: EffectGeometry
  ) -> RegionOfInterest { RegionOfInterest(input: region.grown(by: 1)) }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let whole = picture
    picture = Picture(scale: context.scale)
    try picture.draw(in: extent(in: context.geometry)) { canvas in
      let step = 0.5 / context.scale
      canvas.transformed(origin: Point(x: step, y: step), scale: 1) { $0.draw(whole) }
    }
  }
}

/// Depends on the clock.
private struct Timing: Effect {
  static let manifest = Manifest("timing", version: "1.0.0", summary: "Looks at the clock.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let (area, shade) = (context.inputExtent, Double(time.tv_nsec / 1000 % 1000) / 1000)
    try picture.draw(.atop, in: area) { $0.fill(area, with: .color(Color(white: shade))) }
  }
}

/// Uses unseeded random numbers.
private struct Gambling: Effect {
  static let manifest = Manifest("gambling", version: "1.0.0", summary: "Throws dice.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let (area, shade) = (context.inputExtent, Double.random(in: 0...1))
    try picture.draw(.atop, in: area) { $0.fill(area, with: .color(Color(white: shade))) }
  }
}

/// Draws differently the second time.
private struct Remembering: Effect {
  static let manifest = Manifest("remembering", version: "1.0.0", summary: "Remembers.")

  private static let uses = Mutex(0)

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let use = Self.uses.withLock { uses in
      uses += 1
      return uses
    }
    let area = context.inputExtent
    guard use % 2 == 0 else { return }
    try picture.draw(.atop, in: area) { $0.fill(area, with: red) }
  }
}

/// Writes invalid pixels at one end of its range.
private struct Overflowing: Effect {
  static let manifest = Manifest("overflowing", version: "1.0.0", summary: "Makes pixels.")

  @Parameter("How much", in: 0...1) var amount = 0.0

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    guard amount == 1 else { return }
    var raster = try picture.raster(in: context.region.intersection(context.inputExtent))
    try raster.pixels.withMutableBytes { bytes in
      for at in stride(from: 0, to: bytes.count, by: 4) { bytes[at] = 200 }
    }
    picture = try Picture(raster)
  }
}

private struct EffectFailure: Error {}

/// Reports an error for a text without words.
private struct Tripping: Effect {
  static let manifest = Manifest("tripping", version: "1.0.0", summary: "Counts words.")

  func extent(in geometry: EffectGeometry) throws -> Rect {
    if let text = geometry.text, text.clusters.isEmpty { throw EffectFailure() }
    return geometry.inputExtent
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {}
}

/// Reports an error for a narrow frame.
private struct Narrowing: Effect {
  static let manifest = Manifest("narrowing", version: "1.0.0", summary: "Measures frames.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    if context.frame.width < 2 { throw EffectFailure() }
  }
}

/// Reports an error for a wide frame.
private struct Choking: Effect {
  static let manifest = Manifest("choking", version: "1.0.0", summary: "Measures frames.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    if context.frame.width > 2000 { throw EffectFailure() }
  }
}

/// Stores every image that it receives.
private struct Hoarding: Effect {
  static let manifest = Manifest("hoarding", version: "1.0.0", summary: "Keeps everything.")

  private static let seen = Mutex<[[UInt8]]>([])

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let copy = Array(repeating: UInt8(1), count: 20_000)
    Self.seen.withLock { $0.append(copy) }
  }
}
