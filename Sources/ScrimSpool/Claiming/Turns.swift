/// Whose turn it is: users take turns, and each user's jobs come in the order of their arrival.
package struct Turns {
  private var lastServed: [UInt32: Int] = [:]
  private var served = 0

  package init() {}

  /// Names in `queue/`, ordered.
  package func order(_ names: [String]) -> [String] {
    order(names.compactMap(AttemptName.init)).map(\.description)
  }

  /// The jobs in the order in which they are to be tried.
  func order(_ names: [AttemptName]) -> [AttemptName] {
    var queues = Dictionary(grouping: names, by: \.id.user)
    let users = queues.keys.sorted { one, other in
      let (first, second) = (lastServed[one] ?? 0, lastServed[other] ?? 0)
      return first != second ? first < second : one < other
    }
    for user in users { queues[user]?.sort() }
    return users.flatMap { queues[$0] ?? [] }
  }

  package mutating func serve(_ user: UInt32) {
    served += 1
    lastServed[user] = served
  }
}
