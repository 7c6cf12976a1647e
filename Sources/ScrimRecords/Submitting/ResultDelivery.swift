import ScrimJSON

/// Where a job's results go.
package enum ResultDelivery: String, Sendable, Hashable, CaseIterable, FieldValue {
  /// To the output folder.
  case out
  /// They stay in the spool until the submitter fetches and acknowledges them.
  case `private`
}
