/// Every address of the service with its methods: what is answered, what `Allow` says, and what ``OpenAPI`` describes.
enum Route: CaseIterable {
  case image, variantImage, health, metrics, openAPI, templates, schema, jobs, job, output, events

  /// What a method of an address does.
  struct Operation {
    let method: ServiceRequest.Method
    let summary: String
    /// The status of success, and the media types of its body.
    let status: Int
    var types: [String] = []
    /// Statuses of problems, besides those of every request.
    var problems: [Int] = []
  }

  /// As OpenAPI writes it: each name in braces is one step, of an output several.
  var path: String {
    switch self {
    case .image: "/t/{template}/{payload}.{format}"
    case .variantImage: "/t/{template}/{variant}/{payload}.{format}"
    case .health: "/health"
    case .metrics: "/metrics"
    case .openAPI: "/openapi.json"
    case .templates: "/templates"
    case .schema: "/templates/{template}/schema"
    case .jobs: "/jobs"
    case .job: "/jobs/{id}"
    case .output: "/jobs/{id}/outputs/{name}"
    case .events: "/jobs/{id}/events"
    }
  }

  /// Whether a request needs a secret of a key.
  var needsKey: Bool {
    switch self {
    case .image, .variantImage, .health: false
    case .metrics, .openAPI, .templates, .schema, .jobs, .job, .output, .events: true
    }
  }

  /// Whether it exists with a spool or a queue only.
  var isOfJobs: Bool {
    switch self {
    case .jobs, .job, .output, .events: true
    case .image, .variantImage, .health, .metrics, .openAPI, .templates, .schema: false
    }
  }

  var operations: [Operation] {
    switch self {
    case .image, .variantImage:
      [
        Operation(
          method: .get, summary: "The image of a signed link, or with .json its report.",
          status: 200, types: LinkFormat.allCases.map(\.type) + ["application/json"],
          problems: [403, 404, 410, 422, 424, 429, 500, 503])
      ]
    case .health:
      [
        Operation(
          method: .get, summary: "Whether images can be rendered.", status: 200,
          types: ["application/json"], problems: [503])
      ]
    case .metrics:
      [
        Operation(
          method: .get, summary: "Figures of all keys for Prometheus.", status: 200,
          types: ["text/plain"], problems: [403])
      ]
    case .openAPI:
      [
        Operation(
          method: .get, summary: "This description.", status: 200, types: ["application/json"])
      ]
    case .templates:
      [
        Operation(
          method: .get, summary: "The installed templates.", status: 200,
          types: ["application/json"])
      ]
    case .schema:
      [
        Operation(
          method: .get, summary: "JSON Schema of a template's inputs.", status: 200,
          types: ["application/schema+json"], problems: [404])
      ]
    case .jobs:
      [
        Operation(
          method: .post, summary: "Submits a job; with wait, answers with its result.", status: 202,
          types: ["application/json"], problems: [403, 404, 408, 413, 415, 422, 429, 503])
      ]
    case .job:
      [
        Operation(
          method: .get, summary: "What a job is at.", status: 200, types: ["application/json"],
          problems: [404, 503]),
        Operation(
          method: .delete, summary: "Cancels a job, or deletes its results.", status: 204,
          problems: [404, 409, 503]),
      ]
    case .output:
      [
        Operation(
          method: .get, summary: "An output of a job.", status: 200,
          types: LinkFormat.allCases.map(\.type) + ["application/x-ndjson"],
          problems: [404, 409, 503])
      ]
    case .events:
      [
        Operation(
          method: .get, summary: "Events of a job until its end.", status: 200,
          types: ["text/event-stream"], problems: [404, 429, 503])
      ]
    }
  }

  func has(_ method: ServiceRequest.Method) -> Bool {
    operations.contains { $0.method == method }
  }

  /// As in the field `Allow`.
  var allowed: String {
    operations.map { operation in
      switch operation.method {
      case .get: "GET, HEAD"
      case .post: "POST"
      case .delete: "DELETE"
      }
    }.joined(separator: ", ")
  }

  /// The address that a path is one of; of a link only the beginning is read.
  init?(path: String) {
    if path.hasPrefix(ImageLink.prefix) {
      self = .image
      return
    }
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    let route = Self.allCases.first { route in
      let pattern = route.path.split(separator: "/", omittingEmptySubsequences: false)
      guard steps.count == pattern.count || route == .output && steps.count > pattern.count else {
        return false
      }
      return zip(pattern, steps).allSatisfy { pattern, step in
        pattern.first == "{" ? !step.isEmpty : pattern == step
      }
    }
    guard let route else { return nil }
    self = route
  }
}
