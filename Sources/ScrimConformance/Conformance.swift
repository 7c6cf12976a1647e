import ScrimDocument
import ScrimJSON
import ScrimJob
package import ScrimKit
import ScrimLinux

/// Checks effects and contents against their declarations. All test input is derived from the declarations, so that
/// third-party ones are checked like the built-in ones.
package struct Conformance {
  private let setup: StagedJob.TrialSetup
  private let patience: Double
  private let keepsEvidence: Bool

  /// - Parameters:
  ///   - effects: The effects and contents that may be checked.
  ///   - fonts: The fonts of texts.
  ///   - patience: Maximum CPU time of an image, seconds.
  ///   - keepsEvidence: Whether reports have files that show their violations.
  /// - Throws: `DrawingError`, `CodecError` if memory cannot be allocated.
  package init(
    effects: PluginRegistry, fonts: FontLibrary, patience: Double = 10, keepsEvidence: Bool = false
  ) throws {
    self.patience = patience
    self.keepsEvidence = keepsEvidence
    setup = StagedJob.TrialSetup(
      effects: effects, fonts: fonts, files: try StageImages.files())
  }

  /// The order in which images are rendered, which must not matter.
  package enum Order: String, Sendable, Hashable {
    case forwards, backwards
  }

  /// Checks an effect or a content.
  ///
  /// - Parameters:
  ///   - checked: One of the registry.
  ///   - order: The order of its images.
  ///   - checks: The checks to run; the digests are always computed.
  ///   - progress: Called before each image, to attribute a crash.
  /// - Returns: The report.
  package func check(
    _ checked: any Parameterized.Type, order: Order = .forwards,
    checks: Set<ConformanceCheck> = Set(ConformanceCheck.allCases).subtracting([.memory]),
    progress: (_ stage: String, _ sample: String) -> Void = { _, _ in }
  ) -> ConformanceReport {
    var setup = setup
    setup.files.merge(checked.exampleFiles) { _, own in own }
    let isContent = checked is any Content.Type
    let name = checked.manifest.name
    var report = ConformanceReport(
      name: isContent ? ContentName(name).text : name,
      evidence: keepsEvidence ? setup.files : nil)
    let (samples, left) = EffectSample.all(of: checked, where: isRight)
    for sample in left { report.leave(sample, "not allowed in a job") }
    var sampleRuns = samples.enumerated().map { SampleRun(number: $0.offset, sample: $0.element) }
    if order == .backwards { sampleRuns.reverse() }
    for sampleRun in sampleRuns { run(sampleRun, checks, setup, progress, &report) }
    if checks.contains(.memory), let sample = samples.first {
      progress("repeated renders", sample.description)
      checkMemory(sample, setup, &report)
    }
    return report
  }

  /// A sample and its index.
  private struct SampleRun {
    let number: Int
    let sample: EffectSample

    /// The stages to try: all for the defaults; for each other sample one, starting at a different stage each time.
    var stages: [Stage] {
      let all = sample.isContent ? Stage.ofContents : Stage.all
      guard number > 0 else { return all }
      let common = Stage.common(among: all)
      return common.indices.map { common[($0 + number) % common.count] }
    }

    var most: Int { number > 0 ? 1 : stages.count }

    var scale: Double { number % 2 == 0 ? 1 : 2 }
  }

  private func run(
    _ sampleRun: SampleRun, _ checks: Set<ConformanceCheck>, _ setup: StagedJob.TrialSetup,
    _ progress: (_ stage: String, _ sample: String) -> Void, _ report: inout ConformanceReport
  ) {
    var shown = 0
    var refusals: [Stage: String] = [:]
    for stage in sampleRun.stages where shown < sampleRun.most {
      progress(stage.description, sampleRun.sample.description)
      let trial = ConformanceTrial(
        stage: stage, sample: sampleRun.sample, scale: sampleRun.scale, patience: patience,
        setup: setup)
      switch trial.run(checks, &report) {
      case .drawn: shown += 1
      case .blank: break
      case .refused(let words): refusals[stage] = words
      }
    }
    if shown == 0 {
      report.leave(
        sampleRun.sample,
        sampleRun.stages.compactMap { refusals[$0] }.first ?? "nothing visible")
    }
    for stage in sampleRun.stages.prefix(sampleRun.most) where checks.contains(stage.limit) {
      // An effect that accepts the related stage must accept its limit too.
      guard let words = refusals[stage], let kin = stage.kin, refusals[kin] == nil else { continue }
      // A code has more modules than that.
      guard !sampleRun.sample.isContent || stage != .pixel else {
        report.skip(stage.limit)
        continue
      }
      report.find("is refused: \(words)", stage.limit, stage, sampleRun.sample)
    }
  }

  /// Renders one image repeatedly, and compares the memory in use halfway and at the end.
  private func checkMemory(
    _ sample: EffectSample, _ setup: StagedJob.TrialSetup, _ report: inout ConformanceReport
  ) {
    for stage in Stage.common(among: sample.isContent ? Stage.ofContents : Stage.all) {
      do {
        let staged = try StagedJob(stage, sample, setup)
        func draw() throws { for _ in 0..<100 { _ = try staged.raster() } }
        try draw()
        let before = Heap.bytesInUse
        try draw()
        let growth = Heap.bytesInUse - before
        guard growth > 64 << 10 else { return report.pass(.memory) }
        report.find(
          "100 more renders leaked \(growth >> 10) KiB", .memory, stage,
          sample)
        return
      } catch {
        continue
      }
    }
  }

  /// Whether a job may contain this use of an effect, as checked before layout.
  private func isRight(_ use: JSON) -> Bool {
    let sample = EffectSample(use: use)
    let document = (sample.isContent ? Stage.fill : Stage.lines).document(with: sample)
    return JobReading(document.bytes(), name: "conformance", effects: setup.effects)
      .diagnostics.isEmpty
  }
}
