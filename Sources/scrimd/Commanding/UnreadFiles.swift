import ScrimLinux

/// Descriptors in answers that clients have not read.
///
/// The kernel counts them all against this process's limit of descriptors, and beyond it denies sending any, to workers
/// too.
struct UnreadFiles {
  /// Answers, each with its connection, which is not released before the answer is read.
  private var answers: [(client: ClientConnection, files: Int)] = []
  private let most: Int

  /// - Parameter descriptors: The process's limit of descriptors.
  init(descriptors: Int) {
    most = descriptors / 4
  }

  /// Whether another answer with descriptors may be sent. A user has a fifth of them, and half of all are left to
  /// trusted users.
  mutating func admits(_ client: ClientConnection) -> Bool {
    answers.removeAll { PacketSocket.unreadBytes(sentOver: $0.client.descriptor) == 0 }
    func sum(_ isCounted: (ClientConnection) -> Bool) -> Int {
      // A socket is a descriptor, too.
      answers.reduce(0) { isCounted($1.client) ? $0 + $1.files + 1 : $0 }
    }
    guard sum({ $0.user == client.user }) < most / 5 else { return false }
    return client.isTrusted || sum { !$0.isTrusted } < most / 2
  }

  mutating func add(_ files: Int, sentOver client: ClientConnection) {
    if files > 0 { answers.append((client, files)) }
  }
}
