import ScrimConformance
import ScrimJob
import ScrimKit
import ScrimProtocol
import Testing

/// Each check must detect a violation.
@Suite struct ConformanceViolationTests {
  @Test(arguments: WrongEffects.all.indices) func finds(_ index: Int) throws {
    let (effect, check) = WrongEffects.all[index]
    let registry = PluginRegistry()
    registry.register(effect)
    let report = try Conformance(effects: registry, fonts: FontLibrary())
      .check(effect, checks: [check])
    let violations = report.rows[check]?.violations ?? []
    #expect(!violations.isEmpty, "\(effect)")
    #expect(!report.passes)
  }

  /// The smallest effect has no violations. Neither has one whose colours depend on the position: a frame of one
  /// pixel has one sample at scale 1, and four at scale 2.
  @Test(arguments: [Tint.self, Vignette.self] as [any Effect.Type])
  func findsNothing(of effect: any Effect.Type) throws {
    let registry = PluginRegistry()
    registry.register(effect)
    let report = try Conformance(effects: registry, fonts: FontLibrary()).check(effect)
    #expect(report.violations.isEmpty, "\(report.violations)")
    #expect(report.passes)
    #expect(report.undrawn.isEmpty)
  }

  @Test func everyCheckCanBeRequestedByItsName() {
    #expect(CheckRequest.parts == ConformanceCheck.allCases.map(\.rawValue))
  }

  /// Every declared value is tried: ends of ranges, words, kinds of paint.
  @Test func triesWhatIsDeclared() throws {
    let registry = PluginRegistry()
    registry.register(Tint.self)
    let report = try Conformance(effects: registry, fonts: FontLibrary())
      .check(Tint.self, checks: [.limits])
    let tried = report.digests.keys.joined(separator: "\n")
    for sample in ["defaults", "opacity: 0,", "opacity: 1,", "color: \"transparent\""] {
      #expect(tried.contains(sample), "\(sample)")
    }
  }

  /// An example may name a file that the effect brings along.
  @Test func usesTheFilesOfTheAuthor() throws {
    let registry = PluginRegistry()
    registry.register(Grade.self)
    let report = try Conformance(effects: registry, fonts: FontLibrary())
      .check(Grade.self, checks: [.extent, .limits])
    #expect(report.passes, "\(report.violations) \(report.undrawn)")
    #expect(report.undrawn.isEmpty)
    #expect(report.evidence.isEmpty)
  }

  /// The files show a violation: the job, its image, the one that differs, and what the job names.
  @Test func keepsWhatShowsAViolation() throws {
    let registry = PluginRegistry()
    let (effect, check) = WrongEffects.all[0]
    registry.register(effect)
    let report = try Conformance(effects: registry, fonts: FontLibrary(), keepsEvidence: true)
      .check(effect, checks: [check])
    let names = Set(report.evidence.keys)
    #expect(
      names.isSuperset(of: [
        "extent-1.json", "extent-1.png", "extent-1-differs.png", "picture.png", "mask.png",
      ]), "\(names)")
    #expect(names.filter { $0.hasPrefix("extent-") && $0.hasSuffix(".json") }.count <= 5)
    let document = try #require(report.evidence["extent-1.json"])
    let job = try #require(JobReading(document, name: "extent-1", effects: registry).job)
    #expect(job.layers.contains { $0.effects.contains { type(of: $0.effect) == effect } })
    #expect(report.evidence["extent-1.png"] != report.evidence["extent-1-differs.png"])
  }

  /// Where not every value of a type will do, the author gives examples; an effect that draws nothing does not pass.
  @Test func triesTheExamplesOfTheAuthor() throws {
    let registry = PluginRegistry()
    registry.register(Code.self)
    registry.register(UntoldCode.self)
    let conformance = try Conformance(effects: registry, fonts: FontLibrary())
    let told = conformance.check(Code.self, checks: [.extent, .limits])
    #expect(told.passes)
    #expect(told.undrawn.isEmpty)
    #expect(told.digests.keys.contains { $0.contains(#"code: "4006381333931""#) })
    let untold = conformance.check(UntoldCode.self, checks: [.extent, .limits])
    #expect(untold.digests.isEmpty)
    #expect(!untold.passes)
  }
}

