/// Prometheus' text format, for the node exporter's textfile collector. Names and labels follow its conventions: base
/// units, `_total` for counters.
package struct MetricsText {
  private let prefix: String
  private let label: String
  package private(set) var text = ""

  /// - Parameters:
  ///   - prefix: The beginning of all names: `scrim_`.
  ///   - label: A label of all samples; "" for none.
  package init(prefix: String, label: String = "") {
    self.prefix = prefix
    self.label = label
  }

  package mutating func gauge(_ name: String, _ help: String, _ value: Int) {
    family(name, "gauge", help, [("", Double(value))])
  }

  /// Appends all samples of a name; nothing if there are none.
  package mutating func family(
    _ name: String, _ kind: String, _ help: String, _ samples: [(labels: String, value: Double)]
  ) {
    family(name, kind, help, suffixed: samples.map { ("", $0.labels, $0.value) })
  }

  /// Appends a family whose samples have suffixes, such as a histogram's `_bucket`.
  package mutating func family(
    _ name: String, _ kind: String, _ help: String,
    suffixed samples: [(suffix: String, labels: String, value: Double)]
  ) {
    guard !samples.isEmpty else { return }
    text += "# HELP \(prefix)\(name) \(help)\n# TYPE \(prefix)\(name) \(kind)\n"
    for (suffix, labels, value) in samples {
      let all = [label, labels].filter { !$0.isEmpty }.joined(separator: ",")
      text += "\(prefix)\(name)\(suffix)\(all.isEmpty ? "" : "{\(all)}") \(Self.number(value))\n"
    }
  }

  package static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}
