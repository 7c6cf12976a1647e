import Glibc
import ScrimJSON
import ScrimLinux

/// Finds a file whose name only looks like one that does not exist.
enum SimilarName {
  /// Names of a folder that are compared.
  private static let most = 10_000

  /// - Parameters:
  ///   - path: A relative path without a file.
  ///   - folder: The folder that it begins in.
  /// - Returns: A sentence that names the file and the difference; `nil` if no name in the path's folder looks the
  ///   same.
  static func find(_ path: String, beneath folder: OwnedDescriptor) -> String? {
    let parts = path.split(separator: "/")
    guard let last = parts.last else { return nil }
    let wanted = String(last)
    let place = parts.dropLast().joined(separator: "/")
    guard
      let inner = try? folder.open(
        beneath: place.isEmpty ? "." : place, O_RDONLY | O_DIRECTORY | O_NONBLOCK)
    else { return nil }
    var found: String?
    var count = 0
    _ = try? Folder(inner, name: place).eachName(from: 0) { bytes in
      count += 1
      found = sentence(bytes, wanted)
      return found == nil && count < most
    }
    return found
  }

  private static func sentence(_ bytes: UnsafeRawBufferPointer, _ wanted: String) -> String? {
    guard let name = String(validating: bytes, as: UTF8.self) else {
      let latin1 = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
      return latin1 == wanted
        ? "The folder has a file whose name looks the same in Latin-1: rename it to UTF-8, as convmv does."
        : nil
    }
    // Such as a link to nothing.
    if name.utf8.elementsEqual(wanted.utf8) { return nil }
    // Swift compares strings by canonical equivalence.
    if name == wanted {
      let form = name.unicodeScalars.count > wanted.unicodeScalars.count ? "de" : ""
      return "The folder has a file whose name looks the same, with \(form)composed letters "
        + "(Unicode \(form.isEmpty ? "NFC" : "NFD")): rename it, or write its name so."
    }
    return name.lowercased() == wanted.lowercased() ? "Did you mean \(quoted(name))?" : nil
  }
}
