import Foundation
import Glibc
import ProgramTesting
import QueueTesting
import ScrimJSON
import ScrimQueue
import ScrimRecords
import Testing

/// Jobs by `POST` that go to the queue of many machines, with a node that renders them.
@Suite(.enabled(if: RunningService.isExpected)) struct QueueJobTests {
  private func location(_ answer: HTTPResponse) throws -> String {
    #expect(answer.status == 202, "\(String(decoding: answer.body, as: UTF8.self))")
    return try #require(answer.headers["location"])
  }

  private func errors(_ answer: HTTPResponse) throws -> [JSON] {
    #expect(answer.status == 422 && answer.problem == "invalid-job")
    return try JSON(parsing: answer.body)["errors"]?.array ?? []
  }

  /// The image is that of the command, the service has no state, and no other key sees the job.
  @Test func answersWithTheImageFromAnyService() throws {
    let host = try QueueHost()
    let folder = host.service.folder
    try folder.write(JobHost.square().text(), to: "a.json")
    _ = try CommandRun("render", "a.json", "-o", "a.png", in: folder.url)
    let answer = try host.post(JobHost.square(), wait: 30)
    #expect(answer.isPNG && answer.headers["content-type"] == "image/png")
    #expect(try Data(answer.body) == Data(contentsOf: folder.url.appending(path: "a.png")))
    let sum = try CommandRun(
      "dgst", "-sha256", "-binary", "a.png", program: "/usr/bin/openssl", in: folder.url)
    #expect(answer.headers["digest"] == "sha-256=\(Data(sum.bytes).base64EncodedString())")
    let output = try #require(answer.headers["content-location"])
    let location = String(try #require(output.firstMatch(of: /^\/jobs\/[1-9][0-9]*/)).0)
    let other = try QueueHost(isRendering: false, queue: host.queue)
    for service in [host, other] {
      let page = try JSON(parsing: service.get(location).body)
      #expect(page["state"] == "done" && page["name"] == "job" && page["owner"] == nil)
      #expect(page["errors"] == [] && page["ended"]?.integer != nil)
      #expect(page["outputs"]?.array == [["name": "job.png", "href": .string(output)]])
      #expect(try service.get(output).body == answer.body)
      #expect(try service.get("\(location)/outputs/none.png").problem == "not-found")
      for target in [location, output, "\(location)/events"] {
        #expect(try service.get(target, authorization: JobHost.blog).problem == "unknown-job")
        #expect(try service.service.get(target).status == 401)
      }
      let foreign = try service.get(location, method: "DELETE", authorization: JobHost.blog)
      #expect(foreign.status == 404)
    }
    for target in ["/jobs/0", "/jobs/-1", "/jobs/+1", "/jobs/01", "/jobs/222222222abcdefg"] {
      #expect(try host.get(target).problem == "not-found", "\(target)")
    }
    #expect(folder.names("jobs").isEmpty)
  }

  /// Positions, messages and codes are those of `scrim validate`.
  @Test func errorsAreThoseOfTheCommand() throws {
    let host = try QueueHost()
    let document =
      "{\n \"scrim\": 1,\n \"canvas\": {\"width\": 9}, \"layers\": [{\"fill\": \"#ggg\"}, {\"a\": 1}]}"
    try host.service.folder.write(document, to: "a.json")
    let said = try CommandRun("validate", "a.json", "--json", in: host.service.folder.url).bytes
    let found = try errors(host.post(Array(document.utf8), wait: 30)).map { error in
      JSON.object((error.object ?? []).filter { $0.key != "path" })
    }
    #expect(try found == JSON(parsing: said).array && !found.isEmpty)
  }

  @Test func takesRowsAndSendsEvents() throws {
    let host = try QueueHost()
    let rows = (0..<5).map { number -> JSON in ["title": .string("Row \(number)")] }
    let location = try location(
      host.post(["template": "card@1", "data": .array(rows + [["title": 5]])]))
    let client = try host.service.connect()
    try client.send(
      HTTPClient.request(
        "\(location)/events", [RunningService.authorization, "Connection: close"]))
    let text = client.rest()
    let events = text.split(separator: "\r\n").filter { $0.hasPrefix("event: job\ndata: {") }
    let states = try events.map { event in
      try JSON(parsing: Array(event.split(separator: "\n")[1].dropFirst(6).utf8))["state"]?.string
    }
    #expect(states.last == "done" && states.count { $0 == "done" } == 1, "\(states)")
    let page = try JSON(parsing: host.get(location).body)
    #expect(page["batch"] == ["rows": 6, "done": 5, "failed": 1, "skipped": 0], "\(page.text())")
    #expect(page["errors"]?.array?.first?["row"]?.integer == 6)
    #expect(page["outputs"]?.array?.map { $0["name"] } == ["card.rows.jsonl"])
    let lines = try host.get("\(location)/outputs/card.rows.jsonl")
    #expect(lines.headers["content-type"] == "application/x-ndjson")
    let list = try String(decoding: lines.body, as: UTF8.self).split(separator: "\n").map {
      try JSON(parsing: Array($0.utf8))
    }
    let image = try #require(list.first?["outputs"]?.array?.first?["file"]?.string)
    #expect(list.count == 6)
    #expect(try host.get("\(location)/outputs/\(image)").isPNG)
  }

  /// One that another program has submitted in parts.
  @Test func answersForBatchesInParts() throws {
    let host = try QueueHost()
    let folder = host.service.folder
    try folder.write("title\nA\nB\nC\n", to: "people.csv")
    try folder.write(Templates.card, to: "card.json")
    let submitted = try host.queue.command(
      "shop",
      [
        "submit", "\(folder.path)/card.json", "--data", "\(folder.path)/people.csv", "--split", "2",
      ])
    #expect(submitted.status == 0, "\(submitted.errors)")
    let location = "/jobs/\(submitted.output.trimmingCharacters(in: .newlines))"
    try host.wait(for: location)
    let page = try JSON(parsing: host.get(location).body)
    #expect(page["parts"] == 2 && page["batch"]?["done"] == 3, "\(page.text())")
    let lines = try host.get("\(location)/outputs/card.rows.jsonl").body
    #expect(lines.count { $0 == UInt8(ascii: "\n") } == 3)
  }

  /// A file that the queue has is not sent again.
  @Test func sendsFilesOnce() throws {
    let host = try QueueHost()
    let photo = try #require(ImageServer.photo)
    let job: JSON = [
      "scrim": 1, "canvas": ["width": 8, "height": 8], "layers": [["image": ["source": "a.png"]]],
    ]
    var body: [UInt8] = []
    for (name, content) in [("job.json", job.bytes()), ("a.png", Array(photo))] {
      body += Array(
        "--x\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(name)\"\r\n\r\n".utf8
      )
      body += content + Array("\r\n".utf8)
    }
    body += Array("--x--\r\n".utf8)
    for _ in 0..<2 {
      let answer = try host.post(body, wait: 30, type: "multipart/form-data; boundary=x")
      #expect(answer.isPNG)
    }
    #expect(try host.queue.psql("SELECT tenant, count(*) FROM scrim.blobs GROUP BY 1") == "shop|1")
  }

  @Test func fetchesURLs() throws {
    let server = try ImageServer()
    let host = try QueueHost(
      #"fetch-hosts = ["127.0.0.1"]"#, environment: ["HOME": server.folder.path])
    func job(_ path: String) -> JSON {
      [
        "scrim": 1, "canvas": ["width": 8, "height": 8],
        "layers": [["image": ["source": .string(server.url(path))]]],
      ]
    }
    #expect(try host.post(job("/fresh.png"), wait: 30).isPNG)
    let missing = try errors(host.post(job("/404")))
    #expect(missing.first?["code"] == "missing-source", "\(missing)")
    #expect(try host.queue.psql("SELECT count(*) FROM scrim.finished") == "1")
  }

  /// The limits of the key reach the node.
  @Test func limitsJobsAsLinks() throws {
    let host = try QueueHost("canvas-pixels = 10000\noutput-bytes = 40\nseconds = 7\njobs = 1")
    let large: JSON = [
      "scrim": 1, "canvas": ["width": 101, "height": 100], "layers": [["fill": "#ff0000"]],
    ]
    for (job, code, message) in [
      (large, "out-of-range", "10000 are allowed."),
      (JobHost.square(), "output-too-large", "at most 40 are allowed."),
    ] {
      let found = try errors(host.post(job, wait: 30))
      #expect(found.count == 1 && found[0]["code"]?.string == code)
      #expect(found.first?["message"]?.string?.hasSuffix(message) == true, "\(found)")
    }
    #expect(
      try host.queue.psql("SELECT DISTINCT options ->> 'maxSeconds' FROM scrim.finished") == "7")
    #expect(
      try host.post(JobHost.square().bytes(), wait: 30, authorization: JobHost.blog).isPNG)
  }

  // MARK: Without a node

  @Test func keysHaveALimitOfJobs() throws {
    let host = try QueueHost("jobs = 2", isRendering: false)
    // From wherever they come.
    _ = try host.queue.client().submit(QueueSubmission(name: "x", document: []))
    let location = try location(host.post(JobHost.square()))
    let refused = try host.post(JobHost.square(2))
    #expect(refused.status == 503 && refused.problem == "queue-full")
    #expect(refused.headers["retry-after"] == "5")
    let blog = try host.post(JobHost.square().bytes(), authorization: JobHost.blog)
    #expect(blog.status == 202)
    #expect(try host.get(location, method: "DELETE").status == 204)
    #expect(try host.post(JobHost.square(2)).status == 202)
    _ = try host.queue.psql("INSERT INTO scrim.quotas (tenant, jobs) VALUES ('mill', 1)")
    let quota = try host.post(JobHost.square().bytes(), authorization: JobHost.blog)
    #expect(quota.status == 503 && quota.headers["retry-after"] == "30")
  }

  /// Clients that are slow to take outputs cost disk and no memory.
  @Test func largeOutputsAreNotInMemory() throws {
    let host = try QueueHost(isRendering: false)
    let location = try location(host.post(JobHost.square()))
    var node = try host.queue.node()
    let job = try #require(try node.claim(1).first)
    let chunk = (0..<QueueLeases.chunkBytes).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let parts = 48
    for part in 0..<parts { try node.put(chunk, part: part, of: 0, of: job) }
    let bytes = (0..<parts).flatMap { _ in chunk }
    let output = LeaseResult.Output(
      file: "job.png", bytes: bytes.count, hash: try Array(Digest.prefix(of: bytes, bytes: 32)))
    let done = LeaseResult(
      id: job.id, token: job.token, isDone: true, report: #"{"status": "done"}"#, outputs: [output])
    #expect(try node.complete([done]) == [job.id])
    // Once for what any request costs.
    #expect(try host.get(location).status == 200)
    let before = try host.service.memory("VmRSS")
    let clients = try (0..<6).map { _ in try host.service.connect() }
    let request = HTTPClient.request(
      "\(location)/outputs/job.png", [RunningService.authorization, "Connection: close"])
    for client in clients { try client.send(request) }
    for client in clients { try client.wait(for: "Digest: ") }
    let peak = try host.service.memory("VmHWM") - before
    let files = try host.service.memoryFiles()
    #expect(peak + files < bytes.count, "peak \(peak), memory files \(files)")
    #expect(try clients.allSatisfy { try $0.response().body == bytes })
  }

  @Test func cancels() throws {
    let host = try QueueHost(isRendering: false)
    let client = try host.service.connect()
    try client.send(JobHost.post(JobHost.square().bytes(), "/jobs?wait=60"))
    try host.service.wait(for: "the job") {
      try host.queue.psql("SELECT count(*) FROM scrim.jobs") == "1"
    }
    let location = "/jobs/\(try host.queue.psql("SELECT id FROM scrim.jobs"))"
    let page = try JSON(parsing: host.get(location).body)
    #expect(page["state"] == "waiting" && page["outputs"] == [])
    #expect(try host.get("\(location)/outputs/job.png").problem == "job-state")
    #expect(try host.get(location, method: "DELETE").status == 204)
    #expect(try errors(client.response()).map { $0["code"] } == ["cancelled"])
    #expect(try host.state(location) == "cancelled")
    // Once more.
    #expect(try host.get(location, method: "DELETE").status == 204)
    #expect(try host.get("/jobs/999999", method: "DELETE").problem == "unknown-job")
  }

  /// Images that need not be kept are deleted; what is known of the job stays.
  @Test func deletesWhatWasFetched() throws {
    let host = try QueueHost()
    _ = try host.queue.psql("UPDATE scrim.settings SET keep_fetched = false")
    let answer = try host.post(JobHost.square(), wait: 30)
    let output = try #require(answer.headers["content-location"])
    #expect(try host.get(output).isPNG)
    let location = "/jobs/\(output.split(separator: "/")[1])"
    #expect(try host.get(location, method: "DELETE").status == 204)
    #expect(try host.get(output).problem == "not-found")
    #expect(try host.state(location) == "done")
  }

  @Test func theSameJobTwiceIsOneJob() throws {
    let host = try QueueHost(isRendering: false)
    let field = "Idempotency-Key: order-4711"
    let first = try location(host.post(JobHost.square(), [field]))
    #expect(try location(host.post(JobHost.square(), [field])) == first)
    let other = try errors(host.post(JobHost.square(2), [field]))
    #expect(other.count == 1 && other[0]["code"] == "refused")
    #expect(
      other.first?["message"]?.string
        == "job \(first.dropFirst(6)) has this key, but another name or content: use a new key for a new job."
    )
    let blog = try host.post(JobHost.square(2).bytes(), [field], authorization: JobHost.blog)
    #expect(try location(blog) != first)
    #expect(try host.queue.psql("SELECT count(*) FROM scrim.jobs") == "2")
  }

  /// It makes no job, so that the limit of jobs does not count.
  @Test func aRepeatIsAnsweredAtTheLimitOfJobs() throws {
    let host = try QueueHost("jobs = 1", isRendering: false)
    let field = "Idempotency-Key: order-4711"
    let first = try location(host.post(JobHost.square(), [field]))
    for fields in [["Idempotency-Key: order-4712"], []] {
      #expect(try host.post(JobHost.square(2), fields).problem == "queue-full")
    }
    #expect(try location(host.post(JobHost.square(), [field])) == first)
    #expect(try errors(host.post(JobHost.square(2), [field])).count == 1)
    #expect(try host.queue.psql("SELECT count(*) FROM scrim.jobs") == "1")
  }

  /// Killed between the submission and the answer; meanwhile another service of the queue is asked.
  @Test func survivesKills() throws {
    let host = try QueueHost(isRendering: false)
    let field = "Idempotency-Key: order-4711"
    let client = try host.service.connect()
    try client.send(JobHost.post(JobHost.square().bytes(), "/jobs?wait=60", [field]))
    try host.service.wait(for: "the job") {
      try host.queue.psql("SELECT count(*) FROM scrim.jobs") == "1"
    }
    host.service.kill9()
    #expect(throws: HTTPClient.Ended.self) { try client.response() }
    let other = try QueueHost(isRendering: false, queue: host.queue)
    let location = try location(other.post(JobHost.square(), [field]))
    try host.service.start()
    #expect(try self.location(host.post(JobHost.square(), [field])) == location)
    #expect(try host.queue.psql("SELECT count(*) FROM scrim.jobs") == "1")
    // Clients that wait get the address when the service stops.
    let waiting = try host.service.connect()
    try waiting.send(JobHost.post(JobHost.square().bytes(), "/jobs?wait=60", [field]))
    try host.service.wait(for: "the submission") {
      host.service.folder.text("log").split(separator: "\n").count { $0.contains("job submitted") }
        == 2
    }
    #expect(host.service.stop() == 0)
    #expect(try self.location(waiting.response()) == location)
  }
}
