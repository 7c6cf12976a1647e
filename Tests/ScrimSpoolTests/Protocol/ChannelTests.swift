import Foundation
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import Testing

@Suite struct ChannelTests {
  @Test func messagesAndDescriptorsArriveWhole() throws {
    let (near, other) = try Channel.pair()
    let far = Channel(other)
    for size in [10, 32 << 10, 200_000] {
      let text = String(repeating: "x", count: size)
      let file = try MemoryFile.sealed("test", Array("content".utf8))
      try near.send(["text": .string(text)], descriptors: [file, file])
      let (message, attached) = try #require(try far.receive(timeout: .seconds(1)))
      let descriptors = attached.descriptors
      #expect(message["text"]?.string == text)
      #expect(attached.content == nil)
      #expect(descriptors.count == 2)
      #expect(try descriptors[1].readAll(limit: 100, of: "it") == Array("content".utf8))
    }
  }

  @Test func contentsArriveWhole() throws {
    let (near, other) = try Channel.pair()
    let far = Channel(other)
    for (size, isInPacket) in [(0, true), (1, true), (32_000, true), (32 << 10, false)] {
      let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      try near.send(["a": 1], content: .own(content), descriptors: files(1).descriptors)
      let (message, attached) = try #require(try far.receive(timeout: .seconds(1)))
      #expect(message == ["a": 1])
      #expect((attached.content != nil) == isInPacket)
      #expect(attached.count == 2)
      let parts = try #require(try attached.parts())
      #expect(try parts.content.read(limit: 1 << 20, of: "it") == content)
      #expect(parts.others.count == 1)
    }
    let held = try near.content("image", Array(repeating: 7, count: 40_000))
    guard case .file(_, count: 40_000) = held else {
      Issue.record("a large content is not held in a memory file")
      return
    }
    try near.send(["a": 2], content: held)
    let (_, attached) = try #require(try far.receive(timeout: .seconds(1)))
    #expect(try attached.parts()?.content.count == 40_000)
  }

