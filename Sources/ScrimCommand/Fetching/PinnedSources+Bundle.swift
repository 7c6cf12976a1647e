import Glibc
package import ScrimDocument
import ScrimJSON
package import ScrimLinux

extension PinnedSources {
  /// The files for a bundle with these URLs: `sources.json`, and what it names.
  ///
  /// - Throws: A ``Failure`` if a file is no longer there.
  package func bundle(
    _ urls: some Sequence<String>
  ) throws -> [(place: String, file: OwnedDescriptor)] {
    var files: [String: OwnedDescriptor] = [:]
    do {
      for url in urls {
        guard let place = self[url]?.file, files[place] == nil, let folder = folder(of: url) else {
          continue
        }
        files[place] = try folder.open(beneath: place, O_RDONLY | O_NONBLOCK)
      }
      let list = try MemoryFile.sealed("sources", json(of: urls).bytes())
      return [(Self.file, list)] + files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    } catch {
      throw Failure(.io, "a file that was fetched is not in the cache any more: \(error).")
    }
  }
}
