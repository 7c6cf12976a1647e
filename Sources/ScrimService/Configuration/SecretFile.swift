import Glibc
import ScrimJSON
import ScrimLinux

/// A file of secrets, one per line. While a secret is replaced it has both.
package enum SecretFile {
  private static let longest = 1 << 14

  package struct Unusable: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
      self.description = description
    }
  }

  /// Reads a file that is closed to other users.
  ///
  /// - Parameters:
  ///   - file: Its path.
  ///   - expectation: What each line must have, for messages: "whsec_ and 24 to 64 bytes in base64".
  ///   - parse: Reads a line; `nil` if it is not valid.
  /// - Returns: The secrets, at least one.
  /// - Throws: ``Unusable``: the end of a message that begins with the configuration key.
  package static func read<Secret>(
    _ file: String, expecting expectation: String, parse: (Substring) -> Secret?
  ) throws(Unusable) -> [Secret] {
    do {
      let descriptor = try OwnedDescriptor.open(file, O_RDONLY)
      guard try descriptor.status(of: file).st_mode & 0o007 == 0 else {
        throw Unusable(description: "\(quoted(file)) is accessible to all users: chmod o= it.")
      }
      let text = String(decoding: try descriptor.readAll(limit: longest, of: file), as: UTF8.self)
      let secrets = try text.split(whereSeparator: \.isWhitespace).map { line in
        guard let secret = parse(line) else {
          throw Unusable(description: "\(quoted(file)) must have \(expectation) per line.")
        }
        return secret
      }
      guard !secrets.isEmpty else { throw Unusable(description: "\(quoted(file)) is empty.") }
      return secrets
    } catch let error as Unusable {
      throw error
    } catch {
      throw Unusable(description: "\(error).")
    }
  }
}
