import ScrimJSON
import ScrimSupervisor

/// What held of an effect in two workers, for people and for programs.
struct EffectVerdict {
  /// As programs read it.
  let json: JSON
  let passes: Bool
  let hasCrashed: Bool
  /// As people read it: a table, and below each row what did not hold.
  let lines: [String]

  /// Puts together what two workers found.
  ///
  /// - Parameters:
  ///   - effect: The effect's name.
  ///   - report: What the first worker found.
  ///   - again: What the second one drew.
  init(_ effect: String, _ report: JSON, again: JSON) {
    let digests = report["digests"]?.object ?? []
    let violations: [JSON] = digests.filter { again["digests"]?[$0.key] != $0.value }.map {
      ["picture": .string($0.key), "words": "another worker renders different pixels"]
    }
    let workers: JSON = [
      "check": "workers", "summary": "rendering in another worker gives the same bytes",
      "held": .integer(digests.count - violations.count), "passedOver": 0,
      "findings": .array(violations),
    ]
    let rows = (report["checks"]?.array ?? []) + [workers]
    let undrawn = report["undrawn"]?.object ?? []
    json = [
      "effect": .string(effect), "checks": .array(rows), "undrawn": .object(undrawn),
    ]
    passes = rows.allSatisfy { $0["findings"]?.array?.isEmpty ?? false }
    hasCrashed = false
    lines =
      ["\(effect)"] + Self.table(rows)
      + undrawn.map { "  not rendered: \($0.key): \($0.value.string ?? "")" }
  }

  /// Of an effect that did not come back.
  init(_ effect: String, _ crash: WorkerCrash) {
    json = ["effect": .string(effect), "crash": .string(crash.words)]
    passes = false
    hasCrashed = true
    let place = crash.step.map { ": \($0.stage)" } ?? ""
    lines = [effect, "  crashed: \(crash.words)\(place)"]
  }

  /// How many findings of a check are shown.
  private static let most = 5

  private static func table(_ rows: [JSON]) -> [String] {
    let heads = columns(
      rows.map { row in
        let found = row["findings"]?.array?.count ?? 0
        let count = found + (row["held"]?.integer ?? 0)
        return [
          "  " + (row["check"]?.string ?? ""),
          found > 0
            ? "\(found) of \(count) failed" : count > 0 ? "passed, \(count)" : "not applicable",
          row["summary"]?.string ?? "",
        ]
      })
    return zip(heads, rows).flatMap { head, row in
      let violations = row["findings"]?.array ?? []
      let shown = violations.prefix(most).map { violation in
        let place = ["stage", "sample", "picture"].compactMap { violation[$0]?.string }
        return "    \(place.joined(separator: ", ")): \(violation["words"]?.string ?? "")"
      }
      let rest = violations.count - shown.count
      return [head] + shown + (rest > 0 ? ["    and \(rest) more"] : [])
    }
  }
}
