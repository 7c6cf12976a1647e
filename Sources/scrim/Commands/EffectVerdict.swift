import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimProtocol
import ScrimWorkerClient

/// The results of checking an effect in two workers, for people and for programs.
struct EffectVerdict {
  /// As programs read it.
  let json: JSON
  let passes: Bool
  let hasCrashed: Bool
  /// As people read it: a table, and below each row its findings.
  let lines: [String]

  /// Joins what two workers found.
  ///
  /// - Parameters:
  ///   - report: What the first worker found.
  ///   - again: What the second one rendered; `nil` if the workers are not compared.
  init(_ report: EffectCheck, again: EffectCheck?) {
    var results = report.checks
    if let again { results.append(Self.comparison(of: report, again)) }
    let undrawn = report.undrawn.sorted { $0.key < $1.key }
    let name = Self.name(report.effect)
    json = [
      name.key: .string(name.text), "checks": .array(results.map(\.json)),
      "undrawn": .object(undrawn.map { JSON.Member($0.key, .string($0.value)) }),
    ]
    // What compared nothing proves nothing.
    let hasDrawn = !report.digests.isEmpty
    passes = hasDrawn && results.allSatisfy(\.findings.isEmpty)
    hasCrashed = false
    let nothing =
      "  no image was drawn: give parameters that not every value suits \"examples:\" in their @Parameter."
    lines =
      [name.title] + Self.table(results) + (hasDrawn ? [] : [nothing])
      + undrawn.map { "  not rendered: \($0.key): \($0.value)" }
  }

  private static func comparison(of report: EffectCheck, _ again: EffectCheck) -> CheckResult {
    let differences = report.digests.sorted { $0.key < $1.key }
      .filter { again.digests[$0.key] != $0.value }
      .map { CheckResult.Finding(image: $0.key, words: "another worker renders different pixels") }
    return CheckResult {
      $0.check = CheckRequest.workersPart
      $0.summary = "rendering in another worker gives the same bytes"
      $0.passed = report.digests.count - differences.count
      $0.findings = differences
    }
  }

  /// Of an effect that did not come back.
  init(_ effect: String, _ crash: WorkerCrash) {
    let name = Self.name(effect)
    json = [name.key: .string(name.text), "crash": .string(crash.words)]
    passes = false
    hasCrashed = true
    let place = crash.step.map { ": \($0.stage)" } ?? ""
    lines = [name.title, "  crashed: \(crash.words)\(place)"]
  }

  /// What was checked: its key in JSON, its name, and what people read.
  private static func name(_ checked: String) -> (key: String, text: String, title: String) {
    guard let content = ContentName(text: checked) else { return ("effect", checked, checked) }
    return ("content", content.name, "\(content.name) (content)")
  }

  /// How many findings of a check are shown.
  private static let most = 5

  private static func table(_ results: [CheckResult]) -> [String] {
    let heads = columns(
      results.map { result in
        let found = result.findings.count
        let count = found + result.passed
        return [
          "  " + result.check,
          found > 0
            ? "\(found) of \(count) failed" : count > 0 ? "passed, \(count)" : "not applicable",
          result.summary,
        ]
      })
    return zip(heads, results).flatMap { head, result in
      let shown = result.findings.prefix(most).map { finding in
        let place = [finding.stage, finding.sample, finding.image].compactMap(\.self)
        return "    \(place.joined(separator: ", ")): \(finding.words)"
      }
      let rest = result.findings.count - shown.count
      return [head] + shown + (rest > 0 ? ["    and \(rest) more"] : [])
    }
  }
}
