import ScrimConformance
import ScrimDocument
import ScrimJSON
import ScrimKit
import ScrimProtocol

/// The only use of ScrimConformance: a request of `scrim effects check`.
extension JobRenderer {
  /// Checks that an effect does what it declares.
  ///
  /// - Parameters:
  ///   - request: Which effect, and how much is checked.
  ///   - progress: Called before each stage and sample.
  /// - Returns: The report, or an error if there is no such effect, or no memory; and files that show the findings, by
  ///   name, if the request wants them.
  func check(
    _ request: CheckRequest, progress: (_ stage: String, _ sample: String) -> Void
  ) -> (outcome: WorkerReply<EffectCheck>.Outcome, evidence: [String: [UInt8]]) {
    let content = ContentName(text: request.effect).map { plugins.effects.content($0.name) }
    guard let checked: any Parameterized.Type = content ?? plugins.effects[request.effect] else {
      let message = "unknown \(ContentName.words(request.effect))."
      return (.failed([Diagnostic(code: "unknown-effect", message: message)]), [:])
    }
    do {
      let conformance = try Conformance(
        effects: plugins.effects, fonts: fonts, keepsEvidence: request.keepsEvidence)
      let report =
        switch request.scope {
        case .everything:
          conformance.check(
            checked, checks: Set(request.parts.compactMap(ConformanceCheck.init)),
            progress: progress)
        case .images:
          conformance.check(checked, order: .backwards, checks: [], progress: progress)
        }
      return (.finished(EffectCheck(report)), report.evidence)
    } catch {
      return (.failed([Diagnostic(code: "undrawable", message: "\(error).")]), [:])
    }
  }
}

extension EffectCheck {
  /// What the checks of an effect found.
  init(_ report: ConformanceReport) {
    self.init()
    effect = report.name
    checks = ConformanceCheck.allCases.compactMap { check in
      report.rows[check].map { CheckResult(check, $0) }
    }
    digests = report.digests.mapValues { String($0, radix: 16) }
    undrawn = report.undrawn
  }
}

extension CheckResult {
  fileprivate init(_ check: ConformanceCheck, _ row: ConformanceReport.Row) {
    self.init()
    self.check = check.rawValue
    summary = check.summary
    passed = row.passed
    skipped = row.skipped
    findings = row.violations.map {
      Finding(stage: $0.stage, sample: $0.sample, words: $0.words)
    }
  }
}
