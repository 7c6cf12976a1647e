import ScrimLinux

/// The accounts that may read a report.
enum ReportReaders {
  /// Every member of the spool's group.
  case group
  /// The user who dropped the job, in addition to the daemon's own account.
  case submitter(UInt32)

  /// File permissions, to which ``grant(on:)`` adds.
  var mode: UInt32 {
    switch self {
    case .group: Spool.publicMode
    case .submitter: 0o600
    }
  }

  /// Grants the submitter read access by an access control list.
  ///
  /// - Throws: ``SystemError``; ENOTSUP if the file system does not support access control lists.
  func grant(on file: OwnedDescriptor) throws(SystemError) {
    guard case .submitter(let user) = self else { return }
    try AccessList.grant(user, AccessList.read, on: file)
  }
}
