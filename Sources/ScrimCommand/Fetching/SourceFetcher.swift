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
    for url in urls where pinned[url] == nil {
      guard let source = known[url], let folder = known.folder(of: url) else { continue }
      pinned.add(url, source, in: folder)
    }
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

  // MARK: Requests

  private static let program = "scrim-fetch"

  private func fetch(_ urls: [String]) throws {
    var seen: Set<String> = []
    let urls = urls.filter { known[$0] == nil && seen.insert($0).inserted }
    guard !urls.isEmpty else { return }
    // A line break would be another URL.
    for url in urls where url.utf8.contains(where: { $0 < 0x20 }) {
      add(url, error: "the URL contains a control character")
    }
    let wanted = urls.filter { known[$0] == nil }
    if !wanted.isEmpty { try run(wanted) }
    for url in urls where known[url] == nil {
      throw Failure(.io, "\(Self.program) ended before all URLs were fetched.")
    }
    guard options.fetchErrors == .stop,
      let (url, error) = urls.lazy.compactMap({ url in
        self.known[url]?.error.map { (url, $0) }
      }).first
    else { return }
    throw Failure(.io, "\(quoted(SourceName.shown(url))) cannot be fetched: \(error).")
  }

  private func add(_ url: String, error: String) {
    var source = PinnedSource()
    source.error = error
    guard let here = try? OwnedDescriptor.open("/", O_RDONLY | O_DIRECTORY) else { return }
    known.add(url, source, in: here)
  }

  private func run(_ urls: [String]) throws {
    let here = WorkerProgram.ownFolder()
    let places = ["\(here)/\(Self.program)", "\(here)/../lib/scrim/\(Self.program)"]
    guard let path = places.first(where: { access($0, X_OK) == 0 }) else {
      throw Failure(
        .missing,
        "a source is a URL, which \(Self.program) fetches; it is not installed: there is no "
          + "\(places.joined(separator: ", ")).")
    }
    let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do { ends = try FileDescriptor.pipe() } catch { throw Failure(.io, "no pipe: \(error).") }
    let output = OwnedDescriptor(owning: ends.readEnd.rawValue)
    let child: ChildProcess
    do {
      let writing = OwnedDescriptor(owning: ends.writeEnd.rawValue)
      let input = try MemoryFile.sealed("urls", Array(urls.joined(separator: "\n").utf8))
      let names = ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LD_LIBRARY_PATH"]
      child = try ChildProcess(
        program: path,
        arguments: (options.offline ? ["--offline"] : [])
          + (options.fetchConfig.map { ["--config", $0] } ?? []),
        environment: ["LANG=C.UTF-8"]
          + names.compactMap { name in environment(name).map { "\(name)=\($0)" } },
        input: input, output: writing)
    } catch {
      throw Failure(.io, "\(error).")
    }
    let messages = try read(output, count: urls.count)
    guard child.wait() == .exited(status: 0) else {
      throw Failure(
        .io, messages.isEmpty ? "\(Self.program) crashed." : messages.joined(separator: "\n"))
    }
  }

  /// Reads the results up to the end.
  ///
  /// - Returns: Lines that are not results.
  private func read(_ output: OwnedDescriptor, count: Int) throws -> [String] {
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var messages: [String] = []
    var cache: OwnedDescriptor?
    var done = 0
    while true {
      let part = Glibc.read(output.raw, &buffer, buffer.count)
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { break }
      rest += buffer[..<part]
      var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      rest = lines.popLast().map(Array.init) ?? []
      for line in lines {
        guard let json = try? JSON(parsing: Array(line)) else {
          messages.append(printable(String(decoding: line, as: UTF8.self)))
          continue
        }
        if let path = json["cache"]?.string {
          cache = try? OwnedDescriptor.open(path, O_RDONLY | O_DIRECTORY)
        } else if let cache, let fetched = try? FetchedSource(json: json) {
          known.add(fetched.url, fetched.source, in: cache)
          done += 1
          console.progress("\(done) of \(count) URLs …")
        }
      }
    }
    return messages
  }
}

extension PreparedJob {
  /// Whether its text has a URL anywhere: most have none, and need not be read for them.
  fileprivate var namesURL: Bool {
    let mark = Array("://".utf8)
    return document.indices.dropLast(2).contains {
      document[$0] == mark[0] && document[$0 + 1] == mark[1] && document[$0 + 2] == mark[2]
    }
  }
}
