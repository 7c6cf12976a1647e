import ScrimJSON

extension ImageService {
  /// The answers that are not images; `nil` for an image.
  func page(_ request: ServiceRequest, _ route: Route) throws(Problem) -> Answer? {
    if route == .image { return nil }
    guard request.query == nil else { throw .notFound }
    let key = route.needsKey ? try bearer(of: request) : nil
    switch route {
    case .health:
      let status: JSON = ["status": .string(isReady ? "ok" : "unavailable")]
      return Answer(type: "application/json", status.bytes(), status: isReady ? 200 : 503)
    case .metrics:
      guard key?.metrics == true else { throw .forbidden }
      return Answer(type: "text/plain; version=0.0.4; charset=utf-8", Array(metrics.utf8))
    case .openAPI:
      let document = OpenAPI.document(catalog.all, hasJobs: jobs != nil)
      return Answer(type: "application/json", document.bytes(pretty: true))
    case .templates:
      let list = catalog.all.map { template -> JSON in
        .object([
          .init("template", .string("\(template.version)")),
          .init("variants", .array(template.variants.map(JSON.string))),
          .init("schema", .string("/templates/\(template.version)/schema")),
        ])
      }
      return Answer(type: "application/json", JSON.array(list).bytes(pretty: true))
    case .schema:
      let steps = request.path.split(separator: "/")
      guard let version = TemplateVersion(steps[1]), let template = catalog[version] else {
        throw .notFound
      }
      return Answer(type: "application/schema+json", template.schema.bytes(pretty: true))
    case .image, .variantImage, .jobs, .job, .output, .events: throw .notFound
    }
  }
}
