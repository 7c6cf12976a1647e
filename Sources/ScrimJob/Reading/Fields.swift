import ScrimJSON
import ScrimKit

/// One object of a job. Reports unknown, missing and conflicting keys, and reads the others as declared.
struct Fields {
  let place: Place
  private let format: ObjectFormat
  /// The values of misspelt keys, by the key most likely intended.
  private var meant: [String: Node] = [:]

  /// Takes an object; reports any other value and returns `nil`.
  ///
  /// - Parameters:
  ///   - place: The value.
  ///   - format: The format of the object.
  init?(_ place: Place, _ format: ObjectFormat) {
    guard let members = place.keys else {
      let example = format.kind.example.map { " such as \($0)" } ?? ""
      place.reportType(expected: "an object\(example)")
      return nil
    }
    self.place = place
    self.format = format
    let keys = format.keys.map(\.name)
    for (key, position) in members where !keys.contains(key) {
      if place.collector.isFull { break }
      let near = KeyMeaning.key(for: key, in: keys) ?? nearest(to: key, in: keys)
      let value = place.at(key)
      if let near, meant[near] == nil { meant[near] = value?.node }
      value?.report(
        .unknownKey,
        "unknown key \(quoted(key)). "
          + (Self.templateHint(key, place.collector)
            ?? near.map { "Did you mean \(quoted($0))?" }
            ?? KeyMeaning.advice(for: key, in: format.kind)
            ?? place.collector.listing(of: keys, line: position.line)),
        position: position)
    }
    for key in format.keys where key.isRequired && isNowhere(key.name) {
      place.report(.missingKey, "\(quoted(key.name)) is missing.")
    }
    checkRelations()
  }

  /// What an operator needs that has been written in a job without inputs.
  private static func templateHint(_ key: String, _ collector: DiagnosticCollector) -> String? {
    guard collector.namesLines, key.utf8.first == UInt8(ascii: "$") else { return nil }
    return
      "Operators are for templates: a job with \"inputs\" at its top is one, \"inputs\": {} is enough."
  }

  /// The value of a key; `nil` if it is missing or invalid.
  subscript<Value>(key: Key<Value>) -> Value? {
    place.at(key.name).flatMap(key.read)
  }

  /// The value of a key, or its default.
  subscript<Value>(key: DefaultedKey<Value>) -> Value {
    self[key.key] ?? key.standard
  }

  func has(_ name: String) -> Bool {
    place.at(name) != nil
  }

  /// Whether this key was suggested for a misspelt one.
  func isMisspelt(_ name: String) -> Bool {
    misspelt(name) != nil
  }

  /// The value of the misspelt key for which this one was suggested.
  func misspelt(_ name: String) -> Node? {
    has(name) ? nil : meant[name]
  }

  private func isNowhere(_ name: String) -> Bool {
    !has(name) && !isMisspelt(name)
  }
}

// MARK: - Relations

extension Fields {
  /// Reports conflicts between keys, at most one per key.
  private func checkRelations() {
    var told: Set<String> = []
    for relation in format.relations {
      switch relation {
      case .excludes(let key, let others, let given):
        guard let value = place.at(key), let other = others.first(where: has),
          given.map(has) ?? true, told.insert(key).inserted
        else { continue }
        value.report(.conflict, "\(quoted(key)) cannot be combined with \(quoted(other)).")
      case .needs(let key, let others):
        guard let value = place.at(key), others.allSatisfy(isNowhere), told.insert(key).inserted
        else { continue }
        value.report(.conflict, "\(quoted(key)) requires \(listed(others)).")
      case .requires(let keys):
        guard keys.allSatisfy(isNowhere) else { continue }
        place.report(.missingKey, "\(listed(keys)) is missing.")
      case .atMostOne(let keys, let rule):
        let present = (place.node.object ?? []).map(\.key).filter(keys.contains)
        for key in present.dropFirst() {
          place.at(key)?.report(.conflict, "\(rule); \(quoted(present[0])) is already set.")
        }
      case .together(let one, let other, let otherwise):
        guard has(one) != has(other), !isMisspelt(one), !isMisspelt(other) else { continue }
        let (here, missing) = has(one) ? (one, other) : (other, one)
        place.report(
          .missingKey,
          "\(quoted(missing)) is required with \(quoted(here)); without both, \(otherwise).")
      }
    }
  }

  /// `"source", "of" or "fill"`.
  private func listed(_ keys: [String]) -> String {
    let words = keys.map(quoted)
    guard words.count > 1, let last = words.last else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
