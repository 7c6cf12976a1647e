import ScrimKit

/// Scripts of decoys, by their codes in ISO 15924.
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
  /// Common to all scripts: digits.
  case common = "Zyyy"
}

/// The letters of which decoys are made, so that they have the look of a script.
struct Alphabet {
  /// By falling frequency, about.
  private let letters: [Character]
  /// Letters of a word; `nil` where a script has no spaces between words.
  private let wordLengths: ClosedRange<Int>?

  /// The letters of a script.
  ///
  /// - Parameter script: Its code in ISO 15924; `nil` and `Zyyy` for digits. Scripts that are not known
  ///   here get Latin letters.
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

  /// Words of some letters in all, spaces between them not counted.
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

  /// One letter; the first ones come more often.
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
