import ScrimLinux

/// The job that an output belongs to, written on the output itself, so that it goes where the file
/// goes.
enum OutputMark {
  private static let attribute = "user.scrim.job"

  static func set(_ id: JobID, on file: OwnedDescriptor) throws(SystemError) {
    try file.setAttribute(attribute, Array(id.description.utf8), for: "mark an output")
  }

  /// The job of a file; `nil` when it carries no mark, so that it is not Scrim's.
  static func read(_ file: OwnedDescriptor) -> JobID? {
    file.attribute(attribute, limit: 64).flatMap { JobID(String(decoding: $0, as: UTF8.self)) }
  }
}
