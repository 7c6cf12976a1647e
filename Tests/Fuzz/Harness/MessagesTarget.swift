import Glibc
import ScrimJSON
import ScrimLinux
import ScrimProtocol

/// What comes over the line between the daemon and a worker, in both directions, as packets and in
/// memory files. The first byte of an input says how it is sent.
enum MessagesTarget {
  static func run(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    guard let first = bytes.first else { return .foreign }
    let rest = Array(bytes.dropFirst())
    do {
      try send(rest, inFile: first & 1 == 1, isSealed: first & 2 == 0)
    } catch let error as ChannelError {
      require(error.code == .malformed, "what is refused is malformed: \(error)")
    } catch {
      require(false, "a message goes through: \(error)")
    }
    return .interesting
  }

  private static func send(_ bytes: [UInt8], inFile: Bool, isSealed: Bool) throws {
    let (near, far) = try Channel.pair()
    let receiver = Channel(far)
    let sent: Int
    if inFile {
      let file = isSealed ? try MemoryFile.sealed("fuzz", bytes) : try unsealed(bytes)
      sent = packet([UInt8(ascii: "@")], [file], near)
    } else {
      sent = packet(bytes, [], near)
    }
    // An empty packet is a hang-up.
    guard sent > 0, let (message, attached) = try receiver.receive() else { return }
    require(isSealed || !inFile, "no file is believed that may still change")
    require(attached.descriptors.isEmpty, "a body is no descriptor of the message")
    checkRequest(message, attached.content)
    checkResponse(message)
    guard let step = try? WorkerStep(json: message) else { return }
    require((try? WorkerStep(json: step.json)) == step, "a step is read back: \(message.text())")
  }

  private static func checkRequest(_ message: JSON, _ content: [UInt8]?) {
    let null = OwnedDescriptor(owning: open("/dev/null", O_RDONLY))
    for count in 0...3 {
      let attached = Attachments(
        content: content, descriptors: Array(repeating: null, count: count))
      guard let request = try? WorkerRequest(json: message, attached) else { continue }
      require(
        (try? WorkerRequest(json: request.json, attached)) == request,
        "a request is read back: \(message.text())")
      let job: RenderRequest
      switch request {
      case .render(let request), .validate(let request): job = request
      case .start, .load, .prepare, .index, .locate, .effects, .schema, .environment, .check,
        .compare, .allocated:
        continue
      }
      if let content, let documents = try? job.documents(attached) {
        let parts = documents.compactMap(\.attached.content).joined()
        require(content.elementsEqual(parts), "a content is its documents")
      }
      let indices = job.descriptorIndices.compactMap { $0 }
      let files = attached.count - 1
      require(indices.allSatisfy { (0..<files).contains($0) }, "each source has its descriptor")
    }
  }

  private static func checkResponse(_ message: JSON) {
    guard let response = try? WorkerResponse(json: message) else { return }
    let again = try? WorkerResponse(json: response.json)
    require(again == response, "a response is read back: \(message.text())")
  }

  private static func unsealed(_ bytes: [UInt8]) throws -> OwnedDescriptor {
    let file = try MemoryFile.allocate("fuzz", bytes: bytes.count)
    try file.write(bytes, to: "a memory file")
    return file
  }

  private static func packet(
    _ bytes: [UInt8], _ files: [OwnedDescriptor], _ line: Channel
  ) -> Int {
    let isSent = (try? PacketSocket.send(bytes, files, over: line.socket, waits: true)) != nil
    return isSent ? bytes.count : -1
  }
}
