import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// Measures whether the texts of a scene are as legible as they must be, and makes them so where the job wants that.
///
/// The canvas is drawn at scale 1, from bottom to top, and each text is measured as soon as its layer is drawn: with
/// its own effects and all that is below it, but without what covers it.
struct LegibilityCheck {
  /// The scene, with what its texts got.
  private(set) var scene: Scene
  /// Of the texts that are less legible, in the order of drawing.
  private(set) var errors: [Diagnostic] = []
  private let effects: PluginRegistry
  /// The layers whose errors say what would help: it is found by drawing them a few times.
  private var advised: Int

  private static let mostAdvised = 4
  private static let mostLines = 8

  /// - Parameters:
  ///   - scene: The scene.
  ///   - effects: Those that draw what texts may get.
  ///   - isAdvised: Whether errors say what would help.
  /// - Throws: `JobDiagnostics` if an effect reports an error; `DrawingError`.
  init(_ scene: Scene, effects: PluginRegistry, isAdvised: Bool) throws {
    self.scene = scene
    advised = isAdvised ? 0 : Self.mostAdvised
    self.effects = effects
    let roots = scene.rootsByLayer
    let asked = scene.layers.filter { $0.layer.legible != nil && scene.isVisible($0) }
    guard let highest = asked.map({ roots[$0.index] }).max() else { return }
    scene.tracker.begin(.compose())
    var plan = try CanvasPlan(scene, scale: 1)
    var below = try RasterTarget(plan.scene.canvas, scale: 1)
    try below.fill(with: scene.job.canvas.background, box: plan.scene.canvas)
    for root in 0...highest {
      let texts = asked.filter { roots[$0.index] == root }
      guard !texts.isEmpty else {
        _ = try draw(root, of: plan, on: below)
        continue
      }
      var drawn = try copy(below, with: root, of: plan)
      for placed in texts where drawn.texts[placed.index] != nil {
        drawn = try judge(placed.index, root, drawn, over: below)
      }
      (below, plan) = (drawn.target, drawn.plan)
    }
  }

  /// A canvas up to the layers of a root.
  private struct DrawnRoot {
    let target: RasterTarget
    let plan: CanvasPlan
    /// What each layer has drawn of its text.
    let texts: [Int: [TextLayout]]
  }

  /// Draws the layers of a root onto a copy of what is below them.
  private func copy(
    _ below: RasterTarget, with root: Int, of plan: CanvasPlan
  ) throws -> DrawnRoot {
    let target = try RasterTarget(plan.scene.canvas, scale: 1)
    let finished = FinishedStack(raster: below.raster, isOpaque: below.isOpaque)
    target.fill(with: finished, finished.raster)
    let texts = try draw(root, of: plan, on: target)
    return DrawnRoot(target: target, plan: plan, texts: texts)
  }

  private func draw(
    _ root: Int, of plan: CanvasPlan, on target: RasterTarget
  ) throws -> [Int: [TextLayout]] {
    let roots = plan.scene.rootsByLayer
    var texts: [Int: [TextLayout]] = [:]
    var composer = Composer(plan: plan)
    composer.noteText = { placed, text in texts[placed.index, default: []].append(text) }
    for layer in plan.layers where roots[layer.placed.index] == root {
      try composer.draw(layer, on: target)
    }
    return texts
  }

  /// Measures a text, and changes it or reports an error.
  ///
  /// - Returns: The canvas with the layer, or with the changed layer.
  private mutating func judge(
    _ index: Int, _ root: Int, _ drawn: DrawnRoot, over below: RasterTarget
  ) throws -> DrawnRoot {
    let layer = scene.layers[index].layer
    guard case .text(let spec) = layer.content, let asked = spec.legible else { return drawn }
    if let reason = unmeasured(index, drawn) {
      errors.append(
        scene.job.diagnostic("low-contrast", reason, at: layer.path + ["text", "legible"]))
      return drawn
    }
    let lines = try lines(index, drawn, asked).filter { !$0.isEnough }
    guard let worst = lines.min(by: { $0.ratio < $1.ratio }) else { return drawn }
    func least(_ kind: Remedy.Kind) throws -> (remedy: Remedy, scene: Scene, root: DrawnRoot)? {
      try Remedy.candidates(kind, against: worst.luminance, color: spec.color.firstColor)
        .compactMap { try self.least($0, index, root, over: below, asked) }
        .min { $0.remedy.amount < $1.remedy.amount }
    }
    if let fix = spec.legibleFix, let found = try least(Remedy.Kind(fix)) {
      scene = found.scene
      scene.note(found.remedy, of: index, words(worst, index, asked, found.remedy))
      return found.root
    }
    var advice = ""
    if advised < Self.mostAdvised {
      advised += 1
      let kinds = Remedy.Kind.allCases.filter { $0 != spec.legibleFix.map(Remedy.Kind.init) }
      advice = Self.advice(try kinds.compactMap { try least($0)?.remedy.words }, spec.legibleFix)
    }
    for (number, line) in lines.prefix(Self.mostLines).enumerated() {
      let rest = number == Self.mostLines - 1 ? lines.count - Self.mostLines : 0
      let others = rest > 0 ? " So have \(rest) more lines of this text." : ""
      errors.append(error(line, index, asked, others + advice))
    }
    return drawn
  }

