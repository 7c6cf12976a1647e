package import ArgumentParser

/// How the command ends, in the words of sysexits.h but for the last; 64 is the argument parser's own.
package enum ExitStatus: Int32 {
  /// The job has errors.
  case dataError = 65
  /// A picture or a job file is not there.
  case missing = 66
  /// An effect or a worker crashed.
  case crash = 70
  /// The job is done, but its images are in the spool no longer.
  case gone = 72
  /// Reading or writing failed, or another system error occurred.
  case io = 74
  /// The user may not enter the spool, or not use its sockets.
  case noPermission = 77
  /// The time of `--timeout` is over, as timeout(1) has it.
  case timedOut = 124

  package var code: ExitCode { ExitCode(rawValue) }
}

/// Why the command can't go on; it is printed as one line, and its status is the command's.
package struct Failure: Error {
  package let status: ExitStatus
  package let message: String

  package init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}
