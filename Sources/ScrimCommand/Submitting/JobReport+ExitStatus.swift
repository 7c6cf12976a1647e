import ScrimJSON
package import ScrimRecords

extension JobReport {
  /// How a command ends whose job got this report; `nil` if the job succeeded.
  package var exitStatus: ExitStatus? {
    // Of a batch rows may have failed, or were skipped.
    if status == .done, batch.map({ $0.rows.failed + $0.rows.skipped }) ?? 0 == 0 { return nil }
    if errors.contains(where: { Self.crashes.contains($0.code) }) { return .crash }
    return ScrimCommand.status(of: errors)
  }

  /// Codes of failures without an error in the job.
  private static let crashes: Set = [
    "worker-crash", "effect-crash", "plugin-disabled", "time-limit",
    "out-of-memory",
  ]
}
