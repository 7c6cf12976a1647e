import Foundation
import Glibc
import ProgramTesting
import ScrimHTTP
import ScrimJSON
import Testing

/// What a `POST` may not do: no job comes of it, and others are answered meanwhile.
@Suite(.enabled(if: RunningService.isExpected)) struct JobAttackTests {
  private func expectNothing(
    _ host: JobHost, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(host.service.folder.names("jobs").isEmpty, sourceLocation: sourceLocation)
    for state in ["drop", "queue", "active", "done", "failed"] {
      #expect(host.jobs(in: state).isEmpty, "\(state)", sourceLocation: sourceLocation)
    }
    #expect(
      try host.service.get(host.service.link()).isPNG, "links", sourceLocation: sourceLocation)
  }

  @Test func needsAKey() throws {
    let host = try JobHost()
    for field in [
      "X: y", "Authorization: Bearer \(String(repeating: "x", count: 40))",
      "Authorization: Bearer  \(String(repeating: "s", count: 40))",
      "Authorization: Basic \(String(repeating: "s", count: 40))",
    ] {
      let client = try host.service.connect()
      // Before the body.
      try client.send(
        HTTPClient.request(
          "/jobs", method: "POST",
          [field, "Content-Type: application/json", "Content-Length: 1000000000"]))
      let answer = try client.response()
      #expect(answer.status == 401 && answer.headers["www-authenticate"] == "Bearer")
      #expect(client.isClosed())
    }
    let closed = try JobHost("jobs-per-minute = 0")
    #expect(try closed.post(JobHost.square()).status == 403)
    try expectNothing(host)
  }

  @Test func refusesLargeBodiesEarly() throws {
    let host = try JobHost("body-bytes = 100000")
    for type in ["application/json", "application/x-tar"] {
      for framing in ["Content-Length: 1000000000", "Transfer-Encoding: chunked"] {
        let client = try host.service.connect()
        try client.send(
          HTTPClient.request(
            "/jobs", method: "POST",
            [RunningService.authorization, "Content-Type: \(type)", framing]))
        let isChunked = framing.hasPrefix("T")
        let block = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 16)
        var sent = 0
        if isChunked {
          let chunk = Array("10000\r\n".utf8) + block + Array("\r\n".utf8)
          while sent < 16_000, (try? client.send(chunk)) != nil { sent += 1 }
        }
        let answer = try? client.response()
        // Of a tar archive the first block is wrong already.
        #expect(
          answer?.status == 413 || isChunked && (answer == nil || answer?.status == 400),
          "\(type) \(framing) \(answer?.status ?? 0)")
        #expect(sent < 16_000, "1 GB was taken")
        while sent < 16_000, (try? client.send(block)) != nil { sent += 1 }
        #expect(sent < 16_000)
      }
    }
    let memory = try String(
      contentsOfFile: "/proc/\(host.service.process.processIdentifier)/status", encoding: .utf8)
    let peak = memory.firstMatch(of: /VmHWM:\s*(\d+) kB/).flatMap { Int($0.output.1) } ?? .max
    #expect(peak < 300_000, "\(peak) kB")
    try expectNothing(host)
  }

  /// A body takes a slot of its key, and its time.
  @Test func slowBodiesEnd() throws {
    let host = try JobHost("uploads = 2", "[connections]\nbody-seconds = 3")
    let slow = try (0..<2).map { _ in
      let client = try host.service.connect()
      try client.send(JobHost.post(Array("          ".utf8)).dropLast(5))
      return client
    }
    usleep(200_000)
    let refused = try host.post(JobHost.square())
    #expect(refused.status == 429 && refused.problem == "uploads")
    #expect(refused.headers["retry-after"] == "1")
    #expect(
      try host.post(JobHost.square().bytes(), wait: 30, authorization: JobHost.blog).isPNG,
      "another key")
    for client in slow {
      // A byte now and then is no progress.
      try? client.send(" ")
      #expect(try client.response().status == 408)
      #expect(client.isClosed())
    }
    // One that leaves gives its slot back.
    for _ in 0..<10 {
      let client = try host.service.connect()
      try client.send(JobHost.post(Array("          ".utf8)).dropLast(5))
    }
    try host.service.wait(for: "a slot") { try host.post(JobHost.square()).status == 202 }
  }

  @Test(arguments: [
    (["Content-Type: text/plain"], "", 415), ([], "", 415),
    (["Content-Type: multipart/form-data"], "", 415),
    (["Content-Type: application/json"], "?wait=0", 400),
    (["Content-Type: application/json"], "?wait=61", 400),
    (["Content-Type: application/json"], "?wait=1&wait=2", 400),
    (["Content-Type: application/json"], "?x", 400),
    (["Content-Type: application/json", "Idempotency-Key: "], "", 400),
    (["Content-Type: application/json", "Idempotency-Key: \u{e9}"], "", 400),
    (
      ["Content-Type: application/json", "Idempotency-Key: \(String(repeating: "k", count: 201))"],
      "", 400
    ),
    (["Content-Type: application/json", "Content-Encoding: gzip"], "", 415),
  ])
  func refusesHeads(fields: [String], query: String, status: Int) throws {
    let host = try JobHost()
    let client = try host.service.connect()
    let body = JobHost.square().bytes()
    let head = HTTPClient.request(
      "/jobs\(query)", method: "POST",
      [RunningService.authorization, "Content-Length: \(body.count)"] + fields)
    try client.send(Array(head.utf8) + body + Array(HTTPClient.request("/health").utf8))
    let answer = try client.response()
    #expect(answer.status == status, "\(answer.status)")
    #expect(client.isClosed(), "the body is not taken for a request")
    try expectNothing(host)
  }

  @Test func otherMethods() throws {
    let host = try JobHost()
    for (method, target, allowed) in [
      ("GET", "/jobs", "POST"), ("DELETE", "/jobs", "POST"), ("PUT", "/jobs", "POST"),
      ("POST", "/jobs/aaaaaaaaaaaaaaaa", "GET, HEAD, DELETE"), ("POST", "/health", "GET, HEAD"),
      ("DELETE", "/health", "GET, HEAD"),
    ] {
      let answer = try host.get(target, method: method)
      #expect(answer.status == 405 && answer.headers["allow"] == allowed, "\(method) \(target)")
    }
    for target in [
      "/jobs/", "/jobs/aaa", "/jobs/..%2f..%2fetc", "/jobs/aaaaaaaaaaaaaaa!",
      "/jobs/../../../../etc", "/jobs/aaaaaaaaaaaaaaaa", "/jobs/aaaaaaaaaaaaaaaa/outputs/a",
    ] {
      #expect(try host.get(target).status == 404, "\(target)")
    }
  }

  /// Names of a body never reach a header, another folder or another job.
  @Test func namesStayNames() throws {
    let host = try JobHost()
    let document: JSON = [
      "scrim": 1, "canvas": ["width": 9, "height": 5],
      "output": ["file": "a\r\nSet-Cookie: a=b\r\n\r\n.png"], "layers": [["fill": "#f00"]],
    ]
    let answer = try host.post(document, wait: 30)
    #expect(answer.headers["set-cookie"] == nil && [200, 422].contains(answer.status))
    let spaces: JSON = [
      "scrim": 1, "canvas": ["width": 9, "height": 5], "output": ["file": "klein/größe 1%.png"],
      "layers": [["fill": "#f00"]],
    ]
    let named = try host.post(spaces, wait: 30)
    #expect(named.isPNG, "\(named.status)")
    let path = try #require(named.headers["content-location"])
    #expect(path.hasSuffix("/outputs/klein/gr%C3%B6%C3%9Fe%201%25.png"), "\(path)")
    #expect(try host.get(path).body == named.body)
    // A bundle cannot be submitted for others, or with another delivery.
    let options = try tar([
      ("job.json", JobHost.square().text()),
      ("submission.json", #"{"tenant": "blog", "delivery": "out"}"#),
    ])
    #expect(try host.post(options, type: "application/x-tar").problem == "invalid-bundle")
  }

  // MARK: Archives

  private func tar(_ files: [(name: String, text: String)]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, text) in files { bytes += entry(name, text) }
    return bytes + [UInt8](repeating: 0, count: 1024)
  }

  private func entry(
    _ name: String, _ text: String, kind: Character = "0", size: Int? = nil
  ) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.prefix(100).enumerated() { head[offset + index] = byte }
    }
    func octal(_ value: Int) -> String {
      let digits = String(value, radix: 8)
      return String(repeating: "0", count: 11 - digits.count) + digits
    }
    put(name, at: 0)
    put("0000644", at: 100)
    put(octal(size ?? text.utf8.count), at: 124)
    put("        ", at: 148)
    put(String(kind), at: 156)
    put("ustar\u{0}00", at: 257)
    put(String(octal(head.reduce(0) { $0 + Int($1) }).suffix(6)) + "\u{0} ", at: 148)
    let padding = (512 - text.utf8.count % 512) % 512
    return head + Array(text.utf8) + [UInt8](repeating: 0, count: padding)
  }

  @Test func takesArchives() throws {
    let host = try JobHost()
    let photo = try host.post(JobHost.square(), wait: 30).body
    let job: JSON = [
      "scrim": 1, "canvas": ["width": 9, "height": 5],
      "layers": [["image": ["source": "bilder/a.png"]]],
    ]
    let folder = host.service.folder
    try Data(photo).write(to: folder.url.appending(path: "a.png"))
    try folder.write(job.text(), to: "b/job.json")
    try folder.make("b/bilder")
    try Data(photo).write(to: folder.url.appending(path: "b/bilder/a.png"))
    for (format, names) in [("ustar", "."), ("pax", "job.json bilder"), ("gnu", "bilder job.json")]
    {
      _ = try CommandRun(
        ["--format=\(format)", "-C", "\(folder.path)/b", "-cf", "\(folder.path)/b.tar"]
          + names.split(separator: " ").map(String.init),
        program: "/bin/tar")
      let archive = try Data(contentsOf: folder.url.appending(path: "b.tar"))
      // In pieces of any size.
      let client = try host.service.connect()
      let request = JobHost.post(Array(archive), "/jobs?wait=30", type: "application/x-tar")
      var rest = request[...]
      while !rest.isEmpty {
        let part = rest.prefix(Int.random(in: 1...3000))
        try client.send(Array(part))
        rest = rest.dropFirst(part.count)
      }
      let answer = try client.response()
      #expect(answer.isPNG, "\(format) \(String(decoding: answer.body, as: UTF8.self))")
    }
  }

  @Test func refusesArchives() throws {
    let host = try JobHost("body-bytes = 1000000\njobs-per-minute = 10000")
    let job = entry("job.json", JobHost.square().text())
    let end = [UInt8](repeating: 0, count: 1024)
    var wrongSum = job
    wrongSum[0] ^= 1
    let many = (0..<101).flatMap { entry("f\($0)", "") }
    let archives: [(String, [UInt8])] = [
      ("no job", entry("a.png", "a") + end), ("nothing", end), ("empty", []),
      ("cut", Array(job.dropLast(100))), ("no end", job), ("checksum", wrongSum + end),
      ("above", job + entry("../a", "a") + end), ("absolute", job + entry("/etc/a", "a") + end),
      ("hidden", job + entry(".absolute/a", "a") + end), ("dots", job + entry("a/./b", "a") + end),
      ("link", job + entry("a", "", kind: "2") + end),
      ("hard link", job + entry("a", "", kind: "1") + end),
      ("device", job + entry("a", "", kind: "3") + end), ("twice", job + job + end),
      ("options", job + entry("submission.json", "{}") + end),
      ("below a file", job + entry("a", "a") + entry("a/b", "b") + end),
      ("above a file", job + entry("a/b", "b") + entry("a", "a") + end),
      ("size", job + entry("a", "a", size: 8_000_000_000) + end), ("behind", job + end + job),
      ("many", job + many + end), ("control", job + entry("a\nb", "a") + end),
      ("sparse", job + entry("a", "", kind: "S") + end),
      ("extended", job + entry("x", "a", kind: "x", size: 1 << 20) + end),
      ("path", job + entry("x", "18 path=../../a/b\n", kind: "x") + entry("a", "a") + end),
      ("zeroes", job + [UInt8](repeating: 0, count: 512) + job + end),
    ]
    for (name, archive) in archives {
      let answer = try host.post(archive, type: "application/x-tar")
      #expect(answer.status == 400 || answer.status == 413, "\(name): \(answer.status)")
      #expect(answer.problem == "invalid-bundle" || answer.problem == "body-too-large", "\(name)")
    }
    try expectNothing(host)
  }

  // MARK: Parts

  private static let form = "multipart/form-data; boundary=XyZ"

  private func part(_ name: String, _ text: String) -> String {
    "--XyZ\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"x\"\r\n\r\n\(text)\r\n"
  }

  /// As curl sends them, with bytes that look like a boundary.
  @Test func takesParts() throws {
    let host = try JobHost()
    let photo = try host.post(JobHost.square(), wait: 30).body
    let folder = host.service.folder
    try Data(photo + Array("\r\n--XyY\r\n--\r\n".utf8)).write(
      to: folder.url.appending(path: "a.png"))
    let job: JSON = [
      "scrim": 1, "canvas": ["width": 9, "height": 5],
      "layers": [["image": ["source": "bilder/größe.png"]]],
    ]
    try folder.write(job.text(), to: "story.json")
    let run = try CommandRun(
      "-s", "--fail", "-o", "out.png", "-H", RunningService.authorization,
      "-F", "job.json=@story.json", "-F", "bilder/größe.png=@a.png",
      "http://127.0.0.1:\(host.service.port)/jobs?wait=30",
      program: "/usr/bin/curl", in: folder.url)
    #expect(run.status == 0)
    let image = try Data(contentsOf: folder.url.appending(path: "out.png"))
    #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func refusesParts() throws {
    let host = try JobHost("jobs-per-minute = 10000")
    let job = part("job.json", JobHost.square().text())
    for (name, body) in [
      ("empty", ""), ("no job", part("a", "a") + "--XyZ--\r\n"), ("no end", job),
      ("cut", String(job.dropLast(9))), ("preamble", "a\r\n" + job + "--XyZ--"),
      ("behind", job + "--XyZ--\r\n" + job),
      ("another", job.replacing("XyZ", with: "XyA") + "--XyA--"),
      ("no name", "--XyZ\r\n\r\na\r\n" + job + "--XyZ--"), ("twice", job + job + "--XyZ--"),
      ("above", job + part("../a", "a") + "--XyZ--"),
      ("options", job + part("submission.json", "{}") + "--XyZ--"),
      ("head", "--XyZ\r\nX: \(String(repeating: "a", count: 5000))\r\n\r\n" + job + "--XyZ--"),
      ("in a head", "--XyZ\r\nX: y\r\n" + job + "--XyZ--"), ("only a boundary", "--XyZ"),
      ("nothing", "--XyZ--"),
      ("garbage", "--XyZgarbage\r\n" + job + "--XyZ--"),
    ] {
      let answer = try host.post(Array(body.utf8), type: Self.form)
      #expect(
        answer.status == 400 && answer.problem == "invalid-bundle", "\(name): \(answer.status)")
    }
    for type in [
      "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\"",
      "multipart/form-data; boundary=a b",
      "multipart/form-data; boundary=\(String(repeating: "a", count: 71))",
      "multipart/mixed; boundary=XyZ",
    ] {
      #expect(try host.post(Array(job.utf8), type: type).status == 415, "\(type)")
    }
    try expectNothing(host)
  }

  // MARK: Limits

  @Test func limitsTheRate() throws {
    let host = try JobHost("jobs-per-minute = 8")
    let answers = try (0..<4).map { try host.post(JobHost.square($0)) }
    #expect(answers.map(\.status) == [202, 202, 429, 429])
    #expect(answers[2].problem == "rate-limit")
    #expect((1...8).contains(answers[2].headers["retry-after"].flatMap { Int($0) } ?? 0))
    #expect(
      try host.post(JobHost.square().bytes(), authorization: JobHost.blog).status == 202)
  }

  @Test func limitsUnfinishedJobs() throws {
    let host = try JobHost("jobs = 3", isRendering: false)
    let answers = try (0..<5).map { try host.post(JobHost.square($0)) }
    #expect(answers.map(\.status) == [202, 202, 202, 503, 503])
    #expect(answers[4].problem == "queue-full" && answers[4].headers["retry-after"] == "5")
    // Also after a restart.
    host.service.kill9()
    try host.service.start()
    #expect(try host.post(JobHost.square()).status == 503)
    #expect(try host.post(JobHost.square().bytes(), authorization: JobHost.blog).status == 202)
    try host.startDaemon()
    try host.service.wait(for: "room") { try host.post(JobHost.square()).status == 202 }
  }

  /// A daemon that does not answer makes answers about jobs late, and nothing else.
  @Test func aStoppedDaemonHoldsUpNoLinks() throws {
    let host = try JobHost("jobs-per-minute = 10000")
    let location = try #require(host.post(JobHost.square()).headers["location"])
    try host.wait(for: location)
    host.signalDaemon(SIGSTOP)
    defer { host.signalDaemon(SIGCONT) }
    let clients = try (0..<80).map { _ in
      let client = try host.service.connect()
      try client.send(HTTPClient.request(location, [RunningService.authorization]))
      return client
    }
    let begin = ContinuousClock.now
    for number in 0..<5 {
      #expect(try host.service.get(host.service.link(["title": .string("\(number)")])).isPNG)
    }
    #expect(ContinuousClock.now - begin < .seconds(20))
    #expect(try host.service.get("/health").status == 200)
    host.signalDaemon(SIGCONT)
    let answers = try clients.map { try $0.response().status }
    #expect(answers.contains(200) && answers.allSatisfy { $0 == 200 || $0 == 503 }, "\(answers)")
    #expect(answers.contains(503), "their number is bounded")
  }
}
