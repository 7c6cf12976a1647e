import Glibc
package import ScrimDocument
package import ScrimJSON
package import ScrimLinux
import ScrimProtocol
package import ScrimWorkerClient
package import SystemPackage

/// A job on disk: a document of its own, or a bundle, a folder with `job.json` in it.
package struct JobFile {
  /// The name without folder and extension, by which pictures and reports are named.
  package private(set) var name: String
  /// The document as the user would name it, for messages.
  package let documentPath: String
  /// The folder from which `assets` and the names of sources start.
  package let folder: FilePath
  package let isBundle: Bool
  package var bytes: [UInt8]
  /// Where its files may be. The user of a command may read what they may read: absolute names lead anywhere.
  package private(set) var roots = SourceRoots(
    allowed: ["/"], files: RenderLimits.standard.inputs,
    fileBytes: RenderLimits.standard.inputBytes)
  /// ``folder``, if it is open.
  private var descriptor: OwnedDescriptor?

  /// The longest document, and what to do with a longer one.
  private static func tooLong(_ document: String) -> Failure {
    Failure(
      .dataError,
      "\(document) exceeds the limit of \(JSONLimits.standard.bytes) bytes for a job.")
  }

  /// The job's path that stands for a document on standard input.
  package static let standardInput = "-"

  /// - Parameters:
  ///   - path: A document, the folder of a bundle, or - for a document on standard input.
  ///   - name: The name of a job on standard input; default: `job`.
  /// - Throws: A ``Failure`` when there is no such file or it can't be read.
  package init(at path: String, orStandardInputAs name: String?) throws {
    guard path == Self.standardInput else {
      try self.init(at: path)
      return
    }
    let input: OwnedDescriptor
    do { input = try .standardInput() } catch { throw Failure(.io, "\(error).") }
    try self.init(standardInput: input, name: name ?? "job")
  }

  /// Reads a document from standard input; its sources are relative to the current folder.
  ///
  /// - Throws: A ``Failure`` if it cannot be read.
  package init(standardInput: OwnedDescriptor, name: String = "job") throws {
    self.name = name
    documentPath = "<standard input>"
    folder = "."
    isBundle = false
    do {
      bytes = try standardInput.readStream(limit: JSONLimits.standard.bytes, of: documentPath)
    } catch {
      throw error.code == .fileTooLarge ? Self.tooLong(documentPath) : Failure(.io, "\(error).")
    }
  }

  /// A document that was read already.
  ///
  /// - Parameters:
  ///   - document: Its text.
  ///   - name: See ``name``.
  ///   - path: See ``documentPath``.
  ///   - folder: Where `assets` and the names of sources start.
  ///   - isBundle: Whether the folder is a bundle's.
  ///   - roots: Where its files may be.
  package init(
    _ document: [UInt8], name: String, path: String, in folder: OwnedDescriptor, isBundle: Bool,
    roots: SourceRoots
  ) {
    self.name = name
    documentPath = path
    self.folder = FilePath(path).removingLastComponent()
    self.isBundle = isBundle
    bytes = document
    self.roots = roots
    descriptor = folder
  }

  /// - Parameter path: A document, or the folder of a bundle.
  /// - Throws: A ``Failure`` when there is no such file or it can't be read.
  package init(at path: String) throws {
    let path = FilePath(path)
    isBundle = FileStatus(of: path)?.isFolder ?? false
    let document = isBundle ? path.appending("job.json") : path
    documentPath = document.string
    let parent = path.removingLastComponent()
    folder = isBundle ? path : parent.isEmpty ? "." : parent
    guard let last = path.lexicallyNormalized().lastComponent?.string, last != ".." else {
      throw Failure(.missing, "\(path) is not a job: name its document or its folder.")
    }
    name = Self.name(of: last)
    bytes = try Self.read(document, isBundle: isBundle)
  }

  /// The name of the job at a path, whether or not it can be read.
  package static func name(at path: String) -> String {
    FilePath(path).lexicallyNormalized().lastComponent.map { name(of: $0.string) } ?? path
  }

  private static func name(of file: String) -> String {
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return file }
    return String(file[..<dot])
  }

  private static func read(_ document: FilePath, isBundle: Bool) throws -> [UInt8] {
    if let kind = FileStatus(of: document)?.kind, kind != .file {
      throw Failure(.missing, "\(document) is not a job: it is \(kind.rawValue), not a file.")
    }
    // O_NONBLOCK: if it is a pipe meanwhile, opening does not wait for a writer.
    let number = open(document.string, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else {
      let error = Errno(rawValue: errno)
      guard !document.string.unicodeScalars.contains("\u{FFFD}") else {
        throw Failure(.missing, "\(document): no such file (job names must be UTF-8).")
      }
      guard error == .noSuchFileOrDirectory else {
        throw Failure(.io, "\(document) cannot be read: \(error).")
      }
      throw Failure(
        .missing,
        isBundle
          ? "\(document): no such file; a bundle needs a job.json."
          : "\(document): no such file.")
    }
    do {
      return try OwnedDescriptor(owning: number)
        .readAll(limit: JSONLimits.standard.bytes, of: document.string)
    } catch {
      guard error.code != .fileTooLarge else { throw tooLong(document.string) }
      throw Failure(.io, "\(error).")
    }
  }

  /// The folder, for reading.
  ///
  /// - Throws: A ``Failure``.
  package func openFolder() throws -> OwnedDescriptor {
    if let descriptor { return descriptor }
    let number = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw Failure(.io, "\(folder) cannot be opened.") }
    return OwnedDescriptor(owning: number)
  }

  /// The job that a template in this file gave.
  package func evaluated(_ prepared: PreparedJob) -> JobFile {
    var job = self
    job.name = prepared.about.name
    job.bytes = prepared.document
    return job
  }

  /// The document, if it can be read at all.
  package func document() throws(Diagnostic) -> Node {
    try Node.parse(bytes)
  }
}
