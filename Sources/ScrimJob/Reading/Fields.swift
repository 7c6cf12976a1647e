import ScrimDocument
import ScrimKit

/// The keys of one object: reports those that nobody knows, and reads the others by type.
struct Fields {
  let place: Place
  /// The values of misspelt keys, by the key that each was most likely meant to be.
  private var meant: [String: Node] = [:]

  /// Takes an object; anything else is reported and gives `nil`.
  ///
  /// - Parameters:
  ///   - place: The value.
  ///   - kind: Which of the format's objects it is.
  ///   - keys: The keys that it may have.
  init?(_ place: Place, as kind: ObjectKind, keys: [String]) {
    guard let members = place.node.object else {
      place.reportType(expected: kind.example.map { "an object such as \($0)" } ?? "an object")
      return nil
    }
    self.place = place
    place.findings.visit(kind, place)
    for member in members where !member.isAnnotation && !keys.contains(member.key) {
      if place.findings.isFull { break }
      let near = nearest(to: member.key, in: keys)
      if let near, meant[near] == nil { meant[near] = member.value }
      Place(node: member.value, path: place.path + [.key(member.key)], findings: place.findings)
        .report(
          .unknownKey,
          "unknown key \(quoted(member.key)). \(wayOut(near, keys))",
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
    misspelt(key) != nil
  }

  /// The value of a misspelt key that was told that it should be this one.
  func misspelt(_ key: String) -> Node? {
    has(key) ? nil : meant[key]
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
    guard let value = self[key], !others.contains(where: { has($0) || isMisspelt($0) }) else {
      return
    }
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
      let meant = value.node.string.flatMap { $0 == "true" || $0 == "false" ? $0 : nil }
      value.reportType(expected: "true or false", meant: meant)
      return nil
    }
    return boolean
  }

  func number(_ key: String, in range: ClosedRange<Double>, unit: String = "") -> Double? {
    self[key]?.number(in: range, unit: unit)
  }

  func whole(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = self[key] else { return nil }
    let words = "\(range.lowerBound)…\(range.upperBound)"
    // Beyond 2⁵³ there are no fractions: what is wrong with such a number is its size.
    guard let number = value.node.number, number.magnitude >= 0x1p53 || number.rounded() == number
    else {
      value.reportType(expected: "a whole number (\(words))", meant: value.meantNumber)
      return nil
    }
    guard let whole = Int(exactly: number), range.contains(whole) else {
      value.reportRange(words)
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

/// The right key for a misspelt one, or all that there are.
func wayOut(_ near: String?, _ keys: [String]) -> String {
  near.map { "Did you mean \(quoted($0))?" }
    ?? "The keys are \(keys.map(quoted).joined(separator: ", "))."
}
