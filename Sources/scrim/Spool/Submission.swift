import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimSpool
import SystemPackage

/// A job on its way into a spool: a bundle with the document and the files that it names.
///
/// The bundle is built beside its place under a name that the daemon passes over, and appears
/// with one rename once all its bytes are on the disk.
struct Submission {
  /// As the user named it.
  let path: String
  let job: JobFile
  /// Distinguishes this submission's report from those of others of the same name.
  let token: String
  private let document: Node
  private let options: SubmissionOptions

  /// - Parameters:
  ///   - path: The job, as the user named it.
  ///   - job: The job.
  ///   - options: What to ask of the daemon.
  /// - Throws: The first error of its syntax, or a ``Failure`` when no job of its name is taken.
  init(_ path: String, _ job: JobFile, options: SubmissionOptions) throws {
    if let violation = DropName.violation(in: job.name) {
      throw Failure(.dataError, "\(job.documentPath) cannot be submitted: its name \(violation).")
    }
    self.path = path
    self.job = job
    self.options = options
    token = RandomName.make(characters: DropName.tokenLength)
    document = try job.document()
  }

  /// The names that the job's outputs may have.
  var outputNames: OutputNames { OutputNames(document, job: job.name) }

  /// Whether all can be handed over. What changes meanwhile is an error of ``drop(into:)``.
  ///
  /// - Throws: ``MissingSources``, or a ``Failure`` if the job's folder cannot be opened.
  func check() throws { _ = try openSources() }

  /// Puts the bundle into the spool.
  ///
  /// - Parameter spool: The spool's folder.
  /// - Throws: ``MissingSources``, or a ``Failure`` when the spool can't be written to.
  func drop(into spool: FilePath) throws {
    let sources = try openSources()
    do {
      var bundle = try BundleWriter(in: spool)
      do {
        try bundle.add(job.bytes, as: "job.json")
        if !options.isDefault {
          try bundle.add(options.json.bytes(), as: SubmissionOptions.file)
        }
        for (place, file) in sources { try bundle.add(file, as: place) }
        try bundle.finish(as: "\(job.name)@\(token).scrim")
      } catch {
        bundle.discard()
        throw error
      }
    } catch let error as Errno {
      throw Failure(.io, "\(spool.appending("drop")) cannot be written: \(error).")
    }
  }

  /// The files that the document names, each with its place in the bundle. Of those with absolute
  /// names the submitter's are taken along; what they may not read, the daemon may be allowed to.
  private func openSources() throws -> [(place: String, file: OwnedDescriptor)] {
    let number = open(job.folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw Failure(.io, "\(job.folder) cannot be opened.") }
    try checkSteps()
    let limits = RenderLimits()
    let opened = SourceRoots(allowed: ["/"], files: limits.inputs, fileBytes: limits.inputBytes)
      .open(document, from: OwnedDescriptor(owning: number), isBundle: job.isBundle)
    let assets = document.assets.map { $0 + "/" } ?? ""
    var files: [(place: String, file: OwnedDescriptor)] = []
    var diagnostics: [Diagnostic] = []
    for (index, (source, named)) in zip(opened, document.sources).enumerated() {
      let isAbsolute = source.name.hasPrefix("/")
      switch source.source {
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
  private func checkSteps() throws {
    func leaves(_ name: String) -> Bool { name.split(separator: "/").contains("..") }
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
struct MissingSources: Error {
  let diagnostics: [Diagnostic]
}
