import ScrimDocument
import ScrimKit

/// The keys of one object: reports those that nobody knows, and reads the others by type.
struct Fields {
  let place: Place
  /// The keys that misspelt ones were most likely meant to be.
  private var meant: Set<String> = []

  /// Takes an object; anything else is reported and gives `nil`.
  ///
  /// - Parameters:
  ///   - place: The value.
  ///   - kind: Which of the format's objects it is.
  ///   - keys: The keys that it may have.
  init?(_ place: Place, as kind: ObjectKind, keys: [String]) {
    guard let members = place.node.object else {
      place.reportType(expected: "an object")
      return nil
    }
    self.place = place
    place.findings.visit(kind, place)
    for member in members where !member.isAnnotation && !keys.contains(member.key) {
      if place.findings.isFull { break }
      let near = nearest(to: member.key, in: keys)
      if let near { meant.insert(near) }
      Place(node: member.value, path: place.path + [.key(member.key)], findings: place.findings)
        .report(
          .unknownKey,
          "unknown key \(quoted(member.key))."
            + (near.map { " Did you mean \(quoted($0))?" } ?? ""),
          position: member.keyPosition)
    }
  }

  /// The value of a key, if it is there.
  subscript(key: String) -> Place? {
    place.node[key].map {
      Place(node: $0, path: place.path + [.key(key)], findings: place.findings)
    }
  }

  func has(_ key: String) -> Bool {
    place.node[key] != nil
  }

  /// Whether a misspelt key was told that it should be this one.
  func isMisspelt(_ key: String) -> Bool {
    !has(key) && meant.contains(key)
  }

  /// Reports a key that must be there and is not, unless it is there misspelt, which was told.
  func require(_ key: String) {
    if !has(key), !isMisspelt(key) { place.report(.missingKey, "\(quoted(key)) is missing.") }
  }

  /// Reports `key` if it stands beside one of `others`.
  func forbid(_ key: String, beside others: String...) {
    guard let value = self[key], let other = others.first(where: has) else { return }
    value.report(.conflict, "\(quoted(key)) cannot stand beside \(quoted(other)).")
  }

  /// Reports `key` if it stands without one of `others`.
  func forbid(_ key: String, without others: String...) {
    guard let value = self[key], !others.contains(where: has) else { return }
    let names = others.map(quoted).joined(separator: " or ")
    value.report(.conflict, "\(quoted(key)) needs \(names) beside it.")
  }

  func string(_ key: String) -> String? {
    guard let value = self[key] else { return nil }
    guard let string = value.node.string else {
      value.reportType(expected: "a text")
      return nil
    }
    return string
  }

  func boolean(_ key: String) -> Bool? {
    guard let value = self[key] else { return nil }
    guard let boolean = value.node.boolean else {
      value.reportType(expected: "true or false")
      return nil
    }
    return boolean
  }

  func number(_ key: String, in range: ClosedRange<Double>, unit: String = "") -> Double? {
    self[key]?.number(in: range, unit: unit)
  }

  func whole(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = self[key] else { return nil }
    guard let number = value.node.number else {
      value.reportType(expected: "a whole number")
      return nil
    }
    guard let whole = Int(exactly: number) else {
      // Beyond Int there are no fractions: what is wrong with such a number is its size.
      if number.magnitude < 0x1p53 {
        value.reportType(expected: "a whole number")
      } else {
        value.reportRange("\(range.lowerBound)…\(range.upperBound)")
      }
      return nil
    }
    guard range.contains(whole) else {
      value.reportRange("\(range.lowerBound)…\(range.upperBound)")
      return nil
    }
    return whole
  }

  func choice<Choice>(_ key: String, _ type: Choice.Type) -> Choice?
  where Choice: RawRepresentable<String> & CaseIterable {
    guard let value = self[key] else { return nil }
    let words = Choice.allCases.map(\.rawValue)
    let allowed = "one of " + words.map(quoted).joined(separator: ", ")
    guard let word = value.node.string else {
      value.reportType(expected: allowed)
      return nil
    }
    if let choice = Choice(rawValue: word) { return choice }
    let near = nearest(to: word, in: words).map { " Did you mean \(quoted($0))?" } ?? ""
    value.report(.invalidValue, "\(value.found) is not \(allowed).\(near)")
    return nil
  }

  /// A value that ScrimKit knows how to read: a colour, a paint, insets.
  func value<Value: ParameterValue>(_ key: String, _ type: Value.Type) -> Value? {
    self[key]?.value(type)
  }
}
