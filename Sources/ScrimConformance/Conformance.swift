import ScrimJSON
import ScrimJob
package import ScrimKit
import ScrimLinux

/// Holds effects to what they declare. Everything comes from the declarations: an effect that nobody
/// here has heard of is checked like ours.
package struct Conformance {
  private let setup: StagedJob.TrialSetup
  private let patience: Double

  /// - Parameters:
  ///   - effects: Those that may be checked.
  ///   - fonts: Set the texts.
  ///   - patience: How long a picture may take, seconds of CPU time.
  /// - Throws: `DrawingError`, `CodecError` if there is no memory.
  package init(effects: EffectRegistry, fonts: FontLibrary, patience: Double = 10) throws {
    self.patience = patience
    setup = StagedJob.TrialSetup(
      effects: effects, fonts: fonts, files: try StageImages.files())
  }

  /// In which order pictures are drawn: it must not matter.
  package enum Order: String, Sendable, Hashable {
    case forwards, backwards
  }

  /// Checks one effect.
  ///
  /// - Parameters:
  ///   - effect: One of the registry's.
  ///   - order: The order of its pictures.
  ///   - checks: What is looked at; the digests are always taken.
  ///   - progress: Told what is drawn next, so that a crash can be put down to it.
  /// - Returns: What held and what did not.
  package func check(
    _ effect: any Effect.Type, order: Order = .forwards,
    checks: Set<ConformanceCheck> = Set(ConformanceCheck.allCases).subtracting([.memory]),
    progress: (_ stage: String, _ sample: String) -> Void = { _, _ in }
  ) -> ConformanceReport {
    var report = ConformanceReport(effect: effect.manifest.name)
    let (samples, left) = EffectSample.all(of: effect, where: isRight)
    for sample in left { report.leave(sample, "not allowed in a job") }
    var sampleRuns = samples.enumerated().map { SampleRun(number: $0.offset, sample: $0.element) }
    if order == .backwards { sampleRuns.reverse() }
    for sampleRun in sampleRuns { run(sampleRun, checks, progress, &report) }
    if checks.contains(.memory), let sample = samples.first {
      progress("repeated renders", sample.description)
      checkMemory(sample, &report)
    }
    return report
  }

  /// A sample and its place among all of them.
  private struct SampleRun {
    let number: Int
    let sample: EffectSample

    /// The stages to try: the defaults are shown on every one, each other sample on one, in turn.
    var stages: [Stage] {
      guard number > 0 else { return Stage.all }
      let common = Stage.common
      return common.indices.map { common[($0 + number) % common.count] }
    }

    var most: Int { number > 0 ? 1 : Stage.all.count }

    var scale: Double { number % 2 == 0 ? 1 : 2 }
  }

  private func run(
    _ sampleRun: SampleRun, _ checks: Set<ConformanceCheck>,
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
      // Whoever takes such a layer takes it at its limit too.
      guard let words = refusals[stage], let kin = stage.kin, refusals[kin] == nil else { continue }
      report.find("is refused: \(words)", stage.limit, stage, sampleRun.sample)
    }
  }

  /// Draws one picture over and over, and looks at how much memory is in use half the way and at the
  /// end.
  private func checkMemory(_ sample: EffectSample, _ report: inout ConformanceReport) {
    for stage in Stage.common {
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

  /// Whether a job may have this use of an effect, as far as is known before anything is laid out.
  private func isRight(_ use: JSON) -> Bool {
    let document = Stage.lines.document(with: EffectSample(use: use))
    return JobReading(document.bytes(), name: "conformance", effects: setup.effects)
      .diagnostics.isEmpty
  }
}
