import CLinux
import ScrimLinux

/// The job that an output belongs to, written on the output itself, so that it goes where the file
/// goes.
enum OutputMark {
  private static let attribute = "user.scrim.job"

  static func set(_ id: JobID, on file: OwnedDescriptor) throws(SystemError) {
    let value = Array(id.description.utf8)
    try check(scrim_set_attribute(file.raw, attribute, value, value.count), "mark an output")
  }

  /// The job of a file; `nil` when it carries no mark, so that it is not Scrim's.
  static func read(_ file: OwnedDescriptor) -> JobID? {
    var value = [UInt8](repeating: 0, count: 64)
    let count = scrim_get_attribute(file.raw, attribute, &value, value.count)
    guard count > 0 else { return nil }
    return JobID(String(decoding: value[..<count], as: UTF8.self))
  }
}
