import ScrimJSON
import ScrimLinux

/// The errors of a pass over many jobs. An error of one job is reported as ``Spool/Event/jobError(_:reason:)``; an
/// error of the system is thrown at the end. Neither keeps the pass from the jobs that follow.
package struct PassErrors {
  private var first: (any Error)?

  /// Acts for one job.
  ///
  /// - Returns: `nil` after an error.
  @discardableResult
  mutating func during<Result>(
    _ name: String, _ report: (Spool.Event) -> Void, _ act: () throws -> Result
  ) -> Result? {
    do {
      return try act()
    } catch  where Self.isOfJob(error) {
      report(.jobError(name, reason: "\(error)"))
    } catch {
      first = first ?? error
    }
    return nil
  }

  /// Runs a part of the pass, all of whose errors are the system's.
  mutating func note(_ act: () throws -> Void) {
    do {
      try act()
    } catch {
      first = first ?? error
    }
  }

  /// Throws the first error of the system.
  func rethrow() throws {
    if let first { throw first }
  }

  /// Whether an error has a reason in the job, such as a damaged or locked file, so that others can go on.
  package static func isOfJob(_ error: any Error) -> Bool {
    switch error {
    case let error as SystemError: !error.isTransient
    case is SpoolError, is Diagnostic: true
    default: false
    }
  }
}
