package import ScrimJSON

/// A job in a list.
package protocol ListedJob {
  /// Its name; `nil` if it is not known.
  var title: String? { get }
  /// Its line: ID, name, owner, state, priority, attempts, start, age, reason, and what a queue has besides.
  var row: [String] { get }
  var json: JSON { get }
}

extension ListedJob {
  /// A line of a list. `start` is the time before which it is not begun, `node` where it is rendered in a queue.
  package func listRow(
    id: String, owner: String, state: String, priority: Int, attempts: Int?, start: Int?,
    submitted: Int, node: [String] = [], reason: String?
  ) -> [String] {
    [
      id, title.map(printable) ?? "-", owner, state, priority > 0 ? "+\(priority)" : "\(priority)",
      attempts.map { "\($0)" } ?? "-", start.map { LocalTime.text(of: $0) } ?? "-",
      LocalTime.age(of: submitted),
    ] + node + [printable(reason ?? "")]
  }

  /// The first lines of `show`: key and value. `start` and `latest` are the times between which it is begun.
  package func head(
    id: String, owner: String, state: String, priority: Int, attempts: Int?, submitted: Int,
    start: Int?, latest: Int?
  ) -> [[String]] {
    var rows = [
      ["id", id], ["name", printable(title ?? "-")], ["owner", owner], ["state", state],
      ["priority", "\(priority)"], ["attempts", attempts.map { "\($0)" } ?? "-"],
      ["submitted", LocalTime.text(of: submitted)],
    ]
    if let start { rows.append(["not before", LocalTime.text(of: start)]) }
    if let latest { rows.append(["not after", LocalTime.text(of: latest)]) }
    return rows
  }
}
