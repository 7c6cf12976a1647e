import ScrimKit

/// Scripts of decoys, by their ISO 15924 codes.
public enum DecoyScript: String, ParameterChoice {
  case latin = "Latn"
  case cyrillic = "Cyrl"
  case greek = "Grek"
  case arabic = "Arab"
  case hebrew = "Hebr"
  case devanagari = "Deva"
  case thai = "Thai"
  case hangul = "Hang"
  case japanese = "Jpan"
  case han = "Hani"
  /// Digits, common to all scripts.
  case common = "Zyyy"
}

/// The letters of decoy words, which resemble a script.
struct Alphabet {
  /// The letters in approximate order of descending frequency.
  private let letters: [Character]
  /// The number of letters per word; `nil` for scripts without spaces between words.
  private let wordLengths: ClosedRange<Int>?

  /// Creates the alphabet of a script.
  ///
  /// - Parameter script: Its ISO 15924 code; `nil` and `Zyyy` for digits. Other unknown scripts use Latin letters.
  init(script: String?) {
    let lengths: ClosedRange<Int>?
    (letters, lengths) =
      switch script {
      case nil, "Zyyy": (Array("0123456789"), 1...4)
      case "Cyrl": (Array("оеаинтсрвлкмдпуяызьбгчйхжшю"), 2...9)
      case "Grek": (Array("αοιετσνηυρπκμλωδγχθφβ"), 2...9)
      case "Arab": (Array("اليمنوتربدعسفهقكحجشص"), 2...7)
      case "Hebr": (Array("יולאהמרתבנשדקעכחפגסט"), 2...6)
      case "Deva": (Array("करनतसमहपलयदवबजगचटशभख"), 2...6)
      case "Thai": (Array("านรกอมงลวสทดยตปบพหคข"), nil)
      case "Hang": (Array("이다는에가고의을하지도한로사어기자리나아서그대시"), 1...4)
      case "Jpan": (Array("のにはたをがでてとしれいるかなりこも日人大本年中出生上月時分行見手"), nil)
      case "Hani": (Array("一人大中不上生出子年行心小文方日月水山天本手口目"), nil)
      default: (Array("etaoinshrdlucmfwygpbvk"), 2...9)
      }
    wordLengths = lengths
  }

  /// Words with a total of `count` letters, not counting spaces.
  func words(letters count: Int, _ generator: inout SeededGenerator) -> String {
    var words = ""
    var left = count
    while left > 0 {
      let length = min(left, wordLengths.map { Self.number(in: $0, &generator) } ?? left)
      if !words.isEmpty { words += " " }
      for _ in 0..<length { words.append(letter(&generator)) }
      left -= length
    }
    return words
  }

  /// A random letter; the first ones are more frequent.
  private func letter(_ generator: inout SeededGenerator) -> Character {
    let unit = generator.unit()
    return letters[Int(unit * unit * Double(letters.count))]
  }

  private static func number(
    in range: ClosedRange<Int>, _ generator: inout SeededGenerator
  ) -> Int {
    range.lowerBound + Int(generator.unit() * Double(range.count))
  }
}
