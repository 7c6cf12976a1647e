import Glibc
package import ScrimDocument
package import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient
import SystemPackage

/// The files of a command's URLs, each of which is fetched at most once. `scrim-fetch` makes the requests; it is only
/// started for jobs with URLs.
package final class SourceFetcher {
  private let options: FetchOptions
  private let console: Console
  private var known = PinnedSources()
  /// Bundles whose own files have been compared with their digests, by their paths.
  private var bundles: [String: PinnedSources] = [:]

  /// - Parameters:
  ///   - options: How they are fetched.
  ///   - console: Where progress is shown.
  package init(_ options: FetchOptions, _ console: Console) {
    self.options = options
    self.console = console
  }

  /// What is pinned for the URLs of a document: by its bundle, or else fetched now. A URL that cannot be fetched has
  /// an error.
  ///
  /// - Parameters:
  ///   - document: The document of a job that is not a template.
  ///   - job: Its file, or its template's.
  /// - Returns: `nil` if it names no URL.
  /// - Throws: A ``Failure`` if nothing can be fetched, or if an error is to stop the command.
  package func sources(of document: Node, in job: JobFile) throws -> PinnedSources? {
    let urls = document.sourceURLs
    return urls.isEmpty ? nil : try sources(urls, in: job)
  }

  /// What is pinned for some URLs of a job; those that are not known are fetched together.
  ///
  /// - Throws: As ``sources(of:in:)``.
  func sources(_ urls: [String], in job: JobFile) throws -> PinnedSources {
    var pinned = try bundled(job)
    try fetch(urls.filter { pinned[$0] == nil })
    pinned.add(urls.filter { pinned[$0] == nil }, of: known)
    return pinned
  }

  /// Fetches the URLs of rows together, for later calls of ``sources(of:in:)``.
  func prefetch(_ jobs: [PreparedJob], of job: JobFile) throws {
    let documents = jobs.filter { $0.about.errors.isEmpty && $0.namesURL }
    let urls = documents.flatMap { (try? Node.parse($0.document))?.sourceURLs ?? [] }
    if !urls.isEmpty { _ = try sources(urls, in: job) }
  }

  /// Has URLs that could not be fetched asked for again, and bundles read again.
  package func forgetErrors() {
    known.removeErrors()
    bundles = [:]
  }

  /// What a bundle brings along. It is used as it is: a bundle gives the same image at all times.
  private func bundled(_ job: JobFile) throws -> PinnedSources {
    guard job.isBundle else { return PinnedSources() }
    let path = job.folder.string
    if let known = bundles[path] { return known }
    let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw Failure(.io, "\(path) cannot be opened.") }
    let pinned = PinnedSources(of: OwnedDescriptor(owning: number))
    if let violation = pinned.violation {
      throw Failure(.dataError, "\(path)/\(PinnedSources.file) \(violation).")
    }
    for (url, source) in pinned.all {
      guard let file = source.file, let digest = source.sha256 else { continue }
      let place = "\(path)/\(file)"
      guard (try? Digest.sha256(ofFile: place)) == digest else {
        throw Failure(
          .dataError,
          "\(place) is not the file that \(PinnedSources.file) has for \(quoted(SourceName.shown(url))): "
            + "its SHA-256 differs, or it is missing.")
      }
    }
    bundles[path] = pinned
    return pinned
  }

  private func fetch(_ urls: [String]) throws {
    var seen: Set<String> = []
    let urls = urls.filter { known[$0] == nil && seen.insert($0).inserted }
    guard !urls.isEmpty else { return }
    let program = FetchProgram(
      arguments: (options.offline ? ["--offline"] : [])
        + (options.fetchConfig.map { ["--config", $0] } ?? []))
    let fetched = try program.fetch(urls) { console.progress("\($0) of \(urls.count) URLs …") }
    known.add(urls, of: fetched)
    guard options.fetchErrors == .stop,
      let (url, error) = urls.lazy.compactMap({ url in
        self.known[url]?.error.map { (url, $0) }
      }).first
    else { return }
    throw Failure(.io, "\(quoted(SourceName.shown(url))) cannot be fetched: \(error).")
  }
}

extension PreparedJob {
  fileprivate var namesURL: Bool { SourceName.mayBeURL(in: document) }
}
