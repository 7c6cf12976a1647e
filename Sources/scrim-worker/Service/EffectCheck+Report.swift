import ScrimConformance
import ScrimProtocol

extension EffectCheck {
  /// What the checks of an effect found.
  init(_ report: ConformanceReport) {
    self.init(
      effect: report.effect,
      checks: ConformanceCheck.allCases.compactMap { check in
        report.rows[check].map { CheckResult(check, $0) }
      },
      digests: report.digests.mapValues { String($0, radix: 16) }, undrawn: report.undrawn)
  }
}

extension CheckResult {
  fileprivate init(_ check: ConformanceCheck, _ row: ConformanceReport.Row) {
    self.init(
      check: check.rawValue, summary: check.summary, passed: row.passed, skipped: row.skipped,
      findings: row.violations.map {
        Finding(stage: $0.stage, sample: $0.sample, words: $0.words)
      })
  }
}
