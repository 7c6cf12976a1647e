import ScrimJSON
import ScrimLinux

/// A document that a client can read.
enum Resource {
  case jobSchema
  case templateSchema
  case template(String)

  private static let scheme = "scrim://"
  private static let templates = "\(scheme)templates/"

  /// - Returns: `nil` for a URI that is not of any.
  init?(uri: String) {
    switch uri {
    case Self.jobSchema.uri: self = .jobSchema
    case Self.templateSchema.uri: self = .templateSchema
    case _ where uri.hasPrefix(Self.templates):
      self = .template(String(uri.dropFirst(Self.templates.count)))
    default: return nil
    }
  }

  /// The schemas, and the templates.
  static func all(of settings: MCPSettings) -> [Resource] {
    let names = (try? settings.templateFolder().names()) ?? []
    return [.jobSchema, .templateSchema] + names.map(Resource.template)
  }

  /// As in the result of `resources/list`.
  var declaration: JSON {
    [
      "uri": .string(uri), "name": .string(name), "description": .string(description),
      "mimeType": "application/json",
    ]
  }

  private var uri: String {
    switch self {
    case .jobSchema: "\(Self.scheme)schema/job"
    case .templateSchema: "\(Self.scheme)schema/template"
    case .template(let name): Self.templates + name
    }
  }

  private var name: String {
    switch self {
    case .jobSchema: "job schema"
    case .templateSchema: "template schema"
    case .template(let name): name
    }
  }

  private var description: String {
    switch self {
    case .jobSchema: "JSON Schema of jobs; job_schema returns it in parts."
    case .templateSchema: "JSON Schema of templates: jobs with inputs, expressions and operators."
    case .template: "The document of a template."
    }
  }
}
