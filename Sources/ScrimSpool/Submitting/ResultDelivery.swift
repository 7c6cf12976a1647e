/// Where a job's results go.
public enum ResultDelivery: String, Sendable, Hashable, CaseIterable {
  /// To the output folder.
  case out
  /// They stay in the spool until the submitter fetches and acknowledges them.
  case `private`
}
