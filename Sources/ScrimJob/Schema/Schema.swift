import ScrimJSON
import ScrimKit

/// A JSON Schema in the making: keywords in the order in which they are written.
struct Schema: ExpressibleByDictionaryLiteral {
  private(set) var keywords: [JSON.Member]

  init(dictionaryLiteral keywords: (String, JSON)...) {
    self.keywords = keywords.map { JSON.Member($0.0, $0.1) }
  }

  init(_ keywords: [JSON.Member]) {
    self.keywords = keywords
  }

  /// What stands under `name` in `$defs`.
  static func definition(_ name: String) -> Schema {
    ["$ref": .string("#/$defs/\(name)")]
  }

  /// Nothing that is there matches.
  ///
  /// - Parameter why: The message; editors show `errorMessage`, most libraries what stands in `not`.
  /// - Returns: The schema of what is not allowed.
  static func refused(_ why: String) -> Schema {
    ["not": ["description": .string(why)], "errorMessage": .string(why)]
  }

  var json: JSON { .object(keywords) }

  /// The value of a keyword; setting `nil` changes nothing.
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

  /// Both schemas' keywords; `other`'s come last and win.
  func merging(_ other: Schema) -> Schema {
    var merged = self
    for member in other.keywords { merged[member.key] = member.value }
    return merged
  }

  /// What is allowed in every object: annotations.
  static let annotations: JSON = ["^(//|\\$schema$)": true]
}
