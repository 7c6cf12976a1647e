import ArgumentParser
import Glibc
import ScrimCommand
import ScrimHTTP
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimService
import ScrimWorkerClient
import SystemPackage

struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Installs a template for links.",
    discussion: """
      Copies the template with its files into the templates folder; the running service takes it within two seconds. \
      The files of a version never change: other files need another version. Of a document the files that its text \
      names are copied; a bundle folder is copied completely, so that inputs can name any of its files.

      Example:
        scrim-http install card.json card@1
      """)

  @OptionGroup var options: ConfigurationOptions<HTTPConfiguration>

  @Argument(help: "Template: a JSON document or a bundle folder.", completion: .file())
  var path: String

  @Argument(help: "NAME@VERSION.")
  var version: String

  @OptionGroup(title: "Options for sources by URL") var fetching: FetchOptions

  func run() throws {
    guard let version = TemplateVersion(version) else {
      throw ValidationError("\(quoted(version)): expected \(TemplateVersion.expectation).")
    }
    let configuration = try options.read()
    do {
      try install(version, into: FilePath(configuration.templates))
    } catch let failure as Failure {
      HTTPConfiguration.program.complain(failure.message)
      throw failure.status.code
    }
  }

  private func install(_ version: TemplateVersion, into folder: FilePath) throws {
    let job = try JobFile(at: path)
    guard TemplateFile.isTemplate(job) else {
      // A document with errors of syntax is no template, either: they come first.
      do { _ = try job.document() } catch {
        throw Failure(.dataError, error.text(file: job.documentPath))
      }
      throw Failure(
        .dataError, "\(job.documentPath) is not a template: it has no \"inputs\"; {} is for none.")
    }
    try check(job)
    let files = try job.isBundle ? Self.files(of: job) : namedFiles(of: job)
    do throws(Errno) {
      try BundleWriter.install("\(version)", document: job.bytes, files: files, into: folder)
      print("\(folder.appending("\(version)"))")
    } catch {
      switch error {
      case .directoryNotEmpty, .fileExists:
        throw Failure(
          .dataError,
          "\(version) is installed. The files of a version never change: choose another version.")
      case .noSuchFileOrDirectory:
        throw Failure(
          .missing, "\(folder): no such folder; templates.folder in http.toml names it.")
      default: throw Failure(.io, "\(version) cannot be installed in \(folder): \(error).")
      }
    }
  }

  /// Errors that are there whatever the values, and those of the job that the inputs' examples give, if each has one.
  private func check(_ job: JobFile) throws {
    var template = TemplateFile(job)
    template.isSample = true
    let fetcher = SourceFetcher(fetching, Console())
    let worker = try LocalWorker(plugins: [], fetcher: fetcher)
    let opened = try worker.open(template)
    let (reply, jobs) = try worker.prepare(opened, of: template)
    var errors = reply.errors
    for prepared in jobs where prepared.about.errors.isEmpty {
      errors += try worker.validate(prepared, opened, of: template).errors
    }
    guard errors.isEmpty else {
      let lines = errors.map { $0.text(file: job.documentPath) }
      throw Failure(.dataError, lines.joined(separator: "\n"))
    }
  }

  private func namedFiles(of job: JobFile) throws -> [(place: String, file: OwnedDescriptor)] {
    do {
      return try job.openSources(SourceFetcher(fetching, Console()))
    } catch let error as MissingSources {
      let lines = error.diagnostics.map { $0.text(file: job.documentPath) }
      throw Failure(
        .dataError,
        (lines + ["A template whose inputs name files is installed as a bundle folder."])
          .joined(separator: "\n"))
    }
  }

  private static let mostFiles = 4096

  /// All files of a bundle. Anything but files and folders is refused.
  private static func files(of job: JobFile) throws -> [(place: String, file: OwnedDescriptor)] {
    var files: [(place: String, file: OwnedDescriptor)] = []
    func add(_ folder: Folder, _ path: String) throws {
      for name in try folder.names().sorted() {
        let place = path + name
        guard place != BundleFile.document, let about = try folder.status(of: name) else {
          continue
        }
        switch FileKind(about) {
        case .folder: try add(try folder.folder(name), "\(place)/")
        case .file: files.append((place, try folder.open(name, O_RDONLY | O_NONBLOCK)))
        case let kind:
          throw Failure(.dataError, "\(job.folder)/\(place) is \(kind.rawValue), not a file.")
        }
        guard files.count <= mostFiles else {
          throw Failure(.dataError, "\(job.folder) has more than \(mostFiles) files.")
        }
      }
    }
    do {
      try add(try Folder.open(path: job.folder.string), "")
    } catch let error as SystemError {
      throw Failure(.io, "\(error).")
    }
    return files
  }
}