  @Test func onlyDocumentsAreContents() throws {
    let render = WorkerRequest.render(RenderRequest { $0.name = "story" })
    #expect(try WorkerRequest(json: render.json, Attachments(content: [1])) == render)
    #expect(
      throws: ChannelError(.malformed, "a request has unexpected content")
    ) {
      try WorkerRequest(json: WorkerRequest.allocated.json, Attachments(content: [1]))
    }
    #expect(throws: SystemError.self) { try files(1).parts() }
  }

  @Test func hangUpAndSilenceAreTold() throws {
    let near: Channel
    var other: OwnedDescriptor?
    (near, other) = try Channel.pair()
    #expect(other != nil)
    let error = #expect(throws: ChannelError.self) {
      try near.receive(timeout: .milliseconds(10))
    }
    #expect(error?.code == .timedOut)
    other = nil
    #expect(try near.receive(timeout: .seconds(1)) == nil)
    #expect(throws: ChannelError.self) { try near.send(["a": 1]) }
  }

  @Test func requestsReadBack() throws {
    var limits = RenderLimits()
    limits.seconds = 7
    let request = WorkerRequest.render(
      RenderRequest {
        $0.name = "story"
        $0.seed = 42
        $0.sources = [
          .init(name: "a.png"), .init(name: "b.png", unavailable: "it is not there."),
          .init(name: "c.png"),
        ]
        $0.isTraced = true
        $0.showsLayers = true
        $0.isOfRow = true
        $0.limits = limits
      })
    #expect(try WorkerRequest(json: request.json, files(3)) == request)
    #expect(throws: ChannelError.self) { try WorkerRequest(json: request.json, files(2)) }
    guard case .render(let render) = request else { return }
    #expect(render.descriptorIndices == [0, nil, 1])
    let others: [(WorkerRequest, descriptors: Int)] = [
      (.effects, 0), (.schema, 0), (.environment, 0), (.load, 0), (.allocated, 1),
      (.check(CheckRequest(effect: "glow", scope: .images, parts: ["extent"])), 0),
      (.validate(RenderRequest { $0.name = "story" }), 1),
    ]
    for (other, count) in others {
      #expect(try WorkerRequest(json: other.json, files(count)) == other)
      #expect(throws: ChannelError(.malformed, "a request has 9 attachments instead of \(count)")) {
        try WorkerRequest(json: other.json, files(9))
      }
    }
  }

  @Test func aRequestHasSeveralDocuments() throws {
    var next = RenderRequest.Following()
    (next.name, next.seed, next.bytes) = ("b", 2, 3)
    let request = RenderRequest {
      $0.name = "a"
      $0.seed = 1
      $0.following = [next]
    }
    let message = WorkerRequest.render(request)
    #expect(
      try WorkerRequest(json: message.json, Attachments(content: [1, 2, 3, 4, 5])) == message)
    let documents = try request.documents(Attachments(content: [1, 2, 3, 4, 5]))
    #expect(documents.map(\.request.name) == ["a", "b"])
    #expect(documents.map(\.request.seed) == [1, 2])
    #expect(documents.map(\.attached.content) == [[1, 2], [3, 4, 5]])
    #expect(documents.allSatisfy { $0.request.following.isEmpty })
    #expect(
      throws: ChannelError(.malformed, "the content is shorter than its documents")
    ) {
      try request.documents(Attachments(content: [1, 2, 3]))
    }
    next.bytes = 0
    let empty = WorkerRequest.render(RenderRequest { $0.following = [next] })
    #expect(
      throws: ChannelError(.malformed, "following[0].bytes: expected an integer of 1 or more")
    ) {
      try WorkerRequest(json: empty.json, Attachments(content: [1]))
    }
  }

  @Test func malformedRequestsNameTheField() throws {
    let request = WorkerRequest.render(
      RenderRequest {
        $0.name = "story"
        $0.seed = 42
        $0.sources = [.init(name: "a.png"), .init(name: "b.png")]
      })
    let cases: [(key: String, value: JSON, message: String)] = [
      ("name", 1, "name: expected a string"),
      ("seed", -1, "seed: expected an integer in 0…9007199254740991"),
      ("sources", ["a.png"], "sources[0]: expected an object"),
      ("sources", [["name": "a.png"], ["name": 2]], "sources[1].name: expected a string"),
      ("plugins", ["/a.so", 2], "plugins[1]: expected a string"),
      ("otherEffects", nil, "otherEffects: expected a value"),
      ("limits", ["seconds": -1], "limits.seconds: expected an integer of 0 or more"),
      ("trace", "yes", "trace: expected true or false"),
    ]
    for (key, value, message) in cases {
      #expect(throws: ChannelError(.malformed, message)) {
        try WorkerRequest(json: request.json.replacing(key, with: value), files(3))
      }
    }
    #expect(throws: ChannelError(.malformed, "message: expected an object")) {
      try WorkerRequest(json: [1], files(0))
    }
    #expect(throws: ChannelError(.malformed, "type: expected a string")) {
      try WorkerRequest(json: [:], files(0))
    }
    #expect(throws: ChannelError(.malformed, "invalid request")) {
      try WorkerRequest(json: ["type": "other"], files(0))
    }
    #expect(
      throws: ChannelError(.malformed, "scope: expected one of \"everything\", \"images\"")
    ) {
      try WorkerRequest(
        json: ["type": "check", "effect": "glow", "scope": "all"], files(0))
    }
  }

  @Test func responsesReadBack() throws {
    var length = ShapeInfo(.plain("length"), words: "a number of px")
    length.minimum = 0
    let list = ShapeInfo(.list(of: length, least: 1, most: nil), words: "a list")
    let radius = ParameterInfo {
      $0.name = "radius"
      $0.help = "How far."
      $0.shape = list
      $0.unit = "px"
      $0.maximum = 200
      $0.defaultValue = [24]
    }
    let kind = ParameterInfo {
      $0.name = "kind"
      $0.shape = ShapeInfo(.choice(["a", "b"]), words: "one of")
      $0.isRequired = true
    }
    let effect = EffectInfo {
      $0.name = "glow"
      $0.version = "1.0"
      $0.summary = "Light."
      $0.author = "A. Author"
      $0.licence = "MIT"
      $0.homepage = "https://example.org/glow"
      $0.category = "light"
      $0.plugin = "/p/libGlow.so"
      $0.parameters = [radius, kind]
      $0.example = ["text": "glow"]
    }
    let extent = CheckResult {
      $0.check = "extent"
      $0.summary = "stays inside"
      $0.passed = 3
      $0.skipped = 1
      $0.findings = [.init(stage: "text", sample: "defaults", words: "it does not")]
    }
    let check = EffectCheck {
      $0.effect = "glow"
      $0.checks = [extent]
      $0.digests = ["text": "1f"]
      $0.undrawn = ["radius": "none"]
    }
    let report = try RenderReport(json: ["seed": 1, "warnings": []])
    let responses: [WorkerResponse] = [
      .ready(lacking: ["Landlock"]),
      .ready(
        lacking: [], refused: [RefusedFile(path: "/p/a.so", reason: "It is truncated.")],
        plugins: [WorkerPlugin(path: "/p/libGlow.so", effects: ["glow"])]),
      .allocate(bytes: 9),
      .output(OutputRecord(file: "a.png", format: "png", width: 3, height: 4, bytes: 5)),
      .output(OutputRecord(file: "0.png", format: "png", width: 3, height: 4, bytes: 5, layer: 0)),
      .rendered(WorkerReply(.finished(report), retireReason: "2 threads")),
      .rendered(
        WorkerReply(.finished(report)),
        output: OutputRecord(file: "a.png", format: "png", width: 3, height: 4, bytes: 5)),
      .rendered(WorkerReply(.failed([Diagnostic(code: "syntax", message: "no.")]))),
      .renderedTogether([
        RenderedDocument(
          WorkerReply(.finished(report), retireReason: "2 threads"),
          outputs: [OutputRecord(file: "a.png", format: "png", width: 3, height: 4, bytes: 5)]),
        RenderedDocument(
          WorkerReply(.failed([Diagnostic(code: "syntax", message: "no.")])), outputs: []),
      ]),
      .validated(ValidateReply()),
      .validated(
        ValidateReply { $0.warnings = [Diagnostic(code: "warning", message: "yes.")] }),
      .effects(EffectListing { $0.effects = [effect] }),
      .schema(["type": "object"]),
      .environment(
        EnvironmentFiles {
          $0.libraries = ["/lib/libm.so.6"]
          $0.fonts = ["/usr/share/fonts/a.ttf"]
          $0.folders = ["/usr/share/fonts"]
        }),
      .checked(WorkerReply(.finished(check))),
      .checked(WorkerReply(.failed([Diagnostic(code: "unknown-effect", message: "no.")]))),
    ]
    for response in responses {
      #expect(try WorkerResponse(json: response.json) == response)
    }
  }

  @Test func malformedResponsesNameTheField() throws {
    let cases: [(json: JSON, message: String)] = [
      (["type": "other"], "invalid answer from the worker"),
      (["type": "allocate", "bytes": 0], "bytes: expected an integer of 1 or more"),
      (
        ["type": "output", "file": "a", "format": "png", "width": -1],
        "width: expected an integer of 0 or more"
      ),
      (["type": "rendered"], "errors: expected a list"),
      (["type": "rendered", "errors": [1]], "errors[0]: expected a diagnostic"),
      (["type": "rendered", "report": 1], "report: expected an object"),
      (
        ["type": "rendered", "report": ["timeline": [["kind": "stage"]]]],
        "report.timeline[0].name: expected a string"
      ),
      (["type": "rendered", "report": [:], "retireReason": 1], "retireReason: expected a string"),
      (["type": "rendered", "report": [:], "output": 1], "output: expected an object"),
      (
        ["type": "renderedTogether", "documents": [["errors": []]]],
        "documents[0].outputs: expected a list"
      ),
      (["type": "validated"], "errors: expected a list"),
      (["type": "effects", "interface": 1, "effects": [:]], "effects: expected a list"),
      (
        ["type": "ready", "lacking": [], "refused": [["path": "/a"]]],
        "refused[0].reason: expected a string"
      ),
    ]
    for (json, message) in cases {
      #expect(throws: ChannelError(.malformed, message)) { try WorkerResponse(json: json) }
    }
  }

  @Test func optionsReadBack() throws {
    var options = WorkerOptions(plugins: ["/a b", "/c"])
    options.isStandby = true
    options.isDebugged = true
    options.without = ["/c/libTrap.so"]
    let start = WorkerRequest.start(options)
    #expect(try WorkerRequest(json: start.json, files(1)) == start)
    #expect(throws: ChannelError(.malformed, "cacheBytes: expected an integer of 0 or more")) {
      try WorkerRequest(json: start.json.replacing("cacheBytes", with: -1), files(1))
    }
    #expect(throws: ChannelError(.malformed, "memory: expected an integer of 1 or more")) {
      try WorkerRequest(json: start.json.replacing("memory", with: 0), files(1))
    }
  }

  @Test func unsealedFilesAreNotTaken() throws {
    let null = OwnedDescriptor(owning: open("/dev/null", O_RDONLY))
    #expect(throws: SystemError.self) { try MemoryFile.size(ofSealed: null) }
  }
}

/// So many descriptors of a file that is not sealed.
private func files(_ count: Int) -> Attachments {
  let null = OwnedDescriptor(owning: open("/dev/null", O_RDONLY))
  return Attachments(descriptors: Array(repeating: null, count: count))
}

extension JSON {
  /// The same object with another value under a key.
  fileprivate func replacing(_ key: String, with value: JSON) -> JSON {
    .object((object ?? []).map { $0.key == key ? Member(key, value) : $0 })
  }
}
