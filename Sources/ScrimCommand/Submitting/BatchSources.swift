import Glibc
import ScrimDocument
package import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient
import SystemPackage

/// The files that the rows of a batch name, which go along with it.
struct BatchSources {
  /// Each file once, with its place in the bundle.
  private(set) var files: [(place: String, file: OwnedDescriptor)] = []
  private var seen: Set<String> = []
  private let template: TemplateFile
  private let folder: OwnedDescriptor
  private let fetcher: SourceFetcher
  /// Those of all rows, which are fetched together.
  private var urls: Set<String> = []

  /// The most files that the daemon takes with a batch by default.
  private static let mostOfBatch = 4096
  /// Descriptors of this process for the files of one row, which are opened together, and for anything else.
  private static let reserve = RenderLimits().inputs + 64
  /// The most files: no more than this process may have open.
  private let most: Int

  /// - Parameters:
  ///   - template: The template with its data.
  ///   - fetcher: Where the files of URLs come from.
  /// - Throws: A ``Failure``.
  init(_ template: TemplateFile, _ fetcher: SourceFetcher) throws {
    self.template = template
    self.fetcher = fetcher
    let path = template.job.folder
    let number = open(path.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw Failure(.io, "\(path) cannot be opened.") }
    folder = OwnedDescriptor(owning: number)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let open = Int(clamping: limit.rlim_cur) - Self.reserve
    most = min(max(open, 0), Self.mostOfBatch)
  }

  /// Finds the files of all rows. Errors of single rows are those of the batch.
  ///
  /// - Parameters:
  ///   - document: The template.
  ///   - workers: Where workers come from that evaluate it. None is started if all names are in its text.
  ///   - console: Where errors and progress are printed.
  /// - Returns: The errors of the template, or of all its data.
  /// - Throws: A ``Failure``.
  mutating func find(
    in document: Node, _ workers: LocalWorkers, _ console: Console
  ) throws -> [Diagnostic] {
    guard document.namesFilesInRows else {
      try add(document)
      try addFetched()
      return []
    }
    var job = try workers.ready().open(template)
    var rows = 0
    while true {
      let (reply, jobs) = try workers.ready().prepare(job, of: template)
      guard reply.errors.isEmpty else { return reply.errors }
      for prepared in jobs where prepared.about.errors.isEmpty {
        if let document = try? Node.parse(prepared.document) { try add(document) }
      }
      rows += jobs.count
      console.progress("\(rows) rows …")
      guard let next = reply.next else {
        try addFetched()
        return []
      }
      job.request.data?.start = next
    }
  }

  /// Adds the files of all URLs, and the list of them.
  private mutating func addFetched() throws {
    guard !urls.isEmpty else { return }
    files += try fetcher.sources(urls.sorted(), in: template.job).bundle(urls)
  }

  /// The files, with those that are to be fetched and the list of these.
  private var taken: Int { files.count + (urls.isEmpty ? 0 : urls.count + 1) }

  private var tooMany: Failure {
    let limit = most < Self.mostOfBatch ? ", all that this process may have open (ulimit -n)" : ""
    return Failure(
      .dataError,
      "\(template.job.documentPath): the rows name more than \(most) files\(limit): submit them with --rows in parts."
    )
  }

  private mutating func add(_ document: Node) throws {
    urls.formUnion(document.sourceURLs)
    guard taken <= most else { throw tooMany }
    let limits = RenderLimits()
    guard
      document.sources.contains(where: { !seen.contains(Self.key($0.name, document)) })
    else { return }
    let opened = SourceRoots(allowed: ["/"], files: limits.inputs, fileBytes: limits.inputBytes)
      .open(
        document, from: folder, isBundle: template.job.isBundle, pinned: PinnedSources())
    let assets = document.assets.map { $0 + "/" } ?? ""
    for (name, source, _) in opened where !SourceName.isURL(name) {
      let isAbsolute = name.hasPrefix("/")
      let place = isAbsolute ? BundleFile.placeOfAbsolute(name) : assets + name
      // What is missing is an error of its rows; with a step upwards a name might lead out of the bundle.
      guard seen.insert(Self.key(name, document)).inserted, case .open(let file) = source,
        isAbsolute || !place.split(separator: "/").contains("..")
      else { continue }
      guard taken < most else { throw tooMany }
      files.append((place, file))
    }
  }

  private static func key(_ name: String, _ document: Node) -> String {
    name.hasPrefix("/") ? name : "\(document.assets ?? "")\0\(name)"
  }
}

extension Node {
  /// Whether the files that a template names may depend on its values.
  package var namesFilesInRows: Bool {
    let plain: Set<String> = ["string", "number", "integer", "boolean", "color"]
    let inputs = self["inputs"]?.object ?? []
    // Objects and arrays of the data may hold any key.
    if inputs.contains(where: { !plain.contains($0.value["type"]?.string ?? "") }) { return true }
    return (object ?? []).contains { member in
      ["assets", "fonts", "source"].contains(member.key)
        ? member.value.isEvaluated : member.value.hasEvaluatedSource
    }
  }

  private var isEvaluated: Bool {
    if let text = string { return text.contains("${") }
    if let items = array { return items.contains(where: \.isEvaluated) }
    return (object ?? []).contains { member in
      member.key.contains("$") || member.value.isEvaluated
    }
  }

  private var hasEvaluatedSource: Bool {
    for member in object ?? [] {
      if member.key.contains("${") { return true }
      if member.key == "source" {
        guard member.value.string != nil, !member.value.isEvaluated else { return true }
      } else if member.value.hasEvaluatedSource {
        return true
      }
    }
    return (array ?? []).contains(where: \.hasEvaluatedSource)
  }
}
