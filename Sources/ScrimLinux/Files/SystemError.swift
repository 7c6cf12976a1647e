import Glibc
public import SystemPackage

/// What the kernel refused, and what was being done then.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  public let code: Errno
  /// What was attempted, as the end of "cannot …": `open queue/17-0-ab`.
  public let attempt: String

  public init(_ code: Errno, _ attempt: String) {
    self.code = code
    self.attempt = attempt
  }

  public var description: String { "cannot \(attempt): \(code)" }

  /// True when the machine is in trouble (no space, no descriptors, a broken disk, a call that was
  /// interrupted) and nothing is wrong with the file or job at hand, so that the same will work
  /// later.
  public var isTransient: Bool {
    switch code {
    case .noSpace, .diskQuotaExceeded, .tooManyOpenFiles, .tooManyOpenFilesInSystem, .ioError,
      .noMemory, .readOnlyFileSystem, .resourceTemporarilyUnavailable, .interrupted:
      true
    default:
      false
    }
  }

  /// True when whoever a tree belongs to keeps it from being deleted: it may not be written to, fills
  /// as fast as it is emptied, or is rearranged meanwhile.
  public var isOwnersDoing: Bool {
    switch code {
    case .permissionDenied, .notPermitted, .directoryNotEmpty, .noSuchFileOrDirectory,
      .notDirectory, .tooManySymbolicLinkLevels:
      true
    default: false
    }
  }

  /// True when permissions, attributes or the kind of what is at a name forbid what was attempted, so
  /// that the same will fail again.
  public var isDeniedByName: Bool {
    switch code {
    case .permissionDenied, .notPermitted, .isDirectory, .directoryNotEmpty, .fileExists,
      .resourceBusy, .tooManySymbolicLinkLevels:
      true
    default: false
    }
  }

  /// True when a file has more bytes than may be read of it.
  public var isTooLarge: Bool { code == .fileTooLarge }

  /// True when this process has as many descriptors open as it may, whatever the machine has left.
  public var isOwnDescriptorLimit: Bool { code == .tooManyOpenFiles }

  /// The error that errno holds now.
  package static func current(_ attempt: String) -> SystemError {
    SystemError(Errno(rawValue: errno), attempt)
  }
}

/// Passes on a result that is not negative.
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
