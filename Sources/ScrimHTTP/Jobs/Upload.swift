import ScrimJSON
import ScrimRecords

/// The body of a `POST`, while it arrives: bounded, and kept in memory.
///
/// Unchecked, since it changes its thread once: its connection's event loop uses it until the body is complete, then
/// one thread of the jobs.
package final class Upload: @unchecked Sendable {
  enum Content {
    /// A document, or a template's name with values.
    case json([UInt8])
    case tar(TarBundle)
    case multipart(MultipartBundle)
  }

  let key: ServiceKey
  /// For how long the client waits for the result; `nil` if it does not.
  let wait: Duration?
  let idempotencyKey: String?
  private(set) var content: Content
  private let limit: Int
  private var bytes = 0
  private let slots: UploadSlots

  /// - Parameters:
  ///   - request: Its head.
  ///   - key: Who sends it.
  ///   - slots: Bounds the uploads of a key; one was taken for this one.
  /// - Throws: A problem with the head.
  init(_ request: ServiceRequest, of key: ServiceKey, _ slots: UploadSlots) throws(Problem) {
    let type = request.contentType?.split(separator: ";").first?.lowercased()
    switch type?.trimmingPrefix(while: { $0 == " " }) {
    case "application/json":
      content = .json([])
      limit = min(key.bodyBytes, JSONLimits.standard.bytes)
    case "application/x-tar":
      content = .tar(TarBundle())
      limit = key.bodyBytes
    case "multipart/form-data":
      guard let bundle = request.contentType.flatMap(MultipartBundle.init) else {
        throw .mediaType(request.contentType)
      }
      content = .multipart(bundle)
      limit = key.bodyBytes
    default: throw .mediaType(request.contentType)
    }
    // Bodies are bounded as they are sent.
    if let encoding = request.contentEncoding { throw .contentEncoding(encoding) }
    if let length = request.contentLength, length > limit { throw .bodyTooLarge(limit) }
    wait = try Self.wait(request.query)
    if let name = request.idempotencyKey {
      let isValid =
        SubmissionOptions.keyLengths.contains(name.utf8.count)
        && name.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      guard isValid else { throw .idempotencyKey }
    }
    idempotencyKey = request.idempotencyKey
    self.key = key
    try slots.take(key)
    self.slots = slots
  }

  deinit { slots.release(key) }

  /// The longest time that a client may wait, seconds.
  static let longestWait = 60

  /// Of `wait=30`.
  private static func wait(_ query: Substring?) throws(Problem) -> Duration? {
    guard let query else { return nil }
    guard query.hasPrefix("wait="), let seconds = Int(query.dropFirst(5)),
      (1...longestWait).contains(seconds)
    else { throw .wait(longestWait) }
    return .seconds(seconds)
  }

  /// Takes the next bytes.
  ///
  /// - Throws: A problem if they are too many, or not what the head says.
  package func receive(_ part: [UInt8]) throws(Problem) {
    bytes += part.count
    guard bytes <= limit else { throw .bodyTooLarge(limit) }
    switch content {
    case .json(var text):
      // Without a second reference the bytes are not copied.
      content = .json([])
      text += part
      content = .json(text)
    case .tar(var bundle):
      content = .json([])
      try bundle.receive(part[...])
      content = .tar(bundle)
    case .multipart(var bundle):
      content = .json([])
      bundle.receive(part)
      content = .multipart(bundle)
    }
  }
}
