import ScrimConformance
import ScrimJSON

/// What came of the checks of an effect, for `scrim effects check`.
extension JSON {
  init(_ report: ConformanceReport) {
    let rows = ConformanceCheck.allCases.compactMap { check in
      report.rows[check].map { JSON(check, $0) }
    }
    let digests = report.digests.sorted { $0.key < $1.key }.map {
      Member($0.key, .string(String($0.value, radix: 16)))
    }
    let undrawn = report.undrawn.sorted { $0.key < $1.key }.map {
      Member($0.key, .string($0.value))
    }
    self = [
      "effect": .string(report.effect), "checks": .array(rows), "digests": .object(digests),
      "undrawn": .object(undrawn),
    ]
  }

  private init(_ check: ConformanceCheck, _ row: ConformanceReport.Row) {
    let violations: [JSON] = row.violations.map {
      ["stage": .string($0.stage), "sample": .string($0.sample), "words": .string($0.words)]
    }
    self = [
      "check": .string(check.rawValue), "summary": .string(check.summary),
      "held": .integer(row.passed), "passedOver": .integer(row.skipped),
      "findings": .array(violations),
    ]
  }
}
