import Glibc
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords

/// What was fetched for a URL, with what the server said about its use.
struct CachedSource: Record {
  var url = ""
  var etag: String?
  var lastModified: String?
  /// Until when it may be used without asking the server; milliseconds since 1970.
  var freshUntil = 0
  var source = PinnedSource()

  mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("url", &url)
    try fields.optional("etag", &etag)
    try fields.optional("lastModified", &lastModified)
    try fields.required("freshUntil", &freshUntil, in: 0 ... .max)
    try fields.required("source", &source)
  }
}

/// The user's cache of sources: files named by their SHA-256 in `sources/`, and in `urls/` what is known of each URL.
///
/// Several processes may use it: files appear by renaming, and are not changed after that.
struct SourceCache {
  private let folder: Folder
  private let sources: Folder
  private let urls: Folder

  private static let longestEntry = 1 << 16
  /// Files that a killed process left are deleted after this time, nanoseconds.
  private static let longestPart = 86_400 * 1_000_000_000

  /// - Parameter path: The folder, which is made if it is not there.
  /// - Throws: `SystemError`.
  init(at path: String) throws(SystemError) {
    var made = ""
    for step in path.split(separator: "/") {
      made += "/\(step)"
      try Self.makeFolder(made)
    }
    for name in ["sources", "urls"] { try Self.makeFolder("\(path)/\(name)") }
    folder = try Folder.open(path: path)
    sources = try folder.folder("sources")
    urls = try folder.folder("urls")
  }

  private static func makeFolder(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw SystemError.current("make the folder \(path)")
    }
  }

  /// The folder of the settings, or of the user's environment; `nil` if none is known.
  static func path(_ settings: FetchSettings) -> String? {
    if !settings.cacheFolder.isEmpty { return settings.cacheFolder }
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return (variable("XDG_CACHE_HOME") ?? variable("HOME").map { "\($0)/.cache" })
      .map { "\($0)/scrim" }
  }

  /// What is known of a URL, with a file that has the bytes of its digest; `nil` if there is none.
  func entry(_ url: String) throws(SystemError) -> CachedSource? {
    let name = try Self.name(url)
    guard try urls.has(name), let bytes = try? urls.read(name, limit: Self.longestEntry),
      let json = try? JSON(parsing: bytes), let entry = try? CachedSource(json: json),
      entry.url == url, let file = entry.source.file,
      let opened = try? folder.descriptor.open(beneath: file, O_RDONLY | O_NONBLOCK),
      try Digest.sha256(of: opened, named: file) == entry.source.sha256
    else { return nil }
    // The last use decides what is deleted first.
    futimens(opened.raw, nil)
    return entry
  }

  func store(_ entry: CachedSource) throws(SystemError) {
    try urls.write(entry.json.bytes(), as: try Self.name(entry.url), isFlushed: false)
  }

  private static func name(_ url: String) throws(SystemError) -> String {
    "\(try Digest.sha256(of: Array(url.utf8))).json"
  }

  /// A file that is being received.
  struct Part {
    let name: String
    let file: OwnedDescriptor
  }

  func makePart() throws(SystemError) -> Part {
    let name = ".\(RandomName.make(characters: 16)).part"
    return Part(name: name, file: try sources.open(name, O_RDWR | O_CREAT | O_EXCL, mode: 0o600))
  }

  func discard(_ part: Part) { try? sources.removeFile(part.name) }

  /// Takes a file that was received.
  ///
  /// - Returns: Its path below the folder, and its digest.
  /// - Throws: ``FetchError`` if it is of no type that is allowed; `SystemError`.
  func take(_ part: Part) throws -> PinnedSource {
    let type = try SourceType(part.file.bytes(at: 0, count: SourceType.head, of: part.name))
    let digest = try Digest.sha256(of: part.file, named: part.name)
    let name = "\(digest).\(type.ending)"
    try sources.replace(part.name, to: sources, as: name)
    var source = PinnedSource()
    source.file = "sources/\(name)"
    source.sha256 = digest
    source.type = type.rawValue
    return source
  }

  /// Deletes what was not used for the longest time, until the files have no more than these bytes.
  ///
  /// - Parameters:
  ///   - bytes: The limit.
  ///   - start: What was used since this time stays; nanoseconds since 1970.
  /// - Throws: `SystemError`.
  func prune(to bytes: Int, usedSince start: Int) throws(SystemError) {
    var files: [(name: String, bytes: Int, time: Int)] = []
    for name in try sources.names() {
      guard let about = try sources.status(of: name) else { continue }
      let time = about.st_mtim.tv_sec * 1_000_000_000 + about.st_mtim.tv_nsec
      if name.hasSuffix(".part") {
        if time < start - Self.longestPart { try? sources.removeFile(name) }
      } else {
        files.append((name, Int(about.st_size), time))
      }
    }
    var total = files.reduce(0) { $0 + $1.bytes }
    var removed: Set<String> = []
    for file in files.sorted(by: { $0.time < $1.time }) where total > bytes && file.time < start {
      try? sources.removeFile(file.name)
      removed.insert("sources/\(file.name)")
      total -= file.bytes
    }
    guard !removed.isEmpty else { return }
    for name in try urls.names() {
      guard let bytes = try? urls.read(name, limit: Self.longestEntry),
        let json = try? JSON(parsing: bytes), let entry = try? CachedSource(json: json),
        entry.source.file.map(removed.contains) != true
      else {
        try? urls.removeFile(name)
        continue
      }
    }
  }
}
