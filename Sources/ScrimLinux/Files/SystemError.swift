import Glibc
public import SystemPackage

/// An error of a system call, and the action that failed.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  public let code: Errno
  /// The action, as the end of "cannot …": `open queue/17-0-ab`.
  public let attempt: String

  public init(_ code: Errno, _ attempt: String) {
    self.code = code
    self.attempt = attempt
  }

  public var description: String { "cannot \(attempt): \(code)" }

  /// True for system errors that are independent of the file or job (no space, no descriptors, a defective disk, an
  /// interrupted call), so that a retry may succeed.
  public var isTransient: Bool {
    switch code {
    case .noSpace, .diskQuotaExceeded, .tooManyOpenFiles, .tooManyOpenFilesInSystem, .ioError,
      .noMemory, .readOnlyFileSystem, .resourceTemporarilyUnavailable, .interrupted:
      true
    default:
      false
    }
  }

  /// True if the owner of a tree prevents its deletion: the tree is read-only, filled as fast as it is emptied, or
  /// rearranged in the meantime.
  public var isOwnersDoing: Bool {
    switch code {
    case .permissionDenied, .notPermitted, .directoryNotEmpty, .noSuchFileOrDirectory,
      .notDirectory, .isDirectory, .tooManySymbolicLinkLevels:
      true
    default: false
    }
  }

  /// True if an entry cannot be opened because its owner has replaced or deleted it since it was looked at, denies
  /// access, or has a lease on it.
  public var isChangedMeanwhile: Bool {
    switch code {
    case .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels,
      .noSuchAddressOrDevice, .permissionDenied, .resourceTemporarilyUnavailable:
      true
    default: false
    }
  }

  /// True if permissions, attributes or the kind of the entry prevent the action, so that a retry would fail as well.
  public var isDeniedByName: Bool {
    switch code {
    case .permissionDenied, .notPermitted, .isDirectory, .directoryNotEmpty, .fileExists,
      .resourceBusy, .tooManySymbolicLinkLevels:
      true
    default: false
    }
  }

  /// True if a file exceeds the maximum number of bytes to read.
  public var isTooLarge: Bool { code == .fileTooLarge }

  /// True if this process has reached its own limit of open descriptors, not the system's.
  public var isOwnDescriptorLimit: Bool { code == .tooManyOpenFiles }

  /// The error of the current errno.
  package static func current(_ attempt: String) -> SystemError {
    SystemError(Errno(rawValue: errno), attempt)
  }
}

/// Returns a result that is not negative.
///
/// - Throws: ``SystemError`` with errno otherwise.
@discardableResult
package func check<Result: BinaryInteger>(
  _ result: Result, _ attempt: @autoclosure () -> String
) throws(SystemError) -> Result {
  guard result < 0 else { return result }
  let code = Errno(rawValue: errno)
  throw SystemError(code, attempt())
}
