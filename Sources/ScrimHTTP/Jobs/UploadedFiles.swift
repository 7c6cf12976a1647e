import ScrimJSON
import ScrimLinux
import ScrimRecords

/// The files of a bundle that arrives: `job.json`, and those that it names, each in memory.
///
/// Their names are those of a bundle: relative, without `..`, hidden names and control characters, each once.
struct UploadedFiles {
  /// What they arrive in, for messages: "tar archive".
  let container: String
  private var document: [UInt8]?
  private var files: [(place: String, file: OwnedDescriptor)] = []
  private var places: Set<String> = []

  private static let mostFiles = 100
  private static let deepest = 16
  private static let longestPlace = 255

  init(in container: String) {
    self.container = container
  }

  /// How many have begun.
  var count: Int { places.count }

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: Its name as it was sent.
  ///   - bytes: How many it has.
  /// - Returns: Its place in the bundle.
  /// - Throws: A problem if it may not be there.
  mutating func begin(_ path: String, bytes: Int) throws(Problem) -> String {
    let place = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    let components = place.split(separator: "/", omittingEmptySubsequences: false)
    guard components.allSatisfy({ DropName.isFileName(String($0)) }),
      components.count <= Self.deepest, place.utf8.count <= Self.longestPlace,
      place != BundleFile.options
    else {
      throw invalid(
        "\(quoted(place)) is not the path of a file in a bundle: relative, without hidden names.")
    }
    guard places.insert(place).inserted else { throw invalid("it has \(quoted(place)) twice.") }
    guard places.count <= Self.mostFiles else {
      throw invalid("it has more than \(Self.mostFiles) files.")
    }
    for other in places where place.hasPrefix("\(other)/") || other.hasPrefix("\(place)/") {
      throw invalid("\(quoted(place)) and \(quoted(other)) cannot both be files.")
    }
    guard place != BundleFile.document || bytes <= JSONLimits.standard.bytes else {
      throw invalid("\(place) has more than \(JSONLimits.standard.bytes) bytes.")
    }
    return place
  }

  /// Ends a file that was begun.
  ///
  /// - Throws: A problem if there is no memory.
  mutating func add(_ content: [UInt8], as place: String) throws(Problem) {
    guard place != BundleFile.document else {
      document = content
      return
    }
    do throws(SystemError) {
      files.append((place, try MemoryFile.sealed("bundle", content)))
    } catch {
      throw .unavailable("\(error).", retryAfter: 5)
    }
  }

  /// - Returns: `job.json`, and the other files with their places.
  /// - Throws: A problem without `job.json`.
  func finish() throws(Problem) -> (
    document: [UInt8], files: [(place: String, file: OwnedDescriptor)]
  ) {
    guard let document else { throw invalid("it has no \(BundleFile.document).") }
    return (document, files)
  }

  func invalid(_ detail: String) -> Problem {
    Problem(
      400, "invalid-bundle", "The bundle is not valid", detail: "The \(container): \(detail)")
  }
}
