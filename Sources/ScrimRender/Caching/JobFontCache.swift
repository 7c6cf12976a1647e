import Glibc
@_spi(Host) package import ScrimKit

/// Makes fonts readable by path.
package protocol FontPlaces: AnyObject {
  /// A path to a file with the font's bytes, which no other font of the process has had or will have.
  func path(of font: FontFile) throws -> String

  /// Closes the file at a path.
  func close(_ path: String)
}

/// The fonts that jobs bring along, which are checked and opened once for as long as the jobs of one owner bring the
/// same ones: the rows of a template do.
///
/// Fonts are compared by their bytes, all of which the job itself supplies. Those of the last job are kept, and their
/// library; a job with other fonts closes them.
package final class JobFontCache {
  private struct Entry {
    let source: [UInt8]
    /// Bytes when decompressed.
    let byteCount: Int
    let path: String
    var isUsed = true
  }

  private let places: any FontPlaces
  private var entries: [Entry] = []
  private var last: (installed: FontLibrary, fonts: [JobFont], library: FontLibrary)?
  private var owner = ""

  /// - Parameter places: Where the fonts go.
  package init(_ places: any FontPlaces) {
    self.places = places
  }

  /// Forgets the fonts of other owners, so that no job can measure whether another owner has its font.
  package func serve(_ owner: String) {
    if owner != self.owner { removeAll() }
    self.owner = owner
  }

  /// Closes the fonts that the job at its end did not use.
  package func endJob() {
    if !entries.allSatisfy(\.isUsed) {
      // A library must not outlive its files.
      last = nil
      for entry in entries where !entry.isUsed { places.close(entry.path) }
      entries.removeAll { !$0.isUsed }
    }
    for index in entries.indices { entries[index].isUsed = false }
  }

  /// Closes all fonts.
  package func removeAll() {
    for index in entries.indices { entries[index].isUsed = false }
    endJob()
  }

  /// A font's path and its size.
  ///
  /// - Parameters:
  ///   - source: The file's content.
  ///   - limit: Maximum size when decompressed, bytes.
  /// - Returns: The path, and the decompressed size in bytes.
  /// - Throws: `FontFileError`; errors of the places.
  func font(_ source: [UInt8], limit: Int) throws -> (path: String, byteCount: Int) {
    if let index = entries.firstIndex(where: { Self.areEqual($0.source, source) }),
      entries[index].byteCount <= limit
    {
      entries[index].isUsed = true
      return (entries[index].path, entries[index].byteCount)
    }
    let file = try FontFile(source, limit: limit)
    let path = try places.path(of: file)
    entries.append(Entry(source: source, byteCount: file.bytes.count, path: path))
    return (path, file.bytes.count)
  }

  /// The installed fonts and a job's own.
  ///
  /// - Parameters:
  ///   - installed: The installed ones.
  ///   - fonts: Fonts of this cache.
  ///   - failed: Called for each font that cannot be used, with its index.
  /// - Returns: The library; `nil` if any cannot be used.
  func library(
    _ installed: FontLibrary, adding fonts: [JobFont], failed: (Int, FontFileError) -> Void
  ) -> FontLibrary? {
    if let last, last.installed === installed, last.fonts == fonts { return last.library }
    var isUsable = true
    let library = FontLibrary(installed, adding: fonts) { index, error in
      failed(index, error)
      isUsable = false
    }
    guard isUsable else { return nil }
    last = (installed, fonts, library)
    return library
  }

  private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count
      && one.withUnsafeBytes { one in
        other.withUnsafeBytes { other in
          guard let first = one.baseAddress, let second = other.baseAddress else { return true }
          return memcmp(first, second, one.count) == 0
        }
      }
  }
}