  /// The first of some remedies with which all lines have enough contrast; the later ones are taken to have more.
  private func least(
    _ remedies: [Remedy], _ index: Int, _ root: Int, over below: RasterTarget, _ asked: Legibility
  ) throws -> (remedy: Remedy, scene: Scene, root: DrawnRoot)? {
    func tried(_ remedy: Remedy) throws -> (remedy: Remedy, scene: Scene, root: DrawnRoot)? {
      guard let changed = scene.layers[index].with(remedy, effects) else { return nil }
      var scene = scene
      scene.replace(changed)
      let drawn = try copy(below, with: root, of: CanvasPlan(scene, scale: 1))
      let isEnough = try lines(index, drawn, asked).allSatisfy(\.isEnough)
      return isEnough ? (remedy, scene, drawn) : nil
    }
    guard var found = try remedies.last.flatMap(tried) else { return nil }
    var rest = remedies.dropLast()
    while !rest.isEmpty {
      let middle = rest.startIndex + rest.count / 2
      if let better = try tried(rest[middle]) {
        found = better
        rest = rest[..<middle]
      } else {
        rest = rest[(middle + 1)...]
      }
    }
    return found
  }

  private func lines(
    _ index: Int, _ drawn: DrawnRoot, _ asked: Legibility
  ) throws -> [LineContrast] {
    try TextContrastMeasure(
      placed: drawn.plan.scene.layers[index], scene: drawn.plan.scene,
      drawn: drawn.texts[index] ?? [], canvas: drawn.target.raster
    ).lines(asked)
  }

  // MARK: - Messages

  /// Why the colour of a text on the canvas is not known.
  private func unmeasured(_ index: Int, _ drawn: DrawnRoot) -> String? {
    let stack = sequence(first: index) { scene.nesting.parents[$0] }.map { scene.layers[$0].layer }
    let what: String? =
      if stack.contains(where: { $0.blend != .normal }) {
        "\"blend\""
      } else if let effect = stack.lazy.flatMap(\.effects).first(where: {
        $0.effect is any PointwiseEffect
      }) {
        "the effect \(quoted(effect.name))"
      } else if drawn.texts[index]?.last?.paint == nil {
        "an outline without a fill"
      } else {
        nil
      }
    return what.map {
      "with \($0) the colour that the text has in the image is not known, so its contrast cannot be "
        + "measured: remove one of both."
    }
  }

  private func error(
    _ line: LineContrast, _ index: Int, _ asked: Legibility, _ advice: String
  ) -> Diagnostic {
    let layer = scene.layers[index].layer
    let message = "\(words(line, index, asked)).\(advice)"
    guard case .text(let spec) = layer.content, let text = scene.layers[index].visibleText else {
      return scene.job.diagnostic("low-contrast", message, at: layer.path)
    }
    let path = layer.path + ["text", .key(spec.markup == nil ? "string" : "markup")]
    guard let offset = spec.source(of: text.lines[line.line].range.lowerBound) else {
      return scene.job.diagnostic("low-contrast", message, at: path)
    }
    return scene.job.diagnostic("low-contrast", message, at: path, offset: offset)
  }

  /// `line 2 "of the valley" has a contrast of 2.13; 4.5 is required (AA)`.
  private func words(_ line: LineContrast, _ index: Int, _ asked: Legibility) -> String {
    let shown = scene.layers[index].visibleText?.words(ofLine: line.line) ?? ""
    let words = quoted(shown.split(separator: " ").joined(separator: " "))
    let level = asked.json.string.map { " (\($0))" } ?? ""
    // Rounded down, so that it is less than what is required.
    let ratio = (line.ratio * 100).rounded(.down) / 100
    return
      "line \(line.line + 1) \(words) has a contrast of \(ratio.words); \(line.asked.words) is required\(level)"
  }

  private func words(
    _ line: LineContrast, _ index: Int, _ asked: Legibility, _ remedy: Remedy
  ) -> String {
    "\(words(line, index, asked)): \"legibleFix\" gives it \(remedy.words)."
  }

  private static func advice(_ remedies: [String], _ fix: LegibilityFix?) -> String {
    let failed = fix.map { " No \($0.rawValue) reaches that." } ?? ""
    guard let last = remedies.last else { return failed }
    let others = remedies.dropLast()
    let list = others.isEmpty ? last : "\(others.joined(separator: ", ")) or \(last)"
    return "\(failed) \(list.prefix(1).uppercased())\(list.dropFirst()) would reach that."
  }
}

extension Scene {
  /// Whether a text must have some contrast.
  var isMeasuredForLegibility: Bool { layers.contains { $0.layer.legible != nil } }

  /// The scene with what its texts get so that they are legible.
  ///
  /// - Parameters:
  ///   - effects: Those that draw it.
  ///   - isAdvised: Whether errors say what would help.
  /// - Returns: The scene.
  /// - Throws: `JobDiagnostics` if they are not; `DrawingError`.
  func legible(_ effects: PluginRegistry, isAdvised: Bool = true) throws -> Scene {
    guard isMeasuredForLegibility else { return self }
    let check = try LegibilityCheck(self, effects: effects, isAdvised: isAdvised)
    guard check.errors.isEmpty else { throw JobDiagnostics(found: check.errors) }
    return check.scene
  }
}

extension Layer {
  /// The contrast that its text must have.
  fileprivate var legible: Legibility? {
    if case .text(let spec) = content { spec.legible } else { nil }
  }
}
