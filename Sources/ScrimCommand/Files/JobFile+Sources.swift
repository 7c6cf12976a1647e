import Glibc
package import ScrimDocument
package import ScrimJSON
package import ScrimLinux
import ScrimProtocol
import ScrimWorkerClient
import SystemPackage

extension JobFile {
  /// Opens the files that the job names. Of a template whose expressions give names, these are found by evaluating it.
  ///
  /// - Parameters:
  ///   - settings: The values of a template's inputs.
  ///   - fetcher: Where the files of URLs come from.
  /// - Returns: The files, each once, with their places in a bundle.
  /// - Throws: ``MissingSources`` with the errors of a template, too; a ``Failure``.
  package func openSources(
    with settings: [InputSetting] = [], _ fetcher: SourceFetcher
  ) throws -> [(place: String, file: OwnedDescriptor)] {
    let document = try document()
    guard TemplateFile.isTemplate(self), document.namesFilesInRows else {
      let pinned = try fetcher.sources(of: document, in: self)
      return try openSources(of: document, pinned)
        + (pinned?.bundle(document.sourceURLs) ?? [])
    }
    var template = TemplateFile(self)
    template.settings = settings
    let worker = try LocalWorker(plugins: [])
    let (reply, jobs) = try worker.prepare(worker.open(template), of: template)
    let errors = reply.errors + jobs.flatMap(\.about.errors)
    guard errors.isEmpty else { throw MissingSources(diagnostics: errors) }
    var places: Set<String> = []
    try fetcher.prefetch(jobs, of: self)
    var (all, urls) = (PinnedSources(), Set<String>())
    let files = try jobs.flatMap { prepared in
      do {
        let document = try Node.parse(prepared.document)
        let pinned = try fetcher.sources(of: document, in: self)
        if let pinned {
          all.add(document.sourceURLs, of: pinned)
          urls.formUnion(document.sourceURLs)
        }
        return try openSources(of: document, pinned)
      } catch let error as MissingSources {
        // Without lines: those found are of the evaluated job, not of the template.
        throw MissingSources(
          diagnostics: error.diagnostics.map { found in
            var found = found
            found.position = nil
            return found
          })
      }
    }
    return (files + (urls.isEmpty ? [] : try all.bundle(urls)))
      .filter { places.insert($0.place).inserted }
  }

  /// Opens the files that a document names, each with its place in a bundle. Of those with absolute names the
  /// submitter's are taken along; what they may not read, the daemon may be allowed to.
  ///
  /// - Parameters:
  ///   - document: The job's document.
  ///   - pinned: What was fetched for its URLs.
  /// - Returns: The files with their places, without those of URLs.
  /// - Throws: ``MissingSources``, or a ``Failure`` if the job's folder cannot be opened.
  private func openSources(
    of document: Node, _ pinned: PinnedSources?
  ) throws -> [(place: String, file: OwnedDescriptor)] {
    let own = try openFolder()
    try Self.checkSteps(in: document)
    let opened = roots.open(document, from: own, isBundle: isBundle, pinned: pinned)
    let assets = document.assets.map { $0 + "/" } ?? ""
    var files: [(place: String, file: OwnedDescriptor)] = []
    var diagnostics: [Diagnostic] = []
    for (index, (source, named)) in zip(opened, document.sources).enumerated() {
      let isAbsolute = source.name.hasPrefix("/")
      switch source.source {
      case .open where SourceName.isURL(source.name): continue
      case .open(let file):
        let place =
          isAbsolute ? SourceRoots.placeInBundle(ofAbsolute: index) : assets + source.name
        files.append((place, file))
      case .unavailable(let reason) where !isAbsolute:
        diagnostics.append(
          Diagnostic(
            code: "missing-source", message: reason, path: named.path, position: named.position))
      case .unavailable: break
      }
    }
    guard diagnostics.isEmpty else { throw MissingSources(diagnostics: diagnostics) }
    return files
  }

  /// With a step upwards a name might lead out of the bundle that is being filled.
  private static func checkSteps(in document: Node) throws {
    func leaves(_ name: String) -> Bool {
      !SourceName.isURL(name) && name.split(separator: "/").contains("..")
    }
    var named = document.sources.filter { leaves($0.name) }
    if let assets = document["assets"], let name = assets.string, leaves(name) {
      named.insert(SourceName(name: name, path: ["assets"], position: assets.position), at: 0)
    }
    let diagnostics = named.map {
      Diagnostic(
        code: "invalid-value",
        message: "\(quoted($0.name)) points outside its folder: \"..\" is not allowed.",
        path: $0.path,
        position: $0.position)
    }
    guard diagnostics.isEmpty else { throw MissingSources(diagnostics: diagnostics) }
  }
}

/// Files that a job names and that can't be handed over, or names that lead nowhere.
package struct MissingSources: Error {
  package let diagnostics: [Diagnostic]
}
