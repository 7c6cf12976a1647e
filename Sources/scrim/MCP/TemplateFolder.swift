import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import SystemPackage

/// The templates in a folder: documents `NAME.json`, and bundles, folders `NAME` with `job.json`.
struct TemplateFolder {
  private let folder: Folder
  /// Where their files with absolute names may be.
  private let roots: SourceRoots

  private static let ending = ".json"

  init(_ folder: Folder, roots: SourceRoots) {
    self.folder = folder
    self.roots = roots
  }

  /// Names of letters, digits and `-_.@`, sorted; of templates that can be read.
  ///
  /// - Throws: `SystemError` if the folder cannot be listed.
  func names() throws(SystemError) -> [String] {
    let names = try folder.names().map {
      $0.hasSuffix(Self.ending) ? String($0.dropLast(Self.ending.count)) : $0
    }
    return Set(names).filter { ((try? template($0)) ?? nil) != nil }.sorted()
  }

  /// Opens a template.
  ///
  /// - Throws: ``ToolError`` if there is none of this name.
  func open(_ name: String) throws -> Template {
    if let template = try template(name) { return template }
    let names = try names()
    let hint = nearest(to: name, in: names).map { " Did you mean \(quoted($0))?" }
    let list = names.isEmpty ? " There is none." : " There are \(names.joined(separator: ", "))."
    throw ToolError("unknown template \(quoted(name)).\(hint ?? list)")
  }

  /// - Returns: `nil` if there is none of this name: no file, or a document without inputs.
  private func template(_ name: String) throws -> Template? {
    guard Self.isName(name), let found = try file(name) else { return nil }
    return try Template(
      JobFile(
        found.document, name: name, path: found.path, in: found.folder, isBundle: found.isBundle,
        roots: roots))
  }

  private static func isName(_ name: String) -> Bool {
    !name.hasPrefix(".")
      && !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_.@".utf8.contains(byte)
        }
      }
  }

  /// Its document, with the folder from which names of files start; symbolic links that leave the folder of templates
  /// are errors.
  private func file(
    _ name: String
  ) throws -> (document: [UInt8], path: String, folder: OwnedDescriptor, isBundle: Bool)? {
    if let path = try read(name + Self.ending) {
      return (path, name + Self.ending, folder.descriptor, false)
    }
    let path = "\(name)/job.json"
    guard let document = try read(path) else { return nil }
    return (document, path, try folder.descriptor.open(beneath: name, O_RDONLY | O_DIRECTORY), true)
  }

  private func read(_ path: String) throws -> [UInt8]? {
    let file: OwnedDescriptor
    do throws(SystemError) {
      file = try folder.descriptor.open(beneath: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    } catch {
      guard error.code == .noSuchFileOrDirectory || error.code == .notDirectory else { throw error }
      return nil
    }
    guard FileKind(try file.status(of: path)) == .file else { return nil }
    return try file.readAll(limit: JSONLimits.standard.bytes, of: path)
  }
}
