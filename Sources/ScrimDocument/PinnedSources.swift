import Glibc
package import ScrimJSON
package import ScrimLinux
import SystemPackage

/// What was fetched for the URLs of a job: `sources.json` of its bundle, or what a command has fetched.
///
/// Daemon and worker see these files only. A URL that is not in it is an error there.
package struct PinnedSources: Sendable {
  /// The file of a bundle that has it.
  package static let file = "sources.json"
  /// Its limits: of 4,096 URLs.
  package static let limits = JSONLimits(bytes: 32 << 20, depth: 4)

  private var sources: [String: (source: PinnedSource, folder: OwnedDescriptor?)] = [:]
  /// Why the bundle's file cannot be used, as a predicate: "is not JSON"; `nil` if it can, or is not there.
  package private(set) var violation: String?

  package init() {}

  /// Reads a bundle's file. Without one, no URL is known.
  ///
  /// - Parameter bundle: The bundle's folder.
  package init(of bundle: OwnedDescriptor) {
    let file: OwnedDescriptor
    do {
      file = try bundle.open(beneath: Self.file, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    } catch {
      if error.code != .noSuchFileOrDirectory { violation = "cannot be opened: \(error.code)" }
      return
    }
    read(file, in: bundle)
  }

  /// Reads the file of a bundle whose files are in no folder.
  package init(list: OwnedDescriptor) { read(list, in: nil) }

  private mutating func read(_ file: OwnedDescriptor, in bundle: OwnedDescriptor?) {
    do {
      let bytes = try file.readAll(limit: Self.limits.bytes, of: Self.file)
      let json = try JSON(Node.parse(bytes, limits: Self.limits))
      guard let members = json.object else {
        throw FieldError(path: Self.file, expected: "an object")
      }
      for member in members {
        sources[member.key] = (try PinnedSource(json: member.value), bundle)
      }
    } catch let error as Diagnostic {
      violation = "is invalid: \(error.text(file: Self.file))"
    } catch {
      violation = "is invalid: \(error)"
    }
  }

  package var isEmpty: Bool { sources.isEmpty }

  package subscript(url: String) -> PinnedSource? { sources[url]?.source }

  /// All URLs.
  package var all: [(url: String, source: PinnedSource)] {
    sources.map { ($0.key, $0.value.source) }
  }

  /// Adds a URL.
  ///
  /// - Parameters:
  ///   - url: As the job has it.
  ///   - source: What was fetched.
  ///   - folder: Below which its file is; `nil` if there is none.
  package mutating func add(_ url: String, _ source: PinnedSource, in folder: OwnedDescriptor?) {
    sources[url] = (source, folder)
  }

  /// Adds what others have of some URLs.
  package mutating func add(_ urls: [String], of others: PinnedSources) {
    for url in urls { sources[url] = others.sources[url] ?? sources[url] }
  }

  /// Adds a URL that cannot be fetched.
  ///
  /// - Parameters:
  ///   - url: As the job has it.
  ///   - error: Why, without a full stop.
  package mutating func add(_ url: String, error: String) {
    var source = PinnedSource()
    source.error = error
    add(url, source, in: nil)
  }

  package mutating func removeErrors() { sources = sources.filter { $0.value.source.error == nil } }

  /// The folder below which the file of a URL is; `nil` if it is in none.
  package func folder(of url: String) -> OwnedDescriptor? { sources[url]?.folder }

  /// The content of `sources.json` with these URLs, in their order by bytes.
  package func json(of urls: some Sequence<String>) -> JSON {
    .object(
      urls.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { url in
        sources[url].map { JSON.Member(url, $0.source.json) }
      })
  }
}
