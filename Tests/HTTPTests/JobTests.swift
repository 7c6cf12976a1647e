import Foundation
import Glibc
import ProgramTesting
import ScrimHTTP
import ScrimJSON
import Testing

/// Jobs by `POST`: what is taken, what becomes of it, and what survives.
@Suite(.enabled(if: RunningService.isExpected)) struct JobTests {
  /// The standard output of a command.
  private func run(
    _ host: JobHost, _ program: String, _ arguments: String...
  ) throws -> [UInt8] {
    try CommandRun(arguments, program: program, in: host.service.folder.url).bytes
  }

  private func location(_ answer: HTTPResponse) throws -> String {
    #expect(answer.status == 202)
    return try #require(answer.headers["location"])
  }

  // MARK: Results

  /// The image is that of the command, and its digest is right.
  @Test func answersWithTheImage() throws {
    let host = try JobHost()
    let text = JobHost.square().text()
    try host.service.folder.write(text, to: "a.json")
    _ = try run(host, "scrim", "render", "a.json", "-o", "a.png")
    let answer = try host.post(Array(text.utf8), wait: 30)
    #expect(answer.isPNG && answer.headers["content-type"] == "image/png")
    #expect(
      try Data(answer.body) == Data(contentsOf: host.service.folder.url.appending(path: "a.png")))
    #expect(answer.headers["cache-control"] == "no-store" && answer.headers["etag"] == nil)
    let sum = try run(
      host, "/usr/bin/openssl", "dgst", "-sha256", "-binary", "a.png")
    #expect(answer.headers["digest"] == "sha-256=\(Data(sum).base64EncodedString())")
    let output = try #require(answer.headers["content-location"])
    #expect(try host.get(output).body == answer.body)
    let head = try host.get(output, method: "HEAD")
    #expect(head.body.isEmpty && head.headers["content-length"] == "\(answer.body.count)")
  }

  @Test func isAskedAboutAndDeleted() throws {
    let host = try JobHost()
    let location = try location(host.post(JobHost.square()))
    try host.wait(for: location)
    let page = try JSON(parsing: host.get(location).body)
    let outputs = try #require(page["outputs"]?.array)
    #expect(outputs.map { $0["name"]?.string } == ["job.png"])
    let output = try #require(outputs.first?["href"]?.string)
    #expect(try host.get(output).isPNG)
    #expect(try host.get("\(location)/outputs/other.png").status == 404)
    #expect(host.service.folder.names("spool/out").isEmpty, "the result is private")
    #expect(host.storedResults == 1)
    // Others do not see it.
    for target in [location, output, "\(location)/events"] {
      let answer = try host.get(target, authorization: JobHost.blog)
      #expect(answer.status == 404 && answer.problem == "unknown-job")
      #expect(try host.service.get(target).status == 401)
    }
    #expect(try host.get(location, method: "DELETE", authorization: JobHost.blog).status == 404)
    #expect(try host.get(output).isPNG)
    let deleted = try host.get(location, method: "DELETE")
    #expect(deleted.status == 204 && deleted.headers["content-length"] == nil)
    #expect(try host.get(location).problem == "unknown-job")
    #expect(try host.get(output).problem == "unknown-job")
    #expect(host.service.folder.names("jobs").isEmpty)
    #expect(host.jobs(in: "done").count == 1 && host.storedResults == 0)
  }

  @Test func cancels() throws {
    let host = try JobHost(isRendering: false)
    let location = try location(host.post(JobHost.square()))
    // Nothing is known of jobs without the daemon; that is no reason for links to wait.
    let away = try host.get(location)
    #expect(away.status == 503 && away.headers["retry-after"] == "5")
    #expect(try host.service.get(host.service.link()).isPNG)
    try host.startDaemon()
    host.signalDaemon(SIGSTOP)
    host.signalDaemon(SIGCONT)
    try host.service.wait(for: "the job") { try !host.state(location).isEmpty }
    let second = try self.location(host.post(JobHost.square(2)))
    #expect(try host.get(second, method: "DELETE").status == 204)
    let state = try? host.state(second)
    #expect(state == "failed" || state == "done" || state == "", "\(state ?? "")")
  }

  @Test func takesTemplates() throws {
    let host = try JobHost()
    let answer = try host.post(
      ["template": "card@1", "inputs": ["title": "Hello", "size": 30]], wait: 30)
    #expect(answer.isPNG)
    let link = try host.service.get(host.service.link(["title": "Hello", "size": 30]))
    #expect(link.isPNG && answer.body == link.body, "the same image")
    // An empty text is a value, of either.
    let empty = try host.post(["template": "card@1", "inputs": ["title": ""]], wait: 30)
    #expect(
      try empty.isPNG && host.service.get(host.service.link(["title": ""])).body == empty.body)
    for (body, message) in [
      (["template": "card@1", "inputs": ["titel": "A"]], #"Did you mean "title"?"#),
      (["template": "card@1", "inputs": ["title": 5]], "expected a string, not a number."),
      (["template": "card@1", "inputs": ["title": "A", "size": 2]], "2 is less than 8."),
      (["template": "card@1", "input": [:]], #"Did you mean "inputs"?"#),
      (["template": "card@1", "inputs": []], "expected an object of the template's inputs"),
      (["template": "card@1", "data": []], "expected a list of rows, at least one"),
      (["template": "card@1", "data": [5]], "expected an object of the template's inputs"),
      (["template": "card@1", "data": [["titel": "A"]]], #"Did you mean "title"?"#),
      (["template": "card@1", "data": [[:]], "inputs": [:]], #"cannot be combined with "inputs""#),
      (["template": "../card@1"], "expected NAME@VERSION"),
      (["template": 5], "expected NAME@VERSION"),
    ] as [(JSON, String)] {
      let answer = try host.post(body, wait: 30)
      #expect(answer.status == 422 && answer.problem == "invalid-job", "\(body.text())")
      let errors = try JSON(parsing: answer.body)["errors"]?.array ?? []
      #expect(errors.contains { $0["message"]?.string?.contains(message) == true }, "\(errors)")
      // Values of inputs that the worker judges have no place in the body.
      let isPlaced = errors.allSatisfy { $0["line"] != nil && $0["column"] != nil }
      #expect(isPlaced || errors.allSatisfy { $0["code"] == "invalid-setting" }, "\(errors)")
    }
    #expect(try host.post(["template": "none@1"]).problem == "unknown-template")
  }

  @Test func takesRowsAndSendsEvents() throws {
    let host = try JobHost()
    let rows =
      (0..<40).map { number -> JSON in ["title": .string("Row \(number)")] } + [["title": 5]]
    let location = try location(host.post(["template": "card@1", "data": .array(rows)]))
    let client = try host.service.connect()
    try client.send(
      HTTPClient.request(
        "\(location)/events", [RunningService.authorization, "Connection: close"]))
    let text = client.rest()
    #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains("text/event-stream"))
    let events = text.split(separator: "\r\n").filter { $0.hasPrefix("event: job\ndata: {") }
    let states = try events.map { event in
      try JSON(parsing: Array(event.split(separator: "\n")[1].dropFirst(6).utf8))["state"]?.string
    }
    #expect(states.last == "done" && states.count { $0 == "done" } == 1, "\(states)")
    #expect(text.hasSuffix("\r\n0\r\n\r\n"), "complete")
    let page = try JSON(parsing: host.get(location).body)
    #expect(page["errors"]?.array?.first?["row"]?.integer == 41, "\(page.text())")
    let lines = try host.get("\(location)/outputs/card.rows.jsonl")
    #expect(lines.headers["content-type"] == "application/x-ndjson")
    #expect(lines.body.count { $0 == UInt8(ascii: "\n") } == 41)
    // Those of a job that has ended end at once.
    let again = try host.service.connect()
    try again.send(
      HTTPClient.request(
        "\(location)/events", [RunningService.authorization, "Connection: close"]))
    #expect(again.rest().contains("event: job\ndata: {"))
  }

  /// The report shows a moment before the job is done.
  @Test func pagesOfJobsThatWereWaitedForAreTheLast() throws {
    let host = try JobHost("jobs-per-minute = 10000")
    for number in 0..<20 {
      let answer = try host.post(
        ["template": "card@1", "data": [["title": .string("Row \(number)")]]], wait: 30)
      let page = try JSON(parsing: answer.body)
      #expect(answer.status == 200 && page["state"] == "done", "\(page.text())")
      #expect(page["outputs"]?.array?.count == 1)
    }
  }

  /// A client that has left costs nothing, and one that stays does not keep the service from stopping.
  @Test func eventsEndWithTheirClients() throws {
    let host = try JobHost(isRendering: false)
    let location = try location(host.post(JobHost.square()))
    let request = HTTPClient.request("\(location)/events", [RunningService.authorization])
    for _ in 0..<40 {
      let client = try host.service.connect()
      try client.send(request)
      usleep(5000)
    }
    let clients = try (0..<20).map { _ in try host.service.connect() }
    try host.service.wait(for: "room") {
      let client = try host.service.connect()
      try client.send(request)
      usleep(20_000)
      return recv(client.socket, nil, 0, Int32(MSG_DONTWAIT)) >= 0
    }
    for client in clients { try client.send(request) }
    let refused = clients.count { (try? $0.response(within: 1))?.status == 429 }
    #expect(refused >= 3, "\(refused)")
    #expect(host.service.stop() == 0)
  }

  /// An answer to HEAD has no events, and keeps none from others for long.
  @Test func headsTakeNoPlaceForLong() throws {
    let host = try JobHost(isRendering: false)
    let location = try location(host.post(JobHost.square()))
    let events = "\(location)/events"
    for _ in 0..<16 { #expect(try host.get(events, method: "HEAD").status == 200) }
    #expect(try host.get(events).status == 429)
    try host.service.wait(for: "a place") {
      let client = try host.service.connect()
      try client.send(HTTPClient.request(events, [RunningService.authorization]))
      return try client.response().status == 200
    }
  }

  /// What one image of the key may cost.
  @Test func limitsJobsAsLinks() throws {
    let host = try JobHost("canvas-pixels = 10000\noutput-bytes = 40")
    let layers: JSON = [["fill": "#ff0000"]]
    for (body, code, message) in [
      (
        ["scrim": 1, "canvas": ["width": 101, "height": 100], "layers": layers], "out-of-range",
        "10000 are allowed."
      ),
      (
        [
          "scrim": 1, "canvas": ["width": 60, "height": 50], "output": ["scale": 2],
          "layers": layers,
        ], "out-of-range", "10000 are allowed."
      ),
      (JobHost.square(), "output-too-large", "at most 40 are allowed."),
    ] as [(JSON, String, String)] {
      let answer = try host.post(body, wait: 30)
      #expect(answer.status == 422)
      let errors = try JSON(parsing: answer.body)["errors"]?.array ?? []
      #expect(errors.count == 1 && errors[0]["code"]?.string == code)
      #expect(errors.first?["message"]?.string?.hasSuffix(message) == true, "\(errors)")
    }
    // Another key has limits of its own.
    let answer = try host.post(
      JobHost.square().bytes(), wait: 30, authorization: JobHost.blog)
    #expect(answer.isPNG)
  }

  // MARK: Errors

  /// Positions, messages and codes are those of `scrim validate`.
  @Test(arguments: [
    ##"{"scrim": 1, "canvas": {"width": 9, "height": 5}, "layers": [{"fil": "#f00"}]}"##,
    "{\n \"scrim\": 1,\n \"canvas\": {\"width\": 9}, \"layers\": [{\"fill\": \"#ggg\"}, {\"a\": 1}]}",
    #"{"scrim": 1, "canvas": {"width": 9, "height": 5}, "layers": ["#, #"{"a": 1, "a": 2}"#, "",
    #"{"scrim": 1, "canvas": {"width": 9, "height": 5}, "layers": [{"image": {"source": "a.png"}}]}"#,
    ##"{"scrim": 1, "canvas": {"width": 9, "height": 5}, "layers": [{"fill": "#f00", "effects": [{"effect": "glwo"}]}]}"##,
  ])
  func errorsAreThoseOfTheCommand(document: String) throws {
    let host = try JobHost()
    try host.service.folder.write(document, to: "a.json")
    let said = try run(host, "scrim", "validate", "a.json", "--json")
    let expected = try #require(JSON(parsing: said).array)
    let answer = try host.post(Array(document.utf8), wait: 30)
    #expect(answer.status == 422 && answer.headers["content-type"] == "application/problem+json")
    let errors = try JSON(parsing: answer.body)["errors"]?.array ?? []
    let plain = errors.map { error in
      JSON.object((error.object ?? []).filter { $0.key != "path" })
    }
    #expect(plain == expected && !plain.isEmpty)
  }

  // MARK: Idempotency keys

  @Test func theSameJobTwiceIsOneJob() throws {
    let host = try JobHost("uploads = 16")
    let field = "Idempotency-Key: order-4711"
    let answers = try (0..<3).map { _ in try host.post(JobHost.square(), wait: 30, [field]) }
    #expect(answers.allSatisfy { $0.isPNG } && Set(answers.map(\.body)).count == 1)
    // At the same time, too.
    let clients = try (0..<6).map { _ in try host.service.connect() }
    for client in clients {
      try client.send(
        JobHost.post(JobHost.square(2).bytes(), "/jobs?wait=30", ["Idempotency-Key: order-4712"]))
    }
    #expect(try clients.allSatisfy { try $0.response().isPNG })
    #expect(host.jobs(in: "done").count == 2)
    // Other content, and the same key of another tenant.
    let other = try host.post(JobHost.square(3), wait: 30, [field])
    #expect(other.status == 422)
    #expect(
      String(decoding: other.body, as: UTF8.self).contains("submitted with another document"))
    let blog = try host.post(
      JobHost.square(3).bytes(), wait: 30, [field], authorization: JobHost.blog)
    #expect(blog.isPNG)
  }

  /// It makes no job, so that the limit of jobs does not count; also after a restart.
  @Test func aRepeatIsAnsweredAtTheLimitOfJobs() throws {
    let host = try JobHost("jobs = 1", isRendering: false)
    let field = "Idempotency-Key: order-4711"
    _ = try location(host.post(JobHost.square(), [field]))
    let refused = try host.post(JobHost.square(2), ["Idempotency-Key: order-4712"])
    #expect(refused.status == 503 && refused.problem == "queue-full")
    #expect(try host.post(JobHost.square()).problem == "queue-full")
    let waiting = try host.service.connect()
    try waiting.send(JobHost.post(JobHost.square().bytes(), "/jobs?wait=30", [field]))
    try host.service.wait(for: "the repeat") { host.jobs(in: "drop").count == 2 }
    host.service.kill9()
    try host.service.start()
    #expect(try host.post(JobHost.square()).problem == "queue-full")
    let other = try location(host.post(JobHost.square(2), [field]))
    try host.startDaemon()
    let first = try host.post(JobHost.square(), wait: 30, [field])
    #expect(first.isPNG)
    try host.wait(for: other, "failed")
    #expect(host.jobs(in: "done").count == 1)
    #expect(try host.post(JobHost.square(3), wait: 30).isPNG, "no repeat counts any more")
  }

  // MARK: Ends

  /// What was accepted is rendered once, whichever process is killed.
  @Test func survivesKills() throws {
    let host = try JobHost("jobs-per-minute = 10000")
    var locations: [String] = []
    for round in 0..<6 {
      for number in 0..<5 {
        locations.append(try location(host.post(JobHost.square(10 * round + number))))
      }
      if round % 2 == 0 {
        host.stopDaemon()
        try host.startDaemon()
      } else {
        host.service.kill9()
        try host.service.start()
      }
    }
    for location in locations {
      try host.wait(for: location)
      let answer = try host.get("\(location)/outputs/job.png")
      #expect(answer.isPNG)
    }
    #expect(host.jobs(in: "done").count == locations.count)
  }

  /// A question that the daemon does not answer is given up.
  @Test func stopsWhileTheDaemonHangs() throws {
    let host = try JobHost("", "[stop]\ngrace-ms = 500")
    let location = try location(host.post(JobHost.square()))
    try host.wait(for: location)
    host.signalDaemon(SIGSTOP)
    defer { host.signalDaemon(SIGCONT) }
    let clients = try (0..<8).map { _ in try host.service.connect() }
    for client in clients {
      try client.send(HTTPClient.request(location, [RunningService.authorization]))
    }
    usleep(300_000)
    let begin = ContinuousClock.now
    #expect(host.service.stop() == 0)
    #expect(ContinuousClock.now - begin < .seconds(15))
  }

  /// Results that no client has deleted are deleted after `keep-hours`.
  @Test func keepsResultsForALimitedTime() throws {
    let host = try JobHost("", "keep-hours = 1")
    let folder = host.service.folder
    let young = try location(host.post(JobHost.square()))
    try host.wait(for: young)
    host.service.kill9()
    // A token of 1970.
    let token = "222222222abcdefg"
    try folder.write("shop", to: "jobs/\(token)")
    try folder.write(JobHost.square(2).text(), to: "spool/drop/.a.part/job.json")
    try folder.write(
      #"{"tenant": "shop", "delivery": "private"}"#, to: "spool/drop/.a.part/submission.json")
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "spool/drop/.a.part"),
      to: folder.url.appending(path: "spool/drop/a@\(token).scrim"))
    try host.service.wait(for: "the old job") { host.jobs(in: "done").count == 2 }
    #expect(host.storedResults == 2)
    try host.service.start()
    try host.service.wait(for: "its end") {
      folder.names("jobs").count == 1 && host.storedResults == 1
    }
    #expect(try host.get("/jobs/\(token)").problem == "unknown-job")
    #expect(try host.state(young) == "done")
  }

  /// A client may ask whether its body is wanted.
  @Test func continuesOnRequest() throws {
    let host = try JobHost()
    let body = JobHost.square().bytes()
    let client = try host.service.connect()
    func head(_ more: String) -> String {
      HTTPClient.request(
        "/jobs?wait=30", method: "POST",
        [
          "Expect: 100-continue", "Content-Type: application/json",
          "Content-Length: \(body.count)", more,
        ])
    }
    try client.send(head(RunningService.authorization))
    #expect(try client.response().status == 100)
    try client.send(body)
    #expect(try client.response().isPNG)
    try client.send(head("X: y"))
    #expect(try client.response().status == 401, "without the body")
  }

  /// A client that waits learns where its job is; the job is rendered.
  @Test func waitsNoLongerThanTheService() throws {
    let host = try JobHost(isRendering: false)
    let client = try host.service.connect()
    try client.send(JobHost.post(JobHost.square().bytes(), "/jobs?wait=60"))
    let short = try host.post(JobHost.square(2), wait: 1)
    #expect(short.status == 202)
    try host.service.wait(for: "the job") { host.jobs(in: "drop").count == 2 }
    #expect(host.service.stop() == 0)
    let location = try location(client.response())
    try host.service.start()
    try host.startDaemon()
    for location in [location, try #require(short.headers["location"])] {
      try host.wait(for: location)
    }
  }
}
