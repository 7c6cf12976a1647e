import ScrimJSON
import ScrimKit

/// A JSON Schema under construction: keywords in the order of writing.
struct Schema: ExpressibleByDictionaryLiteral {
  private(set) var keywords: [JSON.Member]

  init(dictionaryLiteral keywords: (String, JSON)...) {
    self.keywords = keywords.map { JSON.Member($0.0, $0.1) }
  }

  init(_ keywords: [JSON.Member]) {
    self.keywords = keywords
  }

  /// A reference to `name` in `$defs`.
  static func definition(_ name: String) -> Schema {
    ["$ref": .string("#/$defs/\(name)")]
  }

  /// A schema that matches nothing.
  ///
  /// - Parameter why: The message; editors show `errorMessage`, most libraries the content of `not`.
  /// - Returns: The schema of a value that is not allowed.
  static func refused(_ why: String) -> Schema {
    ["not": ["description": .string(why)], "errorMessage": .string(why)]
  }

  var json: JSON { .object(keywords) }

  /// The value of a keyword; setting it to `nil` has no effect.
  subscript(keyword: String) -> JSON? {
    get { keywords.first { $0.key == keyword }?.value }
    set {
      guard let newValue else { return }
      let member = JSON.Member(keyword, newValue)
      if let index = keywords.firstIndex(where: { $0.key == keyword }) {
        keywords[index] = member
      } else {
        keywords.append(member)
      }
    }
  }

  /// The keywords of both schemas; `other`'s come last and override.
  func merging(_ other: Schema) -> Schema {
    var merged = self
    for member in other.keywords { merged[member.key] = member.value }
    return merged
  }

  /// Keys that are allowed in every object: annotations.
  static let annotations: JSON = ["^(//|\\$schema$)": true]
}
