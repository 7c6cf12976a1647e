import ProgramTesting
import ScrimJSON

/// A service that takes jobs, and requests of its keys.
protocol PostingHost {
  var service: RunningService { get }
}

extension PostingHost {
  func post(
    _ body: [UInt8], wait: Int? = nil, type: String = "application/json", _ fields: [String] = [],
    authorization: String = RunningService.authorization
  ) throws -> HTTPResponse {
    let client = try service.connect()
    let target = "/jobs\(wait.map { "?wait=\($0)" } ?? "")"
    try client.send(
      JobHost.post(
        body, target, type: type, fields + ["Connection: close"], authorization: authorization))
    return try client.response(within: 70)
  }

  func post(
    _ body: JSON, wait: Int? = nil, _ fields: [String] = []
  ) throws -> HTTPResponse {
    try post(body.bytes(), wait: wait, fields)
  }

  func get(
    _ target: String, method: String = "GET",
    authorization: String = RunningService.authorization
  ) throws -> HTTPResponse {
    try service.get(target, method: method, [authorization])
  }

  /// The state of a job, as the service says it.
  func state(_ location: String) throws -> String {
    try JSON(parsing: get(location).body)["state"]?.string ?? ""
  }

  func wait(for location: String, _ state: String = "done") throws {
    try service.wait(for: "\(location) \(state)") { try self.state(location) == state }
  }
}
