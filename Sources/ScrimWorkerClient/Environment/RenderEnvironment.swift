import Glibc
package import ScrimJSON

/// All files of a machine on which an image depends, apart from the job's own. Two machines with the same digest render
/// the same bytes.
///
/// Neither paths, times nor the order of listing count, so that the same packages give the same digest.
package struct RenderEnvironment: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    /// The worker and the libraries that it links or opens.
    case programs
    /// Plugins.
    case effects
    /// Fonts, and fontconfig's configuration.
    case fonts
  }

  package struct Part: Sendable, Hashable {
    package let kind: Kind
    /// The file's name, without its folder: machines may have it in different ones. It counts, because fontconfig reads
    /// its configuration in the order of names, and a plugin's name decides which of two counts.
    package let name: String
    /// 64 hexadecimal digits.
    package let sha256: String

    /// What the digest is made of, and the order of the parts.
    fileprivate var bytes: [UInt8] { Array("\(kind.rawValue)\0\(name)\0\(sha256)\0".utf8) }
  }

  /// By kind, name and SHA-256.
  package let parts: [Part]
  /// `sha256:…`.
  package let digest: String

  /// - Parameters:
  ///   - parts: The files, in any order.
  ///   - sha256: SHA-256 of bytes, as hexadecimal digits.
  /// - Throws: What `sha256` throws.
  init(_ parts: Set<Part>, sha256: ([UInt8]) throws -> String) rethrows {
    self.parts = parts.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    digest = "sha256:" + (try sha256(Array(self.parts.map(\.bytes).joined())))
  }

  package var json: JSON {
    func list(_ kind: Kind) -> JSON {
      .array(
        parts.filter { $0.kind == kind }.map {
          ["name": .string($0.name), "sha256": .string($0.sha256)]
        })
    }
    return .object(
      [.init("environment", .string(digest))]
        + Kind.allCases.map { .init($0.rawValue, list($0)) })
  }

  /// Whether a document may name an environment: whether its bytes have the key's name. A match in a string or a
  /// comment costs only the time to read the environment.
  package static func mayBeNamed(in document: [UInt8]) -> Bool {
    let (key, rare) = (Array("environment".utf8), 3)
    return document.withUnsafeBytes { bytes in
      guard let begin = bytes.baseAddress else { return false }
      // The letter v is rare in documents.
      var from = begin + min(rare, bytes.count)
      let end = begin + bytes.count
      while let found = memchr(from, Int32(key[rare]), end - from) {
        from = UnsafeRawPointer(found) + 1
        let start = UnsafeRawPointer(found) - rare
        if end - start >= key.count, memcmp(start, key, key.count) == 0 { return true }
      }
      return false
    }
  }
}
