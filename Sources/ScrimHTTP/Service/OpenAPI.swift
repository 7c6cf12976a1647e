import ScrimJSON
import ScrimRecords

/// The service as an OpenAPI 3.1 document: the table of its addresses, and the inputs of the installed templates.
enum OpenAPI {
  /// - Parameters:
  ///   - templates: The installed templates.
  ///   - hasJobs: Whether jobs are taken.
  /// - Returns: The document.
  static func document(_ templates: [InstalledTemplate], hasJobs: Bool) -> JSON {
    let routes = Route.allCases.filter { hasJobs || !$0.isOfJobs }
    let schemas =
      [JSON.Member("problem", problem)] + templates.map { .init($0.schemaName, $0.schema) }
    return [
      "openapi": "3.1.0",
      "info": ["title": "scrim-http", "version": .string(Release.number)],
      "paths": .object(routes.map { .init($0.path, path($0, templates)) }),
      "components": [
        "schemas": .object(schemas),
        "securitySchemes": ["key": ["type": "http", "scheme": "bearer"]],
      ],
    ]
  }

  private static func path(_ route: Route, _ templates: [InstalledTemplate]) -> JSON {
    .object(
      route.operations.map { operation in
        var members: [JSON.Member] = [.init("summary", .string(operation.summary))]
        members.append(.init("parameters", .array(parameters(of: route, operation))))
        if operation.method == .post { members.append(.init("requestBody", body(templates))) }
        members.append(.init("responses", .object(responses(of: route, operation))))
        if route.needsKey { members.append(.init("security", [["key": []]])) }
        return .init(operation.method.name, .object(members))
      })
  }

  // MARK: Parameters

  private static func parameters(of route: Route, _ operation: Route.Operation) -> [JSON] {
    let names = route.path.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
    var all = names.map { parameter($0, in: "path", isRequired: true, schema(ofParameter: $0)) }
    switch (route, operation.method) {
    case (.image, _), (.variantImage, _):
      all.append(parameter("s", in: "query", isRequired: true, ["type": "string"]))
    case (.jobs, .post):
      all.append(
        parameter(
          "wait", in: "query",
          ["type": "integer", "minimum": 1, "maximum": .integer(Upload.longestWait)]))
      all.append(
        parameter(
          "Idempotency-Key", in: "header",
          [
            "type": "string", "minLength": 1,
            "maxLength": .integer(SubmissionOptions.keyLengths.upperBound),
          ]))
    default: break
    }
    return all
  }

  private static func parameter(
    _ name: String, in place: String, isRequired: Bool = false, _ schema: JSON
  ) -> JSON {
    [
      "name": .string(name), "in": .string(place), "required": .boolean(isRequired),
      "schema": schema,
    ]
  }

  private static func schema(ofParameter name: String) -> JSON {
    name == "format"
      ? [
        "type": "string",
        "enum": .array(
          ["", ".json"].flatMap { end in LinkFormat.allCases.map { .string($0.ending + end) } }),
      ]
      : ["type": "string"]
  }

  // MARK: Bodies

  private static func body(_ templates: [InstalledTemplate]) -> JSON {
    let document: JSON = ["type": "object", "required": ["scrim", "layers"]]
    let requests = templates.map { template -> JSON in
      let inputs: JSON = ["$ref": .string("#/components/schemas/\(template.schemaName)")]
      return [
        "type": "object",
        "properties": [
          "template": ["const": .string("\(template.version)")], "inputs": inputs,
          "data": ["type": "array", "minItems": 1, "items": inputs],
        ], "required": ["template"], "additionalProperties": false,
      ]
    }
    return [
      "required": true,
      "content": [
        "application/json": ["schema": ["oneOf": .array([document] + requests)]],
        "application/x-tar": [:],
        "multipart/form-data": ["schema": ["type": "object", "required": ["job.json"]]],
      ],
    ]
  }

  private static func responses(of route: Route, _ operation: Route.Operation) -> [JSON.Member] {
    var all = [JSON.Member("\(operation.status)", response("Success.", operation.types))]
    if operation.method == .post {
      let types = LinkFormat.allCases.map(\.type) + ["application/json"]
      all.append(.init("200", response("The result, with wait.", types)))
    }
    if route == .image || route == .variantImage {
      all.append(.init("304", response("The client has the image.", [])))
    }
    let statuses = Set(operation.problems + [400] + (route.needsKey ? [401] : []))
    let content: JSON = [
      "application/problem+json": ["schema": ["$ref": "#/components/schemas/problem"]]
    ]
    for status in statuses.sorted() {
      all.append(.init("\(status)", ["description": "A problem.", "content": content]))
    }
    return all
  }

  private static func response(_ description: String, _ types: [String]) -> JSON {
    guard !types.isEmpty else { return ["description": .string(description)] }
    return [
      "description": .string(description),
      "content": .object(types.map { .init($0, [:]) }),
    ]
  }

  /// RFC 9457, with the errors of a job.
  private static let problem: JSON = [
    "type": "object",
    "properties": [
      "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
      "detail": ["type": "string"],
      "errors": [
        "type": "array",
        "items": [
          "type": "object",
          "properties": [
            "path": ["type": "string"], "pointer": ["type": "string"],
            "line": ["type": "integer"], "column": ["type": "integer"],
            "message": ["type": "string"], "code": ["type": "string"],
          ], "required": ["message", "code"],
        ],
      ],
    ], "required": ["type", "title", "status"],
  ]
}

extension InstalledTemplate {
  /// Names of OpenAPI have no @, and names of templates no full stop.
  fileprivate var schemaName: String { "\(version.name).\(version.version)" }
}

extension ServiceRequest.Method {
  fileprivate var name: String {
    switch self {
    case .get: "get"
    case .post: "post"
    case .delete: "delete"
    }
  }
}
