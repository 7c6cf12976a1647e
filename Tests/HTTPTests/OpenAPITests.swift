import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// `/openapi.json`: valid, of the addresses that there are, with the templates' inputs.
@Suite(.enabled(if: RunningService.isExpected)) struct OpenAPITests {
  /// Python with openapi-spec-validator: `make check ONLY=http` has one.
  static let validator = ProcessInfo.processInfo.environment["SCRIM_OPENAPI"]

  private func document(_ service: RunningService) throws -> JSON {
    let answer = try service.get("/openapi.json", [RunningService.authorization])
    #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
    return try JSON(parsing: answer.body)
  }

  @Test(.enabled(if: validator != nil)) func isValid() throws {
    let host = try JobHost()
    let file = try host.service.folder.write(document(host.service).text(), to: "openapi.json")
    let run = try CommandRun(
      "-m", "openapi_spec_validator", "--schema", "3.1", file,
      program: #require(Self.validator))
    #expect(run.status == 0, "\(run)")
  }

  /// Each address answers with a status that is described, and other methods with the described ones.
  @Test func describesWhatThereIs() throws {
    let host = try JobHost()
    let location = try #require(host.post(JobHost.square()).headers["location"])
    try host.wait(for: location)
    let link = try host.service.link()
    let values = [
      "/t/{template}/{payload}.{format}": link,
      "/t/{template}/{variant}/{payload}.{format}": "/t/card@1/large/e30.png?s=",
      "/templates/{template}/schema": "/templates/card@1/schema", "/jobs/{id}": location,
      "/jobs/{id}/outputs/{name}": "\(location)/outputs/job.png",
      "/jobs/{id}/events": "\(location)/events",
    ]
    let paths = try #require(document(host.service)["paths"]?.object)
    #expect(paths.count == 11)
    for path in paths {
      let target = values[path.key] ?? path.key
      for method in ["get", "post", "delete"] {
        guard let operation = path.value[method] else {
          let answer = try host.get(target, method: method.uppercased())
          #expect(answer.status == 405, "\(method) \(path.key)")
          let names = path.value.object?.map { $0.key.uppercased() } ?? []
          let allowed = names.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }
          #expect(answer.headers["allow"] == allowed.joined(separator: ", "))
          continue
        }
        // Its results are needed further on.
        guard method != "delete" else { continue }
        let answer =
          method == "post"
          ? try host.post(JobHost.square(2)) : try host.get(target, method: method.uppercased())
        let responses = operation["responses"]?.object ?? []
        let response = responses.first { $0.key == "\(answer.status)" }?.value
        #expect(response != nil && answer.status != 404, "\(method) \(path.key): \(answer.status)")
        let type = answer.headers["content-type"]?.split(separator: ";").first.map(String.init)
        let types = response?["content"]?.object?.map(\.key) ?? []
        #expect(type.map { types.contains($0) } == true, "\(path.key): \(type ?? "")")
        let isKeyNeeded = operation["security"] != nil
        let open = try host.service.get(target, method: method.uppercased())
        #expect((open.status == 401) == isKeyNeeded, "\(path.key)")
      }
    }
  }

  @Test func hasTheInputsOfTemplates() throws {
    let host = try JobHost()
    let document = try document(host.service)
    let schema = try JSON(parsing: host.get("/templates/card@1/schema").body)
    #expect(document["components"]?["schemas"]?["card.1"] == schema)
    let body = document["paths"]?["/jobs"]?["post"]?["requestBody"]?.text() ?? ""
    #expect(body.contains(##""$ref":"#/components/schemas/card.1""##), "\(body)")
    let without = try RunningService()
    let paths = try self.document(without)["paths"]?.object?.map(\.key) ?? []
    #expect(paths.count == 7 && !paths.contains("/jobs"))
    #expect(try without.get("/openapi.json").status == 401)
  }
}
