package import ScrimLinux

/// The ID of an output's job, stored in an extended attribute of the file so that it moves with the file.
package enum OutputMark {
  private static let attribute = "user.scrim.job"

  package static func set(_ id: JobID, on file: OwnedDescriptor) throws(SystemError) {
    try file.setAttribute(attribute, Array(id.description.utf8), for: "mark an output")
  }

  /// The job of a file; `nil` if the file has no mark and so is not Scrim's.
  package static func read(_ file: OwnedDescriptor) -> JobID? {
    file.attribute(attribute, limit: 128).flatMap { JobID(String(decoding: $0, as: UTF8.self)) }
  }
}
