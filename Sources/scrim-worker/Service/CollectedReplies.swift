import ScrimDocument
import ScrimLinux
import ScrimProtocol

/// Replies about small images, sent together: each message wakes the client, and waking and messages were two fifths of
/// the CPU time that it had for a small card.
struct CollectedReplies {
  /// A packet has room for so many bytes of images and the text about them.
  private static let most = 24 << 10
  /// No reply waits much longer.
  private static let time = Duration.milliseconds(20)

  private let line: Channel
  private var documents: [RenderedDocument] = []
  private var content: [UInt8] = []
  private var last = ContinuousClock.now

  init(_ line: Channel) { self.line = line }

  /// Takes a reply, and sends those that are there if there is no room or no time for others.
  ///
  /// - Returns: False if its images are too large: all before it has been sent then.
  /// - Throws: `ChannelError`.
  mutating func add(
    _ reply: WorkerReply<RenderReport>, _ outputs: [JobRenderer.RenderedOutput]
  ) throws(ChannelError) -> Bool {
    let bytes = outputs.reduce(0) { $0 + $1.content.count }
    if content.count + bytes > Self.most { try send() }
    guard bytes <= Self.most else { return false }
    documents.append(RenderedDocument(reply, outputs: outputs.map(\.info)))
    for case (_, .own(let image)) in outputs { content += image }
    if ContinuousClock.now - last >= Self.time { try send() }
    return true
  }

  /// Sends what there is.
  ///
  /// - Throws: `ChannelError`.
  mutating func send() throws(ChannelError) {
    last = .now
    guard !documents.isEmpty else { return }
    try line.send(
      WorkerResponse.renderedTogether(documents).json,
      content: content.isEmpty ? nil : .own(content))
    (documents, content) = ([], [])
  }
}
