import Glibc
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
  /// The declarations of its inputs, as the document has them.
  package let inputs: [(name: String, declaration: JSON)]
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
    guard let inputs = content["inputs"]?.object else {
      throw Unusable(
        reason: "\(BundleFile.document) is not a template: it has no \"inputs\"; {} is for none")
    }
    self.inputs = inputs.filter { !$0.isAnnotation }.map { ($0.key, JSON($0.value)) }
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
    let errors = unknownInputs(in: values, at: ["i"])
    guard errors.isEmpty else { throw .job(errors) }
    let members = (values.object ?? []).map { member in
      JSON.Member(input(member.key)?.declaration["column"]?.string ?? member.key, member.value)
    }
    return JSON.object(members).bytes() + [UInt8(ascii: "\n")]
  }

  private func input(_ name: String) -> (name: String, declaration: JSON)? {
    // By bytes: Swift compares strings by canonical equivalence.
    inputs.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// An error for each value that no input takes.
  private func unknownInputs(in values: JSON, at path: [PathElement]) -> [Diagnostic] {
    (values.object ?? []).filter { input($0.key) == nil }.map { member in
      let names = inputs.map(\.name)
      let hint =
        nearest(to: member.key, in: names).map { "Did you mean \(quoted($0))?" }
        ?? (names.isEmpty ? "It has none." : "It has \(names.joined(separator: ", ")).")
      return Diagnostic(
        code: "unknown-input",
        message: "the template has no input \(quoted(member.key)). \(hint)",
        path: path + [.key(member.key)])
    }
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
      guard let input = input(member.key) else {
        errors += unknownInputs(in: .object([.init(member.key, .null)]), at: path).map { error in
          var error = error
          error.position = member.keyPosition
          return error
        }
        continue
      }
      let kind = input.declaration["type"]?.string ?? ""
      guard isText, Self.textTypes.contains(kind), member.value.string == nil else { continue }
      errors.append(
        Diagnostic(
          code: "wrong-kind", message: "expected a string, not \(member.value.kind).",
          path: place, position: member.value.position))
    }
    guard errors.isEmpty else { throw .invalidJob(errors) }
  }

  private static let textTypes: Set = ["string", "color", "source"]

  /// The JSON Schema of the inputs, as `i` of a link has them.
  package var schema: JSON {
    let properties = inputs.map { JSON.Member($0.name, Self.schema(of: $0.declaration)) }
    let required = inputs.filter { $0.declaration["default"] == nil }.map { JSON.string($0.name) }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string("\(version)"),
      "type": "object", "properties": .object(properties), "required": .array(required),
      "additionalProperties": false,
    ]
  }

  /// A declaration is JSON Schema but for two types and the names of columns.
  private static func schema(of declaration: JSON) -> JSON {
    guard let members = declaration.object else { return declaration }
    return .object(
      members.compactMap { member in
        switch (member.key, member.value) {
        case ("column", _): nil
        case (let key, _) where key.hasPrefix("//"): nil
        case ("type", "color"), ("type", "source"): .init("type", "string")
        case ("items", let items): .init("items", schema(of: items))
        case ("properties", .object(let inner)):
          .init("properties", .object(inner.map { .init($0.key, schema(of: $0.value)) }))
        default: member
        }
      })
  }

  /// Why a folder is not a template that can be used.
  package struct Unusable: Error {
    package let reason: String
  }
}