extension ConformanceReport {
  /// The violations, as a list.
  var violations: [String] {
    ConformanceCheck.allCases.flatMap { check in
      (rows[check]?.violations ?? []).map { "\(name), \(check.rawValue): \($0)" }
    }
  }
}

/// Draws a bar for each digit of a code, which has exactly 13.
private struct Code: Effect {
  static let manifest = Manifest("code", version: "1.0.0", summary: "Draws a code.")

  @Parameter("The code", examples: ["4006381333931", "9780306406157"]) var code: String

  func validate() -> [ParameterDiagnostic] { Code.problems(of: code) }

  static func problems(of code: String) -> [ParameterDiagnostic] {
    code.utf8.count == 13 && code.utf8.allSatisfy { (48...57).contains($0) }
      ? [] : [ParameterDiagnostic(.invalidValue, "a code has 13 digits.", at: "code")]
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let frame = context.frame
    try picture.draw(in: frame) { $0.fill(frame, with: .black) }
  }

  func extent(in geometry: EffectGeometry) -> Rect { geometry.inputExtent.union(geometry.frame) }
}

/// Takes a table of 4 × 1 colours, and refuses any other image.
private struct Grade: Effect {
  static let manifest = Manifest("grade", version: "1.0.0", summary: "Changes colours by a table.")

  static let exampleFiles = ["table.png": Grade.table]

  @Parameter("The table", examples: [ImageSource("table.png")]) var table: ImageSource

  /// A PNG of 4 × 1 grey pixels.
  static let table: [UInt8] = [
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 4, 0, 0, 0, 1, 8, 0, 0,
    0, 0, 220, 87, 80, 17, 0, 0, 0, 13, 73, 68, 65, 84, 120, 156, 99, 96, 8, 93, 245, 31, 0, 3, 87,
    1, 255, 45, 102, 114, 239, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
  ]

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let image = try context.image(table)
    guard image.width == 4, image.height == 1 else {
      throw EffectError("the table has \(image.width) × \(image.height) colours instead of 4 × 1.")
    }
    let area = picture.extent
    try picture.draw(.atop, in: area) { $0.fill(area, with: .color(.black.withOpacity(0.5))) }
  }
}

/// The same without examples.
private struct UntoldCode: Effect {
  static let manifest = Manifest("untold-code", version: "1.0.0", summary: "Draws a code.")

  @Parameter("The code") var code: String

  func validate() -> [ParameterDiagnostic] { Code.problems(of: code) }

  func apply(to picture: inout Picture, in context: EffectContext) throws {}
}

/// Paints a colour over the layer's image, within its shape.
private struct Tint: Effect {
  static let manifest = Manifest("tint", version: "1.0.0", summary: "Colours what is drawn.")

  @Parameter("The colour laid over the picture") var color = Color.black
  @Parameter("Strength of the effect", in: 0...1) var opacity = 0.5

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let area = picture.extent
    try picture.draw(.atop, in: area) {
      $0.fill(area, with: .color(color.withOpacity(opacity)))
    }
  }
}

/// Darkens pixels far from the middle of the frame.
private struct Vignette: Effect {
  static let manifest = Manifest("vignette", version: "1.0.0", summary: "Darkens the corners.")

  @Parameter("How dark the corners are", in: 0...1) var strength = 0.8

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let (frame, scale, strength) = (context.frame, context.scale, strength)
    let wanted = context.region.intersection(context.inputExtent)
    guard !wanted.isEmpty, frame.width > 0, frame.height > 0 else { return }
    var raster = try picture.raster(in: wanted)
    let (area, stride) = (raster.area, raster.pixels.bytesPerRow)
    try raster.pixels.withMutableBytes { bytes in
      for y in 0..<area.height {
        let dy = ((Double(area.y + y) + 0.5) / scale - frame.center.y) / frame.height
        for x in 0..<area.width {
          let dx = ((Double(area.x + x) + 0.5) / scale - frame.center.x) / frame.width
          let light = 1 - strength * min(1, 2 * (dx * dx + dy * dy))
          for part in 0..<3 {
            let at = y * stride + x * 4 + part
            bytes[at] = UInt8(Double(bytes[at]) * light)
          }
        }
      }
    }
    picture = try Picture(raster)
  }
}
