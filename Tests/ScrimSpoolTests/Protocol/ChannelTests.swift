import Foundation
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
      let (message, descriptors) = try #require(try far.receive(timeout: .seconds(1)))
      #expect(message["text"]?.string == text)
      #expect(descriptors.count == 2)
      #expect(try descriptors[1].readAll(limit: 100, of: "it") == Array("content".utf8))
    }
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
      RenderRequest(
        name: "story", seed: 42,
        sources: [
          .init(name: "a.png"), .init(name: "b.png", unavailable: "it is not there."),
          .init(name: "c.png"),
        ], isTraced: true, showsLayers: true, limits: limits))
    #expect(try WorkerRequest(json: request.json, descriptors: 3) == request)
    #expect(throws: ChannelError.self) { try WorkerRequest(json: request.json, descriptors: 2) }
    guard case .render(let render) = request else { return }
    #expect(render.descriptorIndices == [1, nil, 2])
    #expect(try WorkerRequest(json: WorkerRequest.effects.json, descriptors: 0) == .effects)
    #expect(try WorkerRequest(json: WorkerRequest.schema.json, descriptors: 0) == .schema)
  }

  @Test func responsesReadBack() throws {
    let responses: [WorkerResponse] = [
      .loading(plugin: "libGlow.so"), .ready(lacking: ["Landlock"]),
      .ready(lacking: [], plugins: [WorkerPlugin(path: "/p/libGlow.so", effects: ["glow"])]),
      .allocate(bytes: 9),
      .progress(stage: "layer", layer: 2, effect: "glow"),
      .output(OutputInfo(file: "a.png", format: "png", width: 3, height: 4, bytes: 5)),
      .output(OutputInfo(file: "0.png", format: "png", width: 3, height: 4, bytes: 5, layer: 0)),
      .finished(["seed": 1]), .failed([Diagnostic(code: "syntax", message: "no.")]),
      .effects(["outline"]),
      .schema(["type": "object"]),
    ]
    for response in responses {
      #expect(try WorkerResponse(json: response.json) == response)
    }
    #expect(throws: ChannelError.self) { try WorkerResponse(json: ["type": "other"]) }
    let last = WorkerResponse.finished(["seed": 1])
    #expect(WorkerResponse.retireReason(last.json) == nil)
    let whole = last.json(retireReason: "2 threads")
    #expect(WorkerResponse.retireReason(whole) == "2 threads")
    #expect(try WorkerResponse(json: whole) == last)
    #expect(last.json(retireReason: nil) == last.json)
  }

  @Test func optionsReadBack() throws {
    var options = WorkerOptions(plugins: ["/a b", "/c"])
    options.isStandby = true
    options.without = ["/c/libTrap.so"]
    #expect(try WorkerOptions(arguments: options.arguments) == options)
    #expect(!options.arguments.contains("--debug"))
    options.isDebugged = true
    #expect(try WorkerOptions(arguments: options.arguments) == options)
    #expect(throws: ChannelError(.malformed, "--cache -1 is not a valid number")) {
      try WorkerOptions(arguments: ["--cache", "-1"])
    }
    let error = #expect(throws: ChannelError.self) {
      try WorkerOptions(arguments: ["--what", "1"])
    }
    #expect(error?.message == "unknown argument --what")
  }

  @Test func unsealedFilesAreNotTaken() throws {
    let null = OwnedDescriptor(owning: open("/dev/null", O_RDONLY))
    #expect(throws: SystemError.self) { try MemoryFile.size(ofSealed: null) }
  }
}
