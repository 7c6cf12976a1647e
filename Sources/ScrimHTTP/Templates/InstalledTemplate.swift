import Glibc
import ScrimDocument
package import ScrimJSON
package import ScrimLinux
import ScrimRecords

/// A template in the templates folder, read once: the files of a version do not change.
package struct InstalledTemplate: Sendable {
  package let version: TemplateVersion
  package let folder: Folder
  package let document: [UInt8]
  /// Of all its files, 64 hexadecimal digits.
  package let digest: String
  /// None if the template has none.
  package let variants: [String]
  private let inputs: InputDeclarations
  /// The document's file as it was read.
  private let identity: FileVersion?

  /// Reads a template.
  ///
  /// - Throws: ``Unusable``.
  package init(_ version: TemplateVersion, in parent: Folder) throws(Unusable) {
    self.version = version
    let content: Node
    do {
      folder = try parent.folder("\(version)")
      document = try folder.read(BundleFile.document, limit: JSONLimits.standard.bytes)
      digest = try Digest.sha256(ofBundle: folder)
      identity = try folder.status(of: BundleFile.document).map(FileVersion.init)
    } catch {
      throw Unusable(reason: "\(error)")
    }
    do {
      content = try Node.parse(document)
    } catch {
      throw Unusable(reason: error.text(file: BundleFile.document))
    }
    guard let inputs = InputDeclarations(of: content) else {
      throw Unusable(
        reason: "\(BundleFile.document) is not a template: it has no \"inputs\"; {} is for none")
    }
    self.inputs = inputs
    variants = (content["variants"]?.array ?? []).compactMap { $0["variant"]?.string }
  }

  /// Whether the document is still the one that was read.
  package var isUnchanged: Bool {
    (try? folder.status(of: BundleFile.document)).flatMap { $0 }.map(FileVersion.init) == identity
  }

  /// The line of data that gives these values to the inputs: with the name of the column of each.
  ///
  /// - Parameter values: An object.
  /// - Returns: JSON, with a line feed.
  /// - Throws: An error for each value that no input takes.
  package func row(of values: JSON) throws(Problem) -> [UInt8] {
    let errors = inputs.unknown(in: values, at: ["i"])
    guard errors.isEmpty else { throw .job(errors) }
    return inputs.row(of: values).bytes() + [UInt8(ascii: "\n")]
  }

  /// Checks values before the worker converts them: their names, and that texts are strings.
  ///
  /// - Parameters:
  ///   - values: An object of a body.
  ///   - path: Where it is there.
  ///   - isText: Whether the worker is given texts, which it takes for strings, whatever they were.
  /// - Throws: A problem with all errors.
  func check(_ values: Node, at path: [PathElement], isText: Bool = false) throws(Problem) {
    var errors: [Diagnostic] = []
    for member in values.object ?? [] where !member.isAnnotation {
      let place = path + [.key(member.key)]
      guard let declaration = inputs.declaration(of: member.key) else {
        errors += inputs.unknown(in: .object([.init(member.key, .null)]), at: path).map { error in
          var error = error
          error.position = member.keyPosition
          return error
        }
        continue
      }
      let kind = declaration["type"]?.string ?? ""
      guard isText, Self.textTypes.contains(kind), member.value.string == nil else { continue }
      errors.append(
        Diagnostic(
          code: "wrong-kind", message: "expected a string, not \(member.value.kind).",
          path: place, position: member.value.position))
    }
    guard errors.isEmpty else { throw .invalidJob(errors) }
  }

  private static let textTypes: Set = ["string", "color", "source"]

  /// The declaration of an input; `nil` if there is none of this name.
  package func declaration(ofInput name: String) -> JSON? { inputs.declaration(of: name) }

  /// The JSON Schema of the inputs, as `i` of a link has them.
  package var schema: JSON { inputs.schema(title: "\(version)") }

  /// Why a folder is not a template that can be used.
  package struct Unusable: Error {
    package let reason: String
  }
}
