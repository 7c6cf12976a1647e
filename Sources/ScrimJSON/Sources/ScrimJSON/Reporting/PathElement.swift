/// One element of the path from a document's root to a value.
public enum PathElement: Sendable, Hashable {
  /// The value of a key of an object.
  case key(String)
  /// The element of an array at an index, from 0.
  case index(Int)
}

extension PathElement: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral key: String) {
    self = .key(key)
  }

  public init(integerLiteral index: Int) {
    self = .index(index)
  }
}

extension Sequence<PathElement> {
  /// The path as a JSON Pointer (RFC 6901); empty for the root.
  public var pointer: String {
    reduce(into: "") { text, element in
      text += "/"
      switch element {
      case .index(let index):
        text += String(index)
      case .key(let key):
        for scalar in key.unicodeScalars {
          switch scalar {
          case "~": text += "~0"
          case "/": text += "~1"
          default: text.unicodeScalars.append(scalar)
          }
        }
      }
    }
  }

  /// The path in readable form: `layers[2].effects[0].sigma`.
  public var displayPath: String {
    reduce(into: "") { text, element in
      switch element {
      case .index(let index):
        text += "[\(index)]"
      case .key(let key) where key.unicodeScalars.allSatisfy(isPlain) && !key.isEmpty:
        text += text.isEmpty ? key : ".\(key)"
      case .key(let key):
        text += "[\(quoted(key))]"
      }
    }
  }

  private func isPlain(_ scalar: UnicodeScalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", "$": true
    default: false
    }
  }
}

extension Array<PathElement> {
  /// Parses a JSON Pointer; elements that consist only of digits become indices.
  ///
  /// - Parameter pointer: The pointer: empty, or elements that each begin with `/`.
  public init?(pointer: String) {
    guard pointer.isEmpty || pointer.unicodeScalars.first == "/" else { return nil }
    let steps = pointer.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    self = []
    for step in steps.dropFirst() {
      if let index = Int(String(step)), String(index) == String(step), index >= 0 {
        append(.index(index))
        continue
      }
      guard let key = Self.unescaped(step) else { return nil }
      append(.key(key))
    }
  }

  private static func unescaped(_ step: Substring.UnicodeScalarView) -> String? {
    var key = String.UnicodeScalarView()
    var scalars = step.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "~" else {
        key.append(scalar)
        continue
      }
      switch scalars.next() {
      case "0": key.append("~")
      case "1": key.append("/")
      default: return nil
      }
    }
    return String(key)
  }
}
