/// A BCP 47 language tag: "ja", "zh-Hans", "pt-BR".
///
/// It selects language-specific glyph forms, and the fallback fonts for characters that a family lacks.
public struct LanguageTag: Hashable, ParameterValue {
  /// The tag as written.
  public let tag: String

  /// Creates a language.
  ///
  /// - Parameter tag: The tag; `nil` if it is invalid.
  public init?(_ tag: String) {
    guard Self.diagnostic(in: tag) == nil else { return nil }
    self.tag = tag
  }

  /// The language without script and region, in lower case.
  var primary: String { tag.prefix { $0 != "-" }.lowercased() }

  public static var shape: ParameterShape { .string }
  public var json: JSON { .string(tag) }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard let tag = String(from: json, &decoding) else { return nil }
    if let diagnostic = Self.diagnostic(in: tag) {
      decoding.report(diagnostic)
      return nil
    }
    self.tag = tag
  }
}

extension LanguageTag {
  /// The error in a tag. Without this check, fonts would silently ignore unknown tags.
  static func diagnostic(in tag: String) -> ValueDiagnostic? {
    let subtags = tag.split(separator: "-", omittingEmptySubsequences: false).map {
      $0.lowercased()
    }
    let language = subtags[0]
    let isKnown = language.utf8.count == 2 ? codes[language] != nil : shorter[language] == nil
    if isWellFormed(subtags), isKnown { return nil }
    let message =
      "\(quoted(tag)) is not a BCP 47 language tag such as \"ja\", \"zh-Hans\" or \"pt-BR\"."
    let meant = meant(by: tag, language)
    return ValueDiagnostic(message + (meant.map { " Did you mean \(quoted($0))?" } ?? ""))
  }

  /// RFC 5646 §2.1: a language of two or three letters, then the optional subtags in this order.
  private static func isWellFormed(_ subtags: [String]) -> Bool {
    var rest = subtags[...]
    func takeOne(_ isRight: (String) -> Bool) -> Bool {
      guard let first = rest.first, isRight(first) else { return false }
      rest.removeFirst()
      return true
    }
    guard
      subtags.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isAlphanumeric) }),
      takeOne({ (2...3).contains($0.utf8.count) && isWord($0) })
    else { return false }
    var extensions = 0
    while extensions < 3, takeOne({ $0.utf8.count == 3 && isWord($0) }) { extensions += 1 }
    _ = takeOne { $0.utf8.count == 4 && isWord($0) }
    _ = takeOne { $0.utf8.count == 2 && isWord($0) || $0.utf8.count == 3 && Int($0) != nil }
    while takeOne({ $0.utf8.count >= 5 || $0.utf8.count == 4 && !isWord(String($0.prefix(1))) }) {}
    while takeOne({ $0.utf8.count == 1 && $0 != "x" }) {
      guard takeOne({ $0.utf8.count >= 2 }) else { return false }
      while takeOne({ $0.utf8.count >= 2 }) {}
    }
    return rest.isEmpty || rest.first == "x" && rest.count > 1
  }

  private static func isWord(_ text: String) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The tag that a misspelt one probably means.
  private static func meant(by tag: String, _ language: String) -> String? {
    let countries = [
      "cn": "zh", "cz": "cs", "dk": "da", "gr": "el", "jp": "ja", "ua": "uk", "vn": "vi",
    ]
    if let code = countries[language] ?? shorter[language] {
      return code + tag.dropFirst(language.count)
    }
    let dashed = String(tag.prefix { $0 != "." }.map { $0 == "_" ? "-" : $0 })
    return dashed != tag && diagnostic(in: dashed) == nil ? dashed : nil
  }

  /// The languages of ISO 639-1, each with its code in ISO 639-2, which BCP 47 does not use.
  private static let codes: [String: String] = {
    let words = """
      aa aar ab abk ae ave af afr ak aka am amh an arg ar ara as asm av ava ay aym az aze ba
      bak be bel bg bul bh bih bi bis bm bam bn ben bo bod br bre bs bos ca cat ce che ch
      cha co cos cr cre cs ces cu chu cv chv cy cym da dan de deu dv div dz dzo ee ewe el
      ell en eng eo epo es spa et est eu eus fa fas ff ful fi fin fj fij fo fao fr fra fy
      fry ga gle gd gla gl glg gn grn gu guj gv glv ha hau he heb hi hin ho hmo hr hrv ht
      hat hu hun hy hye hz her ia ina id ind ie ile ig ibo ii iii ik ipk io ido is isl it
      ita iu iku ja jpn jv jav ka kat kg kon ki kik kj kua kk kaz kl kal km khm kn kan ko
      kor kr kau ks kas ku kur kv kom kw cor ky kir la lat lb ltz lg lug li lim ln lin lo
      lao lt lit lu lub lv lav mg mlg mh mah mi mri mk mkd ml mal mn mon mr mar ms msa mt
      mlt my mya na nau nb nob nd nde ne nep ng ndo nl nld nn nno no nor nr nbl nv nav ny
      nya oc oci oj oji om orm or ori os oss pa pan pi pli pl pol ps pus pt por qu que rm
      roh rn run ro ron ru rus rw kin sa san sc srd sd snd se sme sg sag si sin sk slk sl
      slv sm smo sn sna so som sq sqi sr srp ss ssw st sot su sun sv swe sw swa ta tam te
      tel tg tgk th tha ti tir tk tuk tl tgl tn tsn to ton tr tur ts tso tt tat tw twi ty
      tah ug uig uk ukr ur urd uz uzb ve ven vi vie vo vol wa wln wo wol xh xho yi yid yo
      yor za zha zh zho zu zul
      """.split { $0 == " " || $0 == "\n" }.map(String.init)
    let pairs = stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  private static let shorter = Dictionary(uniqueKeysWithValues: codes.map { ($1, $0) })
}
