/// Documents of one kind each: what jobs look like, and what costs a reader most.
enum DocumentShape: String, CaseIterable {
  case layers, pretty, texts, cjk, escapes, emoji, integers, decimals, longNumbers, literals, deep
  case smallObjects, keys, longKeys, equalStarts, cjkKeys, cjkObjects

  /// A document of about so many bytes.
  func document(of size: Int) -> String {
    switch self {
    case .layers: return list(of: size, Self.layer)
    case .pretty: return list(of: size, Self.prettyLayer)
    case .texts:
      return list(of: size) {
        "\"\(String(repeating: "The quick brown fox \($0) jumps. ", count: 40))\""
      }
    case .cjk:
      return list(of: size) { "\"\(String(repeating: "我が家の猫は7.4kgゆえに重い。", count: 9))\($0)\"" }
    case .escapes:
      return list(of: size) { #""\#(String(repeating: #"a\nb\"c\u00e9\\d\t "#, count: 9))\#($0)""# }
    case .emoji: return list(of: size) { #""😀👩‍👩‍👧 \ud83d\ude00 é\#($0)""# }
    case .integers: return list(of: size) { "\($0 * 7919 % 100_000)" }
    case .decimals: return list(of: size) { "\($0 % 360).\($0 * 7919 % 1000)" }
    case .longNumbers: return list(of: size) { "0.\(1_234_567_890_123_456 + $0)e-\($0 % 300)" }
    case .literals: return list(of: size) { ["true", "false", "null"][$0 % 3] }
    case .deep:
      return list(of: size) { _ in
        String(repeating: "[", count: 60) + "1" + String(repeating: "]", count: 60)
      }
    case .smallObjects: return list(of: size) { "{\"x\":\($0 % 100)}" }
    case .keys: return object(of: size) { "\"k\($0)\":1" }
    case .longKeys: return object(of: size) { "\"a key of some length \($0)\":1" }
    case .cjkKeys: return object(of: size) { "\"猫の高さ\($0)\":1" }
    case .cjkObjects:
      return list(of: size) { _ in
        "{" + "一二三四五六七八九十百".map { "\"猫の\($0)\":1" }.joined(separator: ",") + "}"
      }
    // Objects small enough to be searched, whose keys differ in the last letter only.
    case .equalStarts:
      return list(of: size) { _ in
        "{" + "abcdefghijk".map { "\"backgroundColor\($0)\":1" }.joined(separator: ",") + "}"
      }
    }
  }

  private static func layer(_ index: Int) -> String {
    ##"{"id":"l\##(index)","frame":{"x":\##(index % 1000),"y":12.5,"width":"50%"},"text":{"string":"##
      + ##""我が家の猫は \##(index)","font":"Noto Sans CJK JP","size":72,"color":"#fff"},"effects":[{"##
      + ##""effect":"drop-shadow","sigma":5,"opacity":0.6}],"visible":true}"##
  }

  private static func prettyLayer(_ index: Int) -> String {
    ##"""

        {
          "id": "layer-\##(index)",
          "frame": { "x": \##(index % 1000), "below": "#layer-\##(index + 1)", "gap": -16.25 },
          "cornerRadius": [8, 8, 0, 0],
          "fill": { "linear": { "angle": 90, "stops": [["#ff8800", 0], ["#0088ff", 1]] } },
          "effects": [
            { "effect": "outline", "width": 10, "color": "#00f" },
            { "effect": "drop-shadow", "dx": 3, "dy": 3, "sigma": 5, "opacity": 0.6 }
          ]
        }
    """##
  }

  private func list(of size: Int, _ element: (Int) -> String) -> String {
    "[" + elements(of: size, element) + "]"
  }

  private func object(of size: Int, _ member: (Int) -> String) -> String {
    "{" + elements(of: size, member) + "}"
  }

  private func elements(of size: Int, _ element: (Int) -> String) -> String {
    var text = ""
    var index = 0
    while text.utf8.count < size {
      if index > 0 { text += "," }
      text += element(index)
      index += 1
    }
    return text
  }
}
