/// OpenType features of a text in HarfBuzz's syntax, separated by commas: "palt", "ss01=1", "-liga".
public struct FontFeatures: Hashable, ParameterValue {
  /// The list as written.
  public let list: String

  /// Creates a list of features.
  ///
  /// - Parameter list: The list as written in a job; `nil` if it is invalid.
  public init?(_ list: String) {
    guard Self.diagnostic(in: list) == nil else { return nil }
    self.list = list
  }

  public static var shape: ParameterShape { .string }
  public var json: JSON { .string(list) }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard let list = String(from: json, &decoding) else { return nil }
    if let diagnostic = Self.diagnostic(in: list) {
      decoding.report(diagnostic)
      return nil
    }
    self.list = list
  }
}

extension FontFeatures {
  /// Pango passes at most 32 features to HarfBuzz, including its own, and silently drops the others.
  private static let most = 16

  /// The error in a list of features. HarfBuzz skips what it cannot parse and fonts ignore unknown tags; here both are
  /// errors.
  static func diagnostic(in list: String) -> ValueDiagnostic? {
    let entries = list.split(separator: ",", omittingEmptySubsequences: false)
    guard entries.count <= most else {
      return ValueDiagnostic("there are \(entries.count) features; at most \(most) are allowed.")
    }
    var known: Set<String> = []
    for entry in entries {
      let words = trimmed(entry)
      if let start = words.firstIndex(of: "["), start > words.startIndex {
        return ValueDiagnostic(
          "\(quoted(words)): ranges are not allowed; to affect part of the text, use \"font_features\" "
            + "of a <span> in \"markup\".")
      }
      guard let tag = tag(of: words) else {
        return ValueDiagnostic(
          "\(quoted(words)) is not an OpenType feature such as \"palt\", \"ss01=1\" or \"-liga\".")
      }
      guard isTag(tag) else {
        return ValueDiagnostic(
          "\(quoted(tag)) is not an OpenType feature.", word: tag, candidates: registered.sorted())
      }
      guard known.insert(tag).inserted else {
        return ValueDiagnostic("the feature \(quoted(tag)) is given twice.")
      }
    }
    return nil
  }

  /// Whether a feature is on; `nil` if the list does not name it.
  func isOn(_ tag: String) -> Bool? {
    let entries = list.split(separator: ",").map(Self.trimmed)
    return entries.first { Self.tag(of: $0) == tag }.map { words in
      let value = words.split { $0 == "=" || $0 == " " }.dropFirst().last
      return !words.hasPrefix("-") && value != "off" && value?.allSatisfy { $0 == "0" } != true
    }
  }

  /// The tag of one feature; `nil` if its syntax is invalid.
  private static func tag(of words: String) -> String? {
    var rest = words.unicodeScalars[...]
    let hasSign = rest.first == "+" || rest.first == "-"
    if hasSign { rest.removeFirst() }
    let quote = rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
    if quote != nil { rest.removeFirst() }
    let tag = rest.prefix { $0.isASCII && ($0.properties.isAlphabetic || isDigit($0)) }
    rest = rest.dropFirst(tag.count)
    if let quote {
      guard rest.first == quote else { return nil }
      rest.removeFirst()
    }
    guard tag.count == 4, hasSign ? rest.isEmpty : isValue(String(rest)) else { return nil }
    return String(tag)
  }

  /// Whether `words` may follow a tag: nothing, "=1", " 1", "=on".
  private static func isValue(_ words: String) -> Bool {
    guard let first = words.first else { return true }
    let value = trimmed(words.dropFirst())
    guard first == "=" || first == " " else { return false }
    // CSS uses a space instead of the equals sign; after an equals sign a value is required.
    let number = first == " " && value.hasPrefix("=") ? trimmed(value.dropFirst()) : value
    if number == "on" || number == "off" { return true }
    return (1...5).contains(number.utf8.count) && number.unicodeScalars.allSatisfy(isDigit)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func trimmed(_ words: Substring) -> String {
    String(words.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension FontFeatures {
  /// Whether a font may define a tag. Uppercase tags are reserved for private use by font vendors.
  private static func isTag(_ tag: String) -> Bool {
    let small = tag.lowercased()
    return registered.contains(tag)
      || tag == tag.uppercased() && tag != small && !registered.contains(small)
  }

  /// The feature tags of the OpenType specification.
  private static let registered: Set<String> = {
    let words =
      "aalt abvf abvm abvs afrc akhn apkn blwf blwm blws c2pc c2sc calt case ccmp cfar chws cjct "
      + "clig cpct cpsp cswh curs dist dlig dnom dtls expt falt fin2 fin3 fina flac frac fwid half "
      + "haln halt hist hkna hlig hngl hojo hwid init isol ital jalt jp04 jp78 jp83 jp90 kern lfbd "
      + "liga ljmo lnum locl ltra ltrm mark med2 medi mgrk mkmk mset nalt nlck nukt numr onum opbd "
      + "ordn ornm palt pcap pkna pnum pref pres pstf psts pwid qwid rand rclt rkrf rlig rphf rtbd "
      + "rtla rtlm ruby rvrn salt sinf size smcp smpl ssty stch subs sups swsh titl tjmo tnam tnum "
      + "trad twid unic valt vapk vatu vchw vert vhal vjmo vkna vkrn vpal vrt2 vrtr zero"
    var tags = Set(words.split(separator: " ").map(String.init))
    for number in 1...99 {
      let digits = number < 10 ? "0\(number)" : "\(number)"
      tags.insert("cv" + digits)
      if number <= 20 { tags.insert("ss" + digits) }
    }
    return tags
  }()
}
