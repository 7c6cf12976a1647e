import Glibc
package import ScrimDocument
import ScrimJSON
package import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient
import SystemPackage

/// `scrim-fetch`, which makes the requests for URLs: of the commands and services, only it links libcurl.
package struct FetchProgram: Sendable {
  /// Options of its command line.
  package let arguments: [String]
  /// What all URLs of a call may take together; `nil` for no limit.
  package let limits: Limits?

  package struct Limits: Sendable {
    package let time: Duration
    /// Of all files.
    package let bytes: Int

    package init(time: Duration, bytes: Int) {
      self.time = time
      self.bytes = bytes
    }
  }

  private static let name = "scrim-fetch"

  /// Where it may be: beside the running program, or with the programs that users do not start.
  private static var places: [String] {
    let here = WorkerProgram.ownFolder()
    return ["\(here)/\(name)", "\(here)/../lib/scrim/\(name)"]
  }

  private static var path: String? { places.first { access($0, X_OK) == 0 } }

  /// Why it cannot be started, as a clause; `nil` if it can be.
  package static var obstacle: String? {
    guard path == nil else { return nil }
    if let file = places.first(where: { access($0, F_OK) == 0 }) {
      return "\(file) is not executable"
    }
    return "\(name) is not installed: there is no \(places.joined(separator: ", "))"
  }

  package init(arguments: [String], limits: Limits? = nil) {
    self.arguments = arguments
    self.limits = limits
  }

  /// Fetches URLs.
  ///
  /// - Parameters:
  ///   - urls: Each once.
  ///   - stop: Once set, it is given up.
  ///   - onResult: Called with the number of results so far.
  /// - Returns: What was fetched for each; one that cannot be fetched, or not within the limits, has an error.
  /// - Throws: A ``Failure`` if nothing can be fetched, or it was given up.
  package func fetch(
    _ urls: [String], stop: ShutdownEvent? = nil, onResult: (_ count: Int) -> Void = { _ in }
  ) throws -> PinnedSources {
    var fetched = PinnedSources()
    // A line break would be another URL.
    for url in urls where url.utf8.contains(where: { $0 < 0x20 }) {
      fetched.add(url, error: "the URL contains a control character")
    }
    let wanted = urls.filter { fetched[$0] == nil }
    guard !wanted.isEmpty else { return fetched }
    let (child, output) = try start(wanted)
    switch try read(output, into: &fetched, stop, onResult) {
    case .complete(let messages):
      guard child.wait() == .exited(status: 0) else {
        throw Failure(
          .io, messages.isEmpty ? "\(Self.name) crashed." : messages.joined(separator: "\n"))
      }
      guard wanted.allSatisfy({ fetched[$0] != nil }) else {
        throw Failure(.io, "\(Self.name) ended before all URLs were fetched.")
      }
    case .beyond(let limit):
      child.kill()
      for url in wanted where fetched[url] == nil { fetched.add(url, error: limit) }
    case .stopped:
      child.kill()
      throw Failure(.io, "\(Self.name) was stopped.")
    }
    return fetched
  }

  private func start(_ urls: [String]) throws -> (ChildProcess, output: OwnedDescriptor) {
    guard let path = Self.path else {
      throw Failure(
        .missing, "a source is a URL, which \(Self.name) fetches; \(Self.obstacle ?? "").")
    }
    let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do { ends = try FileDescriptor.pipe() } catch { throw Failure(.io, "no pipe: \(error).") }
    let output = OwnedDescriptor(owning: ends.readEnd.rawValue)
    let writing = OwnedDescriptor(owning: ends.writeEnd.rawValue)
    do {
      let input = try MemoryFile.sealed("urls", Array(urls.joined(separator: "\n").utf8))
      let names = ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LD_LIBRARY_PATH"]
      let child = try ChildProcess(
        program: path, arguments: arguments,
        environment: ["LANG=C.UTF-8"]
          + names.compactMap { name in environment(name).map { "\(name)=\($0)" } },
        input: input, output: writing)
      return (child, output)
    } catch {
      throw Failure(.io, "\(error).")
    }
  }

  private enum End {
    /// With the lines that are not results.
    case complete([String])
    /// A limit was exceeded: why the other URLs have no result.
    case beyond(String)
    case stopped
  }

  /// Reads the results up to the end.
  private func read(
    _ output: OwnedDescriptor, into fetched: inout PinnedSources, _ stop: ShutdownEvent?,
    _ onResult: (Int) -> Void
  ) throws -> End {
    let deadline = limits.map { ContinuousClock.now + $0.time }
    let watched = [output.raw] + (stop.map { [$0.descriptor.raw] } ?? [])
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var messages: [String] = []
    var cache: OwnedDescriptor?
    var (done, bytes) = (0, 0)
    while true {
      let ready = try Readiness.wait(
        for: watched, timeout: deadline.map { max($0 - .now, .zero) })
      if stop?.isSet == true { return .stopped }
      if let limits, ready.isEmpty {
        return .beyond("the sources were not fetched in \(Int(limits.time / .seconds(1))) s")
      }
      let part = Glibc.read(output.raw, &buffer, buffer.count)
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { return .complete(messages) }
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
        } else if let cache, let result = try? FetchedSource(json: json) {
          if let limits, let file = result.source.file {
            bytes += (try? Self.bytes(of: file, in: cache)) ?? 0
            guard bytes <= limits.bytes else {
              return .beyond("the sources have more than \(limits.bytes) bytes together")
            }
          }
          fetched.add(result.url, result.source, in: cache)
          done += 1
          onResult(done)
        }
      }
    }
  }

  private static func bytes(
    of file: String, in folder: OwnedDescriptor
  ) throws(SystemError) -> Int {
    Int(try folder.open(beneath: file, O_RDONLY | O_NONBLOCK).status(of: file).st_size)
  }
}
